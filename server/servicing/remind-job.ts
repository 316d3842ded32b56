/** Reminds customers of an instalment before it is due, and notices by then where the mandate debits nothing any more. */
import { todayInIndia } from '../../domain/values/dates.ts';
import { dateText, paiseText } from '../../domain/servicing/document-text.ts';
import { canBeDebited } from '../../domain/servicing/invoices.ts';
import { languages } from '../../locales/index.ts';
import { transaction } from '../db/open.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { JobResult, JobRun } from '../jobs/runner.ts';
import { lenderName } from '../config/lender-profiles.ts';
import { isContactHour, nextContactTime } from '../outbox/contact-hours.ts';
import { queueMessages } from '../outbox/queue.ts';
import { Problem } from '../http/problem.ts';
import { storeDebitNotice } from './collections.ts';
import { hasConsent } from './consents.ts';
import { readAccount } from './ledger.ts';
import { lockLenderLoan } from './lender-loans.ts';
import { dayBefore, readMandates } from './mandates.ts';
import { checkLater } from './provider-checks.ts';
import { endOrders, settleStoredPayments } from './settle-orders.ts';
import {
  isOpenInstalment,
  isRepayingStage,
  pendingReminder,
  type Reminder,
  scheduleReminder,
} from './reminders.ts';
import { enqueueLenderPoll } from './lender-polling.ts';
import { type MandateRow, mandatesOf } from './step-rows.ts';
import type { StepNeeds } from './steps.ts';

/**
 * The job `servicing.remind`. An instalment that is paid, or due by now, needs no reminder. The mandate is looked at
 * first, however old it is: the event of a withdrawal at the bank can be lost, and what is announced has to be debited.
 */
export async function remindByJob(
  needs: StepNeeds,
  { loanId, lenderId, dueOn }: Reminder,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<JobResult> {
  const { db, clock, config } = needs;
  const now = clock.now();
  const key = { loanId, lenderId };
  try {
    const isAnswered = await readMandates(needs, key, signal);
    await transaction(db, async (tx) => {
      const locked = await lockLenderLoan(tx, key, now);
      // Another run has sent it meanwhile, or something is due in its place.
      if (!locked?.offer || (await pendingReminder(tx, key)) !== dueOn) return;
      const { loan, row, offer } = locked;
      const { ledger } = await readAccount(tx, { row, offer }, now);
      const invoice = ledger.invoices.find((each) => isOpenInstalment(each) && each.dueOn === dueOn);
      if (!invoice || !isRepayingStage(row.stage) || dueOn <= todayInIndia(now))
        return scheduleReminder(tx, row, ledger.invoices, now, null);
      if (!isContactHour(now))
        return enqueueJob(tx, 'servicing.remind', { ...key, dueOn }, { now, runAt: nextContactTime(now) });
      const values = {
        number: invoice.number,
        amount: paiseText(invoice.amount - invoice.paid),
        due: dateText(dueOn, languages[loan.language].tag),
        lender: lenderName(config.lenderProfiles, lenderId),
      };
      // The borrower pays by hand where none is registered.
      const registered = (await mandatesOf(tx, key)).find(
        ({ state, withdrawalRequestedAt }) => state === 'registered' && withdrawalRequestedAt === null,
      );
      // The lender debits only announced instalments, so a debit is not announced too late.
      const mandate = canBeDebited(invoice, todayInIndia(now)) ? registered : undefined;
      // The announcement of a debit needs no consent; a reminder to pay by hand does.
      if (registered || (await hasConsent(tx, key, 'messages')))
        await queueMessages(tx, {
          ...{ loan, now, config },
          ...(mandate === undefined
            ? { template: 'servicing.paymentReminder', values }
            : { template: 'servicing.reminder', values: { ...values, mandate: numberOf(mandate) } }),
        });
      if (mandate) {
        await storeDebitNotice(tx, key, { instalment: invoice.number, mandateId: mandate.id, dueOn }, now);
        await enqueueLenderPoll(tx, key, now);
        // Ends open orders for this instalment, so that it is not paid by hand and by debit.
        await endOrders(tx, (await settleStoredPayments(tx, key, now)).orders, null, now);
        // The mandate is checked again on the day before the debit, or soon if the provider has not answered.
        await checkLater(tx, 'mandate', mandate.id, isAnswered ? dayBefore(dueOn) : now, now);
      }
      await scheduleReminder(tx, row, ledger.invoices, now, null);
    });
  } catch (error) {
    // The loan is gone or erased.
    if (!(error instanceof Problem) || ![404, 410].includes(error.status)) throw error;
  }
  return 'done';
}

const numberOf = ({ registrationNumber, providerReference }: MandateRow): string =>
  registrationNumber ?? providerReference;
