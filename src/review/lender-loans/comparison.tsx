/** A small table of what is known beside what another side says; each fact that differs stands out. */
import type { ReactNode } from 'react';
import './comparison.css';

interface Compared {
  key: string;
  name: ReactNode;
  known: ReactNode;
  said: ReactNode;
  differs: boolean;
}

interface ComparisonProps {
  known: ReactNode;
  said: ReactNode;
  rows: readonly Compared[];
}

/** `known` and `said` are the headers of the two columns. */
export const Comparison = ({ known, said, rows }: ComparisonProps) => (
  <div className="stated-values" role="table">
    <div role="row">
      <span role="cell" />
      <span role="columnheader">{known}</span>
      <span role="columnheader">{said}</span>
    </div>
    {rows.map((row) => (
      <div key={row.key} role="row" data-differs={row.differs || undefined}>
        <span role="rowheader">{row.name}</span>
        <span role="cell">{row.known}</span>
        <span role="cell">{row.said}</span>
      </div>
    ))}
  </div>
);
