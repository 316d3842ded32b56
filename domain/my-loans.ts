/** The loans of a customer, as the dashboard and the list of applications show them. */
import type { LoanStatus, MyLoan } from './wire.ts';

/** The steps of a loan's life that a customer can tell apart, in their order. */
export const loanSteps = ['applied', 'checked', 'lender', 'decided'] as const;

export type LoanStep = (typeof loanSteps)[number];

const currentSteps: Readonly<Record<LoanStatus, LoanStep | null>> = {
  draft: 'applied',
  submitted: 'checked',
  with_lender: 'lender',
  pending: 'lender',
  in_progress: 'lender',
  under_review: 'lender',
  approved: null,
  rejected: null,
};

/** The step that a loan is at; null once it is decided. */
export const currentStepOf = (status: LoanStatus): LoanStep | null => currentSteps[status];

/** What comes first where several loans wait for their customer. */
const urgency: readonly MyLoan['next'][] = [
  'answer_queries',
  'sign',
  'kyc',
  'mandate',
  'pay_advance',
  'choose_offer',
  'continue',
  'documents',
  'repay',
  'lender_portal',
  'wait',
  'none',
];

/** The loan to go on with: of those that wait most urgently, the first; null where there is none. */
export function mostUrgentLoan(loans: readonly MyLoan[]): MyLoan | null {
  const [first = null] = loans.toSorted((a, b) => urgency.indexOf(a.next) - urgency.indexOf(b.next));
  return first;
}
