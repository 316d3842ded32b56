/**
 * Pressing Submit is safe however often, in however many tabs, against however many servers (decisions 26 to 28c):
 * one push of a loan at a time, the others wait for its answer, and an answer is given again without a call.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { LenderResult } from '../../domain/wire.ts';
import type { Reply } from '../adapters/lender.ts';
import { transaction } from '../db/open.ts';
import type { Services } from '../handler.ts';
import { Problem } from '../problem.ts';
import { askLender } from './ask.ts';
import { claim, latestPush, type Order, type Task } from './claim.ts';
import { leaseMs, pushState, whileHeld } from './lease.ts';
import { closeAndOpenNext, settle } from './settle.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'config' | 'adapters'>;

const pollMs = { first: 50, longest: 500 };

/**
 * The lender gets what is saved.
 * @throws Problem 409 where the order's body differs from the saved loan, a query is open or the loan was not
 *   submitted, 502 with the lender's message where it refused, 504 where nobody knows what it decided
 */
export async function pushLoan(needs: Needs, order: Order): Promise<LenderResult> {
  const { db, clock, config } = needs;
  const { loanId, lenderId } = order;
  // A holder may ask and then send; one that dies is noticed when its lease ends.
  const until = Date.now() + 2 * (config.lenderTimeoutMs + leaseMs);
  do {
    const now = clock.now();
    const claimed = await transaction(db, (tx) => claim(tx, { ...order, now }));
    if (claimed.kind === 'decided') return claimed.result;
    const reply = claimed.kind === 'ours' ? await carryOut(needs, claimed.task) : undefined;
    const known = reply ?? (await waitForAnother(needs, loanId, lenderId, until));
    if (known) return resultOf(known);
  } while (Date.now() < until);
  return resultOf({ kind: 'silent' });
}

/** Asks the lender and writes down what it said; undefined where the lease was lost on the way. */
async function carryOut({ db, clock, adapters }: Needs, task: Task): Promise<Reply | undefined> {
  return whileHeld(db, task.lease, async (signal) => {
    const next = (settled: Reply) => closeAndOpenNext(db, task, settled, clock.now());
    const asked = await askLender(adapters.lender, task, next, signal);
    return (await settle(db, task, asked, clock.now())) ? asked.reply : undefined;
  });
}

/** What came of the push that somebody else makes; undefined where its holder died or the loan was decided. */
async function waitForAnother(
  { db }: Needs,
  loanId: string,
  lenderId: number,
  until: number,
): Promise<Reply | undefined> {
  for (let wait = pollMs.first; Date.now() < until; wait = Math.min(2 * wait, pollMs.longest)) {
    const { status, live } = await pushState(db, loanId, lenderId);
    if (status === 'submitted') return lastReply((await latestPush(db, { loanId, lenderId }))?.result);
    if (status !== 'with_lender' || !live) return undefined;
    await pause(wait);
  }
  return { kind: 'silent' };
}

/** What the holder wrote down when it let go. */
function lastReply(written: unknown): Reply {
  const { kind, message } = (written ?? {}) as { kind?: unknown; message?: unknown };
  return kind === 'failed' && typeof message === 'string'
    ? { kind, message, sure: false }
    : { kind: 'silent' };
}

function resultOf(reply: Reply): LenderResult {
  if (reply.kind === 'answered') return reply.result;
  if (reply.kind === 'failed') throw new Problem(502, reply.message);
  throw new Problem(504, 'The lender did not answer in time; Submit again is safe', undefined, {
    statusCode: 504,
  });
}
