/** Who may push a loan now: everything is written down before the lender hears of it (decision 27). */
import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { openQueries } from '../../domain/lock.ts';
import { pushOf } from '../../domain/push.ts';
import { hasVerdict } from '../../domain/status.ts';
import type { LenderResult, Loan, PushRequest } from '../../domain/wire.ts';
import type { LenderRequest } from '../adapters/lender.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans, pushes, type Section } from '../db/schema.ts';
import { readLoan } from '../loans/read.ts';
import { changeLoan, closed, lockLoan, statusAfter } from '../loans/row.ts';
import { isAsSubmitted } from '../loans/submissions.ts';
import { Problem, shapeError } from '../problem.ts';
import { type Actor, type Entry, note } from '../timeline.ts';
import { type Lease, leaseEnd } from './lease.ts';

export type Push = typeof pushes.$inferSelect;

/** Who pushes what. */
export type Order = {
  loanId: string;
  lenderId: number;
  by: Actor;
  /** What the client believes it sends; absent, it believes nothing. */
  body?: PushRequest;
  /** The loan's version that a reviewer has read; theirs is only what was submitted and read. */
  version?: number;
};

/** A push that this process holds. */
export type Task = {
  lease: Lease;
  by: Actor;
  reference: string;
  /** The submission without an answer: a new one, or the one that an earlier Submit left open. */
  push: Push;
  /** Whether the lender may have that submission already. */
  doubtful: boolean;
  /** What the loan says now, which may differ from what that submission said. */
  request: LenderRequest;
};

export type Claim =
  { kind: 'decided'; result: LenderResult } | { kind: 'held by another' } | { kind: 'ours'; task: Task };

/**
 * @throws Problem 409 where the body differs from the saved loan, a query is open, the loan was not submitted, or
 *   a reviewer has not read what it says now
 */
export async function claim(
  tx: Database,
  { loanId, lenderId, by, body, version, now }: Order & { now: Date },
): Promise<Claim> {
  const row = await lockLoan(tx, loanId, now);
  const loan = await readLoan(tx, row);
  const request = agreed(loan, body);
  if (version !== undefined) {
    if (row.version !== version) throw outdated(row.version);
    if (!(await isAsSubmitted(tx, loan))) throw new Problem(409, 'The applicant is changing the application');
  }
  if (row.status === 'with_lender') return { kind: 'held by another' };
  if (hasVerdict(row.status) && row.lenderResult) return { kind: 'decided', result: row.lenderResult };

  const status = statusAfter(row.status, { type: 'push.started' });
  const lease: Lease = { loanId, lenderId, holder: randomUUID() };
  const reference = await held(tx, lease, now);
  const open = await openPush(tx, lease);
  const push = open ?? (await newPush(tx, lease, request, now));
  if (open) await tx.update(pushes).set({ result: null }).where(eq(pushes.id, open.id));
  await changeLoan(tx, row, { status }, now);
  await note(tx, asked(push, by, now));
  return { kind: 'ours', task: { lease, by, reference, push, doubtful: open !== undefined, request } };
}

const outdated = (latest: number): Problem =>
  new Problem(409, 'The application has changed since it was read', [
    shapeError('version', `is not ${latest}, the latest`),
  ]);

/** The request out of the saved loan. @throws Problem 409 naming every member that the body has differently */
function agreed(loan: Loan, body: PushRequest | undefined): LenderRequest {
  if (loan.status === 'draft') throw closed('draft');
  if (openQueries(loan).length > 0)
    throw new Problem(409, 'The application waits for answers of its applicant');
  if (loan.loan_details.emi_tenure_id === null) {
    throw new Problem(409, 'The application has no EMI tenure', [
      shapeError('course_tenure_id', 'is not the one that is saved'),
    ]);
  }
  const saved = pushOf(loan);
  const { loan_id: _, ...request } = saved;
  if (!body) return request;
  const differing = (Object.keys(saved) as (keyof PushRequest)[]).filter(
    (name) => saved[name] !== body[name],
  );
  if (differing.length > 0) {
    throw new Problem(
      409,
      `${differing.join(', ')}: not what is saved`,
      differing.map((name) => shapeError(name, 'is not what is saved')),
    );
  }
  return request;
}

/** The timeline's words for a submission that goes to the lender. */
export const asked = ({ loanId, submission }: Push, by: Actor, now: Date): Entry => ({
  loanId,
  at: now,
  by,
  act: 'lender.asked',
  details: { submission },
});

/** Takes the lease and answers the reference, made once for all pushes. */
async function held(tx: Database, { loanId, lenderId, holder }: Lease, now: Date): Promise<string> {
  const [row] = await tx
    .insert(lenderLoans)
    .values({ loanId, lenderId, reference: randomUUID(), holder, heldUntil: leaseEnd(), createdAt: now })
    .onConflictDoUpdate({
      target: [lenderLoans.loanId, lenderLoans.lenderId],
      set: { holder, heldUntil: leaseEnd() },
    })
    .returning({ reference: lenderLoans.reference });
  if (!row) throw new Error('An upsert answered no row');
  return row.reference;
}

const ofLoan = ({ loanId, lenderId }: Pick<Lease, 'loanId' | 'lenderId'>) =>
  and(eq(pushes.loanId, loanId), eq(pushes.lenderId, lenderId));

async function openPush(tx: Database, lease: Lease): Promise<Push | undefined> {
  const [open] = await tx
    .select()
    .from(pushes)
    .where(and(ofLoan(lease), eq(pushes.state, 'unanswered')));
  return open;
}

export async function latestPush(
  tx: Database,
  lease: Pick<Lease, 'loanId' | 'lenderId'>,
): Promise<Push | undefined> {
  const [latest] = await tx
    .select()
    .from(pushes)
    .where(ofLoan(lease))
    .orderBy(desc(pushes.submission))
    .limit(1);
  return latest;
}

/** The next submission, without an answer yet. */
export async function newPush(tx: Database, lease: Lease, request: LenderRequest, now: Date): Promise<Push> {
  const [push] = await tx
    .insert(pushes)
    .values({
      id: randomUUID(),
      loanId: lease.loanId,
      lenderId: lease.lenderId,
      submission: ((await latestPush(tx, lease))?.submission ?? 0) + 1,
      state: 'unanswered',
      request: { ...request } satisfies Section,
      createdAt: now,
    })
    .returning();
  if (!push) throw new Error('An insert answered no row');
  return push;
}
