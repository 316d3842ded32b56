/** What an application said each time that it was submitted: rows that nothing changes afterwards. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { type Change, changesBetween, type Fields, fieldsOf } from '../../domain/changes.ts';
import type { Loan } from '../../domain/wire.ts';
import type { Database } from '../db/open.ts';
import { documents, type Section, submissions } from '../db/schema.ts';
import { note } from '../timeline.ts';

/** A content that a document has or had. */
export type Content = { e_tag: string; size: number; content_type: string; uploaded_at: string };

/** The documents' contents by type. */
export type Contents = Readonly<Record<string, Content>>;

export type Submission = { number: number; submittedAt: Date; fields: Fields; documents: Contents };

/** What the documents of a loan are now. */
export async function contentsOf(db: Database, loanId: string): Promise<Contents> {
  const rows = await db.select().from(documents).where(eq(documents.loanId, loanId));
  const content = (row: (typeof rows)[number]): Content => ({
    e_tag: row.etag,
    size: row.size,
    content_type: row.contentType,
    uploaded_at: row.createdAt.toISOString(),
  });
  return Object.fromEntries(rows.map((row) => [row.type, content(row)]));
}

/** The first submission first. */
export async function submissionsOf(db: Database, loanId: string): Promise<Submission[]> {
  const rows = await db
    .select()
    .from(submissions)
    .where(eq(submissions.loanId, loanId))
    .orderBy(asc(submissions.number));
  // `appendSubmission` alone writes these rows.
  return rows.map(({ number, submittedAt, fields, documents }) => ({
    number,
    submittedAt,
    fields: fields as Fields,
    documents: documents as Record<string, Content>,
  }));
}

/** What a loan says, with what its documents hold. */
export const saidBy = (loan: Loan, contents: Contents): Fields =>
  fieldsOf(loan, Object.fromEntries(Object.entries(contents).map(([type, { e_tag }]) => [type, e_tag])));

/**
 * What the latest submission has otherwise than the one before it; nothing before there are two.
 * @param order the names in the order in which they come; a jsonb column keeps none
 */
export function latestChanges(all: readonly Submission[], order: readonly string[]): Change[] {
  const [before, after] = all.slice(-2);
  return before && after ? inOrder(changesBetween(before.fields, after.fields), order) : [];
}

function inOrder(changes: Change[], order: readonly string[]): Change[] {
  const place = new Map(order.map((name, index) => [name, index]));
  const placeOf = ({ field }: Change) => place.get(field) ?? order.length;
  return changes.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Keeps what is submitted now, and notes what it says otherwise than the submission before. */
export async function appendSubmission(
  tx: Database,
  loanId: string,
  last: Submission | undefined,
  next: { fields: Fields; documents: Contents; now: Date },
): Promise<void> {
  const { fields, documents, now } = next;
  const number = (last?.number ?? 0) + 1;
  await tx.insert(submissions).values({
    id: randomUUID(),
    loanId,
    number,
    submittedAt: now,
    fields: { ...fields } satisfies Section,
    documents: { ...documents } satisfies Section,
  });
  const act = { loanId, at: now, by: 'applicant' } as const;
  await note(tx, [
    { ...act, act: 'application.submitted', details: { number } },
    ...(last ? changesBetween(last.fields, fields) : []).map(
      (change) => ({ ...act, act: 'field.changed', ...change }) as const,
    ),
  ]);
}
