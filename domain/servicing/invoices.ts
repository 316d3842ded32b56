/**
 * The borrower's invoices: the payments of a loan, allocated to the amounts due. The result depends on the payments
 * alone, not on their order, and each payment is counted once.
 */
import { addDays, type IsoDate } from '../values/dates.ts';
import { amountOf, sumPaise } from './charges.ts';
import { advanceRows, startCharges, upFrontOf } from './figures.ts';
import type { PaymentPurpose } from './order-payments.ts';
import type { ScheduleRow } from './schedule.ts';
import type { ContingentCharge, LoanTerms, Paise } from './terms.ts';

export type CountedPayment = {
  /** The id of the payment, the same however often the payment is reported. */
  id: string;
  amount: Paise;
  /** The refunded part, by any means; it counts as never paid. */
  refunded: Paise;
  /** The day in India on which the borrower paid it. */
  on: IsoDate;
  /** The purpose; absent for a payment of any amounts due. */
  purpose?: PaymentPurpose | undefined;
};

export type Invoice = {
  /** The kind: due before the disbursal, an instalment after it, a charge for late payment, or a part-prepayment. */
  kind: 'up_front' | 'instalment' | 'late_payment' | 'prepayment';
  /** The number of the instalment or of the part-prepayment; 0 for a payment before the disbursal. */
  number: number;
  dueOn: IsoDate;
  /** Principal, interest and charges. */
  amount: Paise;
  principal: Paise;
  interest: Paise;
  charges: Paise;
  paid: Paise;
  /** The day on which the last paisa was paid. */
  paidOn: IsoDate | null;
  /** `overdue`: a part is unpaid, and the due date is over. */
  state: 'unpaid' | 'part_paid' | 'paid' | 'overdue';
  /** A debit of it is announced, and the lender has not said what became of it. */
  awaitsDebit: boolean;
};

/**
 * The announced debits by the number of the instalment: the day on which the lender has reported the outcome of the
 * debit, null until then. An instalment is not late while its outcome is pending.
 */
export type DebitWaits = ReadonlyMap<number, IsoDate | null>;

/** The part of a payment that has paid an invoice. */
export type Allocation = { paymentId: string; on: IsoDate; amount: Paise } & Pick<Invoice, 'kind' | 'number'>;

export type Ledger = {
  /** The invoices by due date. */
  invoices: Invoice[];
  /** These follow the order of the payments. */
  allocations: Allocation[];
  /** The sum of all payments, less refunds. */
  received: Paise;
  /** The amount paid beyond all invoices. */
  credit: Paise;
  /** The unpaid amount of all invoices, due or not. */
  outstanding: Paise;
};

/** The terms of a loan and its schedule, as `repaymentPlan` makes it of its payments. */
export type ScheduledLoan = {
  terms: LoanTerms;
  schedule: readonly ScheduleRow[];
  debitWaits?: DebitWaits | undefined;
};

type Bill = Omit<Invoice, 'state' | 'awaitsDebit'> & {
  /** The day from which it counts as due to be paid by hand; null while a debit of it is awaited. */
  payableOn: IsoDate | null;
  prepaymentId?: string | undefined;
};

/**
 * Allocates payments to invoices. A part-prepayment pays its own row of the schedule, which no other payment pays. Any
 * other payment goes to the amounts due on its day, oldest first, then to charges for late payment, then to instalments
 * before they are due; so a charge for late payment never makes an instalment late. A payment for an instalment pays
 * the amount due before the disbursal last, so that a refunded advance payment makes no instalment late.
 * @param payments all successful payments of the loan; a payment that is reported twice counts once
 * @throws RangeError when two payments under one id differ in amount or day.
 */
