/**
 * A provider of mandates behind HTTP. Below its base address, each answering `{state, failure?, umrn?, url?}`, or 404
 * where it has no such mandate:
 * - `POST mandates` with `{reference, method, limit, account: {holder, number, ifsc}, payee: {lender_id,
 *   account: {id, holder}}, return_url}`, the limit in paise;
 * - `GET mandates/{reference}`;
 * - `POST mandates/{reference}/cancel`, before it is registered;
 * - `POST mandates/{reference}/revoke`, afterwards.
 */
import { z } from 'zod/mini';
import { onWire } from '../../domain/values/wire-names.ts';
import type { HttpConnection } from './json-http.ts';
import { mandateFailures, type MandateReading, type Mandates } from './mandate.ts';
import { providerCall } from './provider.ts';
import { pageAddress, textUpTo } from './provider-schemas.ts';

const mandateSchema = z.object({
  state: z.enum(['requested', 'registered', 'failed', 'cancelled']),
  failure: z.nullish(z.string()),
  umrn: z.nullish(textUpTo(50)),
  url: z.nullish(pageAddress),
});

export function httpMandates(connection: HttpConnection): Mandates {
  const call = providerCall(connection, mandateSchema, readingIn);
  const pathOf = (reference: string) => `mandates/${encodeURIComponent(reference)}`;
  return {
    request: ({ reference, method, limitPaise, account, payee, returnUrl }, signal) =>
      call('mandates', signal, {
        ...{ reference, method, limit: limitPaise, account },
        ...{ payee: onWire(payee), return_url: returnUrl },
      }),
    read: (reference, signal) => call(pathOf(reference), signal),
    cancel: (reference, signal) => call(`${pathOf(reference)}/cancel`, signal, {}),
    revoke: (reference, signal) => call(`${pathOf(reference)}/revoke`, signal, {}),
  };
}

const readingIn = (body: z.output<typeof mandateSchema>): MandateReading => ({
  kind: 'mandate',
  state: body.state,
  failure: body.state === 'failed' ? (mandateFailures.find((one) => one === body.failure) ?? 'other') : null,
  registrationNumber: body.umrn ?? null,
  url: body.url ?? null,
});
