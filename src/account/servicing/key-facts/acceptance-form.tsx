/** What an offer is accepted with: a consent for each purpose, and the parent's own statement about children. */
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { wholeYears } from '../../../../domain/dates.ts';
import { answerPath } from '../../../../domain/faq-answers.ts';
import { limits } from '../../../../domain/limits.ts';
import {
  consentMessages,
  type ConsentPurpose,
  consentPurposes,
  requiredConsents,
} from '../../../../domain/servicing/consents.ts';
import type { IsoDate } from '../../../../domain/today.ts';
import type { Loan, Offer } from '../../../../domain/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { AnswerLink } from '../../../ui/AnswerLink.tsx';
import { Actions, Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { focusField } from '../../../ui/ErrorSummary.tsx';
import { useServices } from '../../services.ts';
import { CallFailure } from '../call-failure.tsx';
import { consentNames } from '../consent-names.ts';
import type { KeyFactsActor } from './actor.ts';
import './acceptance-form.css';

export interface AcceptanceFormProps {
  keyFacts: KeyFactsActor;
  loan: Loan;
  offer: Offer;
  /** The button that led here is gone. */
  takesFocus: boolean;
}

/** The names of the students for whom somebody else has to speak. */
export const childrenIn = (loan: Loan, today: IsoDate): string[] =>
  loan.el_details.students
    .filter(({ dob }) => wholeYears(dob, today) < limits.majorityAge)
    .map(({ student_name: name }) => name);

const guardianId = 'consent-guardian';
const idOf = (purpose: ConsentPurpose) => `consent-${purpose}`;

export function AcceptanceForm({ keyFacts, loan, offer, takesFocus }: AcceptanceFormProps) {
  const intl = useIntl();
  const { today } = useServices();
  const [given, setGiven] = useState<ReadonlySet<ConsentPurpose>>(new Set());
  const [declaresGuardian, setDeclaresGuardian] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const isAccepting = useSelector(keyFacts, (now) => !now.matches('consenting'));
  const failure = useSelector(keyFacts, ({ context }) => context.failure);
  const children = childrenIn(loan, today());
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.focus();
  }, [takesFocus]);
  const errorOf = (isGiven: boolean): MessageId | null =>
    isChecked && !isGiven ? 'servicing.acceptance.error.required' : null;
  const accept = () => {
    setChecked(true);
    const missing = requiredConsents.find((purpose) => !given.has(purpose));
    if (missing) return focusField(idOf(missing));
    if (children.length > 0 && !declaresGuardian) return focusField(guardianId);
    keyFacts.send({
      type: 'acceptance.requested',
      consents: consentPurposes.filter((purpose) => given.has(purpose)),
      declaresGuardian,
    });
  };
  return (
    <div ref={form} tabIndex={-1} className="acceptance">
      <Card title={<FormattedMessage id="servicing.acceptance.title" />}>
        <p>
          <FormattedMessage id="servicing.acceptance.help" />
        </p>
        {consentPurposes.map((purpose) => {
          const isRequired = requiredConsents.includes(purpose);
          const error = isRequired ? errorOf(given.has(purpose)) : null;
          return (
            <Checkbox
              key={purpose}
              id={idOf(purpose)}
              label={
                <>
                  <strong className="acceptance-purpose">
                    <FormattedMessage id={consentNames[purpose]} />
                  </strong>{' '}
                  <FormattedMessage id={consentMessages[purpose]} values={{ lender: offer.lender_name }} />
                </>
              }
              optional={!isRequired && <FormattedMessage id="servicing.acceptance.optional" />}
              footer={
                purpose === 'credit_bureau' && (
                  <AnswerLink href={answerPath('credit-score')}>
                    <FormattedMessage id="servicing.consent.creditBureau.score" />
                  </AnswerLink>
                )
              }
              error={error && <FormattedMessage id={error} />}
              locked={isAccepting}
              checked={given.has(purpose)}
              onChecked={(isGiven) =>
                setGiven(new Set([...given, purpose].filter((one) => one !== purpose || isGiven)))
              }
            />
          );
        })}
        {children.length > 0 && (
          <Checkbox
            id={guardianId}
            label={
              <>
                <strong className="acceptance-purpose">
                  <FormattedMessage id="servicing.acceptance.guardian" />
                </strong>{' '}
                <FormattedMessage
                  id="servicing.acceptance.guardian.words"
                  values={{ students: intl.formatList(children, { type: 'conjunction' }) }}
                />
              </>
            }
            error={errorOf(declaresGuardian) && <FormattedMessage id="servicing.acceptance.error.required" />}
            locked={isAccepting}
            checked={declaresGuardian}
            onChecked={setDeclaresGuardian}
          />
        )}
        <CallFailure failure={failure} />
        <Actions>
          <Button kind="primary" wide busy={isAccepting} onPress={accept}>
            <FormattedMessage id="servicing.acceptance.submit" values={{ lender: offer.lender_name }} />
          </Button>
        </Actions>
      </Card>
    </div>
  );
}
