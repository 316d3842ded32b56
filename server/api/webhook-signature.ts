/** Verifies the signature of an event of a lender or a provider. */
import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { isLenderId } from '../adapters/lenders.ts';
import { isProviderName } from '../adapters/provider.ts';
import type { HonoEnv } from '../platform/env.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import { Problem } from '../http/problem.ts';
import { signatureOf } from '../http/standard-webhooks.ts';

/** An event whose signature was right. */
export type SignedEvent = {
  /** The sender that signed the event: a lender's id, or the name of a provider. */
  sender: string;
  eventId: string;
};

/** The tolerated difference of the sender's clock; it also limits replays of an overheard event. */
const toleranceMs = 5 * 60_000;

type SecretsConfig = Pick<Config, 'webhookSecrets' | 'providerSecrets'>;

/**
 * @param path names the sender
 * @throws Problem 401 where the headers do not sign this body by a secret of the sender, 400 where they did so too long ago
 */
export function verifyWebhookSignature(
  call: Context<HonoEnv>,
  { clock, config }: { clock: Clock; config: SecretsConfig },
  path: Record<string, unknown>,
  body: Uint8Array,
): SignedEvent {
  const eventId = call.req.header('webhook-id') ?? '';
  const timestamp = call.req.header('webhook-timestamp') ?? '';
  const signatures = signaturesIn(call.req.header('webhook-signature') ?? '');
  const isSigned = secretsOf(path, config).some((secret) => {
    const right = signatureOf(secret, { eventId, timestamp, body });
    return signatures.some((one) => timingSafeEqual(one, right));
  });
  if (!isSigned || !/^[\w-]{1,100}$/.test(eventId) || !/^\d+$/.test(timestamp))
    throw new Problem(401, 'The signature is not one of this body');
  if (Math.abs(clock.now().getTime() - Number(timestamp) * 1000) > toleranceMs)
    throw new Problem(400, 'The time stamp is not of these minutes');
  return { sender: String(path.lender_id ?? path.provider), eventId };
}

/** Returns the secrets of the sender that the path names; none for an unknown sender. */
function secretsOf(
  { lender_id: lenderId, provider }: Record<string, unknown>,
  { webhookSecrets, providerSecrets }: SecretsConfig,
): readonly Buffer[] {
  const id = Number(lenderId);
  if (isLenderId(id)) return webhookSecrets[id] ?? [];
  return typeof provider === 'string' && isProviderName(provider) ? (providerSecrets[provider] ?? []) : [];
}

const hashBytes = 32;
/** The maximum number of signatures: a sender may sign with several secrets during a rotation. */
const mostSignatures = 4;

const signaturesIn = (header: string): Buffer[] =>
  header
    .split(' ')
    .slice(0, mostSignatures)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .filter((one) => one.length === hashBytes);
