/**
 * Pressing Submit is safe however often, in however many tabs, against however many servers (decisions 23 and 27):
 * one push of a loan to a lender at a time, the others wait for its answer, and an answer is repeated without a call.
 */
import { platform } from '../platform/platform.ts';
import { sleep, withTimeout } from '../platform/timers.ts';
import type { LenderResult, DocumentType } from '../../domain/values/wire.ts';
import { hasVerdict, hasOpenVerdict, verdictCanChange } from '../../domain/loan/status.ts';
import type { Lender, Reply } from '../adapters/lender.ts';
import type { LenderId } from '../adapters/lenders.ts';
import { transaction, type Database } from '../db/open.ts';
import type { Services } from '../api/handler.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { findLoanRow, loanClosed, lockLoan } from '../loans/row.ts';
import { consentWithdrawn, Problem, refusal } from '../http/problem.ts';
import { type ClaimedPush, claimPush, type PushOrder } from './claim.ts';
import { findLenderLoan, leaseMs, withRenewedLease } from '../loans/lease.ts';
import { latestPush } from './pushes.ts';
import {
  openNextPush,
  recordReply,
  announceVerdict,
  endOpenVerdict,
  recordDecision,
  seesAnswer,
  statusChange,
} from './record.ts';
import { submitToLender } from './submit.ts';
import { isDeepStrictEqual } from 'node:util';
import { lenderTimedOut, verdictOf } from '../../domain/lending/lender.ts';
import { openQueries } from '../../domain/loan/lock.ts';
import { isContentViewable } from '../../domain/loan/documents.ts';
import { decidingAnswer } from '../../domain/lending/lender-verdicts.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { readCurrentContents } from '../loans/document-contents.ts';
import { isRefused, queriesOf } from '../loans/read.ts';
import type { MessageSite } from '../outbox/queue.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { askForOffers } from '../servicing/lender-polling.ts';
import { answersOf, lendersOf, withdrawnLenders } from '../loans/lenders-of-loan.ts';
import { scheduleRefresh } from './schedule.ts';

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
  const withdrawn = await withdrawnLenders(needs.db, await findLoanRow(needs.db, order.loanId));
  const asked = lenderIds.filter((id) => !withdrawn.includes(id));
  if (asked.length === 0) throw consentWithdrawn();
  const replies = await Promise.all(asked.map((lenderId) => pushForReply(needs, { ...order, lenderId })));
  const { status, lenderResult } = await findLoanRow(needs.db, order.loanId);
  if (hasVerdict(status) && lenderResult) return lenderResult;
  // A refusal decides nothing while another lender may still answer.
  const open = replies.find(
    (reply) => reply.kind === 'noResponse' || (reply.kind === 'failed' && !reply.isFinal),
  );
  throw problemOf(open ?? replies.find(({ kind }) => kind === 'failed') ?? { kind: 'noResponse' });
}

/**
 * Sends what is saved.
 * @param signal ends the waiting for the lender, which may have booked the submission then
 * @throws Problem 409 as `pushLoan`
 */
