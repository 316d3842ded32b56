/** Recording the lender's reply: the submission, the lender loan and the loan's status together or not at all. */
import { isDeepStrictEqual } from 'node:util';
import { eq, and } from 'drizzle-orm';
import { verdictOf } from '../../domain/lending/lender.ts';
import { decidingAnswer, isFinal } from '../../domain/lending/lender-verdicts.ts';
import { hasOpenVerdict, hasVerdict, verdictCanChange } from '../../domain/loan/status.ts';
import type { LenderResult, LoanStatus } from '../../domain/values/wire.ts';
import type { Reply } from '../adapters/lender.ts';
import { isLenderId, type LenderId } from '../adapters/lenders.ts';
import { type Database, transaction } from '../db/open.ts';
import type { Section } from '../db/schema/columns.ts';
import { pushes, lenderEvents, lenderLoans } from '../db/schema/lenders.ts';
import { loans } from '../db/schema/loans.ts';
import { cancelJob } from '../jobs/queue.ts';
import { withdrawQueries } from '../loans/queries.ts';
import { isRefused } from '../loans/read.ts';
import { changeLoan, isBeingPushed, statusAfter } from '../loans/row.ts';
import { type MessageSite, queueMessages } from '../outbox/queue.ts';
import { notFound, Problem } from '../http/problem.ts';
import { type NewTimelineEntry, appendToTimeline } from '../timeline/timeline.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { type ClaimedPush, type PushOrder, pushStartedEntry } from './claim.ts';
import { askForOffers, enqueueLenderPoll } from '../servicing/lender-polling.ts';
import { ownsLease, releaseLease, revokeLease } from '../loans/lease.ts';
import { answersOf, lendersOf, withdrawnLenders } from '../loans/lenders-of-loan.ts';
import { insertPush, type Push, unansweredPush } from './pushes.ts';
import { scheduleRefresh, pushNow, refreshLoanNow } from './schedule.ts';
import type { PushReply } from './submit.ts';

/** @returns false where another process has taken the lease: its reply is the one that counts */
export const recordReply = (
  db: Database,
  { lease, by, hungUp }: ClaimedPush,
  { push, reply }: PushReply,
  { now, config }: { now: Date; config: MessageSite },
): Promise<boolean> =>
  transaction(db, async (tx) => {
    const [row] = await tx.select().from(loans).where(eq(loans.id, lease.loanId)).for('no key update');
    if (!row) throw notFound();
    if (!(await ownsLease(tx, lease))) return false;
    await updatePush(tx, push, reply, now);
    const answer = reply.kind === 'answered' ? reply.result : undefined;
    // A lender that may not be asked any more is heard only where its answer is final.
    const isCounted = isFinal(answer ?? null) || !(await withdrawnLenders(tx, row)).includes(lease.lenderId);
    await releaseLease(tx, lease, {
      result: isCounted ? answer : undefined,
      isRefused: reply.kind === 'failed' && reply.isFinal === true,
    });
    // There is nothing to push any more.
    if (answer) await cancelJob(tx, 'lender.push', lease);
    const isOwn = lendersOf(row).some((id) => id === lease.lenderId);
    const answers = isOwn ? await answersOf(tx, row) : [];
    const decided = decidingAnswer(answers);
    let loan = row;
    if (decided) loan = await recordDecision(tx, row, decided, now);
    else if (isOwn) loan = await recordNoDecision(tx, row, reply, now);
    await appendReply(tx, push, reply, { now, ...(decided && statusChange(row, loan)) });
    const isUnseen = !seesAnswer({ by, hungUp });
    if (isOwn && isUnseen && (await isRefused(tx, loan))) await announceVerdict(tx, loan, now, config);
    if (!isOwn || !answer) return true;
    await scheduleRefresh(tx, loan, { isOpen: hasOpenVerdict(answers), now });
    await askForOffers(tx, loan, now);
    const isNews = !isDeepStrictEqual(loan.lenderResult, row.lenderResult);
    if (isNews && isUnseen) await announceVerdict(tx, loan, now, config);
    return true;
  });

/** The loan with the answer that decides it; one that a lender has approved stays so. */
export async function recordDecision(
  tx: Database,
  row: LoanRow,
  { lenderId, result }: { lenderId: number; result: LenderResult },
  now: Date,
): Promise<LoanRow> {
  const isSame = row.lenderId === lenderId && isDeepStrictEqual(row.lenderResult, result);
  if (!isLenderId(lenderId) || (row.lenderIds.length > 0 && hasVerdict(row.status) && isSame)) return row;
  if (row.lenderIds.length > 0 && row.status === 'approved') return row;
  const status = statusAfter(row.status, { type: `lender.answered.${verdictOf(result)}` });
  // A final result allows no more queries (decision 23).
  if (isFinal(result)) await withdrawQueries(tx, row.id, now);
  return changeLoan(tx, row, { status, lenderResult: result, lenderId }, now);
}

/** Takes back an open verdict that no lender holds: the application waits for another's answer, or for the next Submit. */
export async function endOpenVerdict(
  tx: Database,
  row: LoanRow,
  type: 'consent.withdrawn' | 'lender.failed',
  now: Date,
): Promise<LoanRow> {
  if (!verdictCanChange(row.status)) return row;
  await cancelJob(tx, 'lender.refresh', { loanId: row.id });
  const waiting = statusAfter(row.status, { type });
  const status = (await isBeingPushed(tx, row)) ? statusAfter(waiting, { type: 'push.started' }) : waiting;
  return changeLoan(tx, row, { status, lenderResult: null }, now);
}

