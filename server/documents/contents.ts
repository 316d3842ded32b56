/** The current contents of a loan's documents, read from the database. */
import { eq } from 'drizzle-orm';
import { documentTypes } from '../../domain/documents.ts';
import type { AddressProof, DocumentContent } from '../../domain/wire.ts';
import type { Database } from '../db/open.ts';
import { documents, scans } from '../db/schema.ts';

/** The description of a content that a document has or had, as submissions store it. */
export type StoredContent = {
  /** Its SHA-256 in hex. */
  e_tag: string;
  size: number;
  content_type: string;
  uploaded_at: string;
  proof: AddressProof | null;
  /** Encrypted, see password-encryption.ts. */
  password: string | null;
};

/** Contents by their documents' types. */
export type ContentsByType<One extends StoredContent = StoredContent> = Readonly<Record<string, One>>;

export type ScanState = DocumentContent['scan'];
export type ScannedContent = StoredContent & { scan: ScanState };

/** The current content of each document of a loan, in the document master's order. */
export async function currentContents(db: Database, loanId: string): Promise<ContentsByType<ScannedContent>> {
  const rows = await db
    .select({ document: documents, scan: scans.state })
    .from(documents)
    .leftJoin(scans, eq(scans.key, documents.key))
    .where(eq(documents.loanId, loanId));
  const placeOf = (type: string) => documentTypes.findIndex((one) => one === type);
  return Object.fromEntries(
    rows
      .toSorted((one, other) => placeOf(one.document.type) - placeOf(other.document.type))
      .map(({ document, scan }) => [document.type, { ...contentOf(document), scan: scan ?? 'clean' }]),
  );
}

/** The contents that count as part of the application: all but those that the scan has refused. */
export async function acceptedContents(db: Database, loanId: string): Promise<ContentsByType> {
  const contents = Object.entries(await currentContents(db, loanId));
  return Object.fromEntries(
    contents
      .filter(([, { scan }]) => scan !== 'refused')
      .map(([type, { scan, ...content }]) => [type, content]),
  );
}

const contentOf = (row: typeof documents.$inferSelect): StoredContent => ({
  e_tag: row.etag,
  size: row.size,
  content_type: row.contentType,
  uploaded_at: row.createdAt.toISOString(),
  proof: row.proof,
  password: row.password,
});
