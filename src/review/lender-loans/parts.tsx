/** Shared parts of a lender loan's card. */
import type { ReactNode } from 'react';
import type { LenderLoan } from '../../../domain/values/wire.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import './lender-loans.css';

export interface LenderLoanProps {
  loanId: string;
  lenderLoan: LenderLoan;
  /** Called with the lender loan as the server has it now. */
  onChanged: (lenderLoan: LenderLoan) => void;
}

interface PartProps {
  title: ReactNode;
  /** Says whether there is nothing to do in it: it opens on a press. */
  isDone?: boolean;
  children: ReactNode;
}

/** A part of the card under a heading. */
export function Part({ title, isDone = false, children }: PartProps) {
  if (isDone) return <Disclosure title={title}>{children}</Disclosure>;
  return (
    <div className="lender-loan-part stack-s2">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
