/** How far a loan is repaid, with a picture of principal and interest over time, and what it costs in all. */
import { FormattedDate } from 'react-intl';
import { sumPaise } from '../../../../domain/servicing/charges.ts';
import type { Invoice, Servicing } from '../../../../domain/values/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Paise } from '../../../ui/money.tsx';
import { ProgressLine } from '../../../ui/progress-bar.tsx';
import { ColourKey, type CostPart, SplitBar } from '../../../ui/split-bar.tsx';
import { LeftToPay } from '../left-to-pay.tsx';
import { isRepaying } from '../steps.ts';
import { t } from '../../../i18n/text.tsx';
import { ScheduleBars } from './schedule-bars.tsx';
import './progress.css';

interface ProgressProps {
  servicing: Servicing;
  invoices: readonly Invoice[];
  /** Paid beyond all invoices, in whole paise. */
  credit: number;
}

export function Progress({ servicing, invoices, credit }: ProgressProps) {
  const whole = sumPaise(invoices.map(({ amount_paise: amount }) => amount));
  const paid = sumPaise(invoices.map(({ paid_paise: amount }) => amount));
  const upFront = invoices.find(({ kind }) => kind === 'up_front')?.paid_paise ?? 0;
  const last = invoices.at(-1);
  const fact = (id: string, name: MessageId, amount: number) => ({
    id,
    name: t(name),
    value: <Paise paise={amount} />,
  });
  return (
    <Card title={t('servicing.progress.title')}>
      <div className="repaid">
        <div className="outstanding">
          {last && (
            <>
              <p>
                {t('servicing.invoices.left', {
                  amount: <Paise paise={whole - paid} large />,
                  date: <FormattedDate value={last.due_on} dateStyle="long" timeZone="UTC" />,
                })}
              </p>
              <ProgressLine done={paid} all={whole} />
            </>
          )}
          {servicing.disbursed_on !== null && <LeftToPay servicing={servicing} />}
          {/* What is paid and what is left add up to what is paid in all. */}
          <Facts
            facts={[
              fact('paid', 'servicing.progress.paid', paid),
              ...(upFront > 0 ? [fact('upFront', 'servicing.progress.upFront', upFront)] : []),
              fact('left', 'servicing.progress.left', whole - paid),
              { ...fact('all', 'servicing.due.total', whole), strong: true },
              ...(credit > 0 ? [fact('credit', 'servicing.progress.credit', credit)] : []),
            ]}
          />
        </div>
        {invoices.length > 0 && <ScheduleBars invoices={invoices} />}
        {isRepaying(servicing) && (
          <Disclosure title={t('servicing.progress.cost')}>
            <LoanCost offer={servicing.offer} />
            <Facts
              facts={[
                fact('amount', 'servicing.fact.amount', servicing.offer.terms.sanctioned_amount_paise),
                fact('outstanding', 'servicing.progress.outstanding', servicing.outstanding_paise),
              ]}
            />
          </Disclosure>
        )}
      </div>
    </Card>
  );
}

/** What is paid in all where each instalment is paid on its day, as a picture with its amounts. */
function LoanCost({ offer }: { offer: Servicing['offer'] }) {
  const parts = [
    { part: 'principal', amount: offer.net_disbursed_paise },
    { part: 'interest', amount: offer.total_interest_paise },
    { part: 'charges', amount: offer.charges_paise },
  ] as const;
  return (
    <div className="loan-cost">
      <SplitBar parts={parts} />
      <Facts
        facts={[
          ...parts.map(({ part, amount }) => ({
            id: part,
            name: <ColourKey part={part}>{t(partNames[part])}</ColourKey>,
            value: <Paise paise={amount} />,
          })),
          {
            id: 'total',
            name: t('servicing.fact.total'),
            value: <Paise paise={offer.total_paid_paise} />,
            strong: true,
          },
        ]}
      />
    </div>
  );
}

const partNames = {
  principal: 'servicing.fact.disbursed',
  interest: 'servicing.fact.interest',
  charges: 'servicing.fact.charges',
} as const satisfies Record<CostPart, MessageId>;
