/** The jobs that go on with approved loans without user action. */
import { sql } from 'drizzle-orm';
import { addDays, todayInIndia, dayMs } from '../../domain/values/dates.ts';
import { verdictOf } from '../../domain/lending/lender.ts';
import type { Invoice } from '../../domain/servicing/invoices.ts';
import type { LenderLoanStage } from '../../domain/values/wire.ts';
import { type Database, executeSql } from '../db/open.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import { lenderLoansOf } from './lender-loans.ts';
import { timeInIndia } from '../outbox/contact-hours.ts';
import { isOpenInstalment } from './reminders.ts';

/**
 * Says to the lender at once what the customer has done, and asks what it has; then again at growing intervals until the
 * loan is disbursed or has ended, and after each due date while it is repaid.
 */
export const enqueueLenderPoll = (
  tx: Database,
  { loanId, lenderId }: LenderLoanKey,
  now: Date,
): Promise<void> => enqueueJob(tx, 'lender.servicing', { loanId, lenderId }, { now });

/** Asks each lender that has approved the loan for its offer. Only a loan with an owner has a page that shows it. */
export async function askForOffers(
  tx: Database,
  { id, customerId }: { id: string; customerId: string | null },
  now: Date,
): Promise<void> {
  if (customerId === null) return;
  for (const row of await lenderLoansOf(tx, id)) {
    const isApproved = row.result !== null && verdictOf(row.result) === 'approved';
    if (isApproved && row.stage === null) await enqueueLenderPoll(tx, row, now);
  }
}

/** Lender loans at a time, so that the jobs of many do not become due at once. */
const mostAdopted = 500;

/** An approval that is older is not asked about by itself any more. */
const adoptedForMs = 90 * dayMs;

/** Asks for the offers of approved loans that no job asks about. */
export async function adoptApprovedLoans(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - adoptedForMs).toISOString();
  const found = await executeSql<{ loan_id: string; lender_id: number }>(
    db,
    sql`select lender_loans.loan_id, lender_loans.lender_id
      from lender_loans join loans on loans.id = lender_loans.loan_id
      where lender_loans.stage is null and lender_loans.result ->> 'status' = 'APPROVED'
        and lender_loans.created_at > ${since}::timestamptz
        and loans.customer_id is not null and loans.erased_at is null
        and not exists (
          select from jobs
          where dedupe_key = 'servicing:' || lender_loans.loan_id || ':' || lender_loans.lender_id
        )
      order by lender_loans.created_at
      limit ${mostAdopted}`,
  );
  for (const { loan_id: loanId, lender_id: lenderId } of found)
    await enqueueLenderPoll(db, { loanId, lenderId }, now);
}

const settled: readonly LenderLoanStage[] = ['disbursed', 'repaying', 'closed', 'cancelled', 'refused'];

/** Returns whether the lender may still have news about the loan. */
export const isLenderPolled = (stage: LenderLoanStage | null): boolean =>
  stage === null || !settled.includes(stage);

/** The hour of India after which a lender can know what became of the debits of a day. */
const askedAtHour = 20;
const askedAgainAfterMs = 6 * 60 * 60_000;

/**
 * Says when a lender is asked again what it has collected: in the evening of each due date, and every few hours while an
 * announced debit is awaited.
 * @returns null once all is paid
 */
export function nextPollAt(invoices: readonly Invoice[], now: Date): Date | null {
  const open = invoices.filter(isOpenInstalment);
  const isLate = open.some(({ awaitsDebit, dueOn }) => awaitsDebit && timeInIndia(dueOn, askedAtHour) <= now);
  if (isLate) return new Date(now.getTime() + askedAgainAfterMs);
  const next = open.map(({ dueOn }) => timeInIndia(dueOn, askedAtHour)).find((at) => at > now);
  return next ?? (open.length > 0 ? timeInIndia(addDays(todayInIndia(now), 1), askedAtHour) : null);
}

const expiredAskedForMs = 30 * dayMs;

/** Says when a lender whose last offer has expired is asked for another one: daily, for 30 days. An event asks as ever. */
export const nextAskAfterExpiry = (expiredAt: Date, now: Date): Date | null =>
  now.getTime() - expiredAt.getTime() < expiredAskedForMs ? new Date(now.getTime() + dayMs) : null;
