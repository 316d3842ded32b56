/** What a plan consists of, looked at rather than read. */
import type { ReactNode } from 'react';
import { Money } from './Money.tsx';
import './plan-bar.css';

export type PlanPart = { kind: 'principal' | 'interest' | 'fees'; name: ReactNode; rupees: number };

/** A small bar of the parts in their proportions, and the same as words and figures below it. */
export function PlanBar({ parts }: { parts: readonly PlanPart[] }) {
  const shown = parts.filter((part) => part.rupees > 0);
  return (
    <div className="plan">
      <div className="plan-bar" aria-hidden="true">
        {shown.map((part) => (
          <span key={part.kind} className={`plan-${part.kind}`} style={{ flexGrow: part.rupees }} />
        ))}
      </div>
      <ul className="plan-parts">
        {parts.map((part) => (
          <li key={part.kind}>
            <span className={`plan-dot plan-${part.kind}`} aria-hidden="true" />
            {part.name}{' '}
            <span className="plan-amount">
              <Money rupees={part.rupees} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
