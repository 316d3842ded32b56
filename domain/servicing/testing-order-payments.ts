/** An order and a payment of it, for the tests of order-payments.ts. */
import type { OrderTerms, ReportedPayment } from './order-payments.ts';

const minuteMs = 60_000;
const start = new Date('2026-07-20T06:30:00Z');
export const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs);

export const order = (changes: Partial<OrderTerms> = {}): OrderTerms => ({
  id: 'first',
  purpose: 'instalment',
  instalment: 3,
  amountPaise: 630_000,
  currency: 'INR',
  createdAt: start,
  expiresAt: after(30),
  endedAt: null,
  ...changes,
});

export const payment = (changes: Partial<ReportedPayment> = {}): ReportedPayment => ({
  id: 'pay_1',
  orderId: 'first',
  amountPaise: 630_000,
  currency: 'INR',
  state: 'captured',
  method: 'upi',
  paidAt: after(5),
  receivedAt: after(6),
  countedPaise: null,
  isRefundOrdered: false,
  isPaidElsewhere: false,
  isRefundedByLender: false,
  ...changes,
});
