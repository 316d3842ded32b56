/** Reads the rows that the steps of a lender loan leave, the newest first; each lender loan has a handful of them. */
import { desc, eq } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { issuedDocuments, kycChecks, mandates, offers, signatureRequests } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';

export type KycRow = typeof kycChecks.$inferSelect;
export type MandateRow = typeof mandates.$inferSelect;
export type OfferRow = typeof offers.$inferSelect;

export const offersOf = (db: Database, key: LenderLoanKey): Promise<OfferRow[]> =>
  db.select().from(offers).where(ofLenderLoan(offers, key)).orderBy(desc(offers.revision));

export const kycChecksOf = (db: Database, key: LenderLoanKey): Promise<KycRow[]> =>
  db
    .select()
    .from(kycChecks)
    .where(ofLenderLoan(kycChecks, key))
    .orderBy(desc(kycChecks.createdAt), desc(kycChecks.id));

/** Returns a verified check before all others, else the one that was made last. */
export async function latestCheck(db: Database, key: LenderLoanKey): Promise<KycRow | undefined> {
  const checks = await kycChecksOf(db, key);
  return checks.find(({ state }) => state === 'verified') ?? checks[0];
}

export const mandatesOf = (db: Database, key: LenderLoanKey): Promise<MandateRow[]> =>
  db
    .select()
    .from(mandates)
    .where(ofLenderLoan(mandates, key))
    .orderBy(desc(mandates.createdAt), desc(mandates.id));

/** Returns the requests to sign agreements, in whatever language, with the offer of each. */
export const signaturesOf = (db: Database, key: LenderLoanKey) =>
  db
    .select({ request: signatureRequests, offerId: issuedDocuments.offerId })
    .from(signatureRequests)
    .innerJoin(issuedDocuments, eq(issuedDocuments.id, signatureRequests.documentId))
    .where(ofLenderLoan(signatureRequests, key))
    .orderBy(desc(signatureRequests.createdAt), desc(signatureRequests.id));

/** Returns the signed request for the agreement of an offer before all others, else the one that was made last. */
export async function latestSignature(db: Database, { id, ...key }: LenderLoanKey & { id: string }) {
  const ofOffer = (await signaturesOf(db, key)).filter(({ offerId }) => offerId === id);
  return (ofOffer.find(({ request }) => request.signedAt !== null) ?? ofOffer[0])?.request;
}
