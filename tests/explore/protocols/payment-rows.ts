/**
 * The database rows of the payments of one loan, and the transactions of server/servicing about them, as functions from
 * rows to rows. The payments that count, the amounts due, the orders that end and the stage of the loan are the
 * product's own functions. Times are numbers of a clock that advances with each payment, and each order that begins,
 * expires or ends; all times are on one day.
 */
import {
  type Dispute,
  mergeReports,
  lessDisputes,
  type OrderTerms,
  type PaymentPurpose,
  type PaymentState,
  type ProviderPayment,
  type ReportedPayment,
  settleOrders,
  supersededOrders,
} from '../../../domain/servicing/order-payments.ts';
import { isEndedStage } from '../../../server/servicing/lender-loans.ts';
import { countableFor, type Counted, duePaise, type Loan, moveLoan } from './payment-loan.ts';

export type Order = {
  purpose: PaymentPurpose;
  key: string;
  amountPaise: number;
  createdAt: number;
  expiresAt: number;
  endedAt: number | null;
  state: 'open' | 'paid' | 'expired';
};

/** A payment as the provider reports it; `order` counts from 1, and so does `id`. */
export type Report = {
  id: number;
  order: number;
  amountPaise: number;
  state: ProviderPayment['state'];
  paidAt: number;
  /** The payment's dispute, one at most. */
  dispute: { takenAt: number; wonAt: number | null } | null;
};

export type Decision = 'count' | 'refund' | 'refunded_by_lender';

export type Payment = Omit<Report, 'state'> & {
  state: PaymentState;
  receivedAt: number;
  decision: Decision | null;
  /** The purpose for which staff have counted it. */
  countsFor: PaymentPurpose | null;
  /** The provider does not make the refund. */
  isRefused: boolean;
  /** The lender has paid it back by hand. */
  isPaidBack: boolean;
  /** Says whether the customer had a message that it does not count, or has gone back. */
  isToldHeld: boolean;
  isToldRefunded: boolean;
};

export type Rows = { clock: number; loan: Loan; orders: Order[]; payments: Payment[] };

/** The rules of the server; a planted fault leaves one out. */
export type PaymentRules = {
  endsOrders: boolean;
  keepsLaterReport: boolean;
  countsOnce: boolean;
  tellsOfHeld: boolean;
  asksByJob: boolean;
  returnsRefusedRefund: boolean;
  refundsEnded: boolean;
  looksAtStage: boolean;
};
export const allRules: PaymentRules = {
  endsOrders: true,
  keepsLaterReport: true,
  countsOnce: true,
  tellsOfHeld: true,
  asksByJob: true,
  returnsRefusedRefund: true,
  refundsEnded: true,
  looksAtStage: true,
};

/** A time after the expiry of every order. */
export const never = 10_000;

const dateOf = (clock: number): Date => new Date(clock * 1000);

const termsOf = (order: Order, index: number): OrderTerms => ({
  ...{ id: String(index + 1), purpose: order.purpose },
  // The model has one order of each purpose.
  instalment: null,
  ...{ amountPaise: order.amountPaise, currency: 'INR', createdAt: dateOf(order.createdAt) },
  expiresAt: dateOf(order.expiresAt),
  endedAt: order.endedAt === null ? null : dateOf(order.endedAt),
});

export const disputesOf = ({ id, amountPaise, dispute }: Omit<Report, 'state'>): Dispute[] =>
  dispute === null
    ? []
    : [
        {
          ...{ id: `dispute ${id}`, state: dispute.wonAt === null ? 'open' : 'won', amountPaise },
          takenAt: dateOf(dispute.takenAt).toISOString(),
          decidedAt: dispute.wonAt === null ? null : dateOf(dispute.wonAt).toISOString(),
        },
      ];

/** `reportOf` of server/servicing/settle-orders.ts. */
const reportOf = (payment: Payment): ReportedPayment => ({
  ...{ id: String(payment.id), orderId: String(payment.order), amountPaise: payment.amountPaise },
  ...{ currency: 'INR', method: 'upi' },
  ...{ paidAt: dateOf(payment.paidAt), receivedAt: dateOf(payment.receivedAt) },
  state: payment.state === 'failed' || payment.state === 'refunded' ? payment.state : 'captured',
  disputes: disputesOf(payment),
  countedPaise: payment.decision === 'count' ? payment.amountPaise : null,
  isRefundOrdered: payment.decision === 'refund',
  isPaidElsewhere: false,
  isRefundedByLender: payment.isPaidBack,
});

/** The payments that count, with what they have paid. */
export const countedIn = ({ orders, payments }: Pick<Rows, 'orders' | 'payments'>): Counted[] =>
  payments
    .filter(({ state }) => state === 'captured')
    .map(({ id, amountPaise, countsFor, order }) => ({
      ...{ id: String(id), amount: amountPaise },
      purpose: countsFor ?? orders[order - 1]?.purpose ?? 'instalment',
    }));

