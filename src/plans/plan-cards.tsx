/** The plans on offer as cards to compare, of which one is chosen (decision 13a). */
import { emiLabel } from '../../domain/lending/emi-label.ts';
import { FormattedMessage } from 'react-intl';
import type { IsoDate } from '../../domain/values/dates.ts';
import { answerPath } from '../../domain/pages/faq-answers.ts';
import type { EmiOption } from '../../domain/values/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import { AnswerLink } from '../ui/answer-link.tsx';
import { Legend } from '../ui/legend.tsx';
import { Pill } from '../ui/pill.tsx';
import { RadioRows } from '../ui/radio-rows.tsx';
import { SplitBar } from '../ui/split-bar.tsx';
import { TenureCard } from '../ui/tenure-card.tsx';
import { t } from '../i18n/i18n.tsx';
import type { Offer } from './offers.ts';
import { CostText, PlanSummary } from './plan-summary.tsx';

export interface PlanCardsProps {
  offers: readonly Offer[];
  chosen: EmiOption | undefined;
  onChoose: (option: EmiOption) => void;
  /** In India. */
  today: IsoDate;
}

/** What a number says of a plan among others. */
const lowestIn = [
  { label: 'status.plan.lowestCost', of: ({ cost }) => cost.cost },
  { label: 'status.plan.lowestInstalment', of: ({ cost }) => cost.plan.emi_amount },
] as const satisfies readonly { label: MessageId; of: (offer: Offer) => number }[];

export function PlanCards({ offers, chosen, onChoose, today }: PlanCardsProps) {
  if (offers.length === 0) return null;
  const highestCost = Math.max(...offers.map(({ cost }) => cost.cost), 1);
  return (
    <>
      <Legend
        keys={[
          { part: 'interest', name: t('status.plan.interest') },
          { part: 'charges', name: t('status.plan.charges') },
        ]}
      />
      <RadioRows legend={t('status.plan.legend')}>
        {offers.map((offer) => (
          <TenureCard
            key={offer.option.id}
            name="tenure"
            value={String(offer.option.id)}
            checked={offer.option.id === chosen?.id}
            onChoose={() => onChoose(offer.option)}
            title={<FormattedMessage {...emiLabel(offer.option)} />}
            monthly={offer.cost.plan.emi_amount}
            monthlyLabel={t('status.plan.monthly')}
            cost={
              <>
                <CostText offer={offer} />{' '}
                {lowestIn
                  .filter(({ of }) => isLowest(of(offer), offers.map(of)))
                  .map(({ label }) => (
                    <Pill key={label}>{t(label)}</Pill>
                  ))}
              </>
            }
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
      <p className="text-muted">
        {t('status.plan.ofLender')}{' '}
        <AnswerLink href={answerPath('dearer')}>{t('status.plan.ofLender.why')}</AnswerLink>
      </p>
    </>
  );
}

/** Of all that are lowest, and of none where all are alike. */
const isLowest = (value: number, all: readonly number[]): boolean =>
  all.every((one) => one >= value) && all.some((one) => one > value);
