/**
 * An SMS provider behind HTTP: `POST` to its address with `{to, text, template}`, the number in E.164, and the header
 * `Idempotency-Key`, by which it knows a repeat. 2xx: taken. 401 to 403, 408 and 429: another time. Any other 4xx: refused. All else: another
 * time, and it may have been taken.
 */
import { isAccessRefusal } from '../../domain/lending/lender-refusal.ts';
import type { HttpConnection } from './json-http.ts';
import type { DeliveryResult, Messenger } from './messages.ts';
import { platform } from '../platform/platform.ts';
import { withTimeout } from '../platform/timers.ts';

/** Sends SMS over HTTP; the timeout ends with the response's headers. */
export function httpSms({ url, key, timeoutMs, onAccessRefused }: HttpConnection): Messenger {
  return {
    async deliver({ id, to, text, template }) {
      const init: RequestInit = {
        method: 'POST',
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': id,
        },
        body: JSON.stringify({ to: `+91${to}`, text, template }),
      };
      try {
        return await withTimeout(timeoutMs, async (signal) => {
          const answer = await platform.fetch(url, { ...init, signal });
          // The body is not needed and may be endless.
          await answer.body?.cancel();
          if (isAccessRefusal(answer.status)) onAccessRefused?.();
          return outcomeOf(answer.status);
        });
      } catch {
        return { kind: 'unknown' };
      }
    },
  };
}

/** Refusals that say nothing against the message itself. */
const anotherTime = [408, 429];

function outcomeOf(status: number): DeliveryResult {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status >= 400 && status < 500)
    return { kind: anotherTime.includes(status) || isAccessRefusal(status) ? 'notAccepted' : 'refused' };
  return { kind: 'unknown' };
}
