/** A loan at one lender. */
import type { LenderLoan, LenderLoanStage } from '../../../domain/values/wire.ts';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Paise } from '../../ui/money.tsx';
import { FactList } from '../fact-list.tsx';
import { statusMessages } from '../message-ids.ts';
import { DateText, DateTimeText } from '../values.tsx';
import { t } from '../../i18n/text.tsx';
import { AskLender } from './ask-lender.tsx';
import { Cases } from './cases.tsx';
import { Invoices } from './invoices.tsx';
import { IssuedDocuments } from './issued-documents.tsx';
import { Offers } from './offers.tsx';
import type { LenderLoanProps } from './parts.tsx';
import { Payments } from './payments.tsx';
import { Steps } from './steps.tsx';
import './lender-loans.css';

export function LenderLoanCard({ startsOpen, ...props }: LenderLoanProps & { startsOpen: boolean }) {
  const { loanId, lenderLoan } = props;
  const { lender_id: lenderId, lender_name: name, stage, servicing } = lenderLoan;
  return (
    <CollapsibleCard
      id={`lender-${lenderId}`}
      title={name}
      state={stage === null ? <Verdict lenderLoan={lenderLoan} /> : <StageName stage={stage} />}
      startsOpen={startsOpen}
    >
      <Facts lenderLoan={lenderLoan} />
      {lenderLoan.verdict === 'approved' && <AskLender {...props} />}
      {lenderLoan.cases.length > 0 && <Cases {...props} />}
      {lenderLoan.payments.length > 0 && <Payments {...props} />}
      <Offers lenderLoan={lenderLoan} />
      {servicing && <Steps servicing={servicing} />}
      {servicing && servicing.invoices.length > 0 && <Invoices invoices={servicing.invoices} />}
      {lenderLoan.documents.length > 0 && (
        <IssuedDocuments loanId={loanId} documents={lenderLoan.documents} />
      )}
    </CollapsibleCard>
  );
}

export function StageName({ stage }: { stage: LenderLoanStage }) {
  return t('review.lenderLoan.stage', { stage });
}

/** Drafts have no lender loans. */
function Verdict({ lenderLoan: { verdict } }: { lenderLoan: LenderLoan }) {
  return t(statusMessages[verdict === null || verdict === 'draft' ? 'with_lender' : verdict]);
}

function Facts({ lenderLoan }: { lenderLoan: LenderLoan }) {
  const { stage_changed_at: since, disbursed_on: disbursedOn, next_due_on: nextDueOn } = lenderLoan;
  const {
    cancelled_at: cancelledAt,
    cancel_confirmed_at: confirmedAt,
    disbursed_paise: paidOut,
  } = lenderLoan;
  const servicing = disbursedOn && lenderLoan.servicing;
  return (
    <FactList
      className="lender-loan-facts"
      facts={[
        ['review.lenderLoan.verdict', <Verdict lenderLoan={lenderLoan} />],
        ['review.lenderLoan.reference', lenderLoan.reference],
        ['review.lenderLoan.since', since && <DateTimeText at={since} />],
        ['review.lenderLoan.account', lenderLoan.account_number],
        ['review.lenderLoan.cancelAsked', cancelledAt && <DateTimeText at={cancelledAt} />],
        ['review.lenderLoan.cancelConfirmed', confirmedAt && <DateTimeText at={confirmedAt} />],
        ['review.lenderLoan.disbursed', disbursedOn && <DateText at={disbursedOn} />],
        ['review.lenderLoan.paidOut', paidOut !== null && <Paise paise={paidOut} />],
        ['review.lenderLoan.utr', lenderLoan.disbursal_utr],
        ['review.lenderLoan.nextDue', nextDueOn && <DateText at={nextDueOn} />],
        ['review.lenderLoan.paid', servicing && <Paise paise={servicing.paid_paise} />],
        ['review.lenderLoan.outstanding', servicing && <Paise paise={servicing.outstanding_paise} />],
      ]}
    />
  );
}
