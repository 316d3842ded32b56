/** Shows the remaining steps after the acceptance of an offer, in order; each can be continued on any device. */
import { accountPath } from '../../../../domain/pages/account-pages.ts';
import type { LenderLoanStage, Servicing, Offer } from '../../../../domain/values/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { apiQuery, pollWhile, setQueryData, useQuery } from '../../../data/query.tsx';
import { ButtonLink, Actions, Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { AmountScope, Paise, paiseFormat } from '../../../ui/money.tsx';
import { useServices } from '../../services.ts';
import { Cancellation } from '../cancellation.tsx';
import { Documents } from '../documents.tsx';
import { HeldPayment } from '../payment.tsx';
import { LenderHelp } from '../lender-help.tsx';
import { Columns } from '../../columns.tsx';
import { Moment } from '../../moment.tsx';
import { useAddressId } from '../../../shell/address-id.ts';
import { LoanPage } from '../loan-page.tsx';
import { RegisteredMandate } from '../mandate.tsx';
import { NoServicing } from '../no-servicing.tsx';
import { Payments } from '../payments.tsx';
import { ServicingProvider, useServicing } from '../servicing.ts';
import { isServicingPending, type ServicingStep, stepsOf } from '../steps.ts';
import { t } from '../../../i18n/i18n.tsx';
import { AdvanceStep, AgreementStep, KycStep, MandateStep, DisbursalStep } from './step-panels.tsx';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { rateText } from '../../../plans/rate-text.ts';
import { StepTrack } from '../../../my-loans/step-track.tsx';
import { paymentsOf, changedFacts, type OfferFact } from '../offers/offer-facts.ts';
import { useApiMutation } from '../../../data/mutation.ts';
import { Table, type TableColumn } from '../../../ui/table.tsx';
import { CallFailure } from '../../call-failure.tsx';
import { OfferFactText } from '../offers/offer-fact-text.tsx';

export default function ServicingScreen() {
  const loanId = useAddressId();
  return <ServicingOfLoan key={loanId} loanId={loanId} />;
}

function ServicingOfLoan({ loanId }: { loanId: string }) {
  const { call } = useServices();
  const query = apiQuery(call, 'readServicing', { path: { id: loanId } }, pollWhile(isServicingPending));
  const servicing = useQuery(query);
  return (
    <LoanPage
      title="servicing.steps.title"
      lead="servicing.steps.lead"
      query={servicing}
      notFound={<NoServicing loanId={loanId} failure={servicing.error} />}
    >
      {(read) => (
        <AmountScope shown={read}>
          <ServicingProvider
            value={{
              servicing: read,
              change: (changed) => setQueryData(query, changed),
              refetch: () => void servicing.refetch(),
            }}
          >
            <Content />
          </ServicingProvider>
        </AmountScope>
      )}
    </LoanPage>
  );
}

/** The messages of a loan that has ended. */
const endMessages: Readonly<Partial<Record<LenderLoanStage, { title: MessageId; help: MessageId }>>> = {
  cancelled: { title: 'servicing.ended.cancelled', help: 'servicing.ended.cancelled.help' },
  expired: { title: 'servicing.ended.expired', help: 'servicing.ended.expired.help' },
  refused: { title: 'servicing.ended.refused', help: 'servicing.ended.refused.help' },
};

function Content() {
  const { servicing } = useServicing();
  const end = endMessages[servicing.stage];
  return (
    <Columns top={<HeldPayment />} side={end ? <EndedLoan {...end} /> : <Track />}>
      {!end && (
        <>
          {servicing.proposed_offer && <ProposedChange proposed={servicing.proposed_offer} />}
          <NextStep />
          {servicing.mandate.state === 'registered' && servicing.disbursed_on === null && (
            <RegisteredMandate />
          )}
          {servicing.next !== 'wait_for_cancellation' && <Cancellation />}
        </>
      )}
      <Payments />
      <Documents />
      <LenderHelp />
    </Columns>
  );
}

function EndedLoan({ title, help }: { title: MessageId; help: MessageId }) {
  const { servicing } = useServicing();
  const refunding = servicing.payments.filter(({ state }) => state === 'refunding');
  return (
    <Card title={t(title, { lender: servicing.lender_name })}>
      <p>{t(help)}</p>
      {refunding.map(({ payment_id: id, amount_paise: paise }) => (
        <p key={id}>{t('servicing.ended.refunding', { amount: <Paise paise={paise} /> })}</p>
      ))}
      <div>
        <ButtonLink href={accountPath('offers', servicing.loan_id)}>
          {t('servicing.keyFacts.offers')}
        </ButtonLink>
      </div>
    </Card>
  );
}

const NextStep = () => nextSteps[useServicing().servicing.next];

const nextSteps: Readonly<Record<Servicing['next'], ReactNode>> = {
  sign: <AgreementStep />,
  kyc: <KycStep />,
  mandate: <MandateStep />,
  pay_advance: <AdvanceStep />,
  wait_for_cancellation: <CancellationWaits />,
  wait_for_disbursal: <DisbursalStep />,
  repay: <DisbursalStep />,
  none: <DisbursalStep />,
};

/** The lender may have paid meanwhile: the loan is cancelled once it has confirmed that it has not. */
function CancellationWaits() {
  const { lender_name: lender, cancel_requested_at: at } = useServicing().servicing;
  return (
    <Card title={t('servicing.cancellation.waiting', { lender })}>
      <p role="status">
        {t('servicing.cancellation.waiting.help', { lender, date: at && <Moment at={at} /> })}
      </p>
    </Card>
  );
}

const stepLabels = {
  sign: 'servicing.step.sign',
  kyc: 'servicing.step.kyc',
  mandate: 'servicing.step.mandate',
  pay_advance: 'servicing.step.payAdvance',
  wait_for_disbursal: 'servicing.step.disbursal',
} as const satisfies Record<ServicingStep, MessageId>;

/** The offer in a sentence, and the steps as a list: what is done, what is next, what is to come. */
function Track() {
  const intl = useIntl();
  const { servicing } = useServicing();
  const { offer, lender_name: lender } = servicing;
  const { upFront, later } = paymentsOf(offer);
  return (
    <Card title={lender}>
      <p>
        {t('servicing.steps.offer', {
          amount: <Paise paise={offer.terms.sanctioned_amount_paise} />,
          instalment: <Paise paise={offer.instalment_paise} />,
          count: later.length,
          upFront: upFront === 0 ? 'none' : <Paise paise={upFront} />,
          rate: rateText(intl, offer.apr),
        })}
      </p>
      <StepTrack
        steps={stepsOf(servicing).map(({ step, state }) => ({ label: stepLabels[step], state }))}
        layout="column"
      />
    </Card>
  );
}

/** The change of the accepted offer that the lender proposes: what of it differs, and the ways to accept and to decline it. */
function ProposedChange({ proposed }: { proposed: Offer }) {
  const { servicing, change } = useServicing();
  const { offer: accepted, institution, loan_id: id, lender_name: lender } = servicing;
  const feePaise = institution.fee_paise;
  const offers = [accepted, proposed];
  const context = { intl: useIntl(), feePaise, plan: null, format: paiseFormat(offers) };
  const { isPending, error, mutate } = useApiMutation('declineOffer', change);
  const columns: TableColumn<OfferFact>[] = [
    {
      ...{ id: 'fact', header: t('servicing.changes.fact'), isHeading: true },
      cell: ({ label }) => t(label),
    },
    ...offers.map((offer) => ({
      id: offer.offer_id,
      header: t(offer === accepted ? 'servicing.changes.accepted' : 'servicing.changes.proposed'),
      cell: (fact: OfferFact) => <OfferFactText fact={fact} offer={offer} context={context} />,
    })),
  ];
  return (
    <Card title={t('servicing.changes.title', { lender })}>
      <p>{t('servicing.changes.help', { date: <Moment at={proposed.valid_until} dateStyle="long" /> })}</p>
      <Table
        caption={t('servicing.changes.caption')}
        columns={columns}
        rows={changedFacts(accepted, proposed, context)}
        rowKey={({ id: fact }) => fact}
      />
      <CallFailure failure={error} />
      <Actions>
        <Button
          kind="secondary"
          busy={isPending}
          onPress={() => mutate({ path: { id, offer_id: proposed.offer_id } })}
        >
          {t('servicing.changes.keep')}
        </Button>
        <ButtonLink
          kind="secondary"
          href={`${accountPath('keyFacts', id)}?offer=${encodeURIComponent(proposed.offer_id)}`}
        >
          {t('servicing.changes.open')}
        </ButtonLink>
      </Actions>
    </Card>
  );
}
