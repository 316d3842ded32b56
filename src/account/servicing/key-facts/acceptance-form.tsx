/** The consents that an offer is accepted with, one for each purpose, and what is paid for it beside the button. */
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { answerPath } from '../../../../domain/pages/faq-answers.ts';
import {
  consentMessages,
  type ConsentPurpose,
  consentPurposes,
  hasMinor,
  requiredConsentsOf,
} from '../../../../domain/servicing/consents.ts';
import type { Loan, Offer, Offers } from '../../../../domain/values/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { AnswerLink } from '../../../ui/answer-link.tsx';
import { Actions, Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { AmountScope } from '../../../ui/money.tsx';
import { useServices } from '../../services.ts';
import { CallFailure } from '../../call-failure.tsx';
import { consentNames } from '../consent-names.ts';
import { factContext, factsOf, factText } from '../offers/offer-facts.ts';
import { OfferPayments } from '../offers/offer-payments.tsx';
import { t } from '../../../i18n/i18n.tsx';
import type { KeyFactsActor } from './actor.ts';
import './acceptance-form.css';

export interface AcceptanceFormProps {
  keyFacts: KeyFactsActor;
  loan: Loan;
  offers: Offers;
  offer: Offer;
  /** The button that led here is gone. */
  takesFocus: boolean;
}

const groups = [
  { title: 'servicing.acceptance.needed', isNeeded: true },
  { title: 'servicing.acceptance.optional', isNeeded: false },
] as const;

export function AcceptanceForm({ keyFacts, loan, offers, offer, takesFocus }: AcceptanceFormProps) {
  const { boxes, given } = useConsentBoxes(loan, offer);
  /** The boxes that were unchecked at the latest attempt to accept the offer; null before. */
  const [missed, setMissed] = useState<{ boxes: { id: string; name: MessageId }[]; attempt: number } | null>(
    null,
  );
  const isAccepting = useSelector(keyFacts, (now) => !now.matches('consenting'));
  const failure = useSelector(keyFacts, ({ context }) => context.failure);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.focus();
  }, [takesFocus]);
  const missing = boxes.filter(({ isRequired, isGiven }) => isRequired && !isGiven);
  const accept = () => {
    if (missing.length > 0) return setMissed({ boxes: missing, attempt: (missed?.attempt ?? 0) + 1 });
    keyFacts.send({
      type: 'acceptance.requested',
      consents: consentPurposes.filter((purpose) => given.has(purpose)),
    });
  };
  return (
    <div ref={form} tabIndex={-1} className="acceptance">
      <Card title={t('servicing.acceptance.title')}>
        <div className="acceptance-columns split">
          <div className="stack">
            <p>{t('servicing.acceptance.help')}</p>
            {missed && (
              <ErrorSummary
                title={t('servicing.acceptance.error.required')}
                items={missed.boxes.map(({ id, name }) => ({ id, message: t(name) }))}
                attempt={missed.attempt}
              />
            )}
            {groups.map(({ title, isNeeded }) => (
              <fieldset key={title} className="stack">
                <legend>
                  <h3>{t(title)}</h3>
                </legend>
                {boxes
                  .filter(({ isRequired }) => isRequired === isNeeded)
                  .map((box) => (
                    <ConsentBox
                      key={box.id}
                      {...box}
                      error={missed !== null && isNeeded && !box.isGiven}
                      locked={isAccepting}
                    />
                  ))}
              </fieldset>
            ))}
          </div>
          <div className="acceptance-side stack">
            <OfferAmounts offers={offers} offer={offer} />
            <CallFailure failure={failure} />
            <Actions>
              <Button kind="primary" wide busy={isAccepting} onPress={accept}>
                {t('servicing.acceptance.submit', { lender: offer.lender_name })}
              </Button>
            </Actions>
          </div>
        </div>
      </Card>
    </div>
  );
}

/** Shows the offer's amounts, which must be visible at its acceptance. */
function OfferAmounts({ offers, offer }: Pick<AcceptanceFormProps, 'offers' | 'offer'>) {
  const context = factContext(offers, useIntl());
  // The total is last.
  const facts = factsOf(context)
    .filter(({ id }) => id === 'total' || id === 'amount')
    .toReversed();
  return (
    <AmountScope shown={offers}>
      <div className="stack-s2">
        <OfferPayments offer={offer} context={context} />
        <Facts
          facts={facts.map((fact) => [
            t(fact.label),
            factText(fact, offer, context),
            fact.id === 'total' && 'total',
          ])}
        />
      </div>
    </AmountScope>
  );
}

type ConsentBoxProps = ReturnType<typeof useConsentBoxes>['boxes'][number] & {
  error: boolean;
  locked: boolean;
};

const ConsentBox = ({ id, name, words, isGiven, onGiven, error, locked }: ConsentBoxProps) => (
  <Checkbox
    id={id}
    label={
      <>
        <strong className="acceptance-purpose">{t(name)}</strong> {words}
      </>
    }
    footer={
      name === consentNames.credit_bureau && (
        <AnswerLink href={answerPath('credit-score')}>{t('servicing.consent.creditBureau.score')}</AnswerLink>
      )
    }
    error={error}
    locked={locked}
    checked={isGiven}
    onChecked={onGiven}
  />
);

/** Returns the boxes to tick, one for each purpose, and those that are ticked. */
function useConsentBoxes(loan: Loan, offer: Offer) {
  const { today } = useServices();
  const [given, setGiven] = useState<ReadonlySet<ConsentPurpose>>(new Set());
  const required = requiredConsentsOf(hasMinor(loan.el_details.students, today()));
  const boxes = consentPurposes
    .filter((purpose) => purpose !== 'guardian' || required.includes(purpose))
    .map((purpose) => ({
      id: `consent-${purpose}`,
      name: consentNames[purpose],
      words: t(consentMessages[purpose], { lender: offer.lender_name }),
      isRequired: required.includes(purpose),
      isGiven: given.has(purpose),
      onGiven: (isGiven: boolean) =>
        setGiven(new Set([...given, purpose].filter((one) => one !== purpose || isGiven))),
    }));
  return { boxes, given };
}
