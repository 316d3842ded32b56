/** A document that was issued is used again while nothing in it has changed, in the words that it had (decision 88). */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { IssuedDocument, Language } from '../../domain/values/wire.ts';
import { documentVersions } from '../../domain/servicing/document-versions.ts';
import { issuedDocuments, signatureRequests } from '../../server/db/schema/servicing.ts';
import { acknowledgeDocument } from '../../server/servicing/issued-documents.ts';
import { createKeyFacts } from '../../server/servicing/key-facts.ts';
import { requestSignature, signAgreement } from '../../server/servicing/signatures.ts';
import { issueSignedAgreementByJob } from '../../server/servicing/signed-agreements.ts';
import { comparable } from '../support/document-texts.ts';
import { pdfText } from '../support/pdf-text.ts';
import { acceptedLoan, acknowledgedFacts } from './accepted-loan.ts';
import { acceptance, type ApprovedLoan, approvedLoan, exchange, offerOf } from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { otpOf } from './customers.ts';

const dayMs = 24 * 60 * 60_000;
/** Longer than the pause between two passwords. */
const pauseMs = 10 * 60_000;

describeOnPostgres('a document that was issued', (given) => {
  const offered = async () => {
    const loan = await approvedLoan(given.app);
    await exchange(given.app, loan);
    return { loan, offer: await offerOf(given.app, loan) };
  };
  type Offered = Awaited<ReturnType<typeof offered>>;

  const keyFacts = async ({ loan, offer }: Offered, language: Language = 'en') => {
    const words = { language, version: documentVersions.key_facts };
    const path = { loanId: loan.id, offerId: offer.offer_id };
    return (await createKeyFacts(given.app.services, { ...path, ...words })).document;
  };

  const acknowledge = ({ id: loanId }: ApprovedLoan, { document_id: documentId, sha256 }: IssuedDocument) =>
    acknowledgeDocument(given.app.services, { loanId, documentId, sha256 });

  const acceptanceIsRefused = async (
    { loan, offer }: Offered,
    { document_id: key_facts_id }: Pick<IssuedDocument, 'document_id'>,
  ) => {
    const { status, body } = await acceptance(given.app, loan, offer, { key_facts_id });
    expect([status, body.errors]).toMatchObject([409, [{ code: 'servicing.offer.notAcknowledged' }]]);
  };

  const documentOf = async (id: string) => {
    const [row] = await given.app.db.select().from(issuedDocuments).where(eq(issuedDocuments.id, id));
    if (!row) throw new Error('There is no such document');
    return row;
  };

  const pdfOf = async (row: { key: string }): Promise<string> => {
    const { objects } = given.app.services.adapters;
    const chunks: Uint8Array[] = [];
    const stored = await objects.head(row.key);
    for await (const chunk of (await objects.read(row.key, stored?.eTag ?? '')) ?? []) chunks.push(chunk);
    return comparable(await pdfText(Buffer.concat(chunks)));
  };

  const drawUp = async (loan: { id: string; mobile: string }) =>
    (await requestSignature(given.app.services, loan, { loanId: loan.id, language: 'en' })).document;

  it('is issued again on another day unless it was acknowledged', async () => {
    const given15 = await offered();
    const first = await keyFacts(given15);
    given.app.clock.pass(dayMs);
    const second = await keyFacts(given15);
    expect([second.document_id === first.document_id, second.number]).toEqual([
      false,
      first.number.replace(/1$/, '2'),
    ]);
    await acknowledge(given15.loan, second);
    given.app.clock.pass(dayMs);
    expect((await keyFacts(given15)).document_id).toBe(second.document_id);
  });

  it('is issued again when the complaints officer changes, and must be acknowledged again', async () => {
    const given15 = await offered();
    const { config } = given.app.services;
    const first = await keyFacts(given15);
    await acknowledge(given15.loan, first);
    const { officer } = config.lenderProfiles.platform;
    config.lenderProfiles.platform.officer = { ...officer, name: 'A. Newcomer' };
    given.app.clock.pass(1);
    try {
      const second = await keyFacts(given15);
      expect([second.document_id === first.document_id, second.acknowledged_at]).toEqual([false, null]);
      await acceptanceIsRefused(given15, first);
    } finally {
      config.lenderProfiles.platform.officer = officer;
    }
  });

  it('is issued again in the current wording, and must be acknowledged again', async () => {
    const given15 = await offered();
    const today = await keyFacts(given15);
    const row = await documentOf(today.document_id);
    given.app.clock.pass(1);
    await given.app.db.insert(issuedDocuments).values({
      ...row,
      ...{ id: given15.loan.id, number: 'former words', version: '2026-01-01' },
      ...{ createdAt: given.app.clock.now(), acknowledgedAt: given.app.clock.now() },
    });
    const { document_id, acknowledged_at } = await keyFacts(given15);
    expect([document_id === given15.loan.id, acknowledged_at]).toEqual([false, null]);
    await acceptanceIsRefused(given15, { document_id: given15.loan.id });
    expect((await documentOf(document_id)).version).toBe(documentVersions.key_facts);
  });

  it('the agreement contains the key facts of the acceptance, even if others were read later', async () => {
    const given15 = await offered();
    const { loan, offer } = given15;
    const accepted = await keyFacts(given15, 'hi');
    await acknowledge(loan, accepted);
    given.app.clock.pass(1000);
    const other = await keyFacts(given15, 'en');
    const changes = { key_facts_id: accepted.document_id };
    expect((await acceptance(given.app, loan, offer, changes)).status).toBe(200);
    const changed = { ...(await documentOf(other.document_id)).input, borrowerName: 'Somebody Else' };
    await given.app.db.insert(issuedDocuments).values({
      ...(await documentOf(other.document_id)),
      ...{ id: loan.id, number: 'read later', input: changed, acknowledgedAt: given.app.clock.now() },
    });
    const agreement = await drawUp(loan);
    const { keyFacts: within } = (await documentOf(agreement.document_id)).input as {
      keyFacts: { borrowerName: string };
    };
    expect(within.borrowerName).not.toBe('Somebody Else');
  });

  it('is drawn up on the day on which it is signed', async () => {
    const loan = await acceptedLoan(given.app);
    await acknowledgedFacts(given.app, loan);
    const first = await drawUp(loan);
    given.app.clock.pass(pauseMs);
    expect((await drawUp(loan)).document_id).toBe(first.document_id);
    given.app.clock.pass(dayMs);
    const second = await drawUp(loan);
    expect(second.document_id).not.toBe(first.document_id);
    const otp = await otpOf(given.app, loan.mobile, 'customer.sign');
    const sign = (sha256: string) =>
      signAgreement(given.app.services, loan, { loanId: loan.id, otp, sha256 });
    await expect(sign(first.sha256)).rejects.toMatchObject({ status: 409 });
    await sign(second.sha256);
  });

  it('has a signed copy in the words that were signed', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    await acknowledgedFacts(app, loan);
    const row = await documentOf((await drawUp(loan)).document_id);
    const pages = JSON.parse(
      JSON.stringify(row.pages).replace('Loan agreement', 'Words of before'),
    ) as object;
    await app.db.insert(issuedDocuments).values({
      ...row,
      ...{ id: loan.id, number: 'words of before', version: '2026-01-01', pages: { ...pages } },
    });
    await app.db
      .update(signatureRequests)
      .set({ documentId: loan.id, state: 'countersigned', signedAt: app.clock.now() })
      .where(eq(signatureRequests.loanId, loan.id));
    const [request] = await app.db
      .update(signatureRequests)
      .set({ countersignedAt: app.clock.now(), signedMobileDigits: '4321' })
      .where(eq(signatureRequests.loanId, loan.id))
      .returning();
    const run = issueSignedAgreementByJob(app.services, { requestId: request?.id ?? '' });
    expect(await run).toBe('done');
    const [copy] = await app.db
      .select()
      .from(issuedDocuments)
      .where(eq(issuedDocuments.number, 'words of before-SIGNED'));
    expect(copy?.version).toBe('2026-01-01');
    const text = await pdfOf({ key: copy?.key ?? '' });
    expect(text).toContain(comparable('Words of before'));
    expect(text).toContain('4321');
    expect(text).toContain(comparable(row.sha256.slice(0, 32)));
  });
});
