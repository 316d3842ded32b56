/** Writing down what the lender said: the submission, the loan and its status together or not at all. */
import { eq } from 'drizzle-orm';
import { verdictOf } from '../../domain/lender.ts';
import type { LoanEvent } from '../../machines/loan.ts';
import type { Reply } from '../adapters/lender.ts';
import { type Database, transaction } from '../db/open.ts';
import { loans, pushes, type Section } from '../db/schema.ts';
import { changeLoan, statusAfter } from '../loans/row.ts';
import { notFound } from '../problem.ts';
import { type Entry, note } from '../timeline.ts';
import type { Asked } from './ask.ts';
import { asked, newPush, type Push, type Task } from './claim.ts';
import { holds, release } from './lease.ts';

/** @returns false where the lease is somebody else's by now: theirs is the answer that counts */
export const settle = (db: Database, { lease }: Task, { push, reply }: Asked, now: Date): Promise<boolean> =>
  transaction(db, async (tx) => {
    const [row] = await tx.select().from(loans).where(eq(loans.id, lease.loanId)).for('update');
    if (!row) throw notFound();
    if (!(await holds(tx, lease))) return false;
    await write(tx, push, reply, now);
    await release(tx, lease);
    const status = statusAfter(row.status, eventOf(reply));
    await changeLoan(
      tx,
      row,
      reply.kind === 'answered' ? { status, lenderResult: reply.result } : { status },
      now,
    );
    return true;
  });

/** Closes a submission whose content is out of date and opens the next; undefined where the lease is lost. */
export const closeAndOpenNext = (
  db: Database,
  { lease, by, push, request }: Task,
  reply: Reply,
  now: Date,
): Promise<Push | undefined> =>
  transaction(db, async (tx) => {
    await tx.select({ id: loans.id }).from(loans).where(eq(loans.id, lease.loanId)).for('update');
    if (!(await holds(tx, lease))) return undefined;
    await write(tx, push, reply, now);
    const next = await newPush(tx, lease, request, now);
    await note(tx, asked(next, by, now));
    return next;
  });

/** A submission stays unanswered until the lender has said what it decided, or surely has not booked it. */
async function write(tx: Database, push: Push, reply: Reply, now: Date): Promise<void> {
  const state = stateAfter(reply);
  const result: Section = JSON.parse(JSON.stringify(reply));
  await tx
    .update(pushes)
    .set({ state, result, settledAt: state === 'unanswered' ? null : now })
    .where(eq(pushes.id, push.id));
  await note(tx, { ...toldOf(reply, push.submission), loanId: push.loanId, at: now });
}

/** The timeline's words for what the lender said. */
function toldOf(reply: Reply, submission: number): Pick<Entry, 'by' | 'act' | 'after' | 'details'> {
  const details = { submission };
  switch (reply.kind) {
    case 'answered':
      return { by: 'lender', act: 'lender.answered', after: verdictOf(reply.result), details };
    case 'failed':
      return { by: 'lender', act: 'lender.failed', details: { ...details, message: reply.message } };
    case 'silent':
      return { by: 'system', act: 'lender.silent', details };
  }
}

function stateAfter(reply: Reply): Push['state'] {
  if (reply.kind === 'answered') return 'answered';
  return reply.kind === 'failed' && reply.sure ? 'failed' : 'unanswered';
}

function eventOf(reply: Reply): LoanEvent {
  if (reply.kind === 'answered') return { type: `lender.answered.${verdictOf(reply.result)}` };
  return { type: reply.kind === 'failed' ? 'lender.failed' : 'lender.silent' };
}
