/**
 * The contents of a loan's documents: one row for each, whether a document has it now, a submission has it, or nobody
 * has it any more and its object waits to be deleted.
 */
import { and, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { documentTypes } from '../../domain/loan/documents.ts';
import type { AddressProof, DocumentContent } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { Database } from '../db/open.ts';
import { contents, documents } from '../db/schema/documents.ts';
import { submissionContents, submissions } from '../db/schema/review.ts';

/** The description of a content that a document has, as submissions store it. */
export type StoredContent = {
  /** Its SHA-256 in hex. */
  e_tag: string;
  size: number;
  content_type: string;
  uploaded_at: string;
  proof: AddressProof | null;
};

export type ContentsByType<One extends StoredContent = StoredContent> = Readonly<Record<string, One>>;

export type LoanContent = StoredContent & {
  /** The key of its object. */
  key: string;
  type: string;
  /** The password of a locked PDF, encrypted with its object key as the place (server/encryption/keyring.ts). */
  password: string | null;
  scan: DocumentContent['scan'];
  /** True if the document has it now. */
  current: boolean;
  /** True if the application was ever submitted with it. */
  submitted: boolean;
};

/** Returns the contents that documents have or were submitted with; by type, and the newest first. */
export async function readContents(db: Database, loanId: string): Promise<LoanContent[]> {
  const submittedProof = db
    .select({
      key: submissionContents.key,
      proof: sql<AddressProof | null>`(array_agg(
        ${submissions.documents} -> ${submissionContents.type} ->> 'proof' order by ${submissions.number} desc))[1]`.as(
        'submitted_proof',
      ),
    })
    .from(submissionContents)
    .innerJoin(submissions, eq(submissions.id, submissionContents.submissionId))
    .where(eq(submissions.loanId, loanId))
    .groupBy(submissionContents.key)
    .as('submitted');
  const rows = await db
    .select({
      content: getTableColumns(contents),
      document: { key: documents.key, proof: documents.proof },
      submitted: { key: submittedProof.key, proof: submittedProof.proof },
    })
    .from(contents)
    .leftJoin(documents, eq(documents.key, contents.key))
    .leftJoin(submittedProof, eq(submittedProof.key, contents.key))
    .where(
      and(
        eq(contents.loanId, loanId),
        sql`(${isNotNull(documents.key)} or ${isNotNull(submittedProof.key)})`,
      ),
    )
    .orderBy(desc(contents.uploadedAt), sql`${documents.key} is null`, contents.key);
  return rows
    .map(({ content, document, submitted }): LoanContent => {
      const { key, type, sha256, size, contentType, uploadedAt, password, scan } = content;
      return {
        ...onWire({ key, type, size, contentType, uploadedAt, password, scan }),
        e_tag: sha256,
        proof: document ? document.proof : (submitted?.proof ?? null),
        ...{ current: document !== null, submitted: submitted !== null },
      };
    })
    .toSorted((one, other) => positionOf(one.type) - positionOf(other.type));
}

const positionOf = (type: string): number => documentTypes.findIndex((one) => one === type);

/** The content that each document of a loan has now, in the document master's order. */
export const readCurrentContents = async (db: Database, loanId: string): Promise<LoanContent[]> =>
  (await readContents(db, loanId)).filter(({ current }) => current);

/** The contents that count as part of the application: all current ones but those that the scan has refused. */
export async function acceptedContents(db: Database, loanId: string): Promise<ContentsByType> {
  const accepted = (await readCurrentContents(db, loanId)).filter(({ scan }) => scan !== 'refused');
  return Object.fromEntries(
    accepted.map(({ type, e_tag, size, content_type, uploaded_at, proof }) => [
      type,
      { e_tag, size, content_type, uploaded_at, proof },
    ]),
  );
}

/** Returns a content in the contract's shape, which says that there is a password but not which. */
export const contentOnWire = ({ password, type, current, ...content }: LoanContent): DocumentContent => ({
  ...content,
  has_password: password !== null,
});
