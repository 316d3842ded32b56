/** The part of the edge that is fetched with the first step of a loan. */
import type { Outcome } from '../domain/outcome.ts';
import type { Loan } from '../domain/wire.ts';
import type { Client, Credentials } from './api/client.ts';
import { openLoanCalls } from './api/loan-calls.ts';
import type { StepServices } from './apply/services.ts';
import type { Sending } from './edge-sending.ts';

export type Later = ReturnType<typeof openLater>;

/** When what is needed at the end is fetched, in milliseconds: the step stands by then. */
const restsAfter = 2_000;

export function openLater(client: Client, credentials: Credentials) {
  const fetchSending = async () => (await import('./edge-sending.ts')).openSending(client, credentials);
  // What does not come now is asked for again when it is needed; where it then cannot be had, nobody is reached.
  setTimeout(() => void fetchSending().catch(() => undefined), restsAfter);
  const send = <T>(call: (sending: Sending) => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    fetchSending().then(call, () => ({ kind: 'unreachable' }));
  return {
    ...openLoanCalls(client),
    push: (loan: Loan, signal: AbortSignal) => send((sending) => sending.push(loan, signal)),
    tieReceipt: (id, key, signal) => send((sending) => sending.tieReceipt(id, key, signal)),
    uploads: { put: (...upload) => send((sending) => sending.put(...upload)) },
  } satisfies StepServices & Record<string, unknown>;
}
