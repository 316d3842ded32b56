/** Documents that are issued to customers: rendered once, stored with their hash, and never changed. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { limits } from '../../domain/limits.ts';
import type { Language } from '../../domain/wire.ts';
import type { components } from '../../openapi/generated.ts';
import type { Objects } from '../adapters/objects.ts';
import { type Database, transaction } from '../db/open.ts';
import type { Section } from '../db/schema.ts';
import { issuedDocuments } from '../db/servicing-schema.ts';
import type { Services } from '../handler.ts';
import { lockLoan } from '../loans/row.ts';
import { notFound } from '../problem.ts';
import type { LenderLoanKey } from '../push/lease.ts';
import type { OfferRow } from './lender-loans.ts';
import { issuedKey } from './object-keys.ts';
import { isUuid } from './offers.ts';
import { servicingRefusal } from './refusals.ts';

type Schemas = components['schemas'];
type IssuedDocument = Schemas['IssuedDocument'];
export type IssuedDocumentRow = typeof issuedDocuments.$inferSelect;

export const documentOnWire = (row: IssuedDocumentRow): IssuedDocument => ({
  document_id: row.id,
  kind: row.kind,
  number: row.number,
  language: row.language,
  sha256: row.sha256,
  created_at: row.createdAt.toISOString(),
  acknowledged_at: row.acknowledgedAt?.toISOString() ?? null,
});

/** The oldest first. */
export const issuedDocumentsOf = (
  db: Database,
  { loanId, lenderId }: LenderLoanKey,
): Promise<IssuedDocumentRow[]> =>
  db
    .select()
    .from(issuedDocuments)
    .where(and(eq(issuedDocuments.loanId, loanId), eq(issuedDocuments.lenderId, lenderId)))
    .orderBy(asc(issuedDocuments.createdAt), issuedDocuments.id);

type NewDocument = {
  loanId: string;
  offer: OfferRow;
  kind: 'key_facts' | 'agreement';
  language: Language;
  /** What the document is made from, as JSON. */
  input: Section;
  /** `sha256`: of the PDF, in hex. */
  render: () => Promise<{ pdf: Uint8Array; sha256: string }>;
};

/**
 * The document of an offer in a language: that which was issued before, or a new one. The object is written before the
 * row, so that a row never names an object that is not there.
 */
export async function issueDocument(
  { db, clock, adapters }: Pick<Services, 'db' | 'clock'> & { adapters: { objects: Objects } },
  { loanId, offer, kind, language, input, render }: NewDocument,
): Promise<IssuedDocumentRow> {
  const find = async (from: Database) => {
    const [row] = await from
      .select()
      .from(issuedDocuments)
      .where(
        and(
          eq(issuedDocuments.offerId, offer.id),
          eq(issuedDocuments.kind, kind),
          eq(issuedDocuments.language, language),
        ),
      );
    return row;
  };
  const known = await find(db);
  if (known) return known;
  const { pdf, sha256 } = await render();
  const key = issuedKey(loanId, sha256);
  await adapters.objects.put(key, pdf, 'application/pdf');
  return transaction(db, async (tx) => {
    await lockLoan(tx, loanId, clock.now());
    const [stored] = await tx
      .insert(issuedDocuments)
      .values({
        id: randomUUID(),
        ...{ loanId, lenderId: offer.lenderId, offerId: offer.id, kind, language, sha256, key, input },
        number: `${offer.proposalNumber}-${numberSuffixes[kind]}-${language.toUpperCase()}`,
        createdAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning();
    // Another call has issued it meanwhile.
    const row = stored ?? (await find(tx));
    if (!row) throw new Error('A document was not stored');
    return row;
  });
}

const numberSuffixes: Record<NewDocument['kind'], string> = { key_facts: 'KFS', agreement: 'AGR' };

/** @throws Problem 404 where the loan has no such document */
export async function findDocument(db: Database, loanId: string, id: string): Promise<IssuedDocumentRow> {
  const [row] = isUuid(id)
    ? await db
        .select()
        .from(issuedDocuments)
        .where(and(eq(issuedDocuments.loanId, loanId), eq(issuedDocuments.id, id)))
    : [];
  if (!row) throw notFound('There is no such document');
  return row;
}

/**
 * Records once that the customer has read it.
 * @throws Problem 404 where the loan has no such document, 409 where another content was read
 */
export async function acknowledgeDocument(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { loanId, documentId, sha256 }: { loanId: string; documentId: string; sha256: string },
): Promise<IssuedDocument> {
  const document = await findDocument(db, loanId, documentId);
  if (document.sha256 !== sha256) throw servicingRefusal('servicing.document.changed');
  const [acknowledged] = await db
    .update(issuedDocuments)
    .set({ acknowledgedAt: clock.now() })
    .where(and(eq(issuedDocuments.id, document.id), isNull(issuedDocuments.acknowledgedAt)))
    .returning();
  return documentOnWire(acknowledged ?? (await findDocument(db, loanId, documentId)));
}

/** An address that shows the document for `limits.storage.signedUrlSeconds`, to whoever has it. */
export async function addressOfIssued(
  objects: Objects,
  { key, number }: IssuedDocumentRow,
): Promise<Schemas['DocumentAddress']> {
  const { address, expiresAt } = await objects.addressOf({
    key,
    contentType: 'application/pdf',
    fileName: `${number}.pdf`,
    expiresIn: limits.storage.signedUrlSeconds,
  });
  return { address, expires_at: expiresAt.toISOString() };
}
