/** Lists the invoices since the disbursal, paid and unpaid. */
import type { Invoice } from '../../../domain/values/wire.ts';
import { formatPaise } from '../../ui/money.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { Pill } from '../../ui/pill.tsx';
import { DateText } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import './lender-loans.css';

export function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  const unpaid = invoices.filter(({ state }) => state === 'unpaid').length;
  const overdue = invoices.filter((one) => one.overdue).length;
  return (
    <Disclosure title={t('review.invoices', { paid: invoices.length - unpaid, unpaid, overdue })}>
      <Table
        caption={t('servicing.invoices.title')}
        cards="plain"
        columns={columns}
        rows={invoices}
        rowKey={({ kind, number, due_on: dueOn }) => `${kind} ${number} ${dueOn}`}
      />
    </Disclosure>
  );
}

const columns: readonly TableColumn<Invoice>[] = [
  {
    id: 'for',
    header: t('review.payment.for'),
    className: 'lender-loan-instalment',
    cell: ({ kind, number }) => t('review.invoice.for', { kind, number }),
  },
  {
    id: 'amount',
    header: t('review.payment.amount'),
    numeric: true,
    className: 'lender-loan-amount',
    cell: ({ amount_paise: amount }) => formatPaise(amount),
  },
  {
    id: 'due',
    header: t('servicing.invoice.due'),
    className: 'lender-loan-wide lender-loan-moment',
    cell: ({ due_on: dueOn }) => <DateText at={dueOn} />,
  },
  {
    id: 'state',
    header: t('servicing.invoice.state'),
    className: 'lender-loan-wide',
    cell: (invoice) => <InvoiceState invoice={invoice} />,
  },
];

function InvoiceState({
  invoice: { state, overdue, paid_on: paidOn, paid_paise: paid },
}: {
  invoice: Invoice;
}) {
  if (state === 'paid' && paidOn)
    return <Pill tone="good">{t('servicing.invoice.paid', { date: <DateText at={paidOn} /> })}</Pill>;
  if (overdue) return <Pill tone="bad">{t('servicing.invoice.overdue')}</Pill>;
  return (
    <Pill>
      {paid > 0
        ? t('servicing.invoice.partly', { amount: formatPaise(paid) })
        : t('servicing.invoice.unpaid')}
    </Pill>
  );
}