export function allocatePayments(
  loan: ScheduledLoan,
  payments: readonly CountedPayment[],
  today: IsoDate,
): Ledger {
  const bills = billsOf(loan);
  const lateCharges: Bill[] = [];
  const chargeLateUntil = (day: IsoDate) => {
    const charged = new Set(lateCharges.map(({ number }) => number));
    const late = bills.filter(({ kind, number }) => kind === 'instalment' && !charged.has(number));
    lateCharges.push(...late.flatMap((bill) => lateChargeOf(bill, lateChargeIn(loan.terms), day) ?? []));
    lateCharges.sort((a, b) => compareText(a.dueOn, b.dueOn));
  };
  let credit = 0;
  let received = 0;
  const allocations: Allocation[] = [];
  for (const { id, amount, on, purpose } of countOnce(payments)) {
    chargeLateUntil(on);
    const isLast = ({ kind }: Bill) => kind === 'up_front' && purpose === 'instalment';
    const isOpen = (bill: Bill) => bill.kind !== 'prepayment' && !isLast(bill);
    const isDue = (bill: Bill) => bill.dueOn <= on && isOpen(bill);
    const isEarly = (bill: Bill) => bill.dueOn > on && isOpen(bill);
    const inOrder = [
      ...bills.filter(({ prepaymentId }) => prepaymentId === id),
      ...bills.filter(isDue),
      ...lateCharges,
      ...bills.filter(isEarly),
      ...bills.filter(isLast),
    ];
    const paid = payBills(inOrder, amount, on);
    allocations.push(...paid.map((one) => ({ ...one, paymentId: id, on })));
    received += amount;
    credit += amount - sumPaise(paid.map((one) => one.amount));
  }
  chargeLateUntil(today);
  const invoices = [...bills, ...lateCharges]
    .sort((a, b) => compareText(a.dueOn, b.dueOn))
    .map(({ payableOn, prepaymentId: _, ...bill }): Invoice => {
      const state = stateOf({ ...bill, payableOn }, today);
      return { ...bill, state, awaitsDebit: payableOn === null && state !== 'paid' };
    });
  return {
    invoices,
    allocations,
    received,
    credit,
    outstanding: sumPaise(invoices.map(unpaidOf)),
  };
}

/** Invoices are either paid or unpaid: an unpaid one may be part paid or overdue. */
export const invoicesIn = (invoices: readonly Invoice[], view: 'all' | 'paid' | 'unpaid'): Invoice[] =>
  invoices.filter(({ state }) => view === 'all' || (state === 'paid') === (view === 'paid'));

/** Returns the invoice that is to be paid next, in the order in which payments are allocated. */
export function nextInvoice(invoices: readonly Invoice[], today: IsoDate): Invoice | null {
  const open = invoices.filter(({ state }) => state !== 'paid');
  const isBill = ({ kind, dueOn }: Invoice) => kind !== 'late_payment' && dueOn <= today;
  return open.find(isBill) ?? open.find(({ kind }) => kind === 'late_payment') ?? open[0] ?? null;
}

/**
 * Returns the amount to order for the next invoice. It includes all charges for late payment if no other invoice is
 * due, because payments go to due amounts before they go to those charges.
 * @param next of `nextInvoice`
 */
export function payableOfInstalment(next: Invoice, invoices: readonly Invoice[], today: IsoDate): Paise {
  const late = sumPaise(invoices.filter(({ kind }) => kind === 'late_payment').map(unpaidOf));
  if (next.kind === 'late_payment') return late;
  const isLastDue = !invoices.some(
    (other) =>
      other !== next && other.kind === 'instalment' && other.state !== 'paid' && other.dueOn <= today,
  );
  return unpaidOf(next) + (isLastDue ? late : 0);
}

/** Returns the unpaid amounts due by a day, late charges included, except amounts that wait for a debit. */
export function dueBy(invoices: readonly Invoice[], day: IsoDate): { total: Paise; lateCharges: Paise } {
  const due = invoices.filter(
    ({ dueOn, kind, awaitsDebit }) => !awaitsDebit && (dueOn <= day || kind === 'late_payment'),
  );
  const late = due.filter(({ kind }) => kind === 'late_payment');
  return { total: sumPaise(due.map(unpaidOf)), lateCharges: sumPaise(late.map(unpaidOf)) };
}

/** Returns the unpaid parts of an invoice: a part payment pays charges first, then interest, then principal. */
export function unpaidParts(invoice: Invoice): Pick<Invoice, 'principal' | 'interest' | 'charges'> {
  const left = unpaidOf(invoice);
  const principal = Math.min(left, invoice.principal);
  const interest = Math.min(left - principal, invoice.interest);
  return { principal, interest, charges: left - principal - interest };
}

/**
 * Says whether the mandate can debit an invoice: the debit is announced, or there is a whole day left between today and the
 * due date, so that the notice comes at least 24 hours before.
 */
export const canBeDebited = (
  { dueOn, awaitsDebit }: Pick<Invoice, 'dueOn' | 'awaitsDebit'>,
  today: IsoDate,
): boolean => awaitsDebit || addDays(today, 1) < dueOn;

export const isRepaid = ({ outstanding }: Ledger): boolean => outstanding === 0;

