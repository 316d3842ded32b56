/**
 * Pressing Submit is safe however often, in however many tabs, against however many servers (decisions 23 and 27):
 * one push of a loan to a lender at a time, the others wait for its answer, and an answer is repeated without a call.
 */
import { platform } from '../platform/platform.ts';
import { sleep } from '../platform/timers.ts';
import type { LenderResult } from '../../domain/values/wire.ts';
import { hasVerdict } from '../../domain/loan/status.ts';
import type { Lender, Reply } from '../adapters/lender.ts';
import type { LenderId } from '../adapters/lenders.ts';
import { transaction } from '../db/open.ts';
import type { Services } from '../api/handler.ts';
import type { LenderLoanKey } from '../lender-loan-key.ts';
import { findLoanRow } from '../loans/row.ts';
import { Problem } from '../http/problem.ts';
import { type ClaimedPush, claimPush, type PushOrder } from './claim.ts';
import { findLenderLoan, leaseMs, withRenewedLease } from '../loans/lease.ts';
import { latestPush } from './pushes.ts';
import { openNextPush, recordReply } from './record.ts';
import { submitToLender } from './submit.ts';

export type PushNeeds = Pick<Services, 'db' | 'clock' | 'adapters' | 'config'>;

const pollMs = { first: 50, longest: 500 };

/**
 * Sends what is saved.
 * @throws Problem 409 where the lender is not configured, the order's body differs from the saved loan, a query is
 *   open or the loan was not submitted, 502 with the lender's message where it refused, 504 where it is not known what
 *   it decided
 */
export async function pushLoan(needs: PushNeeds, order: PushOrder): Promise<LenderResult> {
  const reply = await pushForReply(needs, order);
  if (reply.kind === 'answered') return reply.result;
  throw problemOf(reply);
}

const problemOf = (reply: Reply): Problem =>
  reply.kind === 'failed'
    ? new Problem(502, reply.message, undefined, {
        code: reply.isFinal ? 'refusal.lender' : 'refusal.lenderFailed',
      })
    : new Problem(504, 'The lender did not answer in time; Submit again is safe', undefined, {
        statusCode: 504,
      });

/**
 * The same to each of a loan's lenders at once, as far as they have not answered.
 * @returns the answer that decides
 * @throws Problem as `pushLoan`, where no answer decides
 */
export async function pushToLenders(
  needs: PushNeeds,
  lenderIds: readonly LenderId[],
  order: Omit<PushOrder, 'lenderId'>,
): Promise<LenderResult> {
  const replies = await Promise.all(lenderIds.map((lenderId) => pushForReply(needs, { ...order, lenderId })));
  const { status, lenderResult } = await findLoanRow(needs.db, order.loanId);
  if (hasVerdict(status) && lenderResult) return lenderResult;
  throw problemOf(replies.find(({ kind }) => kind === 'failed') ?? { kind: 'noResponse' });
}

/**
 * Sends what is saved.
 * @param signal ends the waiting for the lender, which may have booked the submission then
 * @throws Problem 409 as `pushLoan`
 */
export async function pushForReply(needs: PushNeeds, order: PushOrder, signal?: AbortSignal): Promise<Reply> {
  const { db, clock, adapters, config } = needs;
  const lender = adapters.lenders[order.lenderId];
  if (!lender)
    throw new Problem(409, `Lender ${order.lenderId} is not configured`, undefined, {
      code: 'refusal.unavailable',
    });
  // A holder may look up and then send; one that dies is noticed when its lease ends.
  const until = platform.elapsedMs() + 2 * (lender.timeoutMs + leaseMs);
  do {
    const now = clock.now();
    const claim = await transaction(db, (tx) => claimPush(tx, { ...order, now, config }));
    if (claim.kind === 'answered') return claim;
    const own =
      claim.kind === 'claimed' ? await executePush(needs, lender, claim.claimed, signal) : undefined;
    const reply = own ?? (await waitForReply(needs, order, until));
    if (reply) return reply;
  } while (platform.elapsedMs() < until && !signal?.aborted);
  return { kind: 'noResponse' };
}

/** Calls the lender and records its reply; undefined where the lease was lost on the way. */
async function executePush(
  { db, clock, config }: PushNeeds,
  lender: Lender,
  claimed: ClaimedPush,
  ended: AbortSignal | undefined,
): Promise<Reply | undefined> {
  return withRenewedLease(db, claimed.lease, async (lost) => {
    const openNext = (reply: Reply) => openNextPush(db, claimed, reply, clock.now());
    const signal = ended ? AbortSignal.any([lost, ended]) : lost;
    const replied = await submitToLender(lender, claimed, openNext, signal);
    return (await recordReply(db, claimed, replied, { now: clock.now(), config }))
      ? replied.reply
      : undefined;
  });
}

/** The reply to the push of another process; undefined where that has died or got an answer, so that a claim follows. */
async function waitForReply(
  { db }: PushNeeds,
  { loanId, lenderId }: LenderLoanKey,
  until: number,
): Promise<Reply | undefined> {
  for (let wait = pollMs.first; platform.elapsedMs() < until; wait = Math.min(2 * wait, pollMs.longest)) {
    const lenderLoan = await findLenderLoan(db, { loanId, lenderId });
    if (!lenderLoan || lenderLoan.result) return undefined;
    if (lenderLoan.holder === null) {
      const recorded = (await latestPush(db, { loanId, lenderId }))?.result;
      // Without a reply, its process has died, and whoever read the loan ended its lease.
      return recorded ? replyIn(recorded) : undefined;
    }
    if (!lenderLoan.leased) return undefined;
    await sleep(wait);
  }
  return { kind: 'noResponse' };
}

/** The reply that was recorded with a push that got no answer. */
function replyIn(recorded: unknown): Reply {
  const { kind, message, isFinal } = recorded as { kind?: unknown; message?: unknown; isFinal?: unknown };
  return kind === 'failed' && typeof message === 'string'
    ? { kind, message, nothingBooked: false, isFinal: isFinal === true }
    : { kind: 'noResponse' };
}
