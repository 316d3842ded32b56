/** One plan among others: a row to compare, which unfolds while it is chosen. */
import type { ReactNode } from 'react';
import { Money } from './Money.tsx';
import './tenure-card.css';

export type TenureCardProps = {
  /** The name of the radio group. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  /** Why the plan cannot be chosen; disables the card. */
  unavailable?: ReactNode;
  /** '6 months'. */
  title: ReactNode;
  /** Whole rupees a month. */
  monthly: number;
  /** 'a month'. */
  monthlyLabel: ReactNode;
  /** What the plan costs, in one line. */
  cost: ReactNode;
  /** The length of the bar that compares the costs: 0 to 1, where 1 is the dearest plan. */
  costShare: number;
  /** The plan in full, shown while it is chosen. */
  children?: ReactNode;
};

export function TenureChoice({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="visually-hidden">{legend}</legend>
      <div className="tenures">{children}</div>
    </fieldset>
  );
}

export function TenureCard(props: TenureCardProps) {
  const { name, value, checked, onChoose, unavailable, title, monthly, monthlyLabel, cost, costShare } =
    props;
  const id = `${name}-${value}`;
  return (
    <div className="tenure" data-refused={unavailable ? true : undefined}>
      <div className="tenure-head">
        <input
          type="radio"
          id={id}
          name={name}
          value={value}
          checked={checked}
          disabled={Boolean(unavailable)}
          aria-describedby={`${id}-cost`}
          onChange={onChoose}
        />
        <label htmlFor={id}>
          <span className="tenure-title">{title}</span>
          <span className="tenure-monthly">
            <Money rupees={monthly} /> <span className="tenure-unit">{monthlyLabel}</span>
          </span>
        </label>
        <div className="tenure-cost" id={`${id}-cost`}>
          {unavailable || cost}
          {!unavailable && (
            <span className="tenure-bar" aria-hidden="true">
              <span style={{ width: `${costShare * 100}%` }} />
            </span>
          )}
        </div>
      </div>
      {checked && props.children && <div className="tenure-details">{props.children}</div>}
    </div>
  );
}
