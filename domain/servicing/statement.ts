/** The statement of account of a loan: its instalments and what of them is paid, as message ids and values (decision 88). */
import type { IsoDate } from '../values/dates.ts';
import { sumPaise } from './charges.ts';
import type { DocumentMessageId, DocumentText } from './document-text.ts';
import type { Invoice } from './invoices.ts';
import {
  identityRows,
  type KeyFactsRow,
  type KeyFactsTable,
  type LoanIdentity,
  message,
  row,
  type TableRow,
} from './key-facts-rows.ts';
import type { DocumentHeading } from './receipt.ts';
import type { Paise } from './terms.ts';

export type StatementInput = LoanIdentity & {
  /** Unique; the statement is known by it. */
  number: string;
  /** The day whose payments are the last ones in it. */
  asOf: IsoDate;
  borrowerName: string;
  institutionName: string;
  lenderName: string;
  proposalNumber: string;
  accountNumber: string | null;
  sanctionedAmount: Paise;
  disbursedOn: IsoDate;
  /** The principal that is not repaid yet. */
  outstanding: Paise;
  /** The sum of the payments that count. */
  received: Paise;
  /** The amount paid beyond all invoices. */
  credit: Paise;
  /** The invoices by due date. */
  invoices: readonly Invoice[];
};

export const statementHeading = ({ asOf }: StatementInput): DocumentHeading => ({
  title: message('statement.title'),
  lead: message('statement.lead', { date: { date: asOf } }),
});

export const statementRows = (input: StatementInput): KeyFactsRow[] => [
  row('', 'statement.number', { text: input.number }),
  row('', 'statement.borrower', { text: input.borrowerName }),
  row('', 'statement.lender', { text: input.lenderName }),
  row('', 'statement.institution', { text: input.institutionName }),
  ...identityRows(input),
  row('', 'statement.proposal', { text: input.proposalNumber }),
  ...(input.accountNumber === null ? [] : [row('', 'statement.account', { text: input.accountNumber })]),
  row('', 'statement.sanctioned', { paise: input.sanctionedAmount }),
  row('', 'statement.disbursedOn', { date: input.disbursedOn }),
  row('', 'statement.received', { paise: input.received }),
  ...(input.credit > 0 ? [row('', 'statement.credit', { paise: input.credit })] : []),
  row('', 'statement.outstanding', { paise: input.outstanding }),
];

/** The labels of invoices that are not instalments. */
const kinds = {
  up_front: 'statement.upFront',
  late_payment: 'statement.latePayment',
  prepayment: 'statement.prepayment',
} as const satisfies Record<Exclude<Invoice['kind'], 'instalment'>, DocumentMessageId>;

const itemOf = ({ kind, number }: Invoice): DocumentText =>
  kind === 'instalment' ? { count: number } : message(kinds[kind], { number: { count: number } });

/** Returns the status, and the day on which the last paisa was paid. */
function statusOf({ state, paid, paidOn }: Invoice): DocumentText[] {
  if (state === 'paid') return [message('statement.paid'), ...(paidOn === null ? [] : [{ date: paidOn }])];
  return [
    message(state === 'overdue' ? 'statement.overdue' : 'statement.unpaid'),
    ...(paid > 0 ? [message('statement.partPaid', { amount: { paise: paid } })] : []),
  ];
}

const amounts = [
  ['statement.principal', ({ principal }: Invoice) => principal],
  ['statement.interest', ({ interest }: Invoice) => interest],
  ['statement.charges', ({ charges }: Invoice) => charges],
  ['statement.amount', ({ amount }: Invoice) => amount],
] as const satisfies readonly (readonly [DocumentMessageId, (invoice: Invoice) => Paise])[];

export function statementTable({ invoices }: StatementInput): KeyFactsTable {
  const hasCharges = invoices.some(({ charges }) => charges > 0);
  const shown = amounts.filter(([label]) => hasCharges || label !== 'statement.charges');
  const total: TableRow = [
    [],
    [message('statement.total')],
    ...shown.map(([, amountOf]): DocumentText[] => [{ paise: sumPaise(invoices.map(amountOf)) }]),
    [],
  ];
  return {
    kind: 'table',
    caption: null,
    columns: [
      { label: message('statement.item'), isNumeric: false },
      { label: message('statement.dueOn'), isNumeric: false },
      ...shown.map(([label]) => ({ label: message(label), isNumeric: true })),
      { label: message('statement.status'), isNumeric: false },
    ],
    rows: invoices.map((invoice) => [
      [itemOf(invoice)],
      [{ date: invoice.dueOn }],
      ...shown.map(([, amountOf]): DocumentText[] => [{ paise: amountOf(invoice) }]),
      statusOf(invoice),
    ]),
    total,
  };
}
