/** Draws the composition of an amount as a bar in parts; a key of its colours is beside the same parts in words. */
import type { ReactNode } from 'react';
import './split-bar.css';

/** The parts of what a loan costs. */
export type CostPart = 'principal' | 'interest' | 'charges';
/** The three states of an amount that is owed. */
export type PaidPart = 'paid' | 'due' | 'later';

export interface SplitBarProps {
  /** The parts; several of one kind may follow each other, such as the instalments of a loan. */
  parts: readonly { part: CostPart | PaidPart; amount: number }[];
  /** The amount that is as long as the whole bar, to compare several bars; without it, the parts fill the bar. */
  scale?: number;
}

/** Draws the bar, which is hidden from screen readers: the amounts are beside it. */
export function SplitBar({ parts, scale }: SplitBarProps) {
  const whole = scale ?? parts.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <div className="split-bar" aria-hidden="true">
      {parts.map(
        ({ part, amount }, index) =>
          amount > 0 && (
            <i
              key={index}
              className="split-part"
              data-part={part}
              style={{ width: `${(amount / whole) * 100}%` }}
            />
          ),
      )}
    </div>
  );
}

/** The name of a part after its colour. */
export const ColourKey = ({ part, children }: { part: string; children: ReactNode }) => (
  <>
    <i className="split-part split-key" data-part={part} />
    {children}
  </>
);

interface LegendKey {
  part: CostPart;
  name: ReactNode;
}

/** The colours of a picture that has no amounts beside it; hidden from screen readers, like the picture. */
export function Legend({ keys }: { keys: readonly LegendKey[] }) {
  return (
    <p className="legend text-muted text-small" aria-hidden="true">
      {keys.map(({ part, name }) => (
        <span key={part}>
          <ColourKey part={part}>{name}</ColourKey>
        </span>
      ))}
    </p>
  );
}
