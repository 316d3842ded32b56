/** The rows of a loan's queries, and the transitions of their states. */
import { and, asc, eq } from 'drizzle-orm';
import { isAnsweredBy } from '../../domain/loan/access.ts';
import { dependsOn } from '../../domain/forms/fields/catalogue.ts';
import { changesBetween, type FieldValues } from '../../domain/forms/changes.ts';
import type { Issue } from '../../domain/values/check.ts';
import { answerIssue, cleanQueryText } from '../../domain/loan/query-text.ts';
import type { ApplicationData, Query } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import { nextQueryState, type QueryEvent } from '../../machines/query.ts';
import type { Database } from '../db/open.ts';
import { queries } from '../db/schema/review.ts';
import { decryptPersonalData } from '../encryption/personal-data.ts';
import { Problem, shapeErrorCode } from '../http/problem.ts';
import { appendToTimeline } from '../timeline/timeline.ts';

export type QueryRow = typeof queries.$inferSelect;

/** Returns the reviewers' queries, the oldest first. */
export async function queryRowsOf(db: Database, loanId: string): Promise<QueryRow[]> {
  const rows = await db
    .select()
    .from(queries)
    .where(eq(queries.loanId, loanId))
    .orderBy(asc(queries.raisedAt), asc(queries.field), asc(queries.round));
  return rows.map((row) => ({ ...row, askedAbout: decryptPersonalData(db, loanId, row.askedAbout) }));
}

/** Returns a query in the contract's shape, without the reviewer's name. */
export function queryOnWire(row: QueryRow): Query {
  const { id, field, message, round, state, raisedAt, answeredAt, answer } = row;
  // The contract's validation admits no other code.
  const reason = row.reason as Query['reason'];
  return onWire({ id, field, reason, message, round, state, raisedAt, answeredAt, answer });
}

/** The values that a query is about: its field and the fields that depend on it. */
export const fieldsOfQuery = (fields: FieldValues, field: string): FieldValues =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name === field || dependsOn(name, field)));

/** Changes the state of a query. @throws Problem 409 where its state machine does not allow the event */
export async function changeQueryState(
  tx: Database,
  row: QueryRow,
  event: QueryEvent,
  changes: Partial<QueryRow>,
): Promise<void> {
  const state = nextQueryState(row.state, event);
  if (state === null) throw new Problem(409, `The query is ${row.state.replaceAll('_', ' ')}`);
  const moved = await tx
    .update(queries)
    .set({ ...changes, state })
    .where(and(eq(queries.id, row.id), eq(queries.state, row.state)))
    .returning({ id: queries.id });
  if (moved.length === 0) throw new Problem(409, 'The query has changed meanwhile');
}

/** Withdraws the open queries of a loan. */
export async function withdrawQueries(tx: Database, loanId: string, now: Date): Promise<void> {
  const withdrawn = await tx
    .update(queries)
    .set({ state: 'withdrawn', decidedAt: now })
    .where(and(eq(queries.loanId, loanId), eq(queries.state, 'raised')))
    .returning();
  const entry = { loanId, at: now, by: 'system', act: 'query.withdrawn' } as const;
  for (const { id, field, round } of withdrawn)
    await appendToTimeline(tx, { ...entry, field, details: { query: id, round } });
}

/** An open query, with the applicant's written reason; null where a change answers it. */
export type Answer = { row: QueryRow; answer: string | null };

/**
 * Matches a submission with the open queries: each is answered by a changed value or by a written reason.
 * @param snapshot the fields of this submission
 * @param last those of the submission before
 * @returns the answers, and an issue for each query without one and each reason that answers none
 */
export function matchAnswers(
  open: readonly QueryRow[],
  written: ApplicationData['query_answers'] = [],
  { snapshot, last }: { snapshot: FieldValues; last: FieldValues | undefined },
): { answers: Answer[]; issues: Issue[] } {
  const reasons = new Map(written.map(({ id, answer }) => [id.toLowerCase(), cleanQueryText(answer)]));
  const unknownAnswers = written.flatMap(({ id }, index) => {
    const isFirst = written.findIndex((one) => one.id.toLowerCase() === id.toLowerCase()) === index;
    const isOpen = open.some((row) => row.id === id.toLowerCase());
    return isOpen && isFirst ? [] : [{ field: `query_answers.${index}.id`, code: shapeErrorCode }];
  });
  const answers = open.map((row) => ({ row, answer: reasons.get(row.id) || null }));
  const unanswered = answers.flatMap(({ row, answer }) => {
    const changed = changesBetween(row.askedAbout ?? last ?? snapshot, snapshot).map(({ field }) => field);
    const isMended = answer === null && isAnsweredBy(row, changed);
    return isMended ? [] : (answerIssue(row.field, answer ?? '') ?? []);
  });
  return { answers, issues: [...unknownAnswers, ...unanswered] };
}

/** Stores the answers and appends them to the timeline. */
export async function storeAnswers(
  tx: Database,
  loanId: string,
  answers: readonly Answer[],
  now: Date,
): Promise<void> {
  for (const { row, answer } of answers) {
    await changeQueryState(tx, row, { type: 'query.answered' }, { answeredAt: now, answer });
  }
  await appendToTimeline(
    tx,
    answers.map(({ row, answer }) => ({
      loanId,
      at: now,
      by: 'applicant',
      act: 'query.answered',
      field: row.field,
      after: answer,
      details: { query: row.id, round: row.round },
    })),
  );
}
