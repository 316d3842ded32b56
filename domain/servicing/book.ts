/**
 * The book of a loan at a lender, by double entry: each external fact and each bill is one entry whose postings add up
 * to 0. It is derived from the facts alone, so there are no duplicate entries. Debts of the borrower are above zero,
 * debts to the borrower below (decision 92).
 */
import type { IsoDate } from '../values/dates.ts';
import { sumPaise } from './charges.ts';
import type { CoolingOffExit } from './cooling-off.ts';
import { startCharges } from './figures.ts';
import type { Allocation, Invoice, Ledger } from './invoices.ts';
import type { LoanTerms, Paise } from './terms.ts';

export const bookAccounts = [
  /** The amount that the lender has received, less its payments to the institution and the borrower. */
  'money',
  /** The part of the sanctioned amount that the borrower owes, due or not. */
  'principal',
  /** Interest that is billed and not paid. */
  'interest',
  /** Charges that are billed and not paid. */
  'charges',
  /** Payments that are billed later, or never: then they are owed to the borrower. */
  'credit',
  /** Payments that do not count. */
  'held',
  /** Interest and charges, third parties' as well. */
  'income',
  /** The amount reported by the lender as paid out beyond the terms; below zero if it reports less. */
  'difference',
] as const;

export type BookAccount = (typeof bookAccounts)[number];

/** The money comes with `held` and `dispute_won`, and goes with `refunded` and `disputed`. */
type UncountedKind = 'held' | 'refunded' | 'disputed' | 'dispute_won';

export type BookEntry = {
  on: IsoDate;
  kind: 'disbursed' | 'billed' | 'paid' | UncountedKind | 'left';
  /** The id that the outside has for it: a transfer's, a payment's, a dispute's or a collection's; null for what follows from the terms. */
  reference: string | null;
  /** The invoice that is billed; null for another kind. */
  invoice: Pick<Invoice, 'kind' | 'number'> | null;
  postings: Partial<Record<BookAccount, Paise>>;
};

export type BookPayment = { id: string; reference: string; on: IsoDate; amount: Paise };

export type UncountedMove = Omit<BookPayment, 'id'> & { kind: UncountedKind };

export type BookFacts = {
  terms: LoanTerms;
  /** The ledger of the payments that pay invoices. */
  ledger: Ledger;
  /** Null before it. */
  disbursal: { on: IsoDate; reference: string | null; amount: Paise } | null;
  /** The payments that count, whatever their purpose. */
  payments: readonly BookPayment[];
  /** Payments that do not count, or do not any more, with their refunds. */
  uncounted: readonly UncountedMove[];
  /** The exit by which the loan was left in its cooling-off period; null where it was not. */
  exit: CoolingOffExit | null;
};

/** @returns the entries up to a day, by day */
export function bookOf(facts: BookFacts, today: IsoDate): BookEntry[] {
  const entries: BookEntry[] = [];
  const paidOf = new Map<string, Paise>();
  const events = eventsOf(facts)
    .filter(({ on }) => on <= today)
    .sort(
      (a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)) || order.indexOf(a.kind) - order.indexOf(b.kind),
    );
  for (const { post, ...event } of events) {
    const book = { balance: (account: BookAccount) => balanceOf(entries, account), paidOf };
    const postings = Object.entries(post(book)).filter(([, amount]) => amount !== 0);
    if (postings.length > 0) entries.push({ ...event, postings: Object.fromEntries(postings) });
  }
  return entries;
}

export const balanceOf = (entries: readonly BookEntry[], account: BookAccount): Paise =>
  sumPaise(entries.map(({ postings }) => postings[account] ?? 0));

type Postings = BookEntry['postings'];
type Book = { balance: (account: BookAccount) => Paise; paidOf: Map<string, Paise> };
type Event = Omit<BookEntry, 'postings'> & { post: (book: Book) => Postings };

/** The order in which entries of one day follow each other. */
const order: readonly BookEntry['kind'][] = [
  ...(['disbursed', 'billed', 'paid', 'held', 'refunded'] as const),
  ...(['disputed', 'dispute_won', 'left'] as const),
];

function eventsOf({ terms, ledger, disbursal, payments, uncounted, exit }: BookFacts): Event[] {
  const invoices = disbursal === null ? [] : billedInvoices(ledger, disbursal.on);
  const isInTime = (on: IsoDate) => exit === null || on <= exit.on;
  const billed = new Map(
    invoices.filter(({ dueOn }) => isInTime(dueOn)).map((invoice) => [keyOf(invoice), invoice]),
  );
  const settled = ledger.allocations.filter((one) => billed.has(keyOf(one)) && isInTime(one.on));
  return [
    ...(disbursal === null ? [] : [disbursedEvent(disbursal, terms)]),
    ...[...billed.values()].map((invoice) => billedEvent(invoice, settled)),
    ...payments.map((payment) => paidEvent(payment, billed, settled)),
    ...uncounted.map(uncountedEvent),
    ...(exit === null ? [] : [leftEvent(exit)]),
  ];
}

