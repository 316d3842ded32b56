/** The signature of an event as Standard Webhooks describes it: HMAC-SHA256 over its id, the time stamp and the raw body. */
import { createHmac } from 'node:crypto';

export type Signed = {
  eventId: string;
  /** Seconds since 1970, in digits. */
  timestamp: string;
  body: Uint8Array | string;
};

export const signatureOf = (secret: Buffer, { eventId, timestamp, body }: Signed): Buffer =>
  createHmac('sha256', secret).update(`${eventId}.${timestamp}.`).update(body).digest();

/** The three headers by which an event is known; while a secret is being changed, it is signed by both. */
export const signatureHeaders = (secrets: readonly Buffer[], signed: Signed): Record<string, string> => ({
  'webhook-id': signed.eventId,
  'webhook-timestamp': signed.timestamp,
  'webhook-signature': secrets
    .map((secret) => `v1,${signatureOf(secret, signed).toString('base64')}`)
    .join(' '),
});
