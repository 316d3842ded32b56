/** The instalments of a loan: a picture of principal and interest over time, a table, and the table as a file. */
import { useState } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { toCsv } from '../../../../domain/csv.ts';
import type { Invoice } from '../../../../domain/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Paise } from '../../../ui/Paise.tsx';
import { Table, type TableColumn } from '../../../ui/Table.tsx';
import { saveCsv } from '../../save-file.ts';
import { ScheduleBars } from './schedule-bars.tsx';
import { useStatement } from './statement.ts';
import './invoices.css';

const filters = {
  all: 'servicing.invoices.all',
  unpaid: 'servicing.invoices.unpaid',
  paid: 'servicing.invoices.paid',
} as const satisfies Record<string, MessageId>;

type Filter = keyof typeof filters;

export function Invoices({ loanId, invoices }: { loanId: string; invoices: readonly Invoice[] }) {
  const intl = useIntl();
  const statement = useStatement(loanId);
  const [filter, setFilter] = useState<Filter>('all');
  const shown = invoices.filter(({ state }) => filter === 'all' || state === filter);
  return (
    <Card
      title={<FormattedMessage id="servicing.invoices.title" />}
      actions={
        <div className="invoice-files">
          <Button kind="quiet" busy={statement.state === 'loading'} onPress={() => void statement.save()}>
            <FormattedMessage id="servicing.invoices.pdf" />
          </Button>
          <Button kind="quiet" onPress={() => saveCsv('instalments.csv', csvOf(invoices))}>
            <FormattedMessage id="servicing.invoices.csv" />
          </Button>
        </div>
      }
    >
      {statement.state === 'failed' && (
        <Banner kind="notice" role="alert" title={<FormattedMessage id="servicing.document.failed" />} />
      )}
      <ScheduleBars invoices={invoices.filter(({ kind }) => kind === 'instalment')} />
      <div
        role="group"
        aria-label={intl.formatMessage({ id: 'servicing.invoices.filter' })}
        className="invoice-filters"
      >
        {(Object.keys(filters) as Filter[]).map((one) => (
          <button
            key={one}
            type="button"
            className="invoice-filter"
            aria-pressed={one === filter}
            onClick={() => setFilter(one)}
          >
            <FormattedMessage id={filters[one]} />
          </button>
        ))}
      </div>
      <Table
        caption={<FormattedMessage id="servicing.invoices.title" />}
        columns={columns}
        rows={shown}
        rowKey={keyOf}
        placeholder={
          shown.length === 0 ? (
            <p className="text-muted">
              <FormattedMessage id="servicing.invoices.none" />
            </p>
          ) : undefined
        }
      />
    </Card>
  );
}

const keyOf = ({ kind, number, due_on: dueOn }: Invoice) => `${kind} ${number} ${dueOn}`;

/** What an invoice is for that is no instalment. */
export const invoiceKinds = {
  up_front: 'servicing.step.payAdvance',
  late_payment: 'servicing.fact.late',
} as const satisfies Record<Exclude<Invoice['kind'], 'instalment'>, MessageId>;

const columns: readonly TableColumn<Invoice>[] = [
  {
    id: 'number',
    header: <FormattedMessage id="servicing.invoice.number" />,
    cell: ({ kind, number }) =>
      kind === 'instalment' ? number : <FormattedMessage id={invoiceKinds[kind]} />,
  },
  {
    id: 'due',
    header: <FormattedMessage id="servicing.invoice.due" />,
    className: 'invoice-due',
    cell: ({ due_on: dueOn }) => <FormattedDate value={dueOn} dateStyle="medium" timeZone="UTC" />,
  },
  {
    id: 'principal',
    header: <FormattedMessage id="servicing.invoice.principal" />,
    numeric: true,
    cell: ({ principal_paise: principal }) => <Paise paise={principal} />,
  },
  {
    id: 'interest',
    header: <FormattedMessage id="servicing.invoice.interest" />,
    numeric: true,
    cell: ({ interest_paise: interest }) => <Paise paise={interest} />,
  },
  {
    id: 'amount',
    header: <FormattedMessage id="servicing.invoice.amount" />,
    numeric: true,
    cell: ({ amount_paise: amount }) => <Paise paise={amount} />,
  },
  {
    id: 'state',
    header: <FormattedMessage id="servicing.invoice.state" />,
    cell: (invoice) => (
      <span>
        <InvoiceStatus invoice={invoice} />
      </span>
    ),
  },
];

function InvoiceStatus({ invoice }: { invoice: Invoice }) {
  const { state, overdue, paid_paise: paid, paid_on: paidOn } = invoice;
  if (state === 'paid')
    return (
      <FormattedMessage
        id="servicing.invoice.paid"
        values={{
          date: <FormattedDate value={paidOn ?? invoice.due_on} dateStyle="medium" timeZone="UTC" />,
        }}
      />
    );
  if (overdue)
    return (
      <strong>
        <FormattedMessage id="servicing.invoice.overdue" />
      </strong>
    );
  if (paid > 0)
    return <FormattedMessage id="servicing.invoice.partly" values={{ amount: <Paise paise={paid} /> }} />;
  return <FormattedMessage id="servicing.invoice.unpaid" />;
}

/** Rupees with two decimals, as a spreadsheet reads them. */
const rupees = (paise: number) => `${(paise - (paise % 100)) / 100}.${String(paise % 100).padStart(2, '0')}`;

const csvOf = (invoices: readonly Invoice[]): string =>
  toCsv([
    ['kind', 'number', 'due_on', 'principal', 'interest', 'amount', 'paid', 'state', 'paid_on'],
    ...invoices.map((one) => [
      one.kind,
      String(one.number),
      one.due_on,
      rupees(one.principal_paise),
      rupees(one.interest_paise),
      rupees(one.amount_paise),
      rupees(one.paid_paise),
      one.state,
      one.paid_on ?? '',
    ]),
  ]);
