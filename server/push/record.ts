/** Recording the lender's reply: the submission, the lender loan and the loan's status together or not at all. */
import { eq } from 'drizzle-orm';
import { verdictOf } from '../../domain/lender.ts';
import type { LoanEvent } from '../../machines/loan.ts';
import type { Reply } from '../adapters/lender.ts';
import { type Database, transaction } from '../db/open.ts';
import { loans, pushes, type Section } from '../db/schema.ts';
import { changeLoan, statusAfter } from '../loans/row.ts';
import { type MessageSite, queueMessages } from '../outbox/queue.ts';
import { notFound } from '../problem.ts';
import { type NewTimelineEntry, appendToTimeline } from '../timeline.ts';
import type { LoanRow } from '../tokens.ts';
import { type ClaimedPush, pushStarted } from './claim.ts';
import { ownsLease, releaseLease } from './lease.ts';
import { insertPush, type Push } from './pushes.ts';
import { cancelPush, scheduleRefresh } from './schedule.ts';
import type { PushReply } from './submit.ts';

/** @returns false where another process has taken the lease: its reply is the one that counts */
export const recordReply = (
  db: Database,
  { lease, by }: ClaimedPush,
  { push, reply }: PushReply,
  { now, config }: { now: Date; config: MessageSite },
): Promise<boolean> =>
  transaction(db, async (tx) => {
    const [row] = await tx.select().from(loans).where(eq(loans.id, lease.loanId)).for('update');
    if (!row) throw notFound();
    if (!(await ownsLease(tx, lease))) return false;
    await updatePush(tx, push, reply, now);
    const answer = reply.kind === 'answered' ? reply.result : undefined;
    await releaseLease(tx, lease, answer);
    if (answer) await cancelPush(tx, lease);
    if (lease.lenderId !== row.lenderId) return true;
    const status = statusAfter(row.status, loanEvent(reply));
    const loan = await changeLoan(tx, row, { status, ...(answer && { lenderResult: answer }) }, now);
    if (!answer) return true;
    await scheduleRefresh(tx, loan, now);
    // An applicant who has pressed Submit sees the answer on the page.
    if (by !== 'applicant') await announceVerdict(tx, loan, now, config);
    return true;
  });

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
    await tx.select({ id: loans.id }).from(loans).where(eq(loans.id, lease.loanId)).for('update');
    if (!(await ownsLease(tx, lease))) return undefined;
    await updatePush(tx, push, reply, now);
    const next = await insertPush(tx, lease, request, now);
    await appendToTimeline(tx, pushStarted(next, by, now));
    return next;
  });

/** A submission stays unanswered until the lender has said what it decided, or has certainly not booked it. */
async function updatePush(tx: Database, push: Push, reply: Reply, now: Date): Promise<void> {
  const state = stateAfter(reply);
  const result: Section = JSON.parse(JSON.stringify(reply));
  await tx
    .update(pushes)
    .set({ state, result, settledAt: state === 'unanswered' ? null : now })
    .where(eq(pushes.id, push.id));
  await appendToTimeline(tx, { ...timelineEntry(reply, push), loanId: push.loanId, at: now });
}

function timelineEntry(
  reply: Reply,
  { lenderId, submission }: Push,
): Pick<NewTimelineEntry, 'by' | 'act' | 'after' | 'details'> {
  const details = { lender_id: lenderId, submission };
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

function loanEvent(reply: Reply): LoanEvent {
  if (reply.kind === 'answered') return { type: `lender.answered.${verdictOf(reply.result)}` };
  return { type: reply.kind === 'failed' ? 'lender.failed' : 'lender.silent' };
}
