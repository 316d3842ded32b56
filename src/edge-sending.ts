/** The part of the edge that uploads and submits. */
import { pushOf } from '../domain/push.ts';
import type { Loan } from '../domain/wire.ts';
import { apiBase, type Client, type Credentials, headersOf } from './api/client.ts';
import { openSendingCalls } from './api/sending-calls.ts';
import { serverStore } from './storage/server.ts';
import type { ObjectStore } from './storage/store.ts';

export type Sending = ReturnType<typeof openSending>;

export function openSending(client: Client, credentials: Credentials) {
  const { createOnLender, tieReceipt } = openSendingCalls(client, credentials);
  const put: ObjectStore['put'] = (name, ...rest) =>
    serverStore({ base: apiBase, headers: () => headersOf(credentials, name.loanId) }).put(name, ...rest);
  return {
    push: (loan: Loan, signal: AbortSignal) => createOnLender(pushOf(loan), signal),
    tieReceipt,
    put,
  };
}
