/**
 * Says when customers are reminded of an instalment: before it is due and before the mandate debits it, while people
 * are awake. One job of each lender loan waits for its next reminder.
 */
import { eq } from 'drizzle-orm';
import { addDays, type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { canBeDebited, type Invoice } from '../../domain/servicing/invoices.ts';
import type { Database } from '../db/open.ts';
import { jobs } from '../db/schema/servers.ts';
import { dedupeKeyOf } from '../jobs/dedupe-keys.ts';
import { cancelJob, enqueueJob } from '../jobs/queue.ts';
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import { timeInIndia } from '../outbox/contact-hours.ts';
import type { LenderLoanRow } from './lender-loans.ts';

/** A debit has to be announced a day before; the amount has to come into the account until then. */
const reminderDays = 3;
const reminderHour = 10;

export type Reminder = LenderLoanKey & { dueOn: IsoDate };

/**
 * Sets the time of the next reminder: of the first unpaid instalment whose reminder is still to come. It is called
 * wherever payments, the stage or the day of the disbursal change.
 * @param pendingFor the instalment whose reminder is due and not sent yet; its job stays as it is
 */
export async function scheduleReminder(
  tx: Database,
  { loanId, lenderId, stage }: Pick<LenderLoanRow, 'loanId' | 'lenderId' | 'stage'>,
  invoices: readonly Invoice[],
  now: Date,
  pendingFor: IsoDate | null,
): Promise<void> {
  const open = isRepayingStage(stage) ? invoices.filter(isOpenInstalment) : [];
  const isPending = ({ dueOn }: Invoice) => dueOn === pendingFor && dueOn > todayInIndia(now);
  const next = open.find((invoice) => isPending(invoice) || reminderTime(invoice.dueOn) > now);
  if (!next) return cancelJob(tx, 'servicing.remind', { loanId, lenderId });
  if (isPending(next)) return;
  await enqueueJob(
    tx,
    'servicing.remind',
    { loanId, lenderId, dueOn: next.dueOn },
    { now, runAt: reminderTime(next.dueOn) },
  );
}

/** Announces the debit by a mandate that was registered after the reminder of its instalment, where a day is left for it. */
export async function remindAgain(
  tx: Database,
  { loanId, lenderId, stage }: Pick<LenderLoanRow, 'loanId' | 'lenderId' | 'stage'>,
  invoices: readonly Invoice[],
  now: Date,
): Promise<void> {
  const today = todayInIndia(now);
  const isToBeAnnounced = (one: Invoice) =>
    isOpenInstalment(one) && reminderTime(one.dueOn) <= now && one.dueOn > today && canBeDebited(one, today);
  const next = invoices.find(isToBeAnnounced);
  if (!next || !isRepayingStage(stage)) return;
  await enqueueJob(tx, 'servicing.remind', { loanId, lenderId, dueOn: next.dueOn }, { now });
}

/** The instalment that the next reminder is about; null where none waits. The loan's row is locked. */
export async function pendingReminder(tx: Database, key: LenderLoanKey): Promise<IsoDate | null> {
  const [job] = await tx
    .select({ payload: jobs.payload })
    .from(jobs)
    .where(eq(jobs.dedupeKey, dedupeKeyOf('servicing.remind', key)));
  return job ? String(job.payload.dueOn) : null;
}

export const isRepayingStage = (stage: LenderLoanRow['stage']): boolean =>
  stage === 'disbursed' || stage === 'repaying';

export const isOpenInstalment = ({ kind, state }: Invoice): boolean =>
  kind === 'instalment' && state !== 'paid';

const reminderTime = (dueOn: IsoDate): Date => timeInIndia(addDays(dueOn, -reminderDays), reminderHour);
