/**
 * Shows a loan's progress as two bars of the same length: the paid part, and the uses of the total. The first bar shows
 * each payment in proportion to its amount, the one before the disbursal first.
 */
import { FormattedDate } from 'react-intl';
import { sumPaise } from '../../../../domain/servicing/charges.ts';
import type { Invoice, Servicing } from '../../../../domain/values/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { Card } from '../../../ui/card.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { Paise } from '../../../ui/money.tsx';
import { ColourKey, type CostPart, type PaidPart, SplitBar } from '../../../ui/split-bar.tsx';
import { LeftToPay } from '../left-to-pay.tsx';
import { useServicing } from '../servicing.ts';
import { isRepaying } from '../steps.ts';
import { t } from '../../../i18n/i18n.tsx';
import { countInstalments } from './count-instalments.ts';
import './progress.css';

interface ProgressProps {
  invoices: readonly Invoice[];
  /** The amount paid beyond all invoices, in whole paise. */
  credit: number;
}

export function Progress({ invoices, credit }: ProgressProps) {
  const { servicing } = useServicing();
  const left = sumPaise(invoices.map(unpaidOf));
  const last = invoices.at(-1);
  return (
    <Card title={t('servicing.progress.title')}>
      {last && left > 0 && (
        <p>
          {t('servicing.invoices.left', {
            amount: <Paise paise={left} large />,
            date: <FormattedDate value={last.due_on} dateStyle="long" timeZone="UTC" />,
          })}
        </p>
      )}
      <LeftToPay />
      <div className="repaid stack">
        <PaidSoFar invoices={invoices} credit={credit} />
        {isRepaying(servicing) && <LoanCost offer={servicing.offer} invoices={invoices} />}
      </div>
    </Card>
  );
}

const unpaidOf = ({ amount_paise: amount, paid_paise: paid }: Invoice) => amount - paid;

const fact = (name: MessageId, paise: number, part?: CostPart | PaidPart | 'none'): Fact => [
  part ? <ColourKey part={part}>{t(name)}</ColourKey> : t(name),
  <Paise paise={paise} />,
];

/** Shows the sum that is paid where each instalment is paid on its day, and the charges for paying late. */
function LoanCost({ offer, invoices }: { offer: Servicing['offer'] } & Pick<ProgressProps, 'invoices'>) {
  const total = sumPaise(invoices.map(({ amount_paise: amount }) => amount));
  const interest = sumPaise(invoices.map(({ interest_paise: part }) => part));
  const disbursed = offer.net_disbursed_paise;
  // Charges that were deducted from the disbursal are principal of the invoices.
  const parts = [
    { part: 'principal', amount: disbursed, name: 'servicing.fact.disbursed' },
    { part: 'interest', amount: interest, name: 'servicing.fact.interest' },
    { part: 'charges', amount: total - interest - disbursed, name: 'servicing.fact.charges' },
  ] as const;
  return (
    <section className="stack-s3">
      <h3 className="repaid-title">{t('servicing.progress.cost')}</h3>
      <SplitBar parts={parts} />
      <Facts
        facts={[
          ...parts.filter(({ amount }) => amount > 0).map((one) => fact(one.name, one.amount, one.part)),
          [t('servicing.fact.total'), <Paise paise={total} />, 'total'],
        ]}
      />
    </section>
  );
}

/** The number of payments from which the pieces of the bar are close together. */
const denseFrom = 24;

/** Splits an invoice into its paid and its unpaid part. */
const piecesOf = (invoice: Invoice): { part: PaidPart; amount: number }[] => [
  { part: 'paid', amount: invoice.paid_paise },
  {
    part: invoice.overdue || invoice.kind === 'late_payment' ? 'due' : 'later',
    amount: unpaidOf(invoice),
  },
];

function PaidSoFar({ invoices, credit }: Pick<ProgressProps, 'invoices' | 'credit'>) {
  const pieces = invoices.flatMap(piecesOf);
  const sum = (part: PaidPart) =>
    sumPaise(pieces.filter((piece) => piece.part === part).map(({ amount }) => amount));
  const upFront = invoices.find(({ kind }) => kind === 'up_front')?.paid_paise ?? 0;
  const due = sum('due');
  const later = due > 0 ? 'servicing.progress.later' : 'servicing.progress.left';
  return (
    <section className="repaid-part stack-s3" data-dense={invoices.length > denseFrom || undefined}>
      <h3 className="repaid-title">{t('servicing.invoices.summary', countInstalments(invoices))}</h3>
      <SplitBar parts={pieces} />
      <Facts
        facts={[
          fact('servicing.progress.paid', sum('paid'), 'paid'),
          upFront > 0 && fact('servicing.progress.upFront', upFront, 'none'),
          due > 0 && fact('servicing.due.title', due, 'due'),
          fact(later, sum('later'), 'later'),
          credit > 0 && fact('servicing.progress.credit', credit),
        ]}
      />
    </section>
  );
}
