/**
 * The signature of a lender's event, as Standard Webhooks describes it: HMAC-SHA256 over the event's id, the time stamp
 * and the raw body.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { isLenderId, type LenderId } from '../adapters/lenders.ts';
import type { ServerEnv } from '../env.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { Problem } from '../problem.ts';

/** An event whose signature was right. */
export type SignedEvent = { lenderId: LenderId; eventId: string };

type Signed = {
  eventId: string;
  /** Seconds since 1970, in digits. */
  timestamp: string;
  body: Uint8Array;
};

/** How far the sender's clock may be from ours; later than that, an event that was overheard is worth nothing. */
const toleranceMs = 5 * 60_000;

const hmac = (secret: Buffer, { eventId, timestamp, body }: Signed): Buffer =>
  createHmac('sha256', secret).update(`${eventId}.${timestamp}.`).update(body).digest();

/** The three headers by which an event is known. */
export const signatureHeaders = (secret: Buffer, signed: Signed): Record<string, string> => ({
  'webhook-id': signed.eventId,
  'webhook-timestamp': signed.timestamp,
  'webhook-signature': `v1,${hmac(secret, signed).toString('base64')}`,
});

/** @throws Problem 401 where the headers do not sign this body by a secret of the lender that the path names, or too long ago */
export function verifySignedEvent(
  call: Context<ServerEnv>,
  { clock, config }: { clock: Clock; config: Pick<Config, 'webhookSecrets'> },
  path: Record<string, unknown>,
  body: Uint8Array,
): SignedEvent {
  const lenderId = Number(path.lender_id);
  const eventId = call.req.header('webhook-id') ?? '';
  const timestamp = call.req.header('webhook-timestamp') ?? '';
  const signatures = signaturesIn(call.req.header('webhook-signature') ?? '');
  const secrets = isLenderId(lenderId) ? (config.webhookSecrets[lenderId] ?? []) : [];
  const isSigned = secrets.some((secret) => {
    const right = hmac(secret, { eventId, timestamp, body });
    return signatures.some((one) => timingSafeEqual(one, right));
  });
  const isNow = Math.abs(clock.now().getTime() - Number(timestamp) * 1000) <= toleranceMs;
  if (isLenderId(lenderId) && isSigned && isNow && /^[\w-]{1,100}$/.test(eventId) && /^\d+$/.test(timestamp))
    return { lenderId, eventId };
  throw new Problem(401, 'The signature is not one of this body, or the time stamp is not of these minutes');
}

const hashBytes = 32;
/** While two secrets are in use a sender may sign by both. */
const mostSignatures = 4;

const signaturesIn = (header: string): Buffer[] =>
  header
    .split(' ')
    .slice(0, mostSignatures)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .filter((one) => one.length === hashBytes);
