/**
 * Decides which of a provider's reported payments count (decision 92). Reports come in any order, repeatedly and late:
 * the same reports give the same result, and a debt is counted as paid once. Amounts are whole paise.
 */
import type { IsoDate } from '../values/dates.ts';

/**
 * The purpose of a payment to the lender: before the disbursal, monthly, in full, to cancel the loan, or a part beyond
 * the amounts due, after which instalments are fewer or smaller.
 */
export type PaymentPurpose = 'advance' | 'instalment' | 'foreclosure' | 'cooling_off' | PrepaymentPurpose;

export const prepaymentPurposes = ['prepay_fewer', 'prepay_smaller'] as const;

export type PrepaymentPurpose = (typeof prepaymentPurposes)[number];

export const isPrepayment = (purpose: PaymentPurpose | undefined): purpose is PrepaymentPurpose =>
  prepaymentPurposes.some((one) => one === purpose);

/**
 * A dispute of the payer's bank about a payment. `open`: the provider has taken the amount back for it; `won`: it has
 * given that back again. A lost one can still be won in a later instance; what begins after a won one has another id.
 */
export type Dispute = {
  /** The provider's. */
  id: string;
  state: 'open' | 'lost' | 'won';
  /** The amount that the provider has taken for it. */
  amountPaise: number;
  /** ISO instant. */
  takenAt: string;
  /** ISO instant; null while it is open, and where the provider names none. */
  decidedAt: string | null;
};

/**
 * One payment as the provider reports it. `amountPaise` is net of refunds of a part, but includes amounts taken by
 * disputes.
 */
export type ProviderPayment = {
  id: string;
  amountPaise: number;
  /** ISO 4217. */
  currency: string;
  state: 'captured' | 'failed' | 'refunded';
  method: string;
  paidAt: Date;
  /** The day in India on which it last went back, whole or in part; absent where none is stated. */
  changedOn?: IsoDate;
  /** The id of the account that it has gone to; absent where none is named. */
  payee?: string;
  /** Lists all that there ever were about it. */
  disputes?: readonly Dispute[];
};

export type OrderTerms = {
  id: string;
  purpose: PaymentPurpose;
  /** Its number, for the purpose `instalment` alone. */
  instalment: number | null;
  /** Says whether it is for the charge for paying the instalment late, and not for the instalment. */
  isLateCharge?: boolean;
  amountPaise: number;
  currency: string;
  createdAt: Date;
  expiresAt: Date;
  /** The time at which another order or payment made the amount outdated; null if there was none. */
  endedAt: Date | null;
};

export type ReportedPayment = ProviderPayment & {
  orderId: string;
  /** The time at which it was first reported as paid. */
  receivedAt: Date;
  /** The amount that staff have counted after all; null where they have not. */
  countedPaise: number | null;
  /** A payment whose refund was ordered does not count, unless staff have decided otherwise since. */
  isRefundOrdered: boolean;
  /** Says whether it has gone to another account than that of its order. */
  isPaidElsewhere: boolean;
  /** Says whether the lender has paid it back by hand, independently of the provider. */
  isRefundedByLender: boolean;
};

/**
 * `captured`: it counts. `held`: the provider has it, it does not count, and staff decide about it. `disputed`:
 * disputes have taken the whole amount. `refunded_by_lender`: the provider has it, and the lender has paid it back by
 * hand.
 */
export type PaymentState = 'captured' | 'failed' | 'refunded' | 'disputed' | 'held' | 'refunded_by_lender';

export type OrderState = 'open' | 'paid' | 'expired';

/** The states of a payment in the order in which it reaches them; a later report never moves it back. */
const progress: readonly ProviderPayment['state'][] = ['failed', 'captured', 'refunded'];

type Figures = Pick<ProviderPayment, 'state' | 'amountPaise' | 'disputes'>;

/** Merges two reports of one payment, in either order of arrival. Returns `one` itself where `other` adds nothing. */
export function mergeReports<Report extends Figures>(one: Report, other: Report): Report {
  const later = isAhead(one, other) ? other : one;
  const disputes = laterDisputes(one.disputes ?? none, other.disputes ?? none);
  return disputes === (later.disputes ?? none) ? later : { ...later, disputes };
}

function isAhead(one: Figures, other: Figures): boolean {
  const ahead = progress.indexOf(other.state) - progress.indexOf(one.state);
  // A refund of a part makes a captured payment smaller.
  return ahead === 0 ? other.amountPaise < one.amountPaise : ahead > 0;
}

const none: readonly Dispute[] = [];

