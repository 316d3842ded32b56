/** A wide page in two columns on a laptop: how a loan stands, or how one searches; and beside it what there is to do or to read. */
import type { ReactNode } from 'react';
import './columns.css';

export interface ColumnsProps {
  /** Across both. */
  top?: ReactNode;
  /** Stays in sight while the other one is scrolled; on a phone it comes first. */
  side: ReactNode;
  children: ReactNode;
}

export const Columns = ({ top, side, children }: ColumnsProps) => (
  <>
    {top}
    <div className="columns">
      <div className="columns-side">{side}</div>
      <div className="columns-main">{children}</div>
    </div>
  </>
);
