/** The part of the edge that submits. */
import { pushOf } from '../domain/push.ts';
import type { Loan } from '../domain/wire.ts';
import type { Client, Credentials } from './api/client.ts';
import { openSendingCalls } from './api/sending-calls.ts';

export type Sending = ReturnType<typeof openSending>;

export function openSending(client: Client, credentials: Credentials) {
  const { createOnLender } = openSendingCalls(client, credentials);
  return { push: (loan: Loan, signal: AbortSignal) => createOnLender(pushOf(loan), signal) };
}
