/** The rows of `pushes`: each submission of a loan to a lender, with its answer. */
import { and, desc, eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import type { LenderRequest } from '../adapters/lender.ts';
import { insertOne } from '../db/insert-one.ts';
import type { Database } from '../db/open.ts';
import type { Section } from '../db/schema/columns.ts';
import { pushes } from '../db/schema/lenders.ts';
import { decryptPersonalData, encryptPersonalData } from '../encryption/personal-data.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';

export type Push = typeof pushes.$inferSelect;

/** The submission that the lender has not answered; there is one at most. */
export async function unansweredPush(tx: Database, key: LenderLoanKey): Promise<Push | undefined> {
  const [push] = await tx
    .select()
    .from(pushes)
    .where(and(ofLenderLoan(pushes, key), eq(pushes.state, 'unanswered')));
  return push && { ...push, request: decryptPersonalData(tx, key.loanId, push.request) };
}

export async function latestPush(db: Database, key: LenderLoanKey): Promise<Push | undefined> {
  const [push] = await db
    .select()
    .from(pushes)
    .where(ofLenderLoan(pushes, key))
    .orderBy(desc(pushes.submission))
    .limit(1);
  return push;
}

/** Stores the next submission, without an answer yet. */
export async function insertPush(
  tx: Database,
  { loanId, lenderId }: LenderLoanKey,
  request: LenderRequest,
  now: Date,
): Promise<Push> {
  const push = await insertOne(tx, pushes, {
    id: platform.uuid(),
    loanId,
    lenderId,
    submission: ((await latestPush(tx, { loanId, lenderId }))?.submission ?? 0) + 1,
    state: 'unanswered',
    request: encryptPersonalData(tx, loanId, { ...request } satisfies Section),
    createdAt: now,
  });
  return { ...push, request: { ...request } };
}
