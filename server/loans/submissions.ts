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

/** Whether a loan says what it said when it was submitted last; nobody may have submitted what it says otherwise. */
export async function isAsSubmitted(db: Database, loan: Loan): Promise<boolean> {
  const last = (await submissionsOf(db, loan.loan_id)).at(-1);
  const said = saidBy(loan, await contentsOf(db, loan.loan_id));
  return !last || changesBetween(last.fields, said).length === 0;
}

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

/** Keeps what a loan was submitted with before submissions were kept, so that changes of it can be told. */
export async function keepFirstSubmission(tx: Database, loan: Loan, submittedAt: Date): Promise<void> {
  if ((await submissionsOf(tx, loan.loan_id)).length > 0) return;
  const documents = await contentsOf(tx, loan.loan_id);
  await keep(tx, loan.loan_id, 1, { fields: saidBy(loan, documents), documents, now: submittedAt });
}

type Kept = { fields: Fields; documents: Contents; now: Date };

async function keep(tx: Database, loanId: string, number: number, kept: Kept): Promise<void> {
  await tx.insert(submissions).values({
    id: randomUUID(),
    loanId,
    number,
    submittedAt: kept.now,
    fields: { ...kept.fields } satisfies Section,
    documents: { ...kept.documents } satisfies Section,
  });
}

/** Keeps what is submitted now, and notes what it says otherwise than the submission before. */
export async function appendSubmission(
  tx: Database,
  loanId: string,
  last: Submission | undefined,
  next: Kept,
): Promise<void> {
  const { fields, now } = next;
  const number = (last?.number ?? 0) + 1;
  await keep(tx, loanId, number, next);
  const act = { loanId, at: now, by: 'applicant' } as const;
  await note(tx, [
    { ...act, act: 'application.submitted', details: { number } },
    ...(last ? changesBetween(last.fields, fields) : []).map(
      (change) => ({ ...act, act: 'field.changed', ...change }) as const,
    ),
  ]);
}
