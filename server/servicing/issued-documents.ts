/** Documents that are issued to customers: rendered once, stored with their hash, and never changed. */
import { and, asc, eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { limits } from '../../domain/values/limits.ts';
import type { Language, IssuedDocument, DocumentAddress } from '../../domain/values/wire.ts';
import type { Objects } from '../adapters/objects.ts';
import { type Database, transaction } from '../db/open.ts';
import type { Section } from '../db/schema/columns.ts';
import { issuedDocuments } from '../db/schema/servicing.ts';
import type { Services } from '../api/handler.ts';
import { type LenderLoanKey, ofLenderLoan } from '../lender-loan-key.ts';
import { lenderName } from '../config/lender-profiles.ts';
import { isUuid } from '../loans/ids.ts';
import { lockLoan } from '../loans/row.ts';
import { queueMessages } from '../outbox/queue.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { LoanRow } from '../loans/tokens.ts';
import type { OfferRow } from './lender-loans.ts';
import { issuedKey } from './object-keys.ts';
import { servicingRefusal } from './refusals.ts';
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
    .where(ofLenderLoan(issuedDocuments, { loanId, lenderId }))
    .orderBy(asc(issuedDocuments.createdAt), issuedDocuments.id);

type NewDocument = LenderLoanKey & {
  kind: IssuedDocumentRow['kind'];
  offerId: string | null;
  /** Of a receipt. */
  paymentId?: string;
  language: Language;
  /** Unique among those of the lender. */
  number: string;
  /** What the document is made from, as JSON. */
  input: object;
  /** `sha256`: of the PDF, in hex. */
  render: () => Promise<{ pdf: Uint8Array; sha256: string }>;
};

type Needs = Pick<Services, 'db' | 'clock'> & { adapters: { objects: Objects } };

/**
 * Renders a document and stores it. The object is written before the row, so that a row never names an object that is
 * not there.
 * @param afterwards in the transaction of the row
 * @returns undefined where a document with its number, its offer or its payment was stored meanwhile
 * @throws Problem 404 where the loan is gone, 410 where it was erased, 503 where the object store fails
 */
export async function storeDocument(
  { db, clock, adapters }: Needs,
  { render, input, ...document }: NewDocument,
  afterwards?: (tx: Database, stored: { document: IssuedDocumentRow; loan: LoanRow }) => Promise<void>,
): Promise<IssuedDocumentRow | undefined> {
  const { pdf, sha256 } = await render();
  const key = issuedKey(document.loanId, sha256);
  await adapters.objects.put(key, pdf, 'application/pdf').catch(throwUnstored);
  const storing = transaction(db, async (tx) => {
    const loan = await lockLoan(tx, document.loanId, clock.now());
    const [stored] = await tx
      .insert(issuedDocuments)
      .values({
        ...document,
        ...{ id: platform.uuid(), sha256, key, createdAt: clock.now() },
        input: JSON.parse(JSON.stringify(input)) as Section,
      })
      .onConflictDoNothing()
      .returning();
    if (stored) await afterwards?.(tx, { document: stored, loan });
    return stored;
  });
  return storing.catch(async (error: unknown) => {
    // Nothing stays of a loan that was erased meanwhile.
    if (error instanceof Problem && error.status === 410) await adapters.objects.remove(key);
    throw error;
  });
}

const storeRetrySeconds = 30;

function throwUnstored(cause: unknown): never {
  const headers = { 'retry-after': String(storeRetrySeconds) };
  const problem = new Problem(503, 'The document could not be stored; try again', undefined, { headers });
  throw Object.assign(problem, { cause });
}

/** The key facts or the agreement of an offer in a language: that which was issued before, or a new one. */
export async function issueDocument(
  needs: Needs,
  document: Pick<NewDocument, 'language' | 'input' | 'render'> & {
    loanId: string;
    offer: OfferRow;
    kind: keyof typeof numberSuffixes;
  },
): Promise<IssuedDocumentRow> {
  const { offer, kind, language } = document;
  const find = async () => {
    const [row] = await needs.db
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
  const known = await find();
  if (known) return known;
  const { loanId, input, render } = document;
  const stored = await storeDocument(needs, {
    ...{ loanId, lenderId: offer.lenderId, offerId: offer.id, kind, language, input, render },
    number: `${offer.proposalNumber}-${numberSuffixes[kind]}-${language.toUpperCase()}`,
  });
  // Another call has issued it meanwhile.
  const row = stored ?? (await find());
  if (!row) throw new Error('A document was not stored');
  return row;
}

const numberSuffixes = { key_facts: 'KFS', agreement: 'AGR' } as const;
const countedSuffixes = { receipt: 'RCT', statement: 'SOA' } as const;

/** The number of the next document of a kind of which an offer has many. Two calls at once may get the same. */
export async function nextDocumentNumber(
  db: Database,
  { id, proposalNumber }: OfferRow,
  kind: keyof typeof countedSuffixes,
): Promise<string> {
  const issued = await db.$count(
    issuedDocuments,
    and(eq(issuedDocuments.offerId, id), eq(issuedDocuments.kind, kind)),
  );
  return `${proposalNumber}-${countedSuffixes[kind]}-${issued + 1}`;
}

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
 * Records once that the customer has read it. Key facts that were read go to the customer's mail.
 * @throws Problem 404 where the loan has no such document, 409 where another content was read
 */
export const acknowledgeDocument = (
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  { loanId, documentId, sha256 }: { loanId: string; documentId: string; sha256: string },
): Promise<IssuedDocument> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const loan = await lockLoan(tx, loanId, now);
    const document = await findDocument(tx, loanId, documentId);
    if (document.sha256 !== sha256) throw servicingRefusal('servicing.document.changed');
    if (document.acknowledgedAt !== null) return documentOnWire(document);
    await tx.update(issuedDocuments).set({ acknowledgedAt: now }).where(eq(issuedDocuments.id, document.id));
    if (document.kind === 'key_facts')
      await queueMessages(tx, {
        ...{ loan, template: 'servicing.keyFacts', documents: [document.id], now, config },
        values: { lender: lenderName(config.lenderProfiles, document.lenderId) },
      });
    return documentOnWire({ ...document, acknowledgedAt: now });
  });

/** An address that shows the document for `limits.storage.signedUrlSeconds`, to whoever has it. */
export async function addressOfIssued(
  objects: Objects,
  { key, number }: IssuedDocumentRow,
): Promise<DocumentAddress> {
  const { address, expiresAt } = await objects.addressOf({
    key,
    contentType: 'application/pdf',
    fileName: `${number}.pdf`,
    expiresIn: limits.storage.signedUrlSeconds,
  });
  return { address, expires_at: expiresAt.toISOString() };
}
