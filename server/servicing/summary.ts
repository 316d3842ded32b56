/** What a customer's list of loans says of each loan's life after the approval. */
import { inArray, sql } from 'drizzle-orm';
import type { LenderLoanStage } from '../../domain/wire.ts';
import type { components } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { loans } from '../db/schema/loans.ts';
import { offers } from '../db/schema/servicing.ts';
import { acceptedStages, hasEnded } from './lender-loans.ts';
import { readNextStep } from './read-servicing.ts';

type LoanNext = components['schemas']['MyLoan']['next'];

export type LenderLoanSummary = {
  lenderId: number;
  stage: LenderLoanStage;
  isAccepted: boolean;
  /** Of the accepted offer; null where none is. */
  sanctionedPaise: number | null;
};

/** As a column of a select on the loans: the lender loans that have a stage, the one that is accepted first. */
export const lenderLoanSummaries = sql<LenderLoanSummary[]>`(
  select coalesce(json_agg(json_build_object(
    'lenderId', ${lenderLoans.lenderId}, 'stage', ${lenderLoans.stage},
    'isAccepted', ${lenderLoans.offerId} is not null,
    'sanctionedPaise', (${offers.terms} ->> 'sanctionedAmount')::float8
  ) order by ${inArray(lenderLoans.stage, [...acceptedStages])} desc, ${lenderLoans.acceptedAt} desc nulls last,
    ${lenderLoans.lenderId}), '[]')
  from ${lenderLoans} left join ${offers} on ${offers.id} = ${lenderLoans.offerId}
  where ${lenderLoans.loanId} = ${loans.id} and ${lenderLoans.stage} is not null)`;

/** What a loan's life after the approval asks of its customer; null before a first offer. */
export async function nextAfterApproval(
  db: Database,
  loanId: string,
  summaries: readonly LenderLoanSummary[],
  now: Date,
): Promise<LoanNext | null> {
  const [latest] = summaries;
  if (!latest) return null;
  if (latest.isAccepted && latest.stage !== 'offered' && !hasEnded(latest.stage))
    return nextInList[await readNextStep(db, loanId, now)];
  return summaries.some(({ stage }) => stage === 'offered') ? 'choose_offer' : 'none';
}

const nextInList = {
  accept: 'choose_offer',
  sign: 'sign',
  kyc: 'kyc',
  mandate: 'mandate',
  pay_advance: 'pay_advance',
  wait_for_disbursal: 'wait',
  repay: 'repay',
  none: 'none',
} as const satisfies Record<components['schemas']['Servicing']['next'], LoanNext>;
