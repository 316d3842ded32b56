/** What a customer's list of loans says of each loan's life after the approval. */
import { inArray, sql } from 'drizzle-orm';
import { todayInIndia } from '../../domain/values/dates.ts';
import { completedStages, type LoanProgress } from '../../domain/loan/next-act.ts';
import { canBeDebited, nextInvoice } from '../../domain/servicing/invoices.ts';
import type { LenderLoanStage, LoanStatus, MyLoan } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { loans } from '../db/schema/loans.ts';
import type { LenderProfiles } from '../config/lender-profiles.ts';
import { acceptedStages, isAcceptedStage } from './lender-loans.ts';
import { readProgress } from './read-servicing.ts';

export type LenderLoanSummary = {
  lenderId: number;
  stage: LenderLoanStage;
  isAccepted: boolean;
};

/** As a column of a select on the loans: the lender loans that have a stage, the one that is accepted first. */
export const lenderLoanSummaries = sql<LenderLoanSummary[]>`(
  select coalesce(json_agg(json_build_object(
    'lenderId', ${lenderLoans.lenderId}, 'stage', ${lenderLoans.stage},
    'isAccepted', ${lenderLoans.offerId} is not null
  ) order by ${inArray(lenderLoans.stage, [...acceptedStages])} desc, ${lenderLoans.acceptedAt} desc nulls last,
    ${lenderLoans.lenderId}), '[]')
  from ${lenderLoans}
  where ${lenderLoans.loanId} = ${loans.id} and ${lenderLoans.stage} is not null)`;

const isIn = (stages: readonly LenderLoanStage[]) => sql`exists (
  select from ${lenderLoans}
  where ${lenderLoans.loanId} = ${loans.id} and ${inArray(lenderLoans.stage, [...stages])})`;

const unfinishedStages: readonly LenderLoanStage[] = [
  'offered',
  ...acceptedStages.filter((stage) => !completedStages.includes(stage)),
];

/** As a condition on the loans: nothing is left to do (decision 111). Offers that were not accepted may stay open. */
export const isCompleted = sql<boolean>`(${loans.status} = 'rejected' or (${loans.status} = 'approved' and (
  ${isIn(['disbursed', 'repaying', 'closed'])}
  or (${isIn(completedStages)} and not ${isIn(unfinishedStages)}))))`;

/** Of the offer that was accepted. */
export type AcceptedFigures = Pick<MyLoan, 'instalment_paise' | 'tenure' | 'next_payment'> & {
  sanctionedPaise: number;
};

export type AfterApproval = Pick<LoanProgress, 'offers' | 'step' | 'paysFeeAlone'> & {
  accepted: AcceptedFigures | null;
};

/** What the lenders have offered of a loan, and what the accepted offer asks for. */
export async function readAfterApproval(
  db: Database,
  { id, status, lenderId }: { id: string; status: LoanStatus; lenderId: number },
  summaries: readonly LenderLoanSummary[],
  { profiles, now }: { profiles: LenderProfiles; now: Date },
): Promise<AfterApproval> {
  const none = { step: null, paysFeeAlone: false, accepted: null };
  const [latest] = summaries;
  if (status !== 'approved') return { ...none, offers: 'none' };
  if (!latest) {
    const makesOffers = Object.keys(profiles.lenders).includes(String(lenderId));
    return { ...none, offers: makesOffers ? 'open' : 'none' };
  }
  const isOpen = summaries.some(({ stage }) => stage === 'offered');
  const isRunning = isAcceptedStage(latest.stage);
  if (isOpen && !isRunning) return { ...none, offers: 'open' };
  if (!latest.isAccepted) return { ...none, offers: 'ended' };
  const { next, account, mandate } = await readProgress(db, id, now);
  const today = todayInIndia(now);
  const { terms, ledger, isDisbursed, schedule } = account;
  const invoice = isDisbursed && isRunning ? nextInvoice(ledger.invoices, today) : null;
  return {
    offers: isRunning ? 'accepted' : 'ended',
    step: next,
    paysFeeAlone: terms.advanceInstalments === 0,
    accepted: {
      sanctionedPaise: terms.sanctionedAmount,
      instalment_paise: account.instalment,
      tenure: schedule.filter(({ prepaymentId }) => prepaymentId === undefined).length,
      next_payment: invoice && {
        due_on: invoice.dueOn,
        amount_paise: invoice.amount - invoice.paid,
        is_debited: mandate.state === 'registered' && canBeDebited(invoice, today),
      },
    },
  };
}
