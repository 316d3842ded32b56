/** Says in a few words what is going on with a loan: in the list of applications, and at the current step. */
import type { LenderLoanStage, LoanStatus, MyLoan } from '../../domain/values/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import type { PillTone } from '../ui/pill.tsx';

const states: Partial<Record<LoanStatus | LenderLoanStage | MyLoan['next'], MessageId>> = {
  draft: 'account.state.draft',
  submitted: 'account.state.submitted',
  correct: 'account.state.notTaken',
  submit_again: 'account.state.submitAgain',
  approved: 'account.state.approved',
  rejected: 'account.state.rejected',
  disbursed: 'account.state.repaying',
  repaying: 'account.state.repaying',
  closed: 'account.step.repaid',
  cancelled: 'account.state.cancelled',
  expired: 'account.state.expired',
  refused: 'account.state.rejected',
};

/** The tasks that the payment to the institution waits for; a loan at the lender's portal has none. */
const tasks: Partial<Record<MyLoan['next'], MessageId>> = {
  choose_offer: 'account.state.chooseOffer',
  sign: 'account.state.sign',
  kyc: 'account.state.kyc',
  mandate: 'account.state.mandate',
  pay_advance: 'account.state.payAdvance',
  pay_fee: 'account.state.payAdvance',
  documents: 'account.state.payingOut',
  wait: 'account.state.payingOut',
};

/** Returns the loan's state; an offer that has ended is ignored while another one can be chosen. */
export const loanState = ({ status, servicing_stage: stage, next }: MyLoan): MessageId =>
  (stage && next !== 'choose_offer' && states[stage]) ||
  (status === 'approved' && tasks[next]) ||
  (states[next] ?? states[status] ?? 'account.step.lender');

/** Returns the tone of the loan's state; none if the loan has ended. */
export function loanTone(loan: MyLoan): PillTone | undefined {
  if (hasEnded(loan)) return undefined;
  if (loan.status === 'draft' || states[loan.next]) return 'waiting';
  return loan.status === 'approved' ? 'good' : 'running';
}

/** Says whether the loan came to an end before it was paid out. */
export const hasEnded = (loan: MyLoan): boolean =>
  ['account.state.rejected', 'account.state.cancelled', 'account.state.expired'].includes(loanState(loan));
