/** Tells customers that an instalment is late, and of the charge that was levied for it (decision 92). */
import { eq } from 'drizzle-orm';
import { type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { dateText, paiseText } from '../../domain/servicing/document-text.ts';
import { lateFrom, unpaidOf } from '../../domain/servicing/invoices.ts';
import { languages } from '../../locales/index.ts';
import { type Database, transaction } from '../db/open.ts';
import { Problem } from '../http/problem.ts';
import { jobs } from '../db/schema/servers.ts';
import { dedupeKeyOf } from '../jobs/dedupe-keys.ts';
import { cancelJob, enqueueJob } from '../jobs/queue.ts';
import type { JobResult } from '../jobs/runner.ts';
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import { timeInIndia } from '../outbox/contact-hours.ts';
import { type Account, readAccount } from './ledger.ts';
import { type LenderLoanRow, lockLenderLoan } from './lender-loans.ts';
import { isOpenInstalment, isRepayingStage } from './reminders.ts';
import type { Services } from '../api/handler.ts';
import { tellCustomer } from './tell-customer.ts';

const noticeHour = 10;

/**
 * Sets the time of the next notice: ten in the morning of the day on which the first unpaid instalment that is not late
 * yet becomes late. Its job looks again whether it is; a payment in time leaves it nothing to do.
 */
export async function scheduleLateNotice(
  tx: Database,
  { loanId, lenderId, stage }: Pick<LenderLoanRow, 'loanId' | 'lenderId' | 'stage'>,
  account: Account,
  now: Date,
): Promise<void> {
  if (!isRepayingStage(stage) || !account.isDisbursed) return;
  const times = account.ledger.invoices.filter(isOpenInstalment).flatMap(({ number, dueOn }) => {
    const from = lateFrom(account, { number, dueOn });
    return from === null ? [] : [{ number, at: timeInIndia(from, noticeHour) }];
  });
  const next = times.find(({ at }) => at > now);
  if (!next) return;
  const payload = { loanId, lenderId, instalment: next.number };
  await enqueueJob(tx, 'servicing.lateNotice', payload, { now, runAt: next.at });
}

/** The job `servicing.lateNotice`: does nothing where the instalment is paid, or becomes late on a later day. */
export async function sendLateNoticeByJob(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  notice: LenderLoanKey & { instalment: number },
): Promise<JobResult> {
  const now = clock.now();
  const { loanId, lenderId, instalment } = notice;
  try {
    await transaction(db, async (tx) => {
      const locked = await lockLenderLoan(tx, { loanId, lenderId }, now);
      const isWaiting = eq(jobs.dedupeKey, dedupeKeyOf('servicing.lateNotice', notice));
      // Another run has sent it meanwhile.
      if ((await tx.$count(jobs, isWaiting)) === 0) return;
      await cancelJob(tx, 'servicing.lateNotice', notice);
      if (!locked?.offer || !isRepayingStage(locked.row.stage)) return;
      const { loan, row, offer } = locked;
      const account = await readAccount(tx, { row, offer }, now);
      const late = lateInstalment(account, instalment, todayInIndia(now));
      if (late) {
        const due = dateText(late.dueOn, languages[loan.language].tag);
        const values = { number: instalment, amount: paiseText(late.unpaid), due, charge: late.charge };
        await tellCustomer(tx, { loan, row }, 'servicing.late', values, { now, config });
      }
      await scheduleLateNotice(tx, row, account, now);
    });
  } catch (error) {
    // The loan is gone or erased.
    if (!(error instanceof Problem) || ![404, 410].includes(error.status)) throw error;
  }
  return 'done';
}

/** Returns what is unpaid of a late instalment, in paise, and its charge as text, `none` without one. */
function lateInstalment(
  account: Account,
  number: number,
  today: IsoDate,
): { dueOn: IsoDate; unpaid: number; charge: string } | undefined {
  const { invoices } = account.ledger;
  const invoice = invoices.find((one) => isOpenInstalment(one) && one.number === number);
  const from = invoice && lateFrom(account, invoice);
  if (!invoice || !from || from > today) return undefined;
  const levied = invoices.find((one) => one.kind === 'late_payment' && one.number === number);
  return {
    dueOn: invoice.dueOn,
    unpaid: unpaidOf(invoice),
    charge: levied && unpaidOf(levied) > 0 ? paiseText(unpaidOf(levied)) : 'none',
  };
}
