/** The instalments of a loan as a table, and the table as a file. */
import { useState } from 'react';
import { FormattedDate, useIntl } from 'react-intl';
import { toCsv } from '../../../../domain/values/csv.ts';
import type { Invoice } from '../../../../domain/values/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CollapsibleCard } from '../../../ui/collapsible-card.tsx';
import { useMutation } from '../../../data/mutation.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Paise } from '../../../ui/money.tsx';
import { Table, type TableColumn } from '../../../ui/table.tsx';
import { ToggleGroup } from '../../../ui/toggle-group.tsx';
import { saveCsv } from '../../../ui/save-file.ts';
import { useServices } from '../../services.ts';
import { saveDocument } from '../document-link.tsx';
import { t } from '../../../i18n/i18n.tsx';
import { countInstalments } from './count-instalments.ts';
import './invoices.css';

const filters = {
  all: 'servicing.invoices.all',
  unpaid: 'servicing.invoices.unpaid',
  paid: 'servicing.invoices.paid',
} as const satisfies Record<string, MessageId>;

type Filter = keyof typeof filters;

export function Invoices({ loanId, invoices }: { loanId: string; invoices: readonly Invoice[] }) {
  const intl = useIntl();
  const { call, language } = useServices();
  const statement = useMutation<unknown>({
    mutationFn: async (_, signal) => {
      const body = { language: language() };
      const issued = await call('createStatement', { path: { id: loanId }, body }, { signal });
      return issued.kind === 'ok' ? saveDocument(call, loanId, issued.value, signal) : issued;
    },
  });
  const [filter, setFilter] = useState<Filter>('all');
  const shown = invoices.filter(({ state }) => filter === 'all' || state === filter);
  return (
    <CollapsibleCard
      id="instalments"
      title={t('servicing.invoices.title')}
      summary={t('servicing.invoices.summary', countInstalments(invoices))}
      startsOpen={isWide()}
    >
      <ToggleGroup
        label={intl.formatMessage({ id: 'servicing.invoices.filter' })}
        options={(Object.keys(filters) as Filter[]).map((value) => ({ value, name: t(filters[value]) }))}
        value={filter}
        onValue={setFilter}
      />
      <div className="invoice-list">
        <Table
          caption={t('servicing.invoices.title')}
          columns={columnsOf(invoices)}
          rows={shown}
          rowKey={keyOf}
          cards="plain"
          placeholder={
            shown.length === 0 ? <p className="text-muted">{t('servicing.invoices.none')}</p> : undefined
          }
        />
      </div>
      {statement.error && <Banner kind="notice" role="alert" title={t('servicing.document.failed')} />}
      <div className="invoice-files">
        <Button busy={statement.isPending} onPress={() => statement.mutate()}>
          {t('servicing.invoices.pdf')}
        </Button>
        <Button onPress={() => saveCsv('instalments.csv', csvOf(invoices))}>
          {t('servicing.invoices.csv')}
        </Button>
      </div>
    </CollapsibleCard>
  );
}

/** Returns whether the list starts open: on a phone it would hide everything below it. */
const isWide = (): boolean => window.matchMedia('(min-width: 64rem)').matches;

const keyOf = ({ kind, number, due_on: dueOn }: Invoice) => `${kind} ${number} ${dueOn}`;

/** The purposes of the invoices that are no instalments. */
export const invoiceKinds = {
  up_front: 'servicing.step.payAdvance',
  late_payment: 'servicing.fact.late',
  prepayment: 'servicing.prepayment.title',
} as const satisfies Record<Exclude<Invoice['kind'], 'instalment'>, MessageId>;

const columns: readonly TableColumn<Invoice>[] = [
  {
    id: 'number',
    header: t('servicing.invoice.number'),
    className: 'invoice-number',
    cell: ({ kind, number }) =>
      t(kind === 'instalment' ? 'servicing.instalment.next' : invoiceKinds[kind], { number }),
  },
  {
    id: 'due',
    header: t('servicing.invoice.due'),
    className: 'invoice-due',
    cell: ({ due_on: dueOn }) => <FormattedDate value={dueOn} dateStyle="medium" timeZone="UTC" />,
  },
  {
    id: 'principal',
    header: t('servicing.invoice.principal'),
    numeric: true,
    className: 'invoice-part',
    cell: ({ principal_paise: principal }) => (
      <InvoicePart label="servicing.invoice.principal" paise={principal} />
    ),
  },
  {
    id: 'interest',
    header: t('servicing.invoice.interest'),
    numeric: true,
    className: 'invoice-part',
    cell: ({ interest_paise: interest }) => (
      <InvoicePart label="servicing.invoice.interest" paise={interest} />
    ),
  },
  {
    id: 'charges',
    header: t('servicing.fact.charges'),
    numeric: true,
    className: 'invoice-part invoice-charges',
    cell: ({ charges_paise: charges }) =>
      charges > 0 && <InvoicePart label="servicing.fact.charges" paise={charges} />,
  },
  {
    id: 'amount',
    header: t('servicing.invoice.amount'),
    numeric: true,
    className: 'invoice-amount',
    cell: ({ amount_paise: amount }) => <Paise paise={amount} />,
  },
  {
    id: 'state',
    header: t('servicing.invoice.state'),
    className: 'invoice-state-cell',
    cell: (invoice) => (
      <span className="invoice-state" data-state={invoice.overdue ? 'overdue' : invoice.state}>
        {invoice.state === 'paid' && <CheckIcon />}
        <span>
          <InvoiceState invoice={invoice} />
        </span>
      </span>
    ),
  },
];

/** Returns the columns that are needed: most instalments have no charges. */
const columnsOf = (invoices: readonly Invoice[]) =>
  columns.filter(({ id }) => id !== 'charges' || invoices.some(({ charges_paise: charges }) => charges > 0));

/** Shows an amount with its label on a phone, where the columns have no headers. */
function InvoicePart({ label, paise }: { label: MessageId; paise: number }) {
  return (
    <>
      <span className="invoice-label" aria-hidden="true">
        {t(label)}{' '}
      </span>
      <Paise paise={paise} />
    </>
  );
}

function InvoiceState({ invoice }: { invoice: Invoice }) {
  const { state, overdue, awaits_debit: awaitsDebit, paid_paise: paid, paid_on: paidOn } = invoice;
  if (state === 'paid')
    return t('servicing.invoice.paid', {
      date: <FormattedDate value={paidOn ?? invoice.due_on} dateStyle="medium" timeZone="UTC" />,
    });
  if (awaitsDebit) return t('servicing.invoice.awaited');
  if (overdue) return <strong>{t('servicing.invoice.overdue')}</strong>;
  if (paid > 0) return t('servicing.invoice.partly', { amount: <Paise paise={paid} /> });
  return t('servicing.invoice.unpaid');
}

/** Formats rupees with two decimals, as a spreadsheet reads them. */
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