/** A loan that is repaid before its last due date is billed whole on the day of the last payment. */
function billedInvoices({ invoices, outstanding }: Ledger, disbursedOn: IsoDate): Invoice[] {
  if (outstanding > 0) return invoices;
  const lastPaidOn = invoices.reduce(
    (last, { paidOn }) => ((paidOn ?? '') > last ? (paidOn ?? last) : last),
    disbursedOn,
  );
  return invoices.map((invoice) => ({
    ...invoice,
    dueOn: invoice.dueOn < lastPaidOn ? invoice.dueOn : lastPaidOn,
  }));
}

const keyOf = ({ kind, number }: Pick<Invoice, 'kind' | 'number'>): string => `${kind} ${number}`;

const disbursedEvent = (
  { on, reference, amount }: NonNullable<BookFacts['disbursal']>,
  terms: LoanTerms,
): Event => ({
  ...{ on, kind: 'disbursed', reference, invoice: null },
  post: () => {
    const deducted = startCharges(terms, 'deducted');
    return {
      ...{ principal: terms.sanctionedAmount, money: -amount, income: -deducted },
      difference: amount + deducted - terms.sanctionedAmount,
    };
  },
});

/** Bills an invoice, and pays it with the credit of earlier payments that were allocated to it. */
const billedEvent = (invoice: Invoice, settled: readonly Allocation[]): Event => ({
  ...{ on: invoice.dueOn, kind: 'billed', reference: null },
  invoice: { kind: invoice.kind, number: invoice.number },
  post: ({ paidOf }) => {
    const { interest, charges } = invoice;
    const before = settled.filter((one) => keyOf(one) === keyOf(invoice) && one.on < invoice.dueOn);
    const paid = sumPaise(before.map(({ amount }) => amount));
    return addUp(
      { interest, charges, income: -interest - charges },
      { credit: paid },
      pay(invoice, paid, paidOf),
    );
  },
});

const paidEvent = (
  { id, reference, on, amount }: BookPayment,
  billed: ReadonlyMap<string, Invoice>,
  settled: readonly Allocation[],
): Event => ({
  ...{ on, kind: 'paid', reference, invoice: null },
  post: ({ paidOf }) => {
    const parts = settled.flatMap((one) => {
      const invoice = billed.get(keyOf(one));
      return one.paymentId === id && invoice && invoice.dueOn <= on ? [{ invoice, paid: one.amount }] : [];
    });
    const credit = sumPaise(parts.map(({ paid }) => paid)) - amount;
    return addUp({ money: amount, credit }, ...parts.map(({ invoice, paid }) => pay(invoice, paid, paidOf)));
  },
});

const uncountedEvent = ({ kind, reference, on, amount }: UncountedMove): Event => ({
  ...{ on, kind, reference, invoice: null },
  post: () => {
    const comes = kind === 'held' || kind === 'dispute_won' ? amount : -amount;
    return { money: comes, held: -comes };
  },
});

/** Leaves of the income the interest of the days and the fee that the lender keeps; the borrower is credited with the rest. */
const leftEvent = ({ on, interest, feeKept }: CoolingOffExit): Event => ({
  ...{ on, kind: 'left', reference: null, invoice: null },
  post: ({ balance }) => {
    const returned = -balance('income') - interest - feeKept;
    const owed = balance('principal') + balance('interest') + balance('charges') - returned;
    // Payments up to and including this day pay the debts.
    const left = owed + balance('credit');
    return {
      income: returned,
      principal: Math.max(0, left) - balance('principal'),
      interest: -balance('interest'),
      charges: -balance('charges'),
      credit: Math.min(0, left) - balance('credit'),
    };
  },
});

/** A part payment pays charges first, then interest, then principal. */
function pay(invoice: Invoice, amount: Paise, paidOf: Map<string, Paise>): Postings {
  const before = paidOf.get(keyOf(invoice)) ?? 0;
  paidOf.set(keyOf(invoice), before + amount);
  const { interest, charges } = invoice;
  const upTo = (paid: Paise) => {
    const ofCharges = Math.min(paid, charges);
    const ofInterest = Math.min(paid - ofCharges, interest);
    return { charges: ofCharges, interest: ofInterest, principal: paid - ofCharges - ofInterest };
  };
  const [from, to] = [upTo(before), upTo(before + amount)];
  return {
    charges: from.charges - to.charges,
    interest: from.interest - to.interest,
    principal: from.principal - to.principal,
  };
}

function addUp(...all: readonly Postings[]): Postings {
  const sum: Postings = {};
  for (const account of bookAccounts) sum[account] = sumPaise(all.map((one) => one[account] ?? 0));
  return sum;
}
