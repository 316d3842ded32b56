/**
 * A provider of payments behind HTTP. Below its base address, each answering
 * `{url?, payments: [{id, amount, currency, state, method, refunded?, paid_at, changed_at?, payee?, disputes?: [{id, amount,
 * state, taken_at, decided_at?}]}]}`, amounts in paise, `payee` the id of the account, or 404 where it has no such order:
 * - `POST orders` with `{reference, amount, currency, payee: {lender_id, account: {id, holder}}, expires_at, return_url}`;
 * - `GET orders/{reference}`;
 * - `POST orders/{reference}/payments/{id}/refund`, which a repeat does not do again.
 *
 * `GET entries` lists a day (day-list.ts).
 */
import { z } from 'zod/mini';
import { onWire } from '../../domain/values/wire-names.ts';
import type { Dispute } from '../../domain/servicing/order-payments.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import { httpDayList } from './day-list.ts';
import { type HttpConnection, jsonHttp } from './json-http.ts';
import type { OrderReading, Payments } from './payments.ts';
import { providerCall } from './provider.ts';
import { instant, pageAddress, paise, textUpTo } from './provider-schemas.ts';

/** `amount`: what the provider has taken for it, also where that was given back; 0 as long as it was not. */
const disputeSchema = z.object({
  ...{ id: textUpTo(100), amount: paise, state: z.enum(['open', 'lost', 'won']) },
  ...{ taken_at: instant, decided_at: z.nullish(instant) },
});

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
        payee: z.nullish(textUpTo(200)),
        disputes: z._default(z.array(disputeSchema).check(z.maxLength(20)), []),
      }),
    )
    .check(z.maxLength(100)),
});

export function httpPayments(connection: HttpConnection): Payments {
  const call = providerCall(connection, orderSchema, readingIn);
  const pathOf = (reference: string) => `orders/${encodeURIComponent(reference)}`;
  return {
    createOrder: ({ reference, amountPaise, currency, payee, expiresAt, returnUrl }, signal) =>
      call('orders', signal, {
        ...{ reference, amount: amountPaise, currency, payee: onWire(payee) },
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
  payments: body.payments.map(({ id, amount, currency, state, method, refunded, paid_at, ...more }) => ({
    ...{ id, currency, method, paidAt: paid_at, disputes: more.disputes.map(disputeIn) },
    ...(more.payee && { payee: more.payee }),
    ...(more.changed_at && { changedOn: todayInIndia(more.changed_at) }),
    // A partly refunded payment is reported with its remaining amount.
    amountPaise: state === 'captured' && refunded < amount ? amount - refunded : amount,
    state: state === 'captured' && refunded > 0 && refunded >= amount ? 'refunded' : state,
  })),
});

const disputeIn = ({
  taken_at,
  decided_at,
  amount,
  ...dispute
}: z.output<typeof disputeSchema>): Dispute => ({
  ...{ ...dispute, amountPaise: amount, takenAt: taken_at.toISOString() },
  decidedAt: decided_at?.toISOString() ?? null,
});
