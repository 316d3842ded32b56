/** The calls of the first screen, and of opening a loan. */
import type { paths } from '../../openapi/generated.ts';
import { type Client, within } from './client.ts';
import { outcomeOf } from './outcome.ts';

export type NewLoan = paths['/v3/lender/loan/']['post']['requestBody']['content']['application/json'];

/** Each call resolves to an outcome and never rejects; its signal ends it early. */
export function openFirstCalls(client: Client) {
  return {
    verifyEmail: (email: string, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/loans/verify-email/{email}', { params: { path: { email } }, signal: within(signal) }),
      ),

    /** @param idempotencyKey a UUID; a repeat with the same one answers the same loan */
    createLoan: (body: NewLoan, idempotencyKey: string, signal: AbortSignal) =>
      outcomeOf(
        client.POST('/v3/lender/loan/', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body,
          signal: within(signal),
        }),
      ),

    getLoan: (id: string, signal: AbortSignal) =>
      outcomeOf(client.GET('/v3/student/by-loan/{id}', { params: { path: { id } }, signal: within(signal) })),
  };
}
