/** The one place where a reply becomes an outcome. */
import type { Outcome } from '../../domain/outcome.ts';
import type { Problem } from '../../domain/wire.ts';

/** What openapi-fetch resolves to; it rejects where no answer came, or where a success could not be read. */
interface Reply<T> {
  data?: { result: T };
  error?: unknown;
  response: Response;
}

/**
 * An answer that is not the contract's (a hotel's login page, a proxy's 502) is as good as none: nobody knows
 * whether the server has heard.
 */
export async function toOutcome<T>(call: Promise<Reply<T>>): Promise<Outcome<T>> {
  try {
    const { data, error, response } = await call;
    if (response.ok && data && 'result' in data) return { kind: 'ok', value: data.result };
    if (response.status === 504) return { kind: 'gatewayTimedOut' };
    if (!response.ok && isProblem(error)) {
      return {
        kind: 'refused',
        status: response.status,
        message: error.message,
        errors: error.errors ?? [],
        ...retryAfterIn(response.headers),
      };
    }
  } catch {
    // Offline, cut off, given up, or unreadable.
  }
  return { kind: 'unreachable' };
}

const isProblem = (error: unknown): error is Problem =>
  typeof (error as Partial<Problem> | null | undefined)?.message === 'string';

/** Retry-After in whole seconds; a date, which the server never sends, is left out. */
function retryAfterIn(headers: Headers): { retryAfter?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? { retryAfter: Math.ceil(seconds) } : {};
}
