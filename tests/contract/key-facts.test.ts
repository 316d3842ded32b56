/** The key facts statement of an offer (decision 88): issued, stored, acknowledged. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { documentVersions } from '../../domain/servicing/document-versions.ts';
import { issuedDocuments, offers } from '../../server/db/schema/servicing.ts';
import { issuedKey } from '../../server/servicing/issued-documents.ts';
import { type ApprovedLoan, approvedLoan, exchange, offerOf } from './approved-loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { codesOf } from './calls.ts';

describeOnPostgresByDay('an offer', (given) => {
  it('says that key facts cannot be stored where the object store fails, and issues them once it is back', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const { offer_id } = await offerOf(app, loan);
    const { objects } = app.services.adapters;
    const { put } = objects;
    objects.put = () => Promise.reject(new Error('The store is away'));
    const body = { language: 'en', version: documentVersions.key_facts };
    const call = { bearer: loan.bearer, path: { id: loan.id, offer_id }, body };
    try {
      const answer = await app.call('createKeyFacts', call);
      expect([answer.status, answer.body.code]).toEqual([503, 'refusal.unavailable']);
    } finally {
      objects.put = put;
    }
    expect((await app.call('createKeyFacts', call)).status).toBe(200);
  });

  it('two lenders may use the same proposal number, and each has its own key facts', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    await app.db
      .update(offers)
      .set({ proposalNumber: `P-${loan.id}` })
      .where(eq(offers.loanId, loan.id));
    for (const lender of [11, 12, 15] as const) {
      const path = { id: loan.id, offer_id: (await offerOf(app, loan, lender)).offer_id };
      const body = { language: 'en', version: documentVersions.key_facts };
      await app.call('createKeyFacts', { bearer: loan.bearer, path, body });
    }
    const numbers = await app.db
      .select({ lenderId: issuedDocuments.lenderId, number: issuedDocuments.number })
      .from(issuedDocuments)
      .where(eq(issuedDocuments.loanId, loan.id))
      .orderBy(issuedDocuments.lenderId);
    const number = `P-${loan.id}-KFS-1`;
    expect(numbers).toEqual([11, 12, 15].map((lenderId) => ({ lenderId, number })));
  });

  it('has key facts that are issued once for a language', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const offer = await offerOf(app, loan);
    const create = () =>
      app.call('createKeyFacts', {
        bearer: loan.bearer,
        path: { id: loan.id, offer_id: offer.offer_id },
        body: { language: 'ta', version: documentVersions.key_facts },
      });
    const { document, facts } = (await create()).body.result;
    expect((await create()).body.result).toEqual({ document, facts });
    expect(facts).toMatchObject({ proposal_number: offer.proposal_number, lender_name: 'Sandbox lender 15' });
    const path = { id: loan.id, document_id: document.document_id };
    const { address } = (await app.call('readIssuedDocument', { bearer: loan.bearer, path })).body.result;
    expect(address).toContain(document.sha256);
  });

  it('has documents that do not change and are acknowledged only with their hash', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const { bearer } = loan;
    const [row] = await issuedTo(loan);
    const path = { id: loan.id, document_id: row?.id ?? '' };
    const acknowledge = (sha256: string) =>
      app.call('acknowledgeKeyFacts', { bearer, path, body: { sha256 } });
    expect(codesOf(await acknowledge('1'.repeat(64)))).toEqual([409, 'servicing.document.changed']);
    const first = (await acknowledge('0'.repeat(64))).body.result.acknowledged_at;
    app.clock.pass(1000);
    expect((await acknowledge('0'.repeat(64))).body.result.acknowledged_at).toBe(first);
    const { address } = (await app.call('readIssuedDocument', { bearer, path })).body.result;
    expect(address).toContain(`/issued/`);
    const ofDocument = eq(issuedDocuments.id, path.document_id);
    const change = app.db.update(issuedDocuments).set({ sha256: 'x' }).where(ofDocument);
    await expect(change).rejects.toThrow();
    await expect(app.db.delete(issuedDocuments).where(ofDocument)).rejects.toThrow();
  });

  /** A document of the loan's first offer, which is unread. */
  const issuedTo = async (loan: ApprovedLoan) => {
    const { app } = given;
    const offer = await offerOf(app, loan);
    const row = { id: randomUUID(), loanId: loan.id, lenderId: 15, offerId: offer.offer_id };
    return app.db
      .insert(issuedDocuments)
      .values({
        ...{ ...row, kind: 'key_facts', language: 'ta', number: row.id, sha256: '0'.repeat(64) },
        ...{ key: issuedKey(loan.id, row.id), input: {}, createdAt: app.clock.now() },
      })
      .returning();
  };
});