function billsOf({ terms, schedule, debitWaits }: ScheduledLoan): Bill[] {
  const open = { paid: 0, paidOn: null };
  const advance = advanceRows(terms, schedule);
  const upFront: Bill = {
    kind: 'up_front',
    number: 0,
    dueOn: terms.disbursalOn,
    amount: upFrontOf(terms, schedule),
    principal: sumPaise(advance.map(({ principal }) => principal)),
    interest: sumPaise(advance.map(({ interest }) => interest)),
    charges: startCharges(terms, 'up_front'),
    payableOn: terms.disbursalOn,
    ...open,
  };
  const instalments = schedule
    .slice(terms.advanceInstalments)
    .map(({ number, dueOn, principal, interest, charges, instalment, prepaymentId }): Bill => ({
      ...open,
      kind: prepaymentId === undefined ? 'instalment' : 'prepayment',
      prepaymentId,
      number,
      dueOn,
      amount: instalment + charges,
      principal,
      interest,
      charges,
      payableOn: payableOn(dueOn, debitWaits?.get(number)),
    }));
  return upFront.amount > 0 ? [upFront, ...instalments] : instalments;
}

/** @param waitedUntil undefined where no debit was announced */
const payableOn = (dueOn: IsoDate, waitedUntil: IsoDate | null | undefined): IsoDate | null =>
  waitedUntil === undefined || (waitedUntil !== null && waitedUntil < dueOn) ? dueOn : waitedUntil;

const lateChargeIn = (terms: LoanTerms): ContingentCharge | undefined =>
  terms.contingentCharges.find(({ kind }) => kind === 'late_payment');

/** Returns the first day on which an unpaid instalment is late; null while a debit of it is awaited. */
export function lateFrom(
  { terms, debitWaits }: Pick<ScheduledLoan, 'terms' | 'debitWaits'>,
  { number, dueOn }: Pick<Invoice, 'number' | 'dueOn'>,
): IsoDate | null {
  const payable = payableOn(dueOn, debitWaits?.get(number));
  return payable && addDays(payable, (lateChargeIn(terms)?.graceDays ?? 0) + 1);
}

/** The least unpaid amount in paise for which a late charge is taken: a rupee. */
const leastLate = 100;

/**
 * Returns the charge, taken once, for an instalment not paid in time, as of a day; a penalty bears no GST. An announced
 * debit delays the days of grace: the instalment cannot be paid by hand until its outcome is known.
 */
function lateChargeOf(bill: Bill, charge: ContingentCharge | undefined, day: IsoDate): Bill | null {
  if (bill.payableOn === null) return null;
  const lastInTime = addDays(bill.payableOn, charge?.graceDays ?? 0);
  if (!charge?.amount || unpaidOf(bill) < leastLate || lastInTime >= day) return null;
  const amount = amountOf(charge.amount, unpaidOf(bill));
  if (amount === 0) return null;
  return {
    kind: 'late_payment',
    number: bill.number,
    dueOn: addDays(lastInTime, 1),
    payableOn: addDays(lastInTime, 1),
    amount,
    principal: 0,
    interest: 0,
    charges: amount,
    paid: 0,
    paidOn: null,
  };
}

/** Returns each payment once, net of refunds, by day. */
function countOnce(payments: readonly CountedPayment[]): Omit<CountedPayment, 'refunded'>[] {
  const byId = new Map<string, CountedPayment>();
  for (const payment of payments) {
    const known = byId.get(payment.id) ?? payment;
    if (known.amount !== payment.amount || known.on !== payment.on)
      throw new RangeError('Two payments under one id');
    // A report from before the refund may come in after it.
    byId.set(payment.id, { ...payment, refunded: Math.max(known.refunded, payment.refunded) });
  }
  return [...byId.values()]
    .sort((a, b) => compareText(a.on, b.on) || compareText(a.id, b.id))
    .map(({ amount, refunded, ...payment }) => ({ ...payment, amount: Math.max(0, amount - refunded) }));
}

/** Pays the bills one after the other, and returns how much each was paid. */
function payBills(
  bills: readonly Bill[],
  amount: Paise,
  on: IsoDate,
): Pick<Allocation, 'kind' | 'number' | 'amount'>[] {
  let left = amount;
  return bills.flatMap((bill) => {
    const part = Math.min(left, unpaidOf(bill));
    if (part === 0) return [];
    bill.paid += part;
    left -= part;
    if (unpaidOf(bill) === 0) bill.paidOn = on;
    return [{ kind: bill.kind, number: bill.number, amount: part }];
  });
}

function stateOf(bill: Bill, today: IsoDate): Invoice['state'] {
  if (unpaidOf(bill) === 0) return 'paid';
  if (bill.payableOn !== null && bill.payableOn < today) return 'overdue';
  return bill.paid > 0 ? 'part_paid' : 'unpaid';
}

export const unpaidOf = ({ amount, paid }: Pick<Invoice, 'amount' | 'paid'>): Paise => amount - paid;

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
