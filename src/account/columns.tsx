/** A page in two columns on a laptop: `side` (status or search) stays in sight while the content scrolls. */
import type { ReactNode } from 'react';
import './columns.css';

export interface ColumnsProps {
  /** The content across both columns. */
  top?: ReactNode;
  /** Stays in sight while the other one is scrolled; on a phone it comes first. */
  side: ReactNode;
  children: ReactNode;
}

export const Columns = ({ top, side, children }: ColumnsProps) => (
  <>
    {top}
    <div className="columns stack-s4">
      <div className="columns-side stack-s4">{side}</div>
      <div className="columns-main stack-s4">{children}</div>
    </div>
  </>
);
