/** The part of the edge that nobody needs but who opens a loan on another device. */
import type { ReentryAnswer } from '../domain/reentry.ts';
import type { Client } from './api/client.ts';
import { openReentryCalls } from './api/reentry-calls.ts';
import type { Session } from './session.ts';

export function openReentry(client: Client, session: Pick<Session, 'keepLoan'>) {
  const { requestReentry, reenterLoan } = openReentryCalls(client);
  return {
    requestPassword: requestReentry,
    async enterLoan(loanId: string, answer: ReentryAnswer, signal: AbortSignal) {
      const outcome = await reenterLoan(loanId, answer, signal);
      if (outcome.kind === 'decided') session.keepLoan(loanId, outcome.value.access_token);
      return outcome;
    },
  };
}
