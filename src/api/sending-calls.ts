/** The call that ends an application: the push to the lender. */
import { limits } from '../../domain/limits.ts';
import type { PushRequest } from '../../domain/wire.ts';
import { type Client, type Credentials, headersOf, within } from './client.ts';
import { outcomeOf } from './outcome.ts';

/** It resolves to an outcome and never rejects; its signal ends it early. */
export function openSendingCalls(client: Client, credentials: Credentials) {
  return {
    createOnLender: (body: PushRequest, signal: AbortSignal) =>
      outcomeOf(
        client.POST('/loans/create-on-lender/{lender_id}', {
          params: { path: { lender_id: limits.lenderId } },
          headers: headersOf(credentials, body.loan_id),
          body,
          signal: within(signal, 'lender'),
        }),
      ),
  };
}
