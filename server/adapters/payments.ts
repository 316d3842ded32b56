/** The interface of a provider of payments: an order has a page where a person pays it, by UPI, card or net banking. */
import type { ProviderPayment } from '../../domain/servicing/order-payments.ts';
import type { ListDay } from './day-list.ts';
import type { Payee, ProviderReply } from './provider.ts';

export type PaymentRequest = {
  reference: string;
  amountPaise: number;
  currency: 'INR';
  payee: Payee;
  /** The time after which the page takes no payment; a pending payment may still arrive. */
  expiresAt: Date;
  /** The address to which the person returns. */
  returnUrl: string;
};

export type OrderReading = {
  kind: 'order';
  /** The page where it is paid; null where nothing is paid there any more. */
  url: string | null;
  /** The attempts, in no particular order. */
  payments: ProviderPayment[];
};

export interface Payments {
  /** Opens an order; a reference that it has already answers what became of it. */
  createOrder(request: PaymentRequest, signal: AbortSignal): Promise<ProviderReply<OrderReading>>;
  readOrder(reference: string, signal: AbortSignal): Promise<ProviderReply<OrderReading>>;
  /** Refunds the remaining amount of a payment; a refunded payment is unchanged. */
  refundPayment(
    reference: string,
    paymentId: string,
    signal: AbortSignal,
  ): Promise<ProviderReply<OrderReading>>;
  /** The payments of a day, by the references of their orders, and those that went back on it. */
  listDay: ListDay;
}
