/** The rows that the server stores of what is told of a loan, and a database that answers with them. */
import {
  type Dispute,
  lessDisputes,
  mergeReports,
  type OrderTerms,
  type ProviderPayment,
  type ReportedPayment,
  settleOrders,
} from '../../domain/servicing/order-payments.ts';
import type { Database } from '../../server/db/open.ts';
import { collections, debitNotices, payments, servicingCases } from '../../server/db/schema/servicing.ts';
import type { Told } from './rules/agreed.ts';
import { type Day, textOf } from './rules/calendar.ts';

type Payment = typeof payments.$inferSelect;
type Collection = typeof collections.$inferSelect;

/** An instant of a day in India. */
export const at = (day: Day, hour: number, minute = 0): Date =>
  new Date(Date.parse(`${textOf(day)}T00:00:00+05:30`) + (hour * 60 + minute) * 60_000);

export type Rows = {
  orders: OrderTerms[];
  payments: Payment[];
  collections: Collection[];
  notices: { instalment: number; dueOn: string }[];
  released: { subject: string; closedAt: Date }[];
};

/** @param dueOf the due date of an instalment */
export function rowsOf(told: readonly Told[], dueOf: (number: number) => Day): Rows {
  const rows: Rows = { orders: [], payments: [], collections: [], notices: [], released: [] };
  const reports: ProviderPayment[] = [];
  for (const [place, one] of told.entries()) {
    const now = at(one.told, 12, place);
    const payment = 'id' in one ? rows.payments.find(({ id }) => id === one.id) : undefined;
    const collection = 'id' in one ? rows.collections.find(({ id }) => id === one.id) : undefined;
    switch (one.what) {
      case 'paid': {
        const orderedOn = one.isLate ? one.on - 1 : one.on;
        rows.orders.push({
          ...{ id: one.id, purpose: one.purpose, instalment: one.number, currency: 'INR' },
          ...{ amountPaise: Number(one.ordered), createdAt: at(orderedOn, 9), endedAt: null },
          expiresAt: at(orderedOn + 1, 0),
        });
        rows.payments.push(paymentRow(one.id, one.id, Number(one.amount), at(one.on, 10, place), now));
        break;
      }
      case 'paid again': {
        const order = rows.orders.find(({ id }) => id === one.of);
        if (order)
          rows.payments.push(paymentRow(one.id, order.id, order.amountPaise, at(one.on, 10, place), now));
        break;
      }
      case 'refunded':
        if (!payment) break;
        payment.refundedPaise += Number(one.amount);
        payment.refundedAt = now;
        if (payment.refundedPaise === fullOf(payment)) payment.state = 'refunded';
        break;
      case 'disputed':
        payment?.disputes.push({
          ...{ id: one.dispute, state: 'open', amountPaise: Number(one.amount), decidedAt: null },
          takenAt: at(one.on, 10, place).toISOString(),
        });
        break;
      case 'dispute decided': {
        const dispute = payment?.disputes.find(({ id }) => id === one.dispute);
        if (!payment || !dispute || dispute.state === 'won') break;
        dispute.state = one.isWon ? 'won' : 'lost';
        dispute.decidedAt = at(one.told, 10, place).toISOString();
        if (one.isWon && payment.decision === 'count') Object.assign(payment, undecided);
        break;
      }
      case 'counted':
        if (!payment) break;
        Object.assign(payment, {
          decision: 'count',
          decidedPaise: Number(one.amount),
          countsFor: one.towards,
        });
        break;
      case 'refund ordered':
        if (payment)
          Object.assign(payment, { ...undecided, decision: 'refund', decidedPaise: Number(one.amount) });
        break;
      case 'collected':
      case 'bounced':
        rows.collections.push({
          ...{ id: one.id, loanId: '', lenderId: 1, entryId: one.id, instalment: one.number, reason: null },
          ...{ amountPaise: Number(one.amount), collectedOn: textOf(one.on), counts: true },
          ...{ state: one.what === 'collected' ? 'collected' : 'returned', saidAt: now, changedOn: null },
        });
        break;
      case 'collection reversed':
        if (collection) Object.assign(collection, { state: 'reversed', saidAt: now });
        break;
      case 'debit announced':
        rows.notices.push({ instalment: one.number, dueOn: textOf(dueOf(one.number)) });
        break;
      case 'debit released':
        rows.released.push({ subject: String(one.number), closedAt: now });
        break;
      case 'disbursed':
      case 'leaving':
      case 'asked':
        break;
    }
    if ('id' in one) reports.push(...rows.payments.filter(({ id }) => id === one.id).map(reportOf));
  }
  return settled(rows, reports, at(told.at(-1)?.told ?? 0, 23));
}

