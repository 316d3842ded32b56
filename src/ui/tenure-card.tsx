/** One plan among others: a row to compare, which unfolds while it is chosen. */
import type { ReactNode } from 'react';
import { RadioRow } from './radio-rows.tsx';
import './tenure-card.css';

export type TenureCardProps = {
  /** The name of the radio group. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  /** '6 months'. */
  title: ReactNode;
  /** Whole rupees a month. */
  monthly: number;
  /** 'a month'. */
  monthlyLabel: ReactNode;
  /** What the plan costs, in one line. */
  cost: ReactNode;
  /** The same as a picture, to one scale with the other plans. */
  costBar: ReactNode;
  /** The plan in full, shown while it is chosen. */
  children?: ReactNode;
};

export function TenureCard(props: TenureCardProps) {
  const { name, value, checked, onChoose, title, monthly, monthlyLabel, cost, costBar } = props;
  const note = (
    <>
      <span>{cost}</span>
      <div className="tenure-bar">{costBar}</div>
    </>
  );
  return (
    <RadioRow {...{ name, value, checked, onChoose, title, note }} amount={monthly} unit={monthlyLabel}>
      {checked && props.children && <div className="tenure-details">{props.children}</div>}
    </RadioRow>
  );
}
