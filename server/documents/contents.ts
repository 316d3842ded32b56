/** The contents that the documents of a loan have now, as the database knows them. */
import { eq } from 'drizzle-orm';
import { documentTypes } from '../../domain/documents.ts';
import type { AddressProof, DocumentContent } from '../../domain/wire.ts';
import type { Database } from '../db/open.ts';
import { documents, scans } from '../db/schema.ts';

/** A content that a document has or had, as a submission keeps it. */
export type Content = {
  /** Its SHA-256 in hex. */
  e_tag: string;
  size: number;
  content_type: string;
  uploaded_at: string;
  proof: AddressProof | null;
  /** Sealed. */
  password: string | null;
};

/** Contents by their documents' types. */
export type Contents<One extends Content = Content> = Readonly<Record<string, One>>;

export type Scan = DocumentContent['scan'];
export type Scanned = Content & { scan: Scan };

/** What the documents of a loan are now, in the order in which they are asked for. */
export async function currentContents(db: Database, loanId: string): Promise<Contents<Scanned>> {
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

/** What an application says by its documents: what the scan has refused says nothing. */
export async function contentsOf(db: Database, loanId: string): Promise<Contents> {
  const contents = Object.entries(await currentContents(db, loanId));
  return Object.fromEntries(
    contents
      .filter(([, { scan }]) => scan !== 'refused')
      .map(([type, { scan, ...content }]) => [type, content]),
  );
}

const contentOf = (row: typeof documents.$inferSelect): Content => ({
  e_tag: row.etag,
  size: row.size,
  content_type: row.contentType,
  uploaded_at: row.createdAt.toISOString(),
  proof: row.proof,
  password: row.password,
});