export async function pushForReply(needs: PushNeeds, order: PushOrder, signal?: AbortSignal): Promise<Reply> {
  const { db, clock, adapters, config } = needs;
  const lender = adapters.lenders[order.lenderId];
  if (!lender) throw refusal(409, 'refusal.unavailable', `Lender ${order.lenderId} is not configured`);
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
      // A missing reply means that its process died and that a reader of the loan ended its lease.
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

/** A page waits for this answer, which nothing depends on: it is shorter than the time that a push may take. */
const timeoutMs = 8_000;

type RefreshedBy = Pick<PushOrder, 'by' | 'hungUp'>;

/**
 * Asks the lenders again about verdicts that are not final (decision 27): when a document was added, when the page is
 * opened again, when a person asks for it. Nothing is sent that was not submitted.
 * @returns the answer that decides: the former one where the verdict is final, a reviewer waits for the applicant,
 *   or the lender does not say anything new in time
 * @throws Problem 409 where the lender has not answered yet
 */
export async function refreshVerdict(
  needs: PushNeeds,
  loanId: string,
  refreshedBy: RefreshedBy,
): Promise<LenderResult> {
  const { db, clock } = needs;
  const row = await transaction(db, (tx) => lockLoan(tx, loanId, clock.now()));
  if (!row.lenderResult) throw loanClosed(row.status);
  const asked = await transaction(db, (tx) => requestsFor(tx, row));
  await Promise.all(asked.map((one) => refreshAt(needs, one, refreshedBy)));
  return (await findLoanRow(db, loanId)).lenderResult ?? row.lenderResult;
}

/** Asks one lender, and records a verdict that is new. */
async function refreshAt(
  { db, clock, adapters, config }: PushNeeds,
  asked: Asked,
  refreshedBy: RefreshedBy,
): Promise<void> {
  const { lenderId, reference, documents, submission } = asked;
  const reply = await withTimeout(timeoutMs, async (signal) =>
    adapters.lenders[lenderId]?.refresh({ reference, documents }, signal),
  );
  const isNew =
    reply?.kind === 'answered' &&
    reply.submission === submission &&
    !lenderTimedOut(reply.result) &&
    !isDeepStrictEqual(reply.result, asked.result);
  if (!isNew) return;
  await transaction(db, (tx) =>
    recordVerdict(tx, { asked, refreshedBy, result: reply.result, now: clock.now() }, config),
  );
}

type Asked = {
  loanId: string;
  lenderId: LenderId;
  reference: string;
  documents: DocumentType[];
  /** The submission that the verdict is about. */
  submission: number;
  /** The verdict until now. */
  result: LenderResult;
};

/** Returns the requests to the loan's lenders. Once one has approved, the others may still change an open verdict. */
async function requestsFor(tx: Database, row: LoanRow): Promise<Asked[]> {
  const isAsked = verdictCanChange(row.status) || row.status === 'approved';
  if (!isAsked || openQueries({ queries: await queriesOf(tx, row.id) }).length > 0) return [];
  const documents = (await readCurrentContents(tx, row.id)).filter(isContentViewable).map(({ type }) => type);
  const asked: Asked[] = [];
  const withdrawn = await withdrawnLenders(tx, row);
  for (const lenderId of lendersOf(row).filter((id) => !withdrawn.includes(id))) {
    const one = await requestFor(tx, { loanId: row.id, lenderId }, documents as DocumentType[]);
    if (one) asked.push(one);
  }
  return asked;
}

/** Undefined if this lender need not be asked. */
async function requestFor(
  tx: Database,
  key: { loanId: string; lenderId: LenderId },
  documents: DocumentType[],
): Promise<Asked | undefined> {
  const [lenderLoan] = await tx.select().from(lenderLoans).where(ofLenderLoan(lenderLoans, key));
  const push = await latestPush(tx, key);
  if (!lenderLoan?.result || lenderLoan.holder !== null || push?.state !== 'answered') return undefined;
  const { reference, result } = lenderLoan;
  return verdictCanChange(verdictOf(result))
    ? { ...key, reference, documents, submission: push.submission, result }
    : undefined;
}

type NewVerdict = { asked: Asked; refreshedBy: RefreshedBy; result: LenderResult; now: Date };

/** Records the verdict, unless the loan went on while the lender was asked. */
async function recordVerdict(
  tx: Database,
  { asked, refreshedBy, result, now }: NewVerdict,
  config: MessageSite,
): Promise<void> {
  const row = await lockLoan(tx, asked.loanId, now);
  const current = (await requestsFor(tx, row)).find(({ lenderId }) => lenderId === asked.lenderId);
  const isSame = current?.submission === asked.submission && isDeepStrictEqual(current.result, asked.result);
  if (!isSame) return;
  await tx.update(lenderLoans).set({ result }).where(ofLenderLoan(lenderLoans, asked));
  const answers = await answersOf(tx, row);
  const decided = decidingAnswer(answers);
  const loan = decided
    ? await recordDecision(tx, row, decided, now)
    : await endOpenVerdict(tx, row, 'lender.failed', now);
  await appendToTimeline(tx, {
    loanId: row.id,
    at: now,
    by: 'lender',
    act: 'lender.answered',
    before: row.status,
    after: verdictOf(result),
    details: { lender_id: asked.lenderId, submission: asked.submission, ...statusChange(row, loan) },
  });
  await scheduleRefresh(tx, loan, { isOpen: hasOpenVerdict(answers), now });
  await askForOffers(tx, loan, now);
  const isNews = !isDeepStrictEqual(loan.lenderResult, row.lenderResult);
  const isTold = loan.lenderResult !== null || (await isRefused(tx, loan));
  if (isNews && isTold && !seesAnswer(refreshedBy)) await announceVerdict(tx, loan, now, config);
}
