/** The loan's number, which a person reads out on the phone: never broken over two lines. */
import { loanNumber } from '../../../domain/loan/loan-number.ts';
import './status.css';

export function LoanNumber({ loanId }: { loanId: string }) {
  return <strong className="loan-number">{loanNumber(loanId)}</strong>;
}
