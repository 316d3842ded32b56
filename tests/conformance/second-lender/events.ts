/** Sends events to Feepath, signed as Standard Webhooks are, and again where Feepath asks for it. */
import { createHmac, randomUUID } from 'node:crypto';
import type { HasFault } from './faults.ts';

const again = [408, 429, 500, 503];
const firstDelayMs = 1_100;
const longestDelayMs = 3_600_000;

export type EventSender = { send: (reference: string) => void; close: () => void };

/** Starts a sender to one address; without an address nothing is sent. */
export function eventSender(url: string | undefined, secret: string, has: HasFault): EventSender {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const timers = new Set<NodeJS.Timeout>();
  const aborter = new AbortController();

  async function post(target: string, id: string, body: string, delayMs: number): Promise<void> {
    const time = String(Math.floor(Date.now() / 1000));
    const signed = has('event_unsigned') ? 'nothing' : `${id}.${time}.${body}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
    };
    const response = await fetch(target, { method: 'POST', headers, body, signal: aborter.signal }).catch(
      () => null,
    );
    await response?.arrayBuffer().catch(() => null);
    if (aborter.signal.aborted || (response !== null && !again.includes(response.status))) return;
    const asked = Number(response?.headers.get('retry-after') ?? 0) * 1000 || 0;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        void post(target, id, body, Math.min(2 * delayMs, longestDelayMs));
      },
      Math.max(asked, delayMs),
    );
    timers.add(timer);
  }

  return {
    send: (reference) => {
      if (url !== undefined) void post(url, randomUUID(), JSON.stringify({ reference }), firstDelayMs);
    },
    close: () => {
      aborter.abort();
      timers.forEach(clearTimeout);
    },
  };
}
