/** The calls of re-entry (decision 2a), which most people never make. */
import type { Outcome } from '../../domain/outcome.ts';
import type { ReentryAnswer } from '../../domain/reentry.ts';
import { type Client, within } from './client.ts';
import { outcomeOf } from './outcome.ts';

/** Each call resolves to an outcome and never rejects; its signal ends it early. */
export function openReentryCalls(client: Client) {
  return {
    /** Sends a password to the loan's mobile number, if there is such a loan. */
    requestReentry: (id: string, signal: AbortSignal) =>
      limited(client.POST('/v3/loan-reentry/{id}', { params: { path: { id } }, signal: within(signal) })),

    /** Answers with a token for the loan. */
    reenterLoan: (id: string, { otp, dob }: ReentryAnswer, signal: AbortSignal) =>
      limited(
        client.POST('/v3/loan-reentry/{id}/token', {
          params: { path: { id } },
          body: { otp, ...(dob && { dob }) },
          signal: within(signal),
        }),
      ),
  };
}

/** As `outcomeOf`, with the seconds that a refusal names. */
async function limited<T>(call: Parameters<typeof outcomeOf<T>>[0]): Promise<Outcome<T>> {
  let retryAfter = Number.NaN;
  const outcome = await outcomeOf(
    call.then((reply) => {
      retryAfter = Number(reply.response.headers.get('Retry-After') ?? Number.NaN);
      return reply;
    }),
  );
  return outcome.kind === 'refused' && retryAfter >= 0 ? { ...outcome, retryAfter } : outcome;
}
