/** What was typed in a step and not yet saved: one version at a time per loan and step. */
import { and, eq, sql } from 'drizzle-orm';
import { lockOf } from '../../domain/access.ts';
import type { Database } from '../db/open.ts';
import { drafts, type Section } from '../db/schema.ts';
import type { Handlers } from '../handler.ts';
import { queriesOf } from '../loans/read.ts';
import { loanClosed, withAbandonedPushEnded } from '../loans/row.ts';
import { Problem, wrongShape } from '../problem.ts';

export const draftHandlers = {
  async getDraft({ path: { id, step } }, { db }) {
    const [kept] = await db
      .select({ version: drafts.version, body: drafts.body })
      .from(drafts)
      .where(draftOf(id, step));
    return { success: true, result: kept ?? { version: 0, body: null } };
  },

  async keepDraft({ path: { id, step }, header, body }, { db, clock, loan }) {
    const replaced = header['If-Match'];
    if (replaced < 0 || replaced > 2_000_000_000) throw wrongShape('If-Match', 'is no version');
    const now = clock.now();
    const { status } = await withAbandonedPushEnded(db, loan, now);
    const { mode } = lockOf({ status, queries: await queriesOf(db, id) });
    if (mode === 'locked') throw loanClosed(status);
    if (step === 'answers' && mode !== 'queried') throw new Problem(409, 'There is no query to answer');

    // The contract says that it is an object; JSON has nothing in it that a jsonb column cannot hold.
    const draft = { version: replaced + 1, body: body.body as Section, updatedAt: now };
    const kept =
      replaced === 0
        ? await db
            .insert(drafts)
            .values({ loanId: id, step, ...draft })
            .onConflictDoNothing()
            .returning({ version: drafts.version })
        : await db
            .update(drafts)
            .set(draft)
            .where(and(draftOf(id, step), eq(drafts.version, replaced)))
            .returning({ version: drafts.version });
    if (kept.length === 0 && !(await isThere(db, id, step, draft))) {
      throw new Problem(412, 'A newer version of this draft is kept');
    }
    return { success: true, result: { version: draft.version } };
  },
} satisfies Partial<Handlers>;

const draftOf = (id: string, step: string) => and(eq(drafts.loanId, id), eq(drafts.step, step));

/** Whether this very draft was kept before, by a call whose answer got lost. */
async function isThere(
  db: Database,
  id: string,
  step: string,
  { version, body }: { version: number; body: Section },
): Promise<boolean> {
  const same = await db
    .select({ version: drafts.version })
    .from(drafts)
    .where(
      and(
        draftOf(id, step),
        eq(drafts.version, version),
        sql`${drafts.body} = ${JSON.stringify(body)}::jsonb`,
      ),
    );
  return same.length > 0;
}
