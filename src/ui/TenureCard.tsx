/** One plan to choose among others: a radio button with its monthly instalment large. */
import type { ReactNode } from 'react';
import { Facts, type FactsProps } from './Facts.tsx';
import { Money } from './Money.tsx';
import { PlanBar, type PlanPart } from './PlanBar.tsx';
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
  parts: readonly PlanPart[];
  facts: FactsProps['facts'];
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
  const { name, value, checked, onChoose, refused, title, monthly, monthlyWords, parts, facts } = props;
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
          aria-describedby={refused ? `${id}-refused ${id}-facts` : `${id}-facts`}
          onChange={onChoose}
        />
        <label htmlFor={id}>
          <span className="tenure-title">{title}</span>
          <span>
            <Money rupees={monthly} large /> <span className="soft">{monthlyWords}</span>
          </span>
        </label>
      </div>
      {refused && (
        <p className="tenure-refused" id={`${id}-refused`}>
          {refused}
        </p>
      )}
      <div className="tenure-facts" id={`${id}-facts`}>
        <PlanBar parts={parts} />
        <Facts facts={facts} />
      </div>
    </div>
  );
}
