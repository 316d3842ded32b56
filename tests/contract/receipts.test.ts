/** Receipts of payments and statements of account (decision 88). */
import { randomUUID } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { issuedDocuments, payments } from '../../server/db/schema/servicing.ts';
import { enqueueReceipts, issueReceiptByJob } from '../../server/servicing/receipts.ts';
import { issueNoDuesByJob } from '../../server/servicing/statements.ts';
import { pdfText } from '../support/pdf-text.ts';
import { type AcceptedLoan, acceptedLoan, disbursed, lenderId } from './accepted-loan.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { signedIn } from './customers.ts';
import { jobRunnerFor } from './job-runner.ts';
import { press } from './provider-pages.ts';

/** A process renders its first document in half a second, on a busy machine in more. */
const whenRendered = { timeout: 30_000 };

describeOnPostgresByDay('a document about payments', (given) => {
  const work = jobRunnerFor(given);
  const pay = async ({ bearer, id }: AcceptedLoan, body: object, outcome = 'paid'): Promise<string> => {
    const headers = { 'idempotency-key': randomUUID() };
    const ordered = await given.app.call('createPaymentOrder', { bearer, path: { id }, body, headers });
    expect(ordered.status, JSON.stringify(ordered.body)).toBe(200);
    const { order_id, url } = ordered.body.result;
    await press(given.app, url, { outcome, method: 'upi' }, { isDelivered: false });
    await given.app.call('readPaymentOrder', { bearer, path: { id, order_id } });
    return url;
  };
  const servicing = async ({ bearer, id }: AcceptedLoan) =>
    (await given.app.call('readServicing', { bearer, path: { id } })).body.result;
  const statement = ({ bearer, id }: AcceptedLoan, language = 'hi') =>
    given.app.call('createStatement', { bearer, path: { id }, body: { language } });
  const receiptsOf = ({ id }: AcceptedLoan) =>
    given.app.db
      .select()
      .from(issuedDocuments)
      .where(and(eq(issuedDocuments.loanId, id), eq(issuedDocuments.kind, 'receipt')))
      .orderBy(issuedDocuments.createdAt, issuedDocuments.number);
  const textOf = async (documentId: string): Promise<string> => {
    const [row] = await given.app.db.select().from(issuedDocuments).where(eq(issuedDocuments.id, documentId));
    const { objects } = given.app.services.adapters;
    const stored = await objects.head(row?.key ?? '');
    const content = stored && (await objects.read(stored.key, stored.eTag));
    if (!content) throw new Error('The document has no object');
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return (await pdfText(Buffer.concat(chunks))).replaceAll(/\s+/g, ' ');
  };
  const announced = ({ id }: AcceptedLoan) =>
    given.app.db
      .select()
      .from(messages)
      .where(and(eq(messages.loanId, id), eq(messages.template, 'servicing.paymentReceived')));

  it('each payment gets a receipt in the language of the loan and a message with the amount', async () => {
    const loan = await acceptedLoan(given.app);
    await given.app.db.update(loans).set({ language: 'ta' }).where(eq(loans.id, loan.id));
    await pay(loan, { purpose: 'advance' });
    expect((await servicing(loan)).payments).toMatchObject([
      { purpose: 'advance', amount_paise: 630_000, state: 'captured', method: 'upi', receipt: null },
    ]);
    work();
    await expect
      .poll(async () => (await servicing(loan)).payments[0].receipt, whenRendered)
      .toMatchObject({ kind: 'receipt', language: 'ta', number: `P-${loan.offerId}-RCT-1` });
    const [payment] = (await servicing(loan)).payments;
    const text = await textOf(payment.receipt.document_id);
    for (const part of [`P-${loan.offerId}-RCT-1`, '₹6,300.00', 'ஆறாயிரத்து', payment.payment_id])
      expect(text).toContain(part);
    const sent = await announced(loan);
    expect(sent.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms']);
    for (const message of sent) expect(message.text).toContain('₹6,300.00');
  });

  it('a payment gets one receipt, however often it is reported', async () => {
    const loan = await acceptedLoan(given.app);
    await pay(loan, { purpose: 'advance' });
    const [job] = await given.app.db.select().from(jobs).where(like(jobs.dedupeKey, 'receipt:%'));
    const payload = job?.payload as { loanId: string; paymentId: string };
    const issue = () => issueReceiptByJob(given.app.services, payload);
    const results = await Promise.all([issue(), issue()]);
    expect(results).toContain('done');
    expect(await issue()).toBe('done');
    await given.app.db.delete(jobs);
    await enqueueReceipts(given.app.db, { loanId: loan.id, lenderId }, given.app.clock.now());
    expect(await given.app.db.select().from(jobs).where(like(jobs.dedupeKey, 'receipt:%'))).toEqual([]);
    expect(await receiptsOf(loan)).toHaveLength(1);
    expect(await announced(loan)).toHaveLength(2);
  });

  it('a payment refunded while its receipt is rendered gets no receipt and no message', async () => {
    const loan = await acceptedLoan(given.app);
    await pay(loan, { purpose: 'advance' });
    const ofLoan = eq(payments.loanId, loan.id);
    const [payment] = await given.app.db.select().from(payments).where(ofLoan);
    const { services } = given.app;
    const { objects } = services.adapters;
    const put: typeof objects.put = async (...object) => {
      await given.app.db.update(payments).set({ state: 'refunded' }).where(ofLoan);
      return objects.put(...object);
    };
    const needs = { ...services, adapters: { ...services.adapters, objects: { ...objects, put } } };
    const payload = { loanId: loan.id, paymentId: payment?.id ?? '' };
    expect(await issueReceiptByJob(needs, payload)).toBe('done');
    expect([await receiptsOf(loan), await announced(loan)]).toEqual([[], []]);
  });

  it('a refund is shown, and the payment made instead gets its own receipt', async () => {
    const loan = await acceptedLoan(given.app);
    work();
    const url = await pay(loan, { purpose: 'advance' });
    await expect.poll(() => receiptsOf(loan), whenRendered).toHaveLength(1);
    await press(given.app, url, { outcome: 'refund', method: 'upi' });
    await expect.poll(async () => (await servicing(loan)).payments[0].state).toBe('refunded');
    given.app.clock.pass(1000);
    await pay(loan, { purpose: 'advance' });
    await expect
      .poll(async () => (await receiptsOf(loan)).map(({ number }) => number.slice(-5)), whenRendered)
      .toEqual(['RCT-1', 'RCT-2']);
    expect((await servicing(loan)).payments.map(({ state }: { state: string }) => state)).toEqual([
      'captured',
      'refunded',
    ]);
  });

  it('a held or failed payment gets no receipt', async () => {
    const loan = await acceptedLoan(given.app);
    await pay(loan, { purpose: 'advance' }, 'short');
    const other = await acceptedLoan(given.app);
    await pay(other, { purpose: 'advance' }, 'failed');
    expect((await servicing(other)).payments).toEqual([]);
    expect((await servicing(loan)).payments).toMatchObject([{ state: 'held', receipt: null }]);
    expect(await given.app.db.select().from(jobs).where(like(jobs.dedupeKey, 'receipt:%'))).toEqual([]);
  });

  it('the statement lists the instalments, and is the same document until a payment changes it', async () => {
    const loan = await acceptedLoan(given.app, { advanceInstalments: 0 });
    expect((await statement(loan)).body.errors).toMatchObject([{ code: 'servicing.step.notNow' }]);
    await disbursed(given.app, loan);
    const [first, same] = await Promise.all([statement(loan), statement(loan)]);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body.result).toMatchObject({ kind: 'statement', language: 'hi' });
    expect((await statement(loan)).body.result.document_id).toBe(same.body.result.document_id);
    await pay(loan, { purpose: 'instalment', instalment: 1 });
    const paid = (await statement(loan)).body.result;
    expect(paid.document_id).not.toBe(first.body.result.document_id);
    const text = await textOf(paid.document_id);
    expect(text).toContain('₹6,300.00');
    expect(text.normalize('NFC')).toContain('भुगतान हो गया');
    expect((await statement(loan, 'en')).body.result.language).toBe('en');
  });

  it('a repaid loan gets a no-dues certificate by mail, and another one where it is repaid again', async () => {
    let loan = await acceptedLoan(given.app, { advanceInstalments: 0 });
    await disbursed(given.app, loan);
    work();
    const url = await pay(loan, { purpose: 'foreclosure' });
    const certificates = async () =>
      (await servicing(loan)).documents.filter(({ kind }: { kind: string }) => kind === 'no_dues');
    await expect.poll(certificates, whenRendered).toMatchObject([{ number: `P-${loan.offerId}-NDC-1` }]);
    const [certificate] = await certificates();
    const text = await textOf(certificate.document_id);
    for (const part of ['No-dues certificate', `P-${loan.offerId}-NDC-1`, '₹60,000.00'])
      expect(text).toContain(part);
    const mails = () =>
      given.app.db
        .select()
        .from(messages)
        .where(and(eq(messages.loanId, loan.id), eq(messages.template, 'servicing.noDues')));
    expect(await mails()).toMatchObject([{ channel: 'email', documentIds: [certificate.document_id] }]);

    await press(given.app, url, { outcome: 'refund', method: 'upi' });
    await expect.poll(async () => (await servicing(loan)).stage).not.toBe('closed');
    given.app.clock.pass(24 * 3_600_000);
    loan = { ...loan, ...(await signedIn(given.app, loan.mobile)) };
    await pay(loan, { purpose: 'foreclosure' });
    await expect.poll(certificates, whenRendered).toHaveLength(2);
    expect(await mails()).toHaveLength(2);
    // A second run finds the closing of that day certified.
    expect(await issueNoDuesByJob(given.app.services, { loanId: loan.id, lenderId })).toBe('done');
    expect(await certificates()).toHaveLength(2);
  });
});
