/** Stores the unsaved input of a step: one version at a time per loan and step. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { lockOf } from '../../domain/loan/access.ts';
import type { LoanStatus } from '../../domain/values/wire.ts';
import { type Database, transaction } from '../db/open.ts';
import type { Section } from '../db/schema/columns.ts';
import { drafts, loans } from '../db/schema/loans.ts';
import { decryptPersonalData, encryptPersonalData } from '../encryption/personal-data.ts';
import type { Handlers } from '../api/handler.ts';
import { queriesOf, reopenedBy } from '../loans/read.ts';
import { loanClosed, withAbandonedPushEnded } from '../loans/row.ts';
import { loanErased, notFound, Problem, wrongShape } from '../http/problem.ts';

export const draftHandlers = {
  async getDraft({ path: { id, step } }, { db }) {
    const [draft] = await db
      .select({ version: drafts.version, body: drafts.body })
      .from(drafts)
      .where(draftOf(id, step));
    const result = draft && { ...draft, body: decryptPersonalData(db, id, draft.body) };
    return result ?? { version: 0, body: null };
  },

  async keepDraft({ path: { id, step }, header, body }, { db, clock, loan }) {
    const replaced = header['If-Match'];
    if (replaced < 0 || replaced > 2_000_000_000) throw wrongShape('If-Match', 'is no version');
    const now = clock.now();
    await withAbandonedPushEnded(db, loan, now);
    return transaction(db, async (tx) => {
      // A submit waits for this lock or is waited for: a draft that it removes cannot come back.
      const status = await lockStatus(tx, id);
      const queries = await queriesOf(tx, id);
      const { mode } = lockOf({ status, queries, ...(await reopenedBy(tx, { ...loan, status })) });
      if (mode === 'locked') throw loanClosed(status);
      if (step === 'answers' && mode !== 'queried') throw new Problem(409, 'There is no query to answer');
      // The contract says that it is an object; JSON has nothing in it that a jsonb column cannot hold.
      const draft = { version: replaced + 1, body: body.body as Section, updatedAt: now };
      if (!(await replaceDraft(tx, { loanId: id, step, ...draft })))
        throw new Problem(412, 'A newer version of this draft is kept');
      return { version: draft.version };
    });
  },
} satisfies Partial<Handlers>;

const draftOf = (id: string, step: string) => and(eq(drafts.loanId, id), eq(drafts.step, step));

async function lockStatus(tx: Database, id: string): Promise<LoanStatus> {
  const { status, erasedAt } = loans;
  const [row] = await tx.select({ status, erasedAt }).from(loans).where(eq(loans.id, id)).for('share');
  if (!row) throw notFound();
  if (row.erasedAt) throw loanErased();
  return row.status;
}

/** @returns false where another version than the one before this is stored, unless it is this very draft */
async function replaceDraft(
  tx: Database,
  draft: typeof drafts.$inferInsert & { version: number },
): Promise<boolean> {
  const { loanId, step, version } = draft;
  const row = { ...draft, body: encryptPersonalData(tx, loanId, draft.body) };
  const stored =
    version === 1
      ? await tx.insert(drafts).values(row).onConflictDoNothing().returning({ version: drafts.version })
      : await tx
          .update(drafts)
          .set(row)
          .where(and(draftOf(loanId, step), eq(drafts.version, version - 1)))
          .returning({ version: drafts.version });
  if (stored.length > 0) return true;
  const [same] = await tx
    .select({ body: drafts.body })
    .from(drafts)
    .where(and(draftOf(loanId, step), eq(drafts.version, version)));
  return same !== undefined && isDeepStrictEqual(decryptPersonalData(tx, loanId, same.body), draft.body);
}