const undecided = { decision: null, decidedPaise: null, countsFor: null };

/** Amounts are those that were paid, until `settled` takes away what has gone back. */
const fullOf = ({ amountPaise }: Payment): number => amountPaise;

const paymentRow = (
  id: string,
  orderId: string,
  amountPaise: number,
  paidAt: Date,
  receivedAt: Date,
): Payment => ({
  ...{ id, orderId, loanId: '', lenderId: 1, providerPaymentId: id, amountPaise, currency: 'INR' },
  ...{ state: 'captured', method: 'upi', paidAt, receivedAt, refundedPaise: 0, refundedAt: null },
  ...{ otherPayee: null, changedOn: null, disputes: [], ...undecided, refundRefusedAt: null },
  ...{ refundReference: null, refundedByLenderAt: null },
});

/** The provider's present word about a payment. */
const reportOf = (row: Payment): ProviderPayment => ({
  ...{ id: row.id, currency: row.currency, method: row.method, paidAt: row.paidAt },
  amountPaise: row.amountPaise - (row.state === 'refunded' ? 0 : row.refundedPaise),
  ...{ state: row.state === 'refunded' ? 'refunded' : 'captured', disputes: structuredClone(row.disputes) },
});

/**
 * Returns each payment with the state that the product gives it, and what is left of it. The reports arrive the latest first,
 * and that again at the end.
 */
function settled(rows: Rows, reports: readonly ProviderPayment[], now: Date): Rows {
  const reported = rows.payments.map((row): ReportedPayment & { disputes: Dispute[] } => {
    const own = reports.filter(({ id }) => id === row.id).reverse();
    const { disputes = [], ...report } = [...own, ...own.slice(0, 1)].reduce(mergeReports);
    return {
      ...{ ...report, disputes: [...disputes], orderId: row.orderId ?? '', receivedAt: row.receivedAt },
      countedPaise: row.decision === 'count' ? row.decidedPaise : null,
      ...{ isRefundOrdered: row.decision === 'refund', isPaidElsewhere: false, isRefundedByLender: false },
    };
  });
  const states = settleOrders(rows.orders, reported, now).payments;
  return {
    ...rows,
    payments: rows.payments.map((row, index): Payment => {
      const report = reported[index];
      if (!report) return row;
      const { amountPaise, state } = lessDisputes(report);
      const { disputes } = report;
      return { ...row, amountPaise, disputes, state: states.get(row.id) ?? state };
    }),
  };
}

/** Answers each query with all rows of its first table, in the order that the server asks for. */
export function databaseOf(rows: Rows): Database {
  const orderOf = new Map(rows.orders.map((order) => [order.id, order]));
  const answers = new Map<unknown, unknown[]>([
    [
      payments,
      rows.payments
        .map((payment) => ({ payment, order: orderOf.get(payment.orderId ?? '') }))
        .sort((a, b) => a.payment.paidAt.getTime() - b.payment.paidAt.getTime()),
    ],
    [collections, rows.collections.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))],
    [
      debitNotices,
      rows.notices.map((notice) => ({
        notice,
        mandate: { state: 'registered', settledAt: null, withdrawalRequestedAt: null },
      })),
    ],
    [servicingCases, rows.released],
  ]);
  const queryOf = (table: unknown) => {
    const query = Object.assign(Promise.resolve(answers.get(table) ?? []), {
      innerJoin: () => query,
      where: () => query,
      orderBy: () => query,
    });
    return query;
  };
  return { select: () => ({ from: queryOf }) } as unknown as Database;
}

const keyOf = ({ collectedOn, id }: Collection): string => `${collectedOn} ${id}`;
