/** Maps the kinds of jobs to their handlers. */
import { addDays, todayInIndia } from '../../domain/values/dates.ts';
import { notifyByJob } from '../contact/grievance-messages.ts';
import { cleanUpDocuments } from '../documents/cleanup.ts';
import { scanByJob } from '../documents/scanning.ts';
import type { Services } from '../api/handler.ts';
import { deliverMessage } from '../outbox/deliver.ts';
import { pushByJob, refreshByJob } from '../push/jobs.ts';
import { adoptOpenLoans } from '../push/schedule.ts';
import { checkByJob } from '../servicing/check-job.ts';
import { applyRetention } from '../retention/apply-retention.ts';
import { syncLenderLoanByJob } from '../servicing/sync-lender-loan.ts';
import { sendLateNoticeByJob } from '../servicing/late-notice.ts';
import { issueReceiptByJob } from '../servicing/receipts.ts';
import { reconcileByJob, reconcileFrom } from '../servicing/reconcile.ts';
import { remindByJob } from '../servicing/remind-job.ts';
import { issueSignedAgreementByJob } from '../servicing/signed-agreements.ts';
import { issueNoDuesByJob } from '../servicing/statements.ts';
import { adoptApprovedLoans } from '../servicing/lender-polling.ts';
import { runUnansweredJobs } from '../jobs/counts.ts';
import type { JobHandlers } from '../jobs/runner.ts';
import { applyDueStageChanges } from '../servicing/stage-timer-job.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'adapters' | 'config' | 'metrics'>;

export function jobHandlers(needs: Needs): JobHandlers {
  const { db, clock } = needs;
  return {
    'message.sms': (message, run) => deliverMessage(needs, message, run),
    'message.email': (message, run) => deliverMessage(needs, message, run),
    'lender.push': (order, run) => pushByJob(needs, order, run),
    'lender.refresh': (loan) => refreshByJob(needs, loan),
    'lender.servicing': (lenderLoan, run) => syncLenderLoanByJob(needs, lenderLoan, run),
    'provider.check': (request, run) => checkByJob(needs, request, run),
    'document.scan': (scan, run) => scanByJob(needs, scan, run),
    'servicing.signedAgreement': (agreement) => issueSignedAgreementByJob(needs, agreement),
    'servicing.receipt': (payment) => issueReceiptByJob(needs, payment),
    'servicing.noDues': (lenderLoan) => issueNoDuesByJob(needs, lenderLoan),
    'servicing.lateNotice': (instalment) => sendLateNoticeByJob(needs, instalment),
    'servicing.remind': (reminder, run) => remindByJob(needs, reminder, run),
    'servicing.reconcile': (comparison, run) => reconcileByJob(needs, comparison, run),
    'grievance.notify': (grievance) => notifyByJob(needs, grievance),
    'loans.adopt': async () => {
      await adoptOpenLoans(db, clock.now(), needs.config);
      await adoptApprovedLoans(db, clock.now());
      await runUnansweredJobs(db, clock.now());
      return 'done';
    },
    'servicing.advance': async (_, { signal }) => {
      await applyDueStageChanges(needs, signal);
      const now = clock.now();
      await reconcileFrom(db, addDays(todayInIndia(now), -2), { now, ifAbsent: true });
      return 'done';
    },
    'documents.cleanup': async (_, { signal }) => {
      await cleanUpDocuments(needs, signal);
      return 'done';
    },
    'retention.apply': async (_, { signal }) => {
      await applyRetention(needs, signal);
      return 'done';
    },
  };
}
