/**
 * Reminds customers of an instalment before it is due and before the mandate debits it, while people are awake. One job
 * of each lender loan waits for its next reminder.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { addDays, type IsoDate, todayInIndia } from '../../domain/dates.ts';
import { dateText, paiseText } from '../../domain/servicing/document-text.ts';
import type { Invoice } from '../../domain/servicing/invoices.ts';
import { languages } from '../../locales/languages.ts';
import type { Services } from '../handler.ts';
import { type Database, transaction } from '../db/open.ts';
import { mandates } from '../db/schema/servicing.ts';
import { cancelJob, enqueueJob } from '../jobs/queue.ts';
import type { JobResult } from '../jobs/runner.ts';
import { lenderName } from '../lender-profiles.ts';
import { queueMessages } from '../outbox/queue.ts';
import { Problem } from '../problem.ts';
import type { LenderLoanKey } from '../push/lease.ts';
import { readAccount } from './ledger.ts';
import { type LenderLoanRow, lockLenderLoan } from './lender-loans.ts';

/** A debit has to be announced a day before; the amount has to come into the account until then. */
const reminderDays = 3;
const reminderHour = 10;
/** The hours of India in which a borrower may be reminded: from the first to before the last. */
const contactHours = { first: 8, last: 19 };

type Reminder = LenderLoanKey & { dueOn: IsoDate };

const reminderKey = ({ loanId, lenderId }: LenderLoanKey): string => `reminder:${loanId}:${lenderId}`;

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

/** The job `instalment.remind`. An instalment that is paid, or due by now, needs no reminder. */
export async function remindByJob(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  { loanId, lenderId, dueOn }: Reminder,
): Promise<JobResult> {
  const now = clock.now();
  const key = { loanId, lenderId };
  try {
    await transaction(db, async (tx) => {
      const locked = await lockLenderLoan(tx, key, now);
      if (!locked?.offer) return;
      const { loan, row, offer } = locked;
      const { ledger } = await readAccount(tx, { row, offer }, now);
      const invoice = ledger.invoices.find((each) => isOpenInstalment(each) && each.dueOn === dueOn);
      if (!invoice || !isRepayingStage(row.stage) || dueOn <= todayInIndia(now))
        return scheduleReminder(tx, row, ledger.invoices, now);
      if (!isContactHour(now)) {
        const runAt = nextContactTime(now);
        return enqueueJob(
          tx,
          'servicing.remind',
          { ...key, dueOn },
          { now, runAt, dedupeKey: reminderKey(key) },
        );
      }
      const values = {
        number: invoice.number,
        amount: paiseText(invoice.amount - invoice.paid),
        due: dateText(dueOn, languages[loan.language].tag),
        lender: lenderName(config.lenderProfiles, lenderId),
      };
      const mandate = await mandateNumberOf(tx, key);
      await queueMessages(tx, {
        ...{ loan, now, config },
        ...(mandate === null
          ? { template: 'servicing.paymentReminder', values }
          : { template: 'servicing.reminder', values: { ...values, mandate } }),
      });
      await scheduleReminder(tx, row, ledger.invoices, now);
    });
  } catch (error) {
    // The loan is gone or erased.
    if (!(error instanceof Problem) || ![404, 410].includes(error.status)) throw error;
  }
  return 'done';
}

/** Of the mandate by which the instalment is debited; null where there is none, and the borrower pays it by hand. */
async function mandateNumberOf(tx: Database, { loanId, lenderId }: LenderLoanKey): Promise<string | null> {
  const [registered] = await tx
    .select()
    .from(mandates)
    .where(
      and(
        eq(mandates.loanId, loanId),
        eq(mandates.lenderId, lenderId),
        eq(mandates.state, 'registered'),
        isNull(mandates.withdrawalRequestedAt),
      ),
    );
  return registered ? (registered.registrationNumber ?? registered.providerReference) : null;
}

const isRepayingStage = (stage: LenderLoanRow['stage']): boolean =>
  stage === 'disbursed' || stage === 'repaying';

const isOpenInstalment = ({ kind, state }: Invoice): boolean => kind === 'instalment' && state !== 'paid';

const timeInIndia = (day: IsoDate, hour: number): Date =>
  new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+05:30`);

const reminderTime = (dueOn: IsoDate): Date => timeInIndia(addDays(dueOn, -reminderDays), reminderHour);

const isContactHour = (now: Date): boolean => {
  const today = todayInIndia(now);
  return now >= timeInIndia(today, contactHours.first) && now < timeInIndia(today, contactHours.last);
};

/** The beginning of the next contact hours, out of them. */
function nextContactTime(now: Date): Date {
  const today = timeInIndia(todayInIndia(now), contactHours.first);
  return now < today ? today : timeInIndia(addDays(todayInIndia(now), 1), contactHours.first);
}