const disputeProgress: readonly Dispute['state'][] = ['open', 'lost', 'won'];

/** @returns the first ones themselves where the others say nothing new */
function laterDisputes(one: readonly Dispute[], other: readonly Dispute[]): readonly Dispute[] {
  const isNews = (said: Dispute) => {
    const known = one.find(({ id }) => id === said.id);
    if (!known) return true;
    const ahead = disputeProgress.indexOf(said.state) - disputeProgress.indexOf(known.state);
    // An inquiry takes nothing until it becomes a chargeback.
    return ahead === 0 ? said.amountPaise > known.amountPaise : ahead > 0;
  };
  const news = other.filter(isNews);
  return news.length === 0 ? one : [...one.filter(({ id }) => !news.some((said) => said.id === id)), ...news];
}

/** Returns the amount that disputes have taken and not given back. */
export const takenPaise = (disputes: readonly Dispute[]): number =>
  disputes.reduce((sum, { state, amountPaise }) => sum + (state === 'won' ? 0 : amountPaise), 0);

/** Returns the payment less what disputes have taken; where that is all, it is `disputed` and its amount stays. */
export function lessDisputes<Report extends Figures>(
  payment: Report,
): Omit<Report, 'state'> & { state: ProviderPayment['state'] | 'disputed' } {
  const { state, amountPaise, disputes = none } = payment;
  const taken = takenPaise(disputes);
  if (state !== 'captured' || taken === 0) return payment;
  return taken < amountPaise
    ? { ...payment, amountPaise: amountPaise - taken }
    : { ...payment, state: 'disputed' };
}

/** A purchase that is ordered or paid; a payment has the time at which it was first reported as paid. */
type Purchase = Pick<OrderTerms, 'purpose' | 'instalment' | 'amountPaise' | 'isLateCharge'> &
  Partial<Pick<OrderTerms, 'id'> & Pick<ReportedPayment, 'receivedAt'>>;

/** Says whether the amount is owed until the order expires, and is another one afterwards. */
export const isQuoted = ({ purpose }: Pick<OrderTerms, 'purpose'>): boolean =>
  purpose === 'foreclosure' || purpose === 'cooling_off' || isPrepayment(purpose);

/** Returns the order's debt; orders with equal debts are attempts to pay it once. A part-prepayment is separate. */
function debtOf(order: Purchase): string {
  if (order.isLateCharge) return `late charge ${order.instalment} ${order.amountPaise}`;
  if (isPrepayment(order.purpose)) return `${order.purpose} ${order.id}`;
  return isQuoted(order) ? order.purpose : `${order.purpose} ${order.instalment} ${order.amountPaise}`;
}

/** Returns whether `paid` pays the order's debt. A payment known when the order was made has paid another debt. */
const isPaidBy = (order: OrderTerms, paid: Purchase): boolean =>
  order.id === paid.id ||
  (debtOf(order) === debtOf(paid) && (paid.receivedAt === undefined || order.createdAt <= paid.receivedAt));

type NetPayment = ReturnType<typeof lessDisputes<ReportedPayment>>;

/** Returns the time from which a payment counts: after a won dispute that of its return, or infinity if unknown. */
const countableAt = ({ paidAt, disputes = none }: NetPayment): number =>
  Math.max(
    paidAt.getTime(),
    ...wonDisputes(disputes).map(({ decidedAt }) => (decidedAt === null ? Infinity : Date.parse(decidedAt))),
  );

const wonDisputes = (disputes: readonly Dispute[]): Dispute[] =>
  disputes.filter(({ state, amountPaise }) => state === 'won' && amountPaise > 0);

/**
 * Returns whether another payment was made while a payment was taken back, or staff have counted one: then staff decide
 * what the returned money pays.
 */
function isReplaced({ disputes = none }: NetPayment, others: readonly NetPayment[]): boolean {
  const won = wonDisputes(disputes);
  const takenAt = Math.min(...won.map((one) => Date.parse(one.takenAt)));
  return (
    won.length > 0 && others.some((other) => isCountedByStaff(other) || other.paidAt.getTime() > takenAt)
  );
}

/**
 * @param orders all orders of a lender loan
 * @param reported all payments of these orders, one report per payment
 * @returns the state of each order and of each payment, by id
 */
