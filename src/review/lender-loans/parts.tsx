/** What the parts of a lender loan's card have in common. */
import type { ReactNode } from 'react';
import type { LenderLoan } from '../../../domain/values/wire.ts';
import './lender-loans.css';

export interface LenderLoanProps {
  loanId: string;
  lenderLoan: LenderLoan;
  /** Called with the lender loan as the server has it now. */
  onChanged: (lenderLoan: LenderLoan) => void;
}

/** A part of the card under a heading. */
export function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="lender-loan-part stack-s2">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
