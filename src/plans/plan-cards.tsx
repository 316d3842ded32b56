/** The plans on offer as cards to compare, of which one is chosen (decision 15). */
import { emiLabel } from '../../domain/emi-label.ts';
import { FormattedMessage } from 'react-intl';
import type { IsoDate } from '../../domain/dates.ts';
import type { EmiOption } from '../../domain/wire.ts';
import { RadioRows } from '../ui/RadioRows.tsx';
import { SplitBar } from '../ui/SplitBar.tsx';
import { TenureCard } from '../ui/TenureCard.tsx';
import type { Offer } from './offers.ts';
import { CostText, PlanSummary } from './plan-summary.tsx';

export interface PlanCardsProps {
  offers: readonly Offer[];
  chosen: EmiOption | undefined;
  onChoose: (option: EmiOption) => void;
  /** In India. */
  today: IsoDate;
}

export function PlanCards({ offers, chosen, onChoose, today }: PlanCardsProps) {
  const highestCost = Math.max(...offers.map(({ cost }) => cost.cost), 1);
  return (
    <RadioRows legend={<FormattedMessage id="status.plan.legend" />}>
      {offers.map((offer) => (
        <TenureCard
          key={offer.option.id}
          name="tenure"
          value={String(offer.option.id)}
          checked={offer.option.id === chosen?.id}
          onChoose={() => onChoose(offer.option)}
          unavailable={offer.option.is_disabled && <FormattedMessage id="status.plan.notOffered" />}
          title={<FormattedMessage {...emiLabel(offer.option)} />}
          monthly={offer.cost.plan.emi_amount}
          monthlyLabel={<FormattedMessage id="status.plan.monthly" />}
          cost={<CostText offer={offer} />}
          costBar={
            <SplitBar
              scale={highestCost}
              parts={[
                { part: 'interest', amount: offer.cost.interest },
                { part: 'charges', amount: offer.cost.charges },
              ]}
            />
          }
        >
          <PlanSummary offer={offer} today={today} />
        </TenureCard>
      ))}
    </RadioRows>
  );
}
