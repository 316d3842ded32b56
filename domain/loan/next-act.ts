/**
 * The next step of a customer with a loan (decision 114): the server computes it for each loan, and every screen shows
 * it with the same words and the same page.
 */
import { accountPath } from '../pages/account-pages.ts';
import { verdictCanChange } from './status.ts';
import { addressOf, consumerBase } from '../pages/steps.ts';
import type { LenderLoanStage, LoanStatus, MyLoan, Servicing } from '../values/wire.ts';

export type NextAct = MyLoan['next'];

export interface LoanProgress {
  status: LoanStatus;
  /** Says whether a reviewer waits for answers. */
  isQueried: boolean;
  /** Says whether every lender has refused it, and would refuse the same again. */
  isRefused: boolean;
  /** Says whether no lender may be asked any more. */
  areConsentsWithdrawn: boolean;
  /** Says whether documents are missing that are asked for now. */
  lacksDocuments: boolean;
  /** The state of the lenders' offers; `none` if no lender makes offers here. */
  offers: 'none' | 'open' | 'accepted' | 'ended';
  /** The next step of the accepted offer. */
  step: Servicing['next'] | null;
  /** Says whether the lender's fee is the only payment before the disbursal, without an instalment. */
  paysFeeAlone: boolean;
}

/** Returns the next step. An approved loan continues in the app if a lender makes offers, else at its portal. */
export function nextAct(progress: LoanProgress): NextAct {
  const { status, isQueried, lacksDocuments, offers, step } = progress;
  if (status === 'draft') return 'continue';
  if (isQueried) return 'answer_queries';
  if (progress.areConsentsWithdrawn) return 'submit_again';
  if (progress.isRefused) return 'correct';
  if (status === 'rejected') return 'none';
  if (status !== 'approved') return lacksDocuments && status !== 'with_lender' ? 'documents' : 'wait';
  if (offers === 'none') return 'lender_portal';
  if (offers === 'ended') return 'none';
  if (offers === 'open' || step === null) return 'choose_offer';
  if (step === 'wait_for_cancellation') return 'wait';
  if (step === 'wait_for_disbursal') return lacksDocuments ? 'documents' : 'wait';
  return step === 'pay_advance' && progress.paysFeeAlone ? 'pay_fee' : acts[step];
}

const acts = {
  sign: 'sign',
  kyc: 'kyc',
  mandate: 'mandate',
  pay_advance: 'pay_advance',
  repay: 'repay',
  none: 'none',
} as const satisfies Record<Exclude<Servicing['next'], `wait_${string}`>, NextAct>;

/** The page of an act. */
type ActPage = 'wizard' | 'application' | 'documents' | 'portal' | 'offers' | 'servicing' | 'repayment';

interface Act {
  /** Message ids. */
  sentence: string;
  action: { label: string; page: ActPage } | null;
}

export const nextActs = {
  continue: {
    sentence: 'account.next.continue',
    action: { label: 'account.next.continue.action', page: 'wizard' },
  },
  answer_queries: {
    sentence: 'account.next.answerQueries',
    action: { label: 'account.next.answerQueries.action', page: 'wizard' },
  },
  correct: { sentence: 'account.next.correct', action: { label: 'account.action.edit', page: 'wizard' } },
  submit_again: {
    sentence: 'account.next.submitAgain',
    action: { label: 'account.action.edit', page: 'wizard' },
  },
  documents: {
    sentence: 'account.next.documents',
    action: { label: 'account.action.documents', page: 'documents' },
  },
  wait: { sentence: 'account.next.wait', action: null },
  lender_portal: {
    sentence: 'account.next.lenderPortal',
    action: { label: 'account.action.lender', page: 'portal' },
  },
  choose_offer: {
    sentence: 'account.next.chooseOffer',
    action: { label: 'account.next.chooseOffer.action', page: 'offers' },
  },
  sign: { sentence: 'account.next.sign', action: { label: 'account.action.sign', page: 'servicing' } },
  kyc: { sentence: 'account.next.kyc', action: { label: 'account.action.kyc', page: 'servicing' } },
  mandate: {
    sentence: 'account.next.mandate',
    action: { label: 'account.action.mandate', page: 'servicing' },
  },
  pay_advance: {
    sentence: 'account.next.payAdvance',
    action: { label: 'account.action.payAdvance', page: 'servicing' },
  },
  pay_fee: { sentence: 'account.next.payFee', action: { label: 'account.action.payFee', page: 'servicing' } },
  repay: {
    sentence: 'account.next.repay',
    action: { label: 'account.action.repayment', page: 'repayment' },
  },
  none: { sentence: 'account.next.none', action: null },
} as const satisfies Record<NextAct, Act>;

/** Returns the address of a page of the loan; null where the lender has sent no address of its portal. */
export function actAddress(page: ActPage, loan: MyLoan): string | null {
  const { loan_id: id, status, step } = loan;
  switch (page) {
    case 'portal':
      return loan.lender_url;
    case 'wizard':
      // The wizard itself leads to the step that a query is on.
      return addressOf(status === 'draft' ? step : 'students', id, consumerBase);
    case 'application':
      return addressOf('applicant', id, consumerBase);
    case 'documents':
    case 'offers':
    case 'servicing':
    case 'repayment':
      return accountPath(page, id);
  }
}

/** The acts by urgency, if several loans wait for their customer. */
const urgency: readonly NextAct[] = [
  'answer_queries',
  'sign',
  'kyc',
  'mandate',
  'pay_advance',
  'pay_fee',
  'choose_offer',
  'correct',
  'submit_again',
  'continue',
  'documents',
  'repay',
  'lender_portal',
  'wait',
  'none',
];

/** Returns the loan to continue: the first of the most urgent ones; null if there is none. */
export function mostUrgentLoan(loans: readonly MyLoan[]): MyLoan | null {
  const [first = null] = loans.toSorted((a, b) => urgency.indexOf(a.next) - urgency.indexOf(b.next));
  return first;
}

/** The stages in which nothing is left to do for a loan: it is paid out, or there is no contract (decision 111). */
export const completedStages: readonly LenderLoanStage[] = [
  'disbursed',
  'repaying',
  'closed',
  'cancelled',
  'expired',
  'refused',
];

/** The steps of a loan's life that a customer can tell apart, in their order. */
export const loanSteps = ['applied', 'checked', 'lender', 'decided', 'paid_out', 'repaid'] as const;

export type LoanStep = (typeof loanSteps)[number];

/** Returns the number of steps that are done. */
export function stepsDone({
  status,
  servicing_stage: stage,
}: Pick<MyLoan, 'status' | 'servicing_stage'>): number {
  if (stage === 'closed') return 6;
  if (stage === 'disbursed' || stage === 'repaying') return 5;
  if (status === 'draft') return 0;
  if (status === 'submitted') return 1;
  return status === 'with_lender' || verdictCanChange(status) ? 2 : 4;
}
