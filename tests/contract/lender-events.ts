/** Events as lenders and providers sign them. */
import { randomUUID } from 'node:crypto';
import { sandboxWebhookSecret } from '../../server/config/config.ts';
import { signatureHeaders } from '../../server/http/standard-webhooks.ts';
import type { App } from './app.ts';
import type { Call } from './calls.ts';

export type Signing = { eventId?: string; secret?: Buffer; at?: Date };

/** An event of lender 15, signed now by the sandbox's secret where nothing else is said. */
export const signedEvent = (app: Pick<App, 'clock'>, body: object, signing: Signing = {}): Call =>
  signedCall(app, { lender_id: 15 }, body, signing);

/** @param path names the sender */
export function signedCall(
  { clock }: Pick<App, 'clock'>,
  path: NonNullable<Call['path']>,
  body: object,
  { eventId = randomUUID(), secret = sandboxWebhookSecret, at = clock.now() }: Signing = {},
): Call {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers = signatureHeaders([secret], { eventId, timestamp, body: Buffer.from(text) });
  return { path, headers, body: text };
}
