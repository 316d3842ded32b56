/** Submits to the lender: looked up by reference if it may be booked already, else sent. */
import { isDeepStrictEqual } from 'node:util';
import { lenderTimedOut } from '../../domain/lending/lender.ts';
import type { Answered, Failed, Lender, LookupReply, Reply, NoResponse } from '../adapters/lender.ts';
import type { ClaimedPush } from './claim.ts';
import type { Push } from './pushes.ts';

/** `push` is the submission that the reply is about. */
export type PushReply = { push: Push; reply: Reply };

/**
 * Looks up an unanswered submission by reference before anything is sent; a missing submission is sent, and changed
 * content is sent as the next submission of the same lender loan.
 * @param openNext records the reply to the unanswered submission and opens the next; undefined: the lease is lost
 */
export async function submitToLender(
  lender: Lender,
  { push, reference, mayBeBooked, request }: ClaimedPush,
  openNext: (reply: Reply) => Promise<Push | undefined>,
  signal: AbortSignal,
): Promise<PushReply> {
  const send = async (one: Push): Promise<PushReply> => ({
    push: one,
    reply: timeoutAsNoResponse(await lender.push({ reference, submission: one.submission, request }, signal)),
  });
  if (!mayBeBooked) return send(push);

  const found = replyTo(push.submission, await lender.find(reference, signal));
  if (found.kind === 'noResponse' || found.kind === 'failed') return { push, reply: found };
  const isUnchanged = isDeepStrictEqual(push.request, { ...request });
  if (found.kind === 'answered' && isUnchanged) return { push, reply: found };
  if (isUnchanged) return send(push);

  const next = await openNext(found.kind === 'answered' ? found : superseded);
  return next ? send(next) : { push, reply: { kind: 'noResponse' } };
}

const superseded: Failed = {
  kind: 'failed',
  message: 'The lender never got it, and the application changed.',
  nothingBooked: true,
};

/** A 504 in the body is no response, as one in the status is (decision 27). */
const timeoutAsNoResponse = <Kind extends Reply>(reply: Kind): Kind | NoResponse =>
  reply.kind === 'answered' && lenderTimedOut(reply.result) ? { kind: 'noResponse' } : reply;

/**
 * Returns the reply to one submission by a lookup. A submission in process is not sent again, and a failed lookup
 * proves nothing about what is booked.
 */
function replyTo(submission: number, found: LookupReply): Answered | Failed | NoResponse | { kind: 'none' } {
  switch (found.kind) {
    case 'processing':
      return found.submission < submission ? { kind: 'none' } : { kind: 'noResponse' };
    case 'answered':
      return found.submission < submission
        ? { kind: 'none' }
        : timeoutAsNoResponse({ kind: 'answered', result: found.result });
    case 'failed':
      return { ...found, nothingBooked: false, isFinal: false };
    default:
      return found;
  }
}
