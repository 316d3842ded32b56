/** One plan among others: a row to compare, which unfolds while it is chosen. */
import type { ReactNode } from 'react';
import { Money } from './Money.tsx';
import './tenure-card.css';

export type TenureCardProps = {
  /** The name that the cards of one choice share. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  /** Why the plan cannot be chosen; greys the card. */
  refused?: ReactNode;
  /** '6 months'. */
  title: ReactNode;
  /** Whole rupees a month. */
  monthly: number;
  /** 'a month'. */
  monthlyWords: ReactNode;
  /** What the plan costs, in one line. */
  cost: ReactNode;
  /** The length of the bar that compares the costs: 0 to 1, where 1 is the dearest plan. */
  costShare: number;
  /** The plan in full, shown while it is chosen. */
  children?: ReactNode;
};

/** The cards of one choice. */
export function TenureChoice({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="unseen">{legend}</legend>
      <div className="tenures">{children}</div>
    </fieldset>
  );
}

export function TenureCard(props: TenureCardProps) {
  const { name, value, checked, onChoose, refused, title, monthly, monthlyWords, cost, costShare } = props;
  const id = `${name}-${value}`;
  return (
    <div className="tenure" data-refused={refused ? true : undefined}>
      <div className="tenure-head">
        <input
          type="radio"
          id={id}
          name={name}
          value={value}
          checked={checked}
          disabled={Boolean(refused)}
          aria-describedby={`${id}-cost`}
          onChange={onChoose}
        />
        <label htmlFor={id}>
          <span className="tenure-title">{title}</span>
          <span className="tenure-monthly">
            <Money rupees={monthly} /> <span className="tenure-unit">{monthlyWords}</span>
          </span>
        </label>
        <div className="tenure-cost" id={`${id}-cost`}>
          {refused || cost}
          {!refused && (
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
