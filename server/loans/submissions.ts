/**
 * What an application said each time that it was submitted: rows that nothing changes afterwards. What came later,
 * such as documents, is kept in a row of its own when a reviewer acts on it: a supplement, with the moment of the
 * submission that it adds to.
 */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { type Change, changesBetween, type Fields, fieldsOf } from '../../domain/changes.ts';
import type { Loan } from '../../domain/wire.ts';
import type { Database } from '../db/open.ts';
import { type Section, submissions } from '../db/schema.ts';
import { type StoredContent, type ContentsByType, acceptedContents } from '../documents/contents.ts';
import { note } from '../timeline.ts';

export type Submission = {
  number: number;
  submittedAt: Date;
  supplement: boolean;
  fields: Fields;
  documents: ContentsByType;
};

/** The first submission first. */
export async function submissionsOf(db: Database, loanId: string): Promise<Submission[]> {
  const rows = await db
    .select()
    .from(submissions)
    .where(eq(submissions.loanId, loanId))
    .orderBy(asc(submissions.number));
  // `keep` alone writes these rows.
  return rows.map(({ number, submittedAt, supplement, fields, documents }) => ({
    number,
    submittedAt,
    supplement,
    fields: fields as Fields,
    documents: Object.fromEntries(
      Object.entries(documents as Record<string, KeptContent>).map(([type, one]) => [
        type,
        { ...unsaid, ...one },
      ]),
    ),
  }));
}

/** What the contents of the first submissions do not say. */
const unsaid = { proof: null, password: null };
type KeptContent = Omit<StoredContent, keyof typeof unsaid> & Partial<StoredContent>;

/** What a loan says, with what its documents hold. */
export const saidBy = (loan: Loan, contents: ContentsByType): Fields =>
  fieldsOf(loan, Object.fromEntries(Object.entries(contents).map(([type, { e_tag }]) => [type, e_tag])));

/**
 * Whether a loan says what it said when it was submitted last; nobody may have submitted what it says otherwise. A
 * document that has come since takes nothing back.
 */
export async function isAsSubmitted(db: Database, loan: Loan): Promise<boolean> {
  const last = timesSubmitted(await submissionsOf(db, loan.loan_id)).at(-1);
  const said = saidBy(loan, await acceptedContents(db, loan.loan_id));
  const isAdded = ({ field, before }: Change) => isDocument(field) && before === null;
  return !last || changesBetween(last.fields, said).every(isAdded);
}

/**
 * What the latest submission has otherwise than the one before it; nothing before there are two.
 * @param order the names in the order in which they come; a jsonb column keeps none
 */
export function latestChanges(all: readonly Submission[], order: readonly string[]): Change[] {
  const after = timesSubmitted(all).at(-1);
  const before = after && all[all.indexOf(after) - 1];
  return before && after ? inOrder(changesBetween(before.fields, after.fields), order) : [];
}

/** Without the supplements, which nobody submitted. */
export const timesSubmitted = (all: readonly Submission[]): Submission[] =>
  all.filter(({ supplement }) => !supplement);

function inOrder(changes: Change[], order: readonly string[]): Change[] {
  const place = new Map(order.map((name, index) => [name, index]));
  const placeOf = ({ field }: Change) => place.get(field) ?? order.length;
  return changes.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/**
 * Keeps what a reviewer has before them as they act, where no submission has it: as a supplement to the last one, and
 * as the first one where submissions were not kept yet.
 */
export async function keepWhatIsReviewed(tx: Database, loan: Loan, submittedAt: Date): Promise<void> {
  const last = (await submissionsOf(tx, loan.loan_id)).at(-1);
  const documents = await acceptedContents(tx, loan.loan_id);
  const said = saidBy(loan, documents);
  // What else an applicant has changed since is theirs to submit, and told then.
  const fields = last ? withDocumentsOf(said, last.fields) : said;
  if (last && changesBetween(last.fields, fields).length === 0) return;
  await keep(tx, loan.loan_id, {
    number: (last?.number ?? 0) + 1,
    submittedAt: last?.submittedAt ?? submittedAt,
    supplement: last !== undefined,
    fields,
    documents,
  });
}

/** What was said then, with the documents of now. */
const withDocumentsOf = (now: Fields, then: Fields): Fields => ({
  ...fieldsWhere(then, (name) => !isDocument(name)),
  ...fieldsWhere(now, isDocument),
});

const isDocument = (name: string): boolean => name.startsWith('documents.');

const fieldsWhere = (fields: Fields, isMeant: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => isMeant(name)));

async function keep(tx: Database, loanId: string, { fields, documents, ...kept }: Submission): Promise<void> {
  await tx.insert(submissions).values({
    id: randomUUID(),
    loanId,
    ...kept,
    fields: { ...fields } satisfies Section,
    documents: { ...documents } satisfies Section,
  });
}

type Submitted = Pick<Submission, 'fields' | 'documents'> & { now: Date };

/** Keeps what is submitted now, and notes what it says otherwise than the submission before. */
export async function appendSubmission(
  tx: Database,
  loanId: string,
  last: Submission | undefined,
  { fields, documents, now }: Submitted,
): Promise<void> {
  const place = { number: (last?.number ?? 0) + 1, submittedAt: now, supplement: false };
  await keep(tx, loanId, { ...place, fields, documents });
  const number = timesSubmitted(await submissionsOf(tx, loanId)).length;
  const act = { loanId, at: now, by: 'applicant' } as const;
  await note(tx, [
    { ...act, act: 'application.submitted', details: { number } },
    ...(last ? changesBetween(last.fields, fields) : []).map(
      (change) => ({ ...act, act: 'field.changed', ...change }) as const,
    ),
  ]);
}
