/** A choice among rows that are compared: a name, an amount, and a line about each. */
import type { ReactNode } from 'react';
import { Money } from './money.tsx';
import './radio-rows.css';

export function RadioRows({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="visually-hidden">{legend}</legend>
      <div className="radio-rows">{children}</div>
    </fieldset>
  );
}

export interface RadioRowProps {
  /** The name of the radio group. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  title: ReactNode;
  /** Whole rupees. */
  amount: number;
  /** 'a month'. */
  unit: ReactNode;
  /** What else there is to know before it is chosen. */
  note: ReactNode;
  /** Shown below the row. */
  children?: ReactNode;
}

export function RadioRow(props: RadioRowProps) {
  const { name, value, checked, onChoose, title, amount, unit, note, children } = props;
  const id = `${name}-${value}`;
  return (
    <div className="radio-row">
      <div className="radio-row-head">
        <input
          type="radio"
          id={id}
          name={name}
          value={value}
          checked={checked}
          aria-describedby={`${id}-note`}
          onChange={onChoose}
        />
        <label htmlFor={id}>
          <span className="radio-row-title">{title}</span>
          <span className="radio-row-amount">
            <Money rupees={amount} /> <span className="radio-row-unit">{unit}</span>
          </span>
        </label>
        <div className="radio-row-note" id={`${id}-note`}>
          {note}
        </div>
      </div>
      {children}
    </div>
  );
}
