/** Maps a response to an outcome. */
import type { Outcome } from '../../domain/values/outcome.ts';
import type { Problem } from '../../domain/values/wire.ts';

/** The result of openapi-fetch, which rejects if no response came or a success could not be parsed. */
interface Reply<T> {
  data?: { result: T };
  error?: unknown;
  response: Response;
}

/**
 * Returns a call's outcome. A response that does not follow the contract (a captive portal, a proxy's 502) is
 * `unreachable`, since it is unknown whether the server got the request.
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
        code: error.code ?? '',
        errors: error.errors ?? [],
        ...retryAfterIn(response.headers),
      };
    }
  } catch {
    // The call was offline, disconnected, timed out, or not parseable.
  }
  return { kind: 'unreachable' };
}

/** Returns whether the error is a problem; a gateway's may have no code. */
const isProblem = (error: unknown): error is Omit<Problem, 'code'> & Partial<Problem> =>
  typeof (error as Partial<Problem> | null | undefined)?.message === 'string';

/** Returns Retry-After in whole seconds; a date, which the server never sends, is left out. */
function retryAfterIn(headers: Headers): { retryAfter?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? { retryAfter: Math.ceil(seconds) } : {};
}
