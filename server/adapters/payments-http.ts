/**
 * A provider of payments behind HTTP. Below its base address, each answering
 * `{url?, payments: [{id, amount, currency, state, method, refunded?, paid_at, changed_at?}]}`, amounts in paise, or 404 where it has
 * no such order:
 * - `POST orders` with `{reference, amount, currency, expires_at, return_url}`;
 * - `GET orders/{reference}`;
 * - `POST orders/{reference}/payments/{id}/refund`, which a repeat does not do again.
 *
 * `GET entries` lists a day (day-list.ts).
 */
import { z } from 'zod/mini';
import { todayInIndia } from '../../domain/values/dates.ts';
import { httpDayList } from './day-list.ts';
import { type HttpConnection, jsonHttp } from './json-http.ts';
import type { OrderReading, Payments } from './payments.ts';
import { providerCall } from './provider.ts';
import { instant, pageAddress, paise, textUpTo } from './provider-schemas.ts';

const orderSchema = z.object({
  url: z.nullish(pageAddress),
  payments: z
    .array(
      z.object({
        id: textUpTo(100),
        amount: paise,
        currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
        state: z.enum(['captured', 'failed', 'refunded']),
        method: textUpTo(50),
        refunded: z._default(paise, 0),
        paid_at: instant,
        changed_at: z.nullish(instant),
      }),
    )
    .check(z.maxLength(100)),
});

export function httpPayments(connection: HttpConnection): Payments {
  const call = providerCall(connection, orderSchema, readingIn);
  const pathOf = (reference: string) => `orders/${encodeURIComponent(reference)}`;
  return {
    createOrder: ({ reference, amountPaise, currency, expiresAt, returnUrl }, signal) =>
      call('orders', signal, {
        ...{ reference, amount: amountPaise, currency },
        ...{ expires_at: expiresAt.toISOString(), return_url: returnUrl },
      }),
    readOrder: (reference, signal) => call(pathOf(reference), signal),
    refundPayment: (reference, paymentId, signal) =>
      call(`${pathOf(reference)}/payments/${encodeURIComponent(paymentId)}/refund`, signal, {}),
    listDay: httpDayList(jsonHttp(connection)),
  };
}

const readingIn = (body: z.output<typeof orderSchema>): OrderReading => ({
  kind: 'order',
  url: body.url ?? null,
  payments: body.payments.map(({ id, amount, currency, state, method, refunded, paid_at, changed_at }) => ({
    ...{ id, currency, method, paidAt: paid_at, ...(changed_at && { changedOn: todayInIndia(changed_at) }) },
    // What is left of a payment after a refund of a part is a payment in another amount.
    amountPaise: state === 'captured' && refunded < amount ? amount - refunded : amount,
    state: state === 'captured' && refunded > 0 && refunded >= amount ? 'refunded' : state,
  })),
});
