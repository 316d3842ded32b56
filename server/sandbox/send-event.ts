/** Sends the events of the sandbox's lenders and providers, signed as real ones sign theirs. */
import { signatureHeaders } from '../http/standard-webhooks.ts';
import { platform } from '../platform/platform.ts';

export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Sends an event about a reference once: what is lost is found by the server's own jobs. */
export async function sendEvent(
  send: Send,
  url: string,
  { reference, secret, now, eventId = platform.uuid() }: SandboxEvent,
) {
  const body = JSON.stringify({ reference });
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = signatureHeaders([secret], { eventId, timestamp, body: Buffer.from(body) });
  const headers = { 'content-type': 'application/json', ...signed };
  const answer = await send(url, { method: 'POST', headers, body });
  return { sent: { url, headers, body }, answered: answer.status };
}

type SandboxEvent = { reference: string; secret: Buffer; now: Date; eventId?: string | undefined };
