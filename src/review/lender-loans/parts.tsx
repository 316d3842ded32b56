/** What the parts of a lender loan's card are given. */
import type { LenderLoan } from '../../../domain/values/wire.ts';

export interface LenderLoanProps {
  loanId: string;
  lenderLoan: LenderLoan;
  /** Called with the lender loan as the server has it now. */
  onChanged: (lenderLoan: LenderLoan) => void;
}
