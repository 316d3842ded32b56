/** Documents that are issued to customers: rendered once, stored with their hash, and never changed. */
import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { type DocumentKind, documentVersions } from '../../domain/servicing/document-versions.ts';
import { limits } from '../../domain/values/limits.ts';
import type { Language, IssuedDocument, DocumentAddress } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { Objects } from '../adapters/objects.ts';
import { type Database, transaction } from '../db/open.ts';
import type { Section } from '../db/schema/columns.ts';
import { issuedDocuments } from '../db/schema/servicing.ts';
import type { Services } from '../api/handler.ts';
import type { RenderedDocument } from '../issued-documents/render.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { lenderName } from '../config/lender-profiles.ts';
import { isUuid } from '../loans/ids.ts';
import { lockLoan } from '../loans/row.ts';
import { queueMessages } from '../outbox/queue.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { servicingRefusal } from './refusals.ts';
import type { OfferRow } from './step-rows.ts';

export type IssuedDocumentRow = typeof issuedDocuments.$inferSelect;

export function documentOnWire({ id, ...row }: IssuedDocumentRow): IssuedDocument {
  const { kind, number, language, sha256, createdAt, acknowledgedAt } = row;
  return { document_id: id, ...onWire({ kind, number, language, sha256, createdAt, acknowledgedAt }) };
}

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
  /** The payment of a receipt. */
  paymentId?: string;
  language: Language;
  /** Unique among those of the lender. */
  number: string;
  /** The data from which the document is made, as JSON. */
  input: object;
  render: () => Promise<RenderedDocument>;
};

type Needs = Pick<Services, 'db' | 'clock'> & { adapters: { objects: Objects } };

/**
 * Renders a document and stores it. The object is written before the row, so that a row never names an object that is
 * not there.
 * @param afterwards in the transaction of the row
 * @returns undefined where a document with its number or its payment was stored meanwhile
 * @throws Problem 404 where the loan is gone, 410 where it was erased, 503 where the object store fails
 */
export async function storeDocument(
  { db, clock, adapters }: Needs,
  { render, input, ...document }: NewDocument,
  afterwards?: (tx: Database, stored: { document: IssuedDocumentRow; loan: LoanRow }) => Promise<void>,
): Promise<IssuedDocumentRow | undefined> {
  const { pdf, sha256, version, pages } = await render();
  const key = issuedKey(document.loanId, sha256);
  await adapters.objects.put(key, pdf, 'application/pdf').catch(throwUnstored);
  const storing = transaction(db, async (tx) => {
    const loan = await lockLoan(tx, document.loanId, clock.now());
    const [stored] = await tx
      .insert(issuedDocuments)
      .values({
        ...document,
        ...{ id: platform.uuid(), sha256, version, key, createdAt: clock.now(), input: asJson(input) },
        pages: document.kind === 'agreement' ? asJson(pages) : null,
      })
      .onConflictDoNothing()
      .returning();
    if (stored) await afterwards?.(tx, { document: stored, loan });
    return stored;
  });
  return storing.catch(async (error: unknown) => {
    // A loan that was erased meanwhile must leave no object behind.
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

/**
 * The document of an offer as it is today, in a language: the latest one where nothing of it has changed, or a new one.
 * Who has acknowledged it on another day need not do so again for the day alone.
 * @throws Problem as `storeDocument`
 */
export async function issueDocument<Input extends object>(
  needs: Needs,
  { offer, kind, language, inputOf, render }: DocumentOfOffer<Input>,
): Promise<IssuedDocumentRow> {
  for (;;) {
    const latest = await latestDocument(needs.db, offer, kind, language);
    if (latest?.version === documentVersions[kind] && hasInput(latest, inputOf(latest.number))) return latest;
    const number = await nextDocumentNumber(needs.db, offer, kind);
    const input = inputOf(number);
    const stored = await storeDocument(needs, {
      ...{ loanId: offer.loanId, lenderId: offer.lenderId, offerId: offer.id, kind, language, number, input },
      render: () => render(input, language),
    });
    // Otherwise another call has taken the number meanwhile.
    if (stored) return stored;
  }
}

type DocumentOfOffer<Input> = {
  offer: OfferRow;
  kind: Exclude<DocumentKind, 'receipt'>;
  language: Language;
  /** Returns what the document with this number is made from today. */
  inputOf: (number: string) => Input;
  render: (input: Input, language: Language) => Promise<RenderedDocument>;
};

function hasInput({ input, acknowledgedAt }: IssuedDocumentRow, today: object): boolean {
  const day = acknowledgedAt && 'issuedOn' in input ? { issuedOn: input.issuedOn } : {};
  return isDeepStrictEqual(input, { ...asJson(today), ...day });
}

async function latestDocument(
  db: Database,
  { id }: OfferRow,
  kind: DocumentKind,
  language: Language,
): Promise<IssuedDocumentRow | undefined> {
  const [row] = await db
    .select()
    .from(issuedDocuments)
    .where(
      and(
        eq(issuedDocuments.offerId, id),
        eq(issuedDocuments.kind, kind),
        eq(issuedDocuments.language, language),
      ),
    )
    .orderBy(desc(issuedDocuments.createdAt))
    .limit(1);
  return row;
}

const asJson = (input: object): Section => JSON.parse(JSON.stringify(input)) as Section;

const numberSuffixes = {
  key_facts: 'KFS',
  agreement: 'AGR',
  receipt: 'RCT',
  statement: 'SOA',
  no_dues: 'NDC',
} as const satisfies Record<DocumentKind, string>;

/** The number of the next document of a kind. Two calls at once may get the same. */
export async function nextDocumentNumber(
  db: Database,
  { id, proposalNumber }: OfferRow,
  kind: DocumentKind,
): Promise<string> {
  const issued = await db.$count(
    issuedDocuments,
    and(eq(issuedDocuments.offerId, id), eq(issuedDocuments.kind, kind)),
  );
  return `${proposalNumber}-${numberSuffixes[kind]}-${issued + 1}`;
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

/** An address that shows the document for `limits.storage.signedUrlSeconds`, without further credentials. */
export async function addressOfIssued(
  objects: Objects,
  { key, number }: IssuedDocumentRow,
): Promise<DocumentAddress> {
  const expiresIn = limits.storage.signedUrlSeconds;
  const download = { key, contentType: 'application/pdf', fileName: `${number}.pdf`, expiresIn };
  return onWire(await objects.addressOf(download));
}

/** Returns the prefix of the issued documents' keys in the object store, which no applicant's credentials open. */
export const issuedPrefix = (loanId: string): string => `issued/${loanId}/`;

/** @param sha256 of the document, in hex */
export const issuedKey = (loanId: string, sha256: string): string => `${issuedPrefix(loanId)}${sha256}`;
