/**
 * The life cycle of a loan: draft → submitted → with the lender → the lender's verdict.
 * The server calls `nextLoanStatus` before every change of status and answers 409 where it returns null.
 */
import { setup, transition } from 'xstate';
import type { Verdict } from '../domain/lending/lender.ts';
import type { LoanStatus } from '../domain/values/wire.ts';

export type LoanEvent =
  | { type: 'application.submitted' }
  | { type: 'queries.answered' }
  | { type: 'push.started' }
  | { type: 'push.abandoned' }
  | { type: 'consent.withdrawn' }
  | { type: 'lender.silent' }
  | { type: 'lender.failed' }
  | { type: `lender.answered.${Verdict}` };

const verdicts = {
  'lender.answered.approved': 'approved',
  'lender.answered.rejected': 'rejected',
  'lender.answered.pending': 'pending',
  'lender.answered.in_progress': 'in_progress',
  'lender.answered.under_review': 'under_review',
} as const;

const backToSubmitted = {
  'queries.answered': 'submitted',
  'consent.withdrawn': 'submitted',
  'lender.failed': 'submitted',
} as const;

export const loanStatusMachine = setup({ types: { events: {} as LoanEvent } }).createMachine({
  id: 'loan',
  initial: 'draft',
  states: {
    draft: { on: { 'application.submitted': 'submitted' } },
    // The applicant may correct the application and submit it again until the lender has answered.
    submitted: {
      on: {
        'application.submitted': 'submitted',
        'queries.answered': 'submitted',
        'push.started': 'with_lender',
      },
    },
    with_lender: {
      on: {
        ...verdicts,
        'lender.silent': 'submitted',
        'lender.failed': 'submitted',
        'push.abandoned': 'submitted',
      },
    },
    approved: {},
    rejected: {},
    // A reviewer may raise queries before the lender's final decision; their answers submit it again (decision 23). The
    // lender is asked again about an open verdict, and may have changed it (decision 27). The loan waits for the next
    // Submit if no lender may be asked any more (decision 56), or if the open one rejects it after another refused it
    // without a verdict.
    pending: { on: { ...verdicts, ...backToSubmitted } },
    in_progress: { on: { ...verdicts, ...backToSubmitted } },
    under_review: { on: { ...verdicts, ...backToSubmitted } },
  } satisfies Record<LoanStatus, object>,
});

/** Returns the status after an event, or null where the event is not allowed in that status. */
export function nextLoanStatus(status: LoanStatus, event: LoanEvent): LoanStatus | null {
  const before = loanStatusMachine.resolveState({ value: status });
  return before.can(event) ? transition(loanStatusMachine, before, event)[0].value : null;
}
