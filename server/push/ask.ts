/** Asking the lender about one submission, and what its answer means. */
import { isDeepStrictEqual } from 'node:util';
import { lenderTimedOut } from '../../domain/lender.ts';
import type { Answered, Failed, Found, Lender, Reply, Silent } from '../adapters/lender.ts';
import type { Push, Task } from './claim.ts';

/** What became of asking: `push` is the submission that it is about. */
export type Asked = { push: Push; reply: Reply };

/**
 * While a submission has no answer the lender is asked by reference before anything is sent; what it has not got
 * is sent, and content that has changed meanwhile goes as the next submission of the same lender loan.
 * @param next closes the doubtful submission with what was found and opens the next; undefined: the lease is lost
 */
export async function askLender(
  lender: Lender,
  task: Task,
  next: (settled: Reply) => Promise<Push | undefined>,
  signal: AbortSignal,
): Promise<Asked> {
  const { push, reference, doubtful, request } = task;
  const send = async (one: Push): Promise<Asked> => ({
    push: one,
    reply: heard(await lender.push({ reference, submission: one.submission, request }, signal)),
  });
  if (!doubtful) return send(push);

  const found = heardOf(await lender.find(reference, signal), push.submission);
  if (found.kind === 'silent' || found.kind === 'failed') return { push, reply: found };
  const isSame = isDeepStrictEqual(push.request, { ...request });
  if (found.kind === 'answered' && isSame) return { push, reply: found };
  if (isSame) return send(push);

  const following = await next(found.kind === 'answered' ? found : superseded);
  return following ? send(following) : { push, reply: { kind: 'silent' } };
}

const superseded: Failed = {
  kind: 'failed',
  message: 'The lender never got it, and the application changed.',
  sure: true,
};

/** A 504 in the body is as silent as one in the status (decision 28c). */
const heard = <Kind extends Reply>(reply: Kind): Kind | Silent =>
  reply.kind === 'answered' && lenderTimedOut(reply.result) ? { kind: 'silent' } : reply;

/** What was found, about this submission: one that the lender is at is not sent again, and doubt stays doubt. */
function heardOf(found: Found, submission: number): Answered | Failed | Silent | { kind: 'none' } {
  switch (found.kind) {
    case 'processing':
      return found.submission < submission ? { kind: 'none' } : { kind: 'silent' };
    case 'answered':
      return found.submission < submission
        ? { kind: 'none' }
        : heard({ kind: 'answered', result: found.result });
    case 'failed':
      return { ...found, sure: false };
    default:
      return found;
  }
}