/** `endOrders` of server/servicing/settle-orders.ts. */
function endOrders(rows: Rows, purchase: Parameters<typeof supersededOrders>[2], rules: PaymentRules): Rows {
  if (!rules.endsOrders) return rows;
  const states = new Map(rows.orders.map(({ state }, index) => [String(index + 1), state]));
  const ended = supersededOrders(rows.orders.map(termsOf), states, purchase).map(({ id }) => Number(id));
  if (ended.length === 0) return rows;
  const clock = rows.clock + 1;
  const orders = rows.orders.map((order, index) =>
    ended.includes(index + 1) ? { ...order, state: 'expired' as const, endedAt: clock } : order,
  );
  return { ...rows, clock, orders };
}

/** `settleStoredPayments` of server/servicing/settle-orders.ts. @param before the payments before the latest reports */
function settle(rows: Rows, rules: PaymentRules, before: readonly Payment[] = rows.payments): Rows {
  const settled = settleOrders(rows.orders.map(termsOf), rows.payments.map(reportOf), dateOf(rows.clock));
  const stateBefore = (id: number) => before.find((one) => one.id === id)?.state ?? 'failed';
  const payments = rows.payments.map((payment) => {
    const once = settled.payments.get(String(payment.id)) ?? payment.state;
    const state = once === 'held' && payment.decision === null && !rules.countsOnce ? 'captured' : once;
    const was = stateBefore(payment.id);
    const isBack = was === 'disputed' && !isRefunding(payment);
    const isNews =
      state === 'held' && (was === 'failed' || was === 'captured' || isBack) && rules.tellsOfHeld;
    return { ...payment, state, isToldHeld: payment.isToldHeld || isNews };
  });
  const orders = rows.orders.map((order, index) => ({
    ...order,
    state: settled.orders.get(String(index + 1)) ?? order.state,
  }));
  let after: Rows = { ...rows, orders, payments };
  for (const { id, state, order, decision, receivedAt } of payments) {
    if (state !== 'captured' || stateBefore(id) === 'captured') continue;
    const paid = decision === 'count' ? undefined : after.orders[order - 1];
    const purchase = paid ? { ...termsOf(paid, order - 1), receivedAt: dateOf(receivedAt) } : null;
    after = endOrders(after, purchase, rules);
  }
  return after;
}

/** `advanceStage` of server/servicing/stage.ts with server/servicing/refund-ended.ts. */
export function advance(before: Rows, rules: PaymentRules): Rows {
  const rows = { ...before, loan: moveLoan(before.loan, countedIn(before)) };
  if (!isEndedStage(rows.loan.stage) || rows.loan.isDisbursed || !rules.refundsEnded) return rows;
  return {
    ...rows,
    orders: rows.orders.map((order) =>
      order.state === 'expired'
        ? order
        : { ...order, state: 'expired', endedAt: order.endedAt ?? rows.clock },
    ),
    payments: rows.payments.map((payment) => {
      const { state, decision } = payment;
      const isKept =
        (state === 'captured' || state === 'held') && (decision === null || decision === 'count');
      return isKept ? { ...payment, state: 'held', decision: 'refund', isRefused: false } : payment;
    }),
  };
}

const isGone = (report: Report): boolean =>
  ['refunded', 'disputed'].includes(lessDisputes({ ...report, disputes: disputesOf(report) }).state);

/** `recordOrder` of server/servicing/settle-orders.ts. */
export function record(rows: Rows, reports: readonly Report[], rules: PaymentRules): Rows {
  const before = rows.payments;
  const payments = [...before];
  for (const report of reports) {
    const at = payments.findIndex(({ id }) => id === report.id);
    const known = payments[at];
    if (!known) {
      payments.push({
        ...{ ...report, isRefused: false, isPaidBack: false, isToldHeld: false, decision: null },
        ...{ countsFor: null, receivedAt: rows.clock, isToldRefunded: isGone(report) },
        state: lessDisputes({ ...report, disputes: disputesOf(report) }).state,
      });
      continue;
    }
    const stored = reportOf(known);
    const reported = { ...stored, state: report.state, disputes: disputesOf(report) };
    const later = rules.keepsLaterReport ? mergeReports(stored, reported) : reported;
    if (later === stored) continue;
    const { state } = lessDisputes(later);
    const isBack = (state === 'refunded' || state === 'disputed') && known.state !== state;
    const dispute = later.disputes === stored.disputes ? known.dispute : report.dispute;
    const isReturned = known.dispute?.wonAt === null && dispute !== null && dispute.wonAt !== null;
    payments[at] = {
      ...known,
      ...{ state, dispute },
      // Something else may have been paid since staff have counted it.
      ...(isReturned && known.decision === 'count' && { decision: null, countsFor: null }),
      ...(known.state === 'failed' && { paidAt: report.paidAt, receivedAt: rows.clock }),
      isToldRefunded: known.isToldRefunded || (isBack && !known.isPaidBack),
    };
  }
  return advance(settle({ ...rows, payments }, rules, before), rules);
}

