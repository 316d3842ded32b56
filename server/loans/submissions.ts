/**
 * The submissions of an application: immutable rows. What an applicant adds later, such as documents, is stored as a
 * supplement when a reviewer acts on it: a row of its own, with the time of the submission that it belongs to.
 */
import { asc, eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { type Change, changesBetween, type FieldValues, fieldValuesOf } from '../../domain/forms/changes.ts';
import type { Loan } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import type { Section } from '../db/schema/columns.ts';
import { type Agreement, submissionContents, submissions } from '../db/schema/review.ts';
import { type ContentsByType, acceptedContents } from './document-contents.ts';
import { contentKey } from './document-keys.ts';
import { decryptPersonalData, encryptPersonalData } from '../encryption/personal-data.ts';
import { appendToTimeline } from '../timeline/timeline.ts';

export type Submission = {
  number: number;
  submittedAt: Date;
  supplement: boolean;
  fields: FieldValues;
  agreed: Agreement;
};

/** The first submission first. */
export async function submissionsOf(db: Database, loanId: string): Promise<Submission[]> {
  const { number, submittedAt, supplement, fields, agreed } = submissions;
  const rows = await db
    .select({ number, submittedAt, supplement, fields, agreed })
    .from(submissions)
    .where(eq(submissions.loanId, loanId))
    .orderBy(asc(number));
  // The cast is safe because only `insertSubmission` writes these rows.
  return rows.map((row) => ({ ...row, fields: decryptPersonalData(db, loanId, row.fields as FieldValues) }));
}

/** The values of all fields and documents of a loan, for comparison and storage. */
export const snapshotFields = (loan: Loan, contents: ContentsByType): FieldValues =>
  fieldValuesOf(loan, Object.fromEntries(Object.entries(contents).map(([type, { e_tag }]) => [type, e_tag])));

/**
 * Returns whether a loan is unchanged since its last submission; changes would lack the applicant's consent.
 * Documents that were added since do not count as changes.
 */
export async function isUnchangedSinceSubmission(
  db: Database,
  loan: Loan,
  submissions: readonly Submission[],
): Promise<boolean> {
  const last = withoutSupplements(submissions).at(-1);
  const snapshot = snapshotFields(loan, await acceptedContents(db, loan.loan_id));
  const isAdded = ({ field, before }: Change) => isDocument(field) && before === null;
  return !last || changesBetween(last.fields, snapshot).every(isAdded);
}

/** The latest submission and the one before, a supplement included; null for a single one. */
export function latestTwoSubmissions(
  all: readonly Submission[],
): { before: Submission; after: Submission } | null {
  const after = withoutSupplements(all).at(-1);
  const before = after && all[all.indexOf(after) - 1];
  return before && after ? { before, after } : null;
}

/** The submissions of the applicant, without the supplements. */
export const withoutSupplements = (all: readonly Submission[]): Submission[] =>
  all.filter(({ supplement }) => !supplement);

/** Stores what a reviewer acts on as a supplement to the last submission, where no submission equals it. */
export async function storeSupplement(tx: Database, loan: Loan): Promise<void> {
  const last = (await submissionsOf(tx, loan.loan_id)).at(-1);
  if (!last) throw new Error('A submitted application has no submission');
  const documents = await acceptedContents(tx, loan.loan_id);
  // Other changes of the applicant are not submitted yet, so they are left out.
  const fields = withDocumentsOf(snapshotFields(loan, documents), last.fields);
  if (changesBetween(last.fields, fields).length === 0) return;
  await insertSubmission(tx, loan.loan_id, {
    ...last,
    ...{ number: last.number + 1, supplement: true, fields, documents },
  });
}

/** The former fields with the present documents. */
const withDocumentsOf = (now: FieldValues, then: FieldValues): FieldValues => ({
  ...fieldsWhere(then, (name) => !isDocument(name)),
  ...fieldsWhere(now, isDocument),
});

const isDocument = (name: string): boolean => name.startsWith('documents.');

const fieldsWhere = (fields: FieldValues, isMeant: (name: string) => boolean): FieldValues =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => isMeant(name)));

async function insertSubmission(
  tx: Database,
  loanId: string,
  { fields, documents, ...kept }: Submission & { documents: ContentsByType },
): Promise<void> {
  const id = platform.uuid();
  await tx.insert(submissions).values({
    ...{ id, loanId, ...kept },
    fields: encryptPersonalData(tx, loanId, { ...fields } satisfies Section),
    documents: { ...documents } satisfies Section,
  });
  const rows = Object.entries(documents).map(([type, { e_tag: etag }]) => ({
    submissionId: id,
    type,
    key: contentKey({ loanId, type, etag }),
  }));
  if (rows.length > 0) await tx.insert(submissionContents).values(rows);
}

type Submitted = Pick<Submission, 'fields' | 'agreed'> & {
  documents: ContentsByType;
  /** The versions of the texts that this submission itself agrees to, for the timeline. */
  versions: Section;
  now: Date;
};

/** Inserts a submission, and its differences from the one before into the timeline. @param earlier all of the loan */
export async function appendSubmission(
  tx: Database,
  loanId: string,
  earlier: readonly Submission[],
  { versions, now, ...submitted }: Submitted,
): Promise<void> {
  const last = earlier.at(-1);
  const place = { number: (last?.number ?? 0) + 1, submittedAt: now, supplement: false };
  await insertSubmission(tx, loanId, { ...place, ...submitted });
  const number = withoutSupplements(earlier).length + 1;
  const act = { loanId, at: now, by: 'applicant' } as const;
  await appendToTimeline(tx, [
    { ...act, act: 'application.submitted', details: { number, ...versions } },
    ...(last ? changesBetween(last.fields, submitted.fields) : []).map(
      (change) => ({ ...act, act: 'field.changed', ...change }) as const,
    ),
  ]);
}
