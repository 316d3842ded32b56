/** The key facts of an offer: read to their end, acknowledged, and then the offer is accepted. */
import { useLocation, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { accountPath } from '../../../../domain/pages/account-pages.ts';
import type { Outcome } from '../../../../domain/values/outcome.ts';
import type { Loan, Offer, Offers } from '../../../../domain/values/wire.ts';
import { languageCodes, languages } from '../../../../locales/index.ts';
import type { KeyFactsContext } from '../../../../machines/servicing/key-facts.ts';
import type { Call } from '../../../api/call.ts';
import { useLocalActor } from '../../../hooks/local-actor.ts';
import { LoadFailed } from '../../../data/load-failed.tsx';
import { refetchOnFocus, useQuery } from '../../../data/query.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useHeadingFocus } from '../../../shell/heading-focus.ts';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CallFailure } from '../../call-failure.tsx';
import { useServices } from '../../services.ts';
import { NotFoundPage } from '../../status-pages.tsx';
import { useAddressId } from '../../../shell/address-id.ts';
import { LoanPage } from '../loan-page.tsx';
import { t } from '../../../i18n/i18n.tsx';
import { AcceptanceForm } from './acceptance-form.tsx';
import { createKeyFactsActor, type KeyFactsActor } from './actor.ts';
import { Statement } from './statement.tsx';

export default function KeyFactsScreen() {
  const loanId = useAddressId();
  const offerId = new URLSearchParams(useLocation().searchStr).get('offer') ?? '';
  return <KeyFactsPage key={`${loanId} ${offerId}`} loanId={loanId} offerId={offerId} />;
}

interface LoanOffers {
  loan: Loan;
  offers: Offers;
}

async function readLoanOffers(call: Call, loanId: string, signal: AbortSignal): Promise<Outcome<LoanOffers>> {
  const path = { id: loanId };
  const [loan, offers] = await Promise.all([
    call('getLoan', { path }, { signal }),
    call('listOffers', { path }, { signal }),
  ]);
  if (loan.kind !== 'ok') return loan;
  if (offers.kind !== 'ok') return offers;
  return { kind: 'ok', value: { loan: loan.value, offers: offers.value } };
}

function KeyFactsPage({ loanId, offerId }: { loanId: string; offerId: string }) {
  const { call } = useServices();
  const loanOffers = useQuery({
    queryKey: ['listOffers', loanId, 'getLoan'],
    queryFn: ({ signal }) => readLoanOffers(call, loanId, signal),
    ...refetchOnFocus,
  });
  /** The offer as it was when the page was opened: once it has ended, the server lists it no more. */
  const [opened, setOpened] = useState<Offer>();
  const { offers = [], other_offers: others = [] } = loanOffers.data?.offers ?? {};
  const offer = opened ?? [...offers, ...others].find(({ offer_id: id }) => id === offerId);
  if (offer && !opened) setOpened(offer);
  return (
    <LoanPage title="servicing.keyFacts.title" lead={null} query={loanOffers} notFound={<NotFoundPage />}>
      {({ loan, offers: all }) =>
        offer ? (
          <KeyFacts loan={loan} offers={all} offer={offer} />
        ) : (
          <OfferGone loanId={loanId} message="servicing.keyFacts.gone" />
        )
      }
    </LoanPage>
  );
}

interface KeyFactsProps {
  loan: Loan;
  offers: Offers;
  offer: Offer;
}

function KeyFacts({ loan, offers, offer }: KeyFactsProps) {
  const { call, language } = useServices();
  const { history } = useRouter();
  const loanId = loan.loan_id;
  const keyFacts = useLocalActor(() =>
    createKeyFactsActor({
      call,
      path: { id: loanId, offer_id: offer.offer_id },
      language: language(),
      shown: language,
      onAccepted: () => history.push(accountPath('servicing', loanId)),
    }),
  );
  const now = useSelector(keyFacts, (snapshot) => snapshot);
  const [hasAcknowledged, setAcknowledged] = useState(false);
  useStateHeading(keyFacts);
  if (now.matches('expired') || offer.stage === 'expired')
    return <OfferGone loanId={loanId} message="servicing.keyFacts.expired" />;
  if (now.matches('anotherAccepted')) return <AnotherAccepted loanId={loanId} />;
  const { keyFacts: statement, language: chosen } = now.context;
  return (
    <>
      <p className="text-muted">{t('servicing.keyFacts.lead')}</p>
      <LanguageSelect keyFacts={keyFacts} chosen={chosen} />
      {now.matches('failed') &&
        (isOutdated(now.context) ? (
          <CallFailure failure={now.context.failure} />
        ) : (
          <LoadFailed onRetry={() => keyFacts.send({ type: 'retry.requested' })} />
        ))}
      {now.matches('creating') && <Skeleton label={t('servicing.keyFacts.loading')} fields={8} />}
      {statement && (
        <Statement
          key={statement.document.document_id}
          keyFacts={keyFacts}
          loanId={loanId}
          statement={statement}
          onAcknowledge={() => {
            setAcknowledged(true);
            keyFacts.send({ type: 'acknowledgement.requested' });
          }}
        />
      )}
      {(now.matches('consenting') || now.matches('accepting') || now.matches('accepted')) && (
        <AcceptanceForm {...{ keyFacts, loan, offers, offer }} takesFocus={hasAcknowledged} />
      )}
    </>
  );
}

/** Says whether the page has other words for the statement than the server. */
const isOutdated = ({ failure }: KeyFactsContext): boolean =>
  failure?.kind === 'refused' && failure.code === 'refusal.wordsChanged';

/** Focuses the heading when a state replaces the whole content. */
function useStateHeading(keyFacts: KeyFactsActor): void {
  const isOver = useSelector(keyFacts, (now) => now.matches('expired') || now.matches('anotherAccepted'));
  useHeadingFocus(isOver ? 'over' : 'open');
}

/** Offers all languages of the statement, regardless of the app's language. */
function LanguageSelect({ keyFacts, chosen }: { keyFacts: KeyFactsActor; chosen: keyof typeof languages }) {
  const intl = useIntl();
  const isBusy = useSelector(keyFacts, (now) => now.matches('acknowledging') || now.matches('accepting'));
  return (
    <Select
      id="key-facts-language"
      label={t('servicing.keyFacts.language')}
      prompt={intl.formatMessage({ id: 'app.field.choose' })}
      size="m"
      locked={isBusy}
      value={chosen}
      options={languageCodes.map((code) => ({ value: code, label: languages[code].name }))}
      onValue={(value) => {
        const language = languageCodes.find((code) => code === value);
        if (language) keyFacts.send({ type: 'language.changed', language });
      }}
    />
  );
}

function OfferGone(props: {
  loanId: string;
  message: 'servicing.keyFacts.gone' | 'servicing.keyFacts.expired';
}) {
  return (
    <Card>
      <p role="alert">{t(props.message)}</p>
      <div>
        <ButtonLink href={accountPath('offers', props.loanId)}>{t('servicing.keyFacts.offers')}</ButtonLink>
      </div>
    </Card>
  );
}

function AnotherAccepted({ loanId }: { loanId: string }) {
  return (
    <Banner kind="notice" role="alert" title={t('servicing.keyFacts.another')}>
      <p>{t('servicing.offers.accepted.help')}</p>
      <p>
        <ButtonLink href={accountPath('servicing', loanId)}>{t('servicing.offers.accepted.open')}</ButtonLink>
      </p>
    </Banner>
  );
}