/** Another lender may still be asked at this moment; without one, the application waits for the next push. */
async function recordNoDecision(tx: Database, row: LoanRow, reply: Reply, now: Date): Promise<LoanRow> {
  if (await isBeingPushed(tx, row)) return row;
  if (row.lenderIds.length > 0 && row.status !== 'with_lender') return row;
  // The status takes no answer any more, so whoever is late must not record one: the next push asks by reference.
  for (const lenderId of lendersOf(row)) await revokeLease(tx, { loanId: row.id, lenderId });
  const type = reply.kind === 'failed' ? 'lender.failed' : 'lender.silent';
  return changeLoan(tx, row, { status: statusAfter(row.status, { type }) }, now);
}

/** An applicant who has asked, and has not closed the page since, sees the answer there; all others get a message. */
export const seesAnswer = ({ by, hungUp }: Pick<PushOrder, 'by' | 'hungUp'>): boolean =>
  by === 'applicant' && hungUp?.aborted !== true;

/** A message to an applicant about a verdict that the page may not have shown. */
export const announceVerdict = (tx: Database, loan: LoanRow, now: Date, config: MessageSite): Promise<void> =>
  queueMessages(tx, { loan, template: 'application.answered', values: {}, now, config });

/** Closes a submission whose content is out of date and opens the next; undefined where the lease is lost. */
export const openNextPush = (
  db: Database,
  { lease, by, push, request }: ClaimedPush,
  reply: Reply,
  now: Date,
): Promise<Push | undefined> =>
  transaction(db, async (tx) => {
    await tx.select({ id: loans.id }).from(loans).where(eq(loans.id, lease.loanId)).for('no key update');
    if (!(await ownsLease(tx, lease))) return undefined;
    await updatePush(tx, push, reply, now);
    await appendReply(tx, push, reply, { now });
    const next = await insertPush(tx, lease, request, now);
    await appendToTimeline(tx, pushStartedEntry(next, by, now));
    return next;
  });

/** Returns what an entry of the timeline says of a decision, besides the answer: the status, where that has changed. */
export const statusChange = (before: LoanRow, { status }: LoanRow): { status?: LoanStatus } =>
  status === before.status ? {} : { status };

/** A submission stays unanswered until the lender has said what it decided, or has certainly not booked it. */
async function updatePush(tx: Database, push: Push, reply: Reply, now: Date): Promise<void> {
  const state = stateAfter(reply);
  const result: Section = JSON.parse(JSON.stringify(reply));
  await tx
    .update(pushes)
    .set({ state, result, settledAt: state === 'unanswered' ? null : now })
    .where(eq(pushes.id, push.id));
}

const appendReply = (
  tx: Database,
  push: Push,
  reply: Reply,
  { now, ...change }: { now: Date; status?: LoanStatus },
): Promise<void> =>
  appendToTimeline(tx, { ...timelineEntry(reply, push, change), loanId: push.loanId, at: now });

function timelineEntry(
  reply: Reply,
  { lenderId, submission }: Push,
  change: { status?: LoanStatus },
): Pick<NewTimelineEntry, 'by' | 'act' | 'after' | 'details'> {
  const details = { lender_id: lenderId, submission, ...change };
  switch (reply.kind) {
    case 'answered':
      return { by: 'lender', act: 'lender.answered', after: verdictOf(reply.result), details };
    case 'failed':
      return { by: 'lender', act: 'lender.failed', details: { ...details, message: reply.message } };
    case 'noResponse':
      return { by: 'system', act: 'lender.silent', details };
  }
}

function stateAfter(reply: Reply): Push['state'] {
  if (reply.kind === 'answered') return 'answered';
  return reply.kind === 'failed' && reply.nothingBooked ? 'failed' : 'unanswered';
}

/** Events of lenders: each says that something may have changed, and makes the server ask at once. */
export type LenderEvent = { lenderId: LenderId; eventId: string; reference: string };

/**
 * Records the event and asks the lender about its loan: again for a verdict that can change, by reference for a push
 * that has no answer. Where there is no such loan it is recorded alike.
 * @throws Problem 409 where the lender has sent it before
 */
export const receiveEvent = (
  db: Database,
  { lenderId, eventId, reference }: LenderEvent,
  now: Date,
): Promise<void> =>
  transaction(db, async (tx) => {
    const [known] = await tx
      .select({ loan: loans, lenderLoan: lenderLoans })
      .from(lenderLoans)
      .innerJoin(loans, eq(loans.id, lenderLoans.loanId))
      .where(and(eq(lenderLoans.reference, reference), eq(lenderLoans.lenderId, lenderId)));
    const { loan, lenderLoan } = known ?? {};
    const [stored] = await tx
      .insert(lenderEvents)
      .values({ lenderId, eventId, reference, loanId: loan?.id, receivedAt: now })
      .onConflictDoNothing()
      .returning({ eventId: lenderEvents.eventId });
    if (!stored) throw new Problem(409, 'This event was received before');
    if (!loan || !lenderLoan) return;
    if (await unansweredPush(tx, { loanId: loan.id, lenderId }))
      await pushNow(tx, { loanId: loan.id, lenderId }, now);
    else if (lendersOf(loan).includes(lenderId)) await askAgain(tx, loan, lenderLoan, now);
  });

/** About the verdict, where that can change; about the loan, where it is approved. */
async function askAgain(
  tx: Database,
  { id: loanId, customerId }: Pick<LoanRow, 'id' | 'customerId'>,
  { lenderId, result }: { lenderId: number; result: LenderResult | null },
  now: Date,
): Promise<void> {
  if (!result) return;
  const verdict = verdictOf(result);
  if (verdictCanChange(verdict)) await refreshLoanNow(tx, loanId, now);
  // A loan without an owner has no page that shows offers.
  if (verdict === 'approved' && customerId !== null) await enqueueLenderPoll(tx, { loanId, lenderId }, now);
}
