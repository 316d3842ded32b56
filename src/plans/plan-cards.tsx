/** The plans on offer as cards to compare, of which one is chosen (decision 13a). */
import { emiLabel } from '../../domain/lending/emi-label.ts';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { IsoDate } from '../../domain/values/dates.ts';
import { answerPath } from '../../domain/pages/faq-answers.ts';
import type { EmiOption } from '../../domain/values/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import { AnswerLink } from '../ui/answer-link.tsx';
import { Money } from '../ui/money.tsx';
import { Pill } from '../ui/pill.tsx';
import { SplitBar, Legend } from '../ui/split-bar.tsx';
import { t } from '../i18n/i18n.tsx';
import type { Offer } from './offers.ts';
import { CostText, PlanSummary } from './plan-summary.tsx';
import './plan-cards.css';

export interface PlanCardsProps {
  offers: readonly Offer[];
  chosen: EmiOption | undefined;
  onChoose: (option: EmiOption) => void;
  /** Today's date in India. */
  today: IsoDate;
}

/** The labels of a plan's number that is the lowest among the plans. */
const lowestIn = [
  { label: 'status.plan.lowestCost', of: ({ cost }) => cost.cost },
  { label: 'status.plan.lowestInstalment', of: ({ cost }) => cost.plan.emi_amount },
] as const satisfies readonly { label: MessageId; of: (offer: Offer) => number }[];

const keys = [
  { part: 'interest', name: t('status.plan.interest') },
  { part: 'charges', name: t('status.plan.charges') },
] as const;

export function PlanCards({ offers, chosen, onChoose, today }: PlanCardsProps) {
  if (offers.length === 0) return null;
  return (
    <>
      <Legend keys={keys.filter(({ part }) => offers.some(({ cost }) => cost[part] > 0))} />
      <fieldset>
        <legend className="visually-hidden">{t('status.plan.legend')}</legend>
        <div className="plan-rows">
          {offers.map((offer) => (
            <PlanRow
              key={offer.option.id}
              offer={offer}
              offers={offers}
              isChosen={offer.option.id === chosen?.id}
              onChoose={() => onChoose(offer.option)}
            >
              <PlanSummary offer={offer} today={today} />
            </PlanRow>
          ))}
        </div>
      </fieldset>
      <p className="text-muted">
        {t('status.plan.ofLender')}{' '}
        <AnswerLink href={answerPath('dearer')}>{t('status.plan.ofLender.why')}</AnswerLink>
      </p>
    </>
  );
}

interface PlanRowProps extends Pick<PlanCardsProps, 'offers'> {
  offer: Offer;
  isChosen: boolean;
  onChoose: () => void;
  /** The plan in full, shown while it is chosen. */
  children: ReactNode;
}

/** A row to compare: what the plan costs is drawn to one scale with the others. */
function PlanRow({ offer, offers, isChosen, onChoose, children }: PlanRowProps) {
  const { option, cost } = offer;
  const id = `tenure-${option.id}`;
  return (
    <div className="plan-row">
      <div className="plan-row-head">
        <input
          type="radio"
          id={id}
          name="tenure"
          value={option.id}
          checked={isChosen}
          aria-describedby={`${id}-note`}
          onChange={onChoose}
        />
        <label htmlFor={id} className="stretched-link">
          <span className="plan-row-title">
            <FormattedMessage {...emiLabel(option)} />
          </span>
          <span className="plan-row-amount">
            <Money rupees={cost.plan.emi_amount} />{' '}
            <span className="plan-row-unit text-muted text-small">{t('status.plan.monthly')}</span>
          </span>
        </label>
        <div className="plan-row-note text-muted text-small" id={`${id}-note`}>
          <div>
            <CostText offer={offer} />{' '}
            {lowestIn
              .filter(({ of }) => isLowest(of(offer), offers.map(of)))
              .map(({ label }) => (
                <Pill key={label}>{t(label)}</Pill>
              ))}
          </div>
          <SplitBar
            scale={Math.max(...offers.map((one) => one.cost.cost), 1)}
            parts={keys.map(({ part }) => ({ part, amount: cost[part] }))}
          />
        </div>
      </div>
      {isChosen && <div className="plan-row-details">{children}</div>}
    </div>
  );
}

/** Returns whether the value is among the lowest; false if all values are equal. */
const isLowest = (value: number, all: readonly number[]): boolean =>
  all.every((one) => one >= value) && all.some((one) => one > value);
