/**
 * Says when customers are reminded of an instalment: before it is due and before the mandate debits it, while people
 * are awake. One job of each lender loan waits for its next reminder.
 */
import { addDays, type IsoDate, todayInIndia } from '../../domain/dates.ts';
import type { Invoice } from '../../domain/servicing/invoices.ts';
import type { Database } from '../db/open.ts';
import { cancelJob, enqueueJob } from '../jobs/queue.ts';
import type { LenderLoanKey } from '../push/lease.ts';
import type { LenderLoanRow } from './lender-loans.ts';

/** A debit has to be announced a day before; the amount has to come into the account until then. */
const reminderDays = 3;
const reminderHour = 10;
/** The hours of India in which a borrower may be reminded: from the first to before the last. */
const contactHours = { first: 8, last: 19 };

export type Reminder = LenderLoanKey & { dueOn: IsoDate };

export const reminderKey = ({ loanId, lenderId }: LenderLoanKey): string => `reminder:${loanId}:${lenderId}`;

/**
 * Sets the time of the next reminder: of the first unpaid instalment whose reminder is still to come. It is called
 * wherever payments, the stage or the day of the disbursal change.
 */
export async function scheduleReminder(
  tx: Database,
  { loanId, lenderId, stage }: Pick<LenderLoanRow, 'loanId' | 'lenderId' | 'stage'>,
  invoices: readonly Invoice[],
  now: Date,
): Promise<void> {
  const key = reminderKey({ loanId, lenderId });
  const next = isRepayingStage(stage)
    ? invoices.find((invoice) => isOpenInstalment(invoice) && reminderTime(invoice.dueOn) > now)
    : undefined;
  if (!next) return cancelJob(tx, key);
  await enqueueJob(
    tx,
    'servicing.remind',
    { loanId, lenderId, dueOn: next.dueOn },
    { now, runAt: reminderTime(next.dueOn), dedupeKey: key },
  );
}

export const isRepayingStage = (stage: LenderLoanRow['stage']): boolean =>
  stage === 'disbursed' || stage === 'repaying';

export const isOpenInstalment = ({ kind, state }: Invoice): boolean =>
  kind === 'instalment' && state !== 'paid';

export const timeInIndia = (day: IsoDate, hour: number): Date =>
  new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+05:30`);

const reminderTime = (dueOn: IsoDate): Date => timeInIndia(addDays(dueOn, -reminderDays), reminderHour);

export const isContactHour = (now: Date): boolean => {
  const today = todayInIndia(now);
  return now >= timeInIndia(today, contactHours.first) && now < timeInIndia(today, contactHours.last);
};

/** The beginning of the next contact hours, out of them. */
export function nextContactTime(now: Date): Date {
  const today = timeInIndia(todayInIndia(now), contactHours.first);
  return now < today ? today : timeInIndia(addDays(todayInIndia(now), 1), contactHours.first);
}
