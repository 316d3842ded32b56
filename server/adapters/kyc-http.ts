/**
 * A provider of identity checks behind HTTP. Below its base address, each answering
 * `{state, failure?, name?, url?, expires_at?}`, or 404 where it has no such check:
 * - `POST kyc/requests` with `{reference, name, pan, mobile, return_url}`;
 * - `POST kyc/requests/{reference}/token` makes another `url`;
 * - `GET kyc/requests/{reference}`.
 */
import { z } from 'zod/mini';
import type { HttpConnection } from './json-http.ts';
import { type Kyc, kycFailures, type KycReading } from './kyc.ts';
import { providerCall } from './provider.ts';
import { instant, pageAddress, textUpTo } from './provider-schemas.ts';

const checkSchema = z.object({
  state: z.enum(['requested', 'verified', 'failed', 'expired']),
  failure: z.nullish(z.string()),
  name: z.nullish(textUpTo(200)),
  url: z.nullish(pageAddress),
  expires_at: z.nullish(instant),
});

export function httpKyc(connection: HttpConnection): Kyc {
  const call = providerCall(connection, checkSchema, readingIn);
  const pathOf = (reference: string) => `kyc/requests/${encodeURIComponent(reference)}`;
  return {
    request: ({ reference, name, pan, mobile, returnUrl }, signal) =>
      call('kyc/requests', signal, { reference, name, pan, mobile, return_url: returnUrl }),
    regenerateToken: (reference, signal) => call(`${pathOf(reference)}/token`, signal, {}),
    read: (reference, signal) => call(pathOf(reference), signal),
  };
}

const readingIn = (body: z.output<typeof checkSchema>): KycReading => ({
  kind: 'check',
  state: body.state,
  failure: body.state === 'failed' ? (kycFailures.find((one) => one === body.failure) ?? 'other') : null,
  nameOnRecord: body.name ?? null,
  url: body.url ?? null,
  linkExpiresAt: body.expires_at ?? null,
});
