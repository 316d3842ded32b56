/** The payments of a loan as its owner sees them: also those that do not count yet, or were refunded. */
import { and, desc, eq, ne } from 'drizzle-orm';
import { sumPaise } from '../../domain/servicing/charges.ts';
import type { PaymentOrder, ReceivedPayment } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { Database } from '../db/open.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import type { CollectionRow } from './collections.ts';
import { documentOnWire, type IssuedDocumentRow } from './issued-documents.ts';
import { type Account } from './ledger.ts';
import { paidPurpose } from './ledger-facts.ts';
import type { OrderRow } from './store-payment-reports.ts';
import { isRefunding } from './settle-orders.ts';
import { timeInIndia } from '../outbox/contact-hours.ts';

/** The newest first, without attempts that failed. @param documents of the lender loan */
export async function receivedPaymentsOf(
  db: Database,
  { loanId, lenderId }: LenderLoanKey,
  { documents, collections }: Pick<Account, 'collections'> & { documents: readonly IssuedDocumentRow[] },
): Promise<ReceivedPayment[]> {
  const rows = await db
    .select({ payment: payments, order: paymentOrders })
    .from(payments)
    .innerJoin(paymentOrders, eq(paymentOrders.id, payments.orderId))
    .where(and(ofLenderLoan(payments, { loanId, lenderId }), ne(payments.state, 'failed')))
    .orderBy(desc(payments.paidAt), payments.id);
  const collected = collections.filter(({ counts, state }) => counts && state !== 'returned');
  const paid = rows.flatMap(({ payment: { id, state, ...payment }, order }): ReceivedPayment[] => {
    if (state === 'failed') return [];
    const receipt = documents.find(({ paymentId }) => paymentId === id);
    return [
      {
        payment_id: payment.providerPaymentId,
        ...paidPurpose(payment, order),
        amount_paise: payment.amountPaise,
        currency: payment.currency,
        state: state === 'held' && isRefunding(payment) ? 'refunding' : state,
        refund_reference: payment.refundReference,
        method: payment.method,
        paid_at: payment.paidAt.toISOString(),
        receipt: receipt ? documentOnWire(receipt) : null,
      },
    ];
  });
  return [...paid, ...collected.map(collectionOnWire)].sort((a, b) => (a.paid_at < b.paid_at ? 1 : -1));
}

/** A lender names the day of a collection; its hours are not known. */
const collectionOnWire = ({ entryId, instalment, state, ...row }: CollectionRow): ReceivedPayment => ({
  ...{ payment_id: entryId, purpose: 'instalment', instalment, currency: 'INR', receipt: null },
  ...{ state: state === 'reversed' ? 'refunded' : 'captured', refund_reference: null },
  amount_paise: row.amountPaise,
  method: instalment === null ? 'lender' : 'mandate',
  paid_at: timeInIndia(row.collectedOn, 0).toISOString(),
});

/** An order as its owner sees it. @param url where it can be paid; null where it cannot, or that is not known */
export const orderOnWire = async (
  db: Database,
  order: OrderRow,
  url: string | null,
): Promise<PaymentOrder> => {
  const { id, purpose, instalment, amountPaise, state, expiresAt } = order;
  return {
    ...onWire({ orderId: id, purpose, instalment, amountPaise, state, expiresAt }),
    ...{ url: state === 'open' ? url : null, held_paise: await heldPaiseOf(db, id) },
  };
};

/** Returns the amount in paise that has arrived for an order in rupees and does not count yet. */
async function heldPaiseOf(db: Database, orderId: string): Promise<number> {
  const held = await db
    .select({ amountPaise: payments.amountPaise })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'held'), eq(payments.currency, 'INR')));
  return sumPaise(held.map(({ amountPaise }) => amountPaise));
}
