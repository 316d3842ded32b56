/** Shows a plan's cost: in one line to compare, and in full for the chosen one. */
import { useIntl } from 'react-intl';
import { type IsoDate, monthsAfter } from '../../domain/values/dates.ts';
import type { MessageId } from '../../locales/index.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { formatRupees, Money } from '../ui/money.tsx';
import { PaymentBars } from '../ui/payment-bars.tsx';
import { t } from '../i18n/i18n.tsx';
import type { Offer } from './offers.ts';
import { rateText } from './rate-text.ts';
import './plan-summary.css';

/** '₹1,530 over the fees · 18.81% a year'; names the amount of the loan if the institution pays a part of the fees. */
export function CostText({ offer: { cost, order } }: { offer: Offer }) {
  const intl = useIntl();
  const financed = order.order_value < order.total_fee ? formatRupees(order.order_value) : 'all';
  const over = intl.formatMessage({ id: 'status.plan.cost' }, { cost: formatRupees(cost.cost), financed });
  const rate = cost.apr && intl.formatMessage({ id: 'status.plan.rate' }, { rate: rateText(intl, cost.apr) });
  return <span>{rate ? `${over} · ${rate}` : over}</span>;
}

const fact = (name: MessageId, rupees: number, kind?: 'total'): Fact => [
  t(name),
  <Money rupees={rupees} />,
  kind,
];

export interface PlanSummaryProps {
  offer: Offer;
  /** Today's date in India. */
  today: IsoDate;
}

/** Shows the payments now and later, their parts, and the amount that the institution pays. */
export function PlanSummary({ offer: { cost, order, option }, today }: PlanSummaryProps) {
  const intl = useIntl();
  const firstDue = monthsAfter(today, 1);
  const { count, amount, last } = cost.instalments;
  const lastDiffers = count > 1 && last !== amount;
  const later = Array.from({ length: count }, (_, index) => (index === count - 1 ? last : amount));
  const schedule = {
    now: formatRupees(cost.now.total),
    count,
    equal: lastDiffers ? count - 1 : count,
    amount: formatRupees(count === 1 ? last : amount),
    last: lastDiffers ? formatRupees(last) : 'same',
  };
  const subvention = order.total_fee - order.order_value;
  return (
    <div className="stack-s3 text-small">
      <p className="plan-schedule">{t('status.plan.schedule', schedule)}</p>
      <PaymentBars
        payments={[cost.now.total, ...later]}
        start={t('status.plan.start')}
        end={intl.formatDate(monthsAfter(today, count), { month: 'short', year: 'numeric', timeZone: 'UTC' })}
      />
      <p className="text-muted">
        {count > 0 &&
          t('status.plan.firstDue', {
            date: intl.formatDate(firstDue, { dateStyle: 'medium', timeZone: 'UTC' }),
          })}{' '}
        {cost.apr !== null && t('status.plan.apr', { rate: rateText(intl, cost.apr) })}
      </p>
      <div className="plan-amounts">
        <Facts
          facts={[
            fact('status.plan.processingFee', cost.now.processingFee),
            fact('status.plan.downPayment', cost.now.downPayment),
            option.membership_fee > 0 && fact('status.plan.membershipFee', cost.now.membershipFee),
            fact('status.plan.initialPayment', cost.now.total, 'total'),
          ]}
        />
        <Facts
          facts={[
            fact('status.plan.principal', order.order_value),
            fact('status.plan.interest', cost.interest),
            fact('status.plan.charges', cost.charges),
            fact('status.plan.total', cost.total, 'total'),
          ]}
        />
      </div>
      {subvention > 0 && <p>{t('status.plan.subvention', { amount: formatRupees(subvention) })}</p>}
    </div>
  );
}
