/** The part of the edge that is fetched with the first step of a loan. */
import { pushOf } from '../domain/push.ts';
import type { Loan } from '../domain/wire.ts';
import { apiBase, type Client, type Credentials, headersOf } from './api/client.ts';
import { openLoanCalls } from './api/loan-calls.ts';
import { serverStore } from './storage/server.ts';

export type Later = ReturnType<typeof openLater>;

export function openLater(client: Client, credentials: Credentials) {
  const calls = openLoanCalls(client, credentials);
  return {
    ...calls,
    push: (loan: Loan, signal: AbortSignal) => calls.createOnLender(pushOf(loan), signal),
    upload: ((name, ...rest) =>
      serverStore({ base: apiBase, headers: () => headersOf(credentials, name.loanId) }).put(
        name,
        ...rest,
      )) satisfies ReturnType<typeof serverStore>['put'],
  };
}