export function settleOrders(
  orders: readonly OrderTerms[],
  reported: readonly ReportedPayment[],
  now: Date,
): { orders: Map<string, OrderState>; payments: Map<string, PaymentState> } {
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  const payments = reported.map(lessDisputes<ReportedPayment>);
  const inTime = payments.toSorted((a, b) => countableAt(a) - countableAt(b) || (a.id < b.id ? -1 : 1));
  const byStaff = payments.filter(isCountedByStaff);
  const counted: NetPayment[] = [];
  const payerOf = (order: OrderTerms) =>
    counted.find(({ orderId, receivedAt }) => {
      const paid = orderOf.get(orderId);
      return paid !== undefined && isPaidBy(order, { ...paid, receivedAt });
    });
  for (const payment of inTime) {
    const order = orderOf.get(payment.orderId);
    if (isCountedByStaff(payment)) continue;
    if (!order || !pays(order, payment) || payerOf(order)) continue;
    if (!isReplaced(payment, [...counted, ...byStaff])) counted.push(payment);
  }
  const stateOfPayment = (payment: NetPayment): PaymentState => {
    const counts = isCountedByStaff(payment) || counted.includes(payment);
    if (payment.state !== 'captured' || counts) return payment.state;
    return payment.isRefundedByLender ? 'refunded_by_lender' : 'held';
  };
  const stateOfOrder = (order: OrderTerms): OrderState => {
    const payment = payerOf(order);
    if (payment) return payment.orderId === order.id ? 'paid' : 'expired';
    return order.expiresAt > now && order.endedAt === null ? 'open' : 'expired';
  };
  return {
    orders: new Map(orders.map((order) => [order.id, stateOfOrder(order)])),
    payments: new Map(payments.map((payment) => [payment.id, stateOfPayment(payment)])),
  };
}

/**
 * Returns the orders that a new order or a counted payment ends: they were made for earlier amounts due. A paid order
 * does not end, nor does another attempt to pay the same, unless made while the payment did not count.
 * @param orders all orders of a lender loan
 * @param states of `settleOrders`
 * @param purchase the new order or payment; null for money that staff count, which pays no order
 */
export const supersededOrders = <Order extends OrderTerms>(
  orders: readonly Order[],
  states: ReadonlyMap<string, OrderState>,
  purchase: Purchase | null,
): Order[] =>
  orders.filter(
    (order) =>
      order.endedAt === null &&
      states.get(order.id) !== 'paid' &&
      !(purchase && isPaidBy(order, purchase) && order.amountPaise === purchase.amountPaise),
  );

/** Returns whether staff count it. It pays no order but reduces the debt; a partial refund changes its amount. */
const isCountedByStaff = ({ state, amountPaise, countedPaise }: NetPayment): boolean =>
  state === 'captured' && amountPaise === countedPaise;

/** Returns whether a payment pays the order. A late one does, unless the amount was a quote or the order has ended. */
const pays = (order: OrderTerms, payment: NetPayment): boolean =>
  payment.state === 'captured' &&
  !payment.isRefundOrdered &&
  !payment.isRefundedByLender &&
  !payment.isPaidElsewhere &&
  payment.currency === order.currency &&
  payment.amountPaise === order.amountPaise &&
  !isLate(order, payment) &&
  !isAfterEnd(order, payment);

/**
 * The reason why a payment does not count.
 * - `payee`: its account is not the one of its order
 * - `ended`: there was another order or payment before it
 * - `repeated`: another payment has paid the same debt, or was paid or counted while a dispute had taken it
 */
export type HeldReason = 'payee' | 'currency' | 'less' | 'more' | 'ended' | 'late' | 'repeated';

export function heldReason(
  order: OrderTerms,
  payment: Pick<ReportedPayment, 'amountPaise' | 'currency' | 'paidAt' | 'receivedAt' | 'isPaidElsewhere'>,
): HeldReason {
  if (payment.isPaidElsewhere) return 'payee';
  if (payment.currency !== order.currency) return 'currency';
  if (payment.amountPaise < order.amountPaise) return 'less';
  if (payment.amountPaise > order.amountPaise) return 'more';
  if (isAfterEnd(order, payment)) return 'ended';
  return isLate(order, payment) ? 'late' : 'repeated';
}

/** Returns whether the payment was reported after the order's end, whose cause was calculated without it. */
const isAfterEnd = ({ endedAt }: OrderTerms, { receivedAt }: Pick<ReportedPayment, 'receivedAt'>): boolean =>
  endedAt !== null && receivedAt >= endedAt;

/** Returns whether a payment came too late; the amount of a quote alone expires with its order. */
const isLate = (order: OrderTerms, { paidAt }: Pick<ProviderPayment, 'paidAt'>): boolean =>
  isQuoted(order) && paidAt > order.expiresAt;
