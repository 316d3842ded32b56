/** The calls of the reviewer's desk. The session travels in a cookie that no script can read. */
import createClient from 'openapi-fetch';
import type { Credentials, QueueSearch, ReviewActs } from '../../domain/review-wire.ts';
import type { DocumentType } from '../../domain/wire.ts';
import type { paths } from '../../openapi/generated.ts';
import { apiBase, within } from './client.ts';
import { outcomeOf } from './outcome.ts';

export type ReviewCalls = ReturnType<typeof openReviewCalls>;

/** Each call resolves to an outcome and never rejects; its signal ends it early. */
export function openReviewCalls() {
  const client = createClient<paths>({
    baseUrl: apiBase,
    cache: 'no-store',
    headers: { 'x-auth-type': 'STAFF' },
  });
  return {
    currentReviewer: (signal: AbortSignal) =>
      outcomeOf(client.GET('/review/session', { signal: within(signal) })),

    /** Refused with 401 where address and password do not belong together, with 429 while the address is locked. */
    signIn: async (body: Credentials, signal: AbortSignal) => {
      const call = client.POST('/review/session', { body, signal: within(signal) });
      const outcome = await outcomeOf(call);
      return outcome.kind === 'refused' ? { ...outcome, ...retryAfter((await call).response) } : outcome;
    },

    signOut: (signal: AbortSignal) =>
      outcomeOf<null>(
        // Of a result that is null, openapi-fetch's types know nothing.
        client.DELETE('/review/session', { signal: within(signal) }).then(({ data, error, response }) => ({
          ...(data ? { data: { result: null } } : {}),
          error,
          response,
        })),
      ),

    searchApplications: (body: QueueSearch, signal: AbortSignal) =>
      outcomeOf(client.POST('/review/applications/search', { body, signal: within(signal) })),

    getApplication: (id: string, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/review/applications/{id}', { params: { path: { id } }, signal: within(signal) }),
      ),

    getTimeline: (id: string, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/review/applications/{id}/timeline', {
          params: { path: { id } },
          signal: within(signal),
        }),
      ),

    /** Refused with 409 where `body.version` is no longer the application's. */
    actOnApplication: (id: string, body: ReviewActs, signal: AbortSignal) =>
      outcomeOf(
        client.POST('/review/applications/{id}/acts', {
          params: { path: { id } },
          body,
          signal: within(signal),
        }),
      ),

    /** Refused with 409 where `version` is no longer the application's. */
    pushApplication: (id: string, version: number, signal: AbortSignal) =>
      outcomeOf(
        client.POST('/review/applications/{id}/push', {
          params: { path: { id } },
          body: { version },
          signal: within(signal, 'lender'),
        }),
      ),

    keepPresence: (id: string, signal: AbortSignal) =>
      outcomeOf(
        client.POST('/review/applications/{id}/presence', {
          params: { path: { id } },
          signal: within(signal),
        }),
      ),

    addressOfContent: (id: string, document_type: DocumentType, e_tag: string, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/review/applications/{id}/documents/{document_type}/{e_tag}', {
          params: { path: { id, document_type, e_tag } },
          signal: within(signal),
        }),
      ),
  };
}

/** Retry-After in seconds, where the answer has it as a number. */
function retryAfter({ headers }: Response): { retryAfter?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? { retryAfter: Math.ceil(seconds) } : {};
}
