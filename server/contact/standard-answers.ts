/** Answers that staff use again and again. */
import { asc, eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { limits } from '../../domain/values/limits.ts';
import type { StandardAnswer } from '../../domain/values/wire.ts';
import { insertOne } from '../db/insert-one.ts';
import { type Database, transaction } from '../db/open.ts';
import { standardAnswers } from '../db/schema/contact.ts';
import { isUuid } from '../loans/ids.ts';
import { notFound, Problem } from '../http/problem.ts';

type Row = typeof standardAnswers.$inferSelect;

export type StandardAnswerChange = Omit<StandardAnswer, 'id'> & { reviewerId: string; now: Date };

/** Returns the standard answers by title. */
export async function listStandardAnswers(db: Database): Promise<StandardAnswer[]> {
  const rows = await db
    .select()
    .from(standardAnswers)
    .orderBy(asc(standardAnswers.title), asc(standardAnswers.id))
    .limit(limits.standardAnswersMax);
  return rows.map(onWire);
}

/** @throws Problem 409 where there are as many as there may be */
export const addStandardAnswer = (
  db: Database,
  { now, ...change }: StandardAnswerChange,
): Promise<StandardAnswer> =>
  transaction(db, async (tx) => {
    if ((await tx.$count(standardAnswers)) >= limits.standardAnswersMax)
      throw new Problem(409, 'There are too many standard answers');
    const row = await insertOne(tx, standardAnswers, { id: platform.uuid(), ...change, updatedAt: now });
    return onWire(row);
  });

/** @throws Problem 404 */
export async function updateStandardAnswer(
  db: Database,
  id: string,
  { now, ...change }: StandardAnswerChange,
): Promise<StandardAnswer> {
  const [row] = isUuid(id)
    ? await db
        .update(standardAnswers)
        .set({ ...change, updatedAt: now })
        .where(eq(standardAnswers.id, id))
        .returning()
    : [];
  if (!row) throw notFound();
  return onWire(row);
}

/** Idempotent. */
export async function deleteStandardAnswer(db: Database, id: string): Promise<void> {
  if (isUuid(id)) await db.delete(standardAnswers).where(eq(standardAnswers.id, id));
}

const onWire = ({ id, title, text, language }: Row): StandardAnswer => ({ id, title, text, language });
