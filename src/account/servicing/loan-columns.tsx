/** A loan's page in two columns on a laptop: how it stands, and beside it what there is to do and to look up. */
import type { ReactNode } from 'react';
import './loan-columns.css';

export interface LoanColumnsProps {
  /** Across both. */
  top?: ReactNode;
  /** Stays in sight while the other one is scrolled; on a phone it comes first. */
  side: ReactNode;
  children: ReactNode;
}

export const LoanColumns = ({ top, side, children }: LoanColumnsProps) => (
  <>
    {top}
    <div className="loan-columns">
      <div className="loan-side">{side}</div>
      <div className="loan-main">{children}</div>
    </div>
  </>
);