/** `openOrder` of server/servicing/payment-orders.ts. @returns the number of the order; null where nothing is due */
export function openOrder(
  before: Rows,
  { purpose, key }: { purpose: PaymentPurpose; key: string },
  rules: PaymentRules,
): { rows: Rows; order: number } | null {
  const rows = settle(before, rules);
  const repeated = rows.orders.findIndex((order) => order.key === key);
  if (repeated >= 0) return { rows, order: repeated + 1 };
  const loan: Loan = rules.looksAtStage ? rows.loan : { ...rows.loan, stage: 'accepted' };
  const amountPaise = duePaise(loan, countedIn(rows), purpose);
  if (amountPaise === null) return null;
  const open = rows.orders.findIndex(
    (order) => order.state === 'open' && order.purpose === purpose && order.amountPaise === amountPaise,
  );
  if (open >= 0) return { rows, order: open + 1 };
  const clock = rows.clock + 1;
  const made: Order = {
    ...{ purpose, key, amountPaise, createdAt: clock, expiresAt: never, endedAt: null },
    state: 'open',
  };
  const after = endOrders({ ...rows, clock }, termsOf(made, rows.orders.length), rules);
  return { rows: { ...after, orders: [...after.orders, made] }, order: after.orders.length + 1 };
}

/** The order's day or half hour is over. */
export const expire = (rows: Rows, order: number): Rows => ({
  ...rows,
  clock: rows.clock + 1,
  orders: rows.orders.map((one, index) => (index === order - 1 ? { ...one, expiresAt: rows.clock } : one)),
});

const change = (rows: Rows, id: number, changes: Partial<Payment>): Rows => ({
  ...rows,
  payments: rows.payments.map((one) => (one.id === id ? { ...one, ...changes } : one)),
});

const isRefunding = ({ decision, isRefused }: Payment): boolean => decision === 'refund' && !isRefused;

const moneyOf = ({ orders }: Rows, { amountPaise, order }: Payment) => ({
  ...{ amountPaise, purpose: orders[order - 1]?.purpose ?? null },
});

/** Returns the decisions for a held payment (`decidePayment` of server/servicing/decide-payment.ts). */
export function decisionsFor(rows: Rows, payment: Payment): Decision[] {
  if (payment.state !== 'held' || isRefunding(payment)) return [];
  const counted = countedIn(rows);
  // Staff can count more than is owed as well; here they do not.
  const isOwed =
    !rows.loan.isDisbursed || payment.amountPaise <= (duePaise(rows.loan, counted, 'foreclosure') ?? 0);
  const canCount = isOwed && countableFor(rows.loan, counted, moneyOf(rows, payment)) !== null;
  return [
    'refund',
    ...(canCount ? (['count'] as const) : []),
    ...(payment.isRefused ? (['refunded_by_lender'] as const) : []),
  ];
}

/** @returns the unchanged rows if the payment waits for another decision by then */
export function decide(
  rows: Rows,
  { payment: id, decision }: { payment: number; decision: Decision },
  rules: PaymentRules,
): Rows {
  const payment = rows.payments.find((one) => one.id === id);
  if (!payment || !decisionsFor(rows, payment).includes(decision)) return rows;
  const countsFor =
    decision === 'count' ? countableFor(rows.loan, countedIn(rows), moneyOf(rows, payment)) : null;
  const isPaidBack = decision === 'refunded_by_lender';
  const decided = change(rows, id, { decision, countsFor, isPaidBack, isRefused: false });
  return advance(settle(decided, rules), rules);
}

/** `orderedRefunds` of server/servicing/payment-orders.ts: the payments of an order that are given back. */
export const orderedRefunds = ({ payments }: Rows, order: number): number[] =>
  payments
    .filter((one) => one.order === order && one.state === 'held' && isRefunding(one))
    .map(({ id }) => id);

/** `recordRefusedRefund` of server/servicing/settle-orders.ts. */
export function refuseRefund(rows: Rows, payment: number): Rows {
  const known = rows.payments.find(({ id }) => id === payment);
  const isOrdered = known?.state === 'held' && known.decision === 'refund';
  return isOrdered ? change(rows, payment, { isRefused: true }) : rows;
}

/** Applies a step of the customer or the lender to the loan: `requestCancellation`, `recordLenderSteps`. */
export const changeLoan = (rows: Rows, changes: Partial<Loan>, rules: PaymentRules): Rows =>
  advance({ ...rows, loan: { ...rows.loan, ...changes } }, rules);
