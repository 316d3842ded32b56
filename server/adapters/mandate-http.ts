/**
 * A provider of mandates behind HTTP. Below its base address, each answering `{state, failure?, umrn?, url?}`, or 404
 * where it has no such mandate:
 * - `POST mandates` with `{reference, method, limit, account: {holder, number, ifsc}, return_url}`, the limit in paise;
 * - `GET mandates/{reference}`;
 * - `POST mandates/{reference}/cancel`, before it is registered;
 * - `POST mandates/{reference}/revoke`, afterwards.
 */
import { z } from 'zod/mini';
import { type HttpConnection, jsonHttp } from './json-http.ts';
import { mandateFailures, type MandateReading, type Mandates } from './mandate.ts';
import { readingOf } from './provider.ts';
import { pageAddress, textUpTo } from './provider-schemas.ts';

const mandateSchema = z.object({
  state: z.enum(['requested', 'registered', 'failed', 'cancelled']),
  failure: z.nullish(z.string()),
  umrn: z.nullish(textUpTo(50)),
  url: z.nullish(pageAddress),
});

export function httpMandates(connection: HttpConnection): Mandates {
  const call = jsonHttp(connection);
  const pathOf = (reference: string) => `mandates/${encodeURIComponent(reference)}`;
  return {
    async request({ reference, method, limitPaise, account, returnUrl }, signal) {
      const body = { reference, method, limit: limitPaise, account, return_url: returnUrl };
      return readingOf(await call('mandates', signal, body), mandateSchema, readingIn);
    },
    async read(reference, signal) {
      return readingOf(await call(pathOf(reference), signal), mandateSchema, readingIn);
    },
    async cancel(reference, signal) {
      return readingOf(await call(`${pathOf(reference)}/cancel`, signal, {}), mandateSchema, readingIn);
    },
    async revoke(reference, signal) {
      return readingOf(await call(`${pathOf(reference)}/revoke`, signal, {}), mandateSchema, readingIn);
    },
  };
}

const readingIn = (body: z.output<typeof mandateSchema>): MandateReading => ({
  kind: 'mandate',
  state: body.state,
  failure: body.state === 'failed' ? (mandateFailures.find((one) => one === body.failure) ?? 'other') : null,
  registrationNumber: body.umrn ?? null,
  url: body.url ?? null,
});
