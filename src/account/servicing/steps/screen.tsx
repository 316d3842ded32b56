/** What is left to do after an offer was accepted, one step after the other; each goes on on any device. */
import { accountPath } from '../../../../domain/pages/account-pages.ts';
import type { LenderLoanStage, Servicing } from '../../../../domain/values/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { apiQuery, polled, setQueryData, useQuery } from '../../../data/query.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { AmountScope, Paise } from '../../../ui/money.tsx';
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
import { isServicingPending } from '../steps.ts';
import { t } from '../../../i18n/i18n.tsx';
import { ProposedChange } from './proposed-change.tsx';
import {
  AdvanceStep,
  AgreementStep,
  KycStep,
  MandateStep,
  DisbursalStep,
  type StepProps,
} from './step-panels.tsx';
import { Track } from './track.tsx';

export default function ServicingScreen() {
  const loanId = useAddressId();
  return <ServicingOfLoan key={loanId} loanId={loanId} />;
}

function ServicingOfLoan({ loanId }: { loanId: string }) {
  const { call } = useServices();
  const query = apiQuery(call, 'readServicing', { path: { id: loanId } }, polled(isServicingPending));
  const servicing = useQuery(query);
  return (
    <LoanPage
      title="servicing.steps.title"
      lead="servicing.steps.lead"
      query={servicing}
      notFound={<NoServicing loanId={loanId} failure={servicing.error} />}
      wide
    >
      {(read) => (
        <AmountScope shown={read}>
          <Content
            servicing={read}
            onChanged={(changed) => setQueryData(query, changed)}
            onOutdated={servicing.refetch}
          />
        </AmountScope>
      )}
    </LoanPage>
  );
}

/** What is said of a loan that has ended. */
const endMessages: Readonly<Partial<Record<LenderLoanStage, { title: MessageId; help: MessageId }>>> = {
  cancelled: { title: 'servicing.ended.cancelled', help: 'servicing.ended.cancelled.help' },
  expired: { title: 'servicing.ended.expired', help: 'servicing.ended.expired.help' },
  refused: { title: 'servicing.ended.refused', help: 'servicing.ended.refused.help' },
};

function Content(props: StepProps) {
  const { servicing } = props;
  const end = endMessages[servicing.stage];
  return (
    <Columns
      top={<HeldPayment servicing={servicing} />}
      side={end ? <EndedLoan {...end} servicing={servicing} /> : <Track servicing={servicing} />}
    >
      {!end && (
        <>
          {servicing.proposed_offer && <ProposedChange {...props} proposed={servicing.proposed_offer} />}
          <NextStep {...props} />
          {servicing.mandate.state === 'registered' && servicing.disbursed_on === null && (
            <RegisteredMandate servicing={servicing} onChanged={props.onChanged} />
          )}
          {servicing.next !== 'wait_for_cancellation' && <Cancellation {...props} />}
        </>
      )}
      <Payments servicing={servicing} />
      <Documents servicing={servicing} />
      <LenderHelp servicing={servicing} />
    </Columns>
  );
}

function EndedLoan(props: { title: MessageId; help: MessageId; servicing: Servicing }) {
  const { title, help, servicing } = props;
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

function NextStep(props: StepProps) {
  const { servicing } = props;
  switch (servicing.next) {
    case 'sign':
      return <AgreementStep {...props} />;
    case 'kyc':
      return <KycStep {...props} />;
    case 'mandate':
      return <MandateStep {...props} />;
    case 'pay_advance':
      return <AdvanceStep {...props} />;
    case 'wait_for_cancellation':
      return <CancellationWaits servicing={servicing} />;
    case 'wait_for_disbursal':
    case 'repay':
    case 'none':
      return <DisbursalStep {...props} />;
  }
}

/** The lender may have paid meanwhile: the loan is cancelled once it has confirmed that it has not. */
function CancellationWaits({ servicing }: { servicing: Servicing }) {
  const { lender_name: lender, cancel_requested_at: at } = servicing;
  return (
    <Card title={t('servicing.cancellation.waiting', { lender })}>
      <p role="status">
        {t('servicing.cancellation.waiting.help', { lender, date: at && <Moment at={at} /> })}
      </p>
    </Card>
  );
}
