/** How far a loan is repaid, with a picture of principal and interest over time, and what it costs in all. */
import { FormattedDate, FormattedMessage } from 'react-intl';
import { sumPaise } from '../../../../domain/servicing/charges.ts';
import type { Invoice, Servicing } from '../../../../domain/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { Card } from '../../../ui/Card.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Paise } from '../../../ui/Paise.tsx';
import { ProgressLine } from '../../../ui/ProgressBar.tsx';
import { ColourKey, type CostPart, SplitBar } from '../../../ui/SplitBar.tsx';
import { LeftToPay } from '../left-to-pay.tsx';
import { isRepaying } from '../steps.ts';
import { ScheduleBars } from './schedule-bars.tsx';
import './progress.css';

interface ProgressProps {
  servicing: Servicing;
  invoices: readonly Invoice[];
  /** Paid beyond all invoices, in whole paise. */
  credit: number;
}

export function Progress({ servicing, invoices, credit }: ProgressProps) {
  const { offer, outstanding_paise: outstanding, paid_paise: paid } = servicing;
  const principal = offer.terms.sanctioned_amount_paise;
  const instalments = invoices.filter(({ kind }) => kind === 'instalment');
  const whole = sumPaise(instalments.map(({ amount_paise: amount }) => amount));
  const left = whole - sumPaise(instalments.map(({ paid_paise: amount }) => amount));
  const last = instalments.at(-1);
  return (
    <Card title={<FormattedMessage id="servicing.progress.title" />}>
      <div className="repaid">
        <div className="outstanding">
          {last && (
            <>
              <p className="text-muted">
                <FormattedMessage
                  id="servicing.invoices.left"
                  values={{
                    amount: <Paise paise={left} large />,
                    whole: <Paise paise={whole} />,
                    date: <FormattedDate value={last.due_on} dateStyle="long" timeZone="UTC" />,
                  }}
                />
              </p>
              <ProgressLine done={whole - left} all={whole} />
            </>
          )}
          {servicing.disbursed_on !== null && <LeftToPay servicing={servicing} />}
          <Facts
            facts={[
              {
                id: 'amount',
                name: <FormattedMessage id="servicing.fact.amount" />,
                value: <Paise paise={principal} />,
              },
              {
                id: 'outstanding',
                name: <FormattedMessage id="servicing.progress.outstanding" />,
                value: <Paise paise={outstanding} />,
              },
              {
                id: 'paid',
                name: <FormattedMessage id="servicing.progress.paid" />,
                value: <Paise paise={paid} />,
              },
              ...(credit > 0
                ? [
                    {
                      id: 'credit',
                      name: <FormattedMessage id="servicing.progress.credit" />,
                      value: <Paise paise={credit} />,
                    },
                  ]
                : []),
            ]}
          />
        </div>
        {invoices.length > 0 && <ScheduleBars invoices={invoices} />}
        {isRepaying(servicing) && (
          <Disclosure title={<FormattedMessage id="servicing.progress.cost" />}>
            <LoanCost offer={offer} />
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
            name: (
              <ColourKey part={part}>
                <FormattedMessage id={partNames[part]} />
              </ColourKey>
            ),
            value: <Paise paise={amount} />,
          })),
          {
            id: 'total',
            name: <FormattedMessage id="servicing.fact.total" />,
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
