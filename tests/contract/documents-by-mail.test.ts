/** The documents that a customer has read and signed go to their mail (decision 88). */
import { and, eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { documentVersions } from '../../domain/servicing/document-versions.ts';
import { schemeRedressal } from '../../server/config/grievances.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { sandboxMessages } from '../../server/db/schema/sandbox.ts';
import { issuedDocuments, signatureRequests } from '../../server/db/schema/servicing.ts';
import { deliverMessage } from '../../server/outbox/deliver.ts';
import type { Template } from '../../server/outbox/templates.ts';
import { recordLenderSteps } from '../../server/servicing/sync-lender-loan.ts';
import { issueSignedAgreementByJob } from '../../server/servicing/signed-agreements.ts';
import { noLenderSteps } from './lender-steps.ts';
import { type AcceptedLoan, acceptedLoan, acknowledgedFacts, lenderId } from './accepted-loan.ts';
import { approvedLoan, exchange, offerOf } from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { jobRunnerFor } from './job-runner.ts';
import { otpOf } from './customers.ts';

/** A process renders its first document in half a second, on a busy machine in more. */
const whenRendered = { timeout: 30_000 };

describeOnPostgres('a document of a loan', (given) => {
  const work = jobRunnerFor(given);
  const mailsOf = ({ id }: { id: string }, template: Template) =>
    given.app.db
      .select()
      .from(messages)
      .where(and(eq(messages.loanId, id), eq(messages.template, template)));
  const attachedTo = async (messageId: string) => {
    const [mail] = await given.app.db.select().from(sandboxMessages).where(eq(sandboxMessages.id, messageId));
    return mail?.attachments;
  };
  const keyFactsRead = async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const offer = await offerOf(app, loan);
    const { bearer, id } = loan;
    const path = { id, offer_id: offer.offer_id };
    const issued = await app.call('createKeyFacts', {
      ...{ bearer, path },
      body: { language: 'ta', version: documentVersions.key_facts },
    });
    expect(issued.status, JSON.stringify(issued.body)).toBe(200);
    const { document } = issued.body.result;
    const acknowledge = () =>
      app.call('acknowledgeKeyFacts', {
        bearer,
        path: { id, document_id: document.document_id },
        body: { sha256: document.sha256 },
      });
    const answers = await Promise.all([acknowledge(), acknowledge()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    return { loan, document };
  };
  const agreementSigned = async (): Promise<{ loan: AcceptedLoan; sha256: string; number: string }> => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    await acknowledgedFacts(app, loan);
    const { bearer, id } = loan;
    const path = { id };
    const requested = await app.call('requestSignature', { bearer, path, body: { language: 'hi' } });
    const { sha256, number } = requested.body.result.document;
    const otp = await otpOf(app, loan.mobile, 'customer.sign');
    const signed = await app.call('signAgreement', { bearer, path, body: { otp, sha256 } });
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
    return { loan, sha256, number };
  };
  const countersign = ({ id: loanId }: AcceptedLoan, documentSha256: string) =>
    recordLenderSteps(
      given.app.services,
      { loanId, lenderId },
      {
        ...noLenderSteps,
        countersigned: { documentSha256, at: given.app.clock.now() },
      },
    );

  const changeGrievanceRules = () => {
    const { services } = given.app;
    const { config } = services;
    services.config = { ...config, grievances: { ...schemeRedressal, answerDays: 21 } };
    onTestFinished(() => {
      services.config = config;
    });
  };

  it('goes by mail when the key facts were read, once, as they were read', async () => {
    const { loan, document } = await keyFactsRead();
    const [mail, ...others] = await mailsOf(loan, 'servicing.keyFacts');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ channel: 'email', documentIds: [document.document_id] });
    expect(mail?.text).toContain('Sandbox lender 15');
    work();
    await expect
      .poll(() => attachedTo(mail?.id ?? ''))
      .toEqual([
        {
          fileName: `${document.number}.pdf`,
          contentType: 'application/pdf',
          bytes: expect.any(Number),
          sha256: document.sha256,
        },
      ]);
  });

  it('goes by mail when the lender has countersigned the agreement, once', async () => {
    const { loan, sha256, number } = await agreementSigned();
    changeGrievanceRules();
    work();
    await countersign(loan, 'f'.repeat(64));
    await countersign(loan, sha256);
    await countersign(loan, sha256);
    await expect
      .poll(async () => {
        const mails = await mailsOf(loan, 'servicing.agreement');
        return Promise.all(mails.map(({ id }) => attachedTo(id)));
      }, whenRendered)
      .toMatchObject([[{ fileName: `${number}.pdf`, sha256 }, { fileName: `${number}-SIGNED.pdf` }]]);
    const [copy] = await given.app.db
      .select()
      .from(issuedDocuments)
      .where(and(eq(issuedDocuments.loanId, loan.id), eq(issuedDocuments.kind, 'signed_agreement')));
    // The copy shows the contact that was signed, not today's configuration.
    expect(copy?.input.grievances).toEqual(schemeRedressal);
    expect(copy?.input).toMatchObject({
      signatures: { signedSha256: sha256, mobileDigits: loan.mobile.slice(-4) },
    });
    const [request] = await given.app.db
      .select()
      .from(signatureRequests)
      .where(eq(signatureRequests.loanId, loan.id));
    expect(await issueSignedAgreementByJob(given.app.services, { requestId: request?.id ?? '' })).toBe(
      'done',
    );
    expect(await mailsOf(loan, 'servicing.agreement')).toHaveLength(1);
  });

  it('is waited for where the object store does not have it', async () => {
    const { loan, document } = await keyFactsRead();
    const { app } = given;
    const [mail] = await mailsOf(loan, 'servicing.keyFacts');
    const [row] = await app.db
      .select()
      .from(issuedDocuments)
      .where(eq(issuedDocuments.id, document.document_id));
    const { objects } = app.services.adapters;
    const key = row?.key ?? '';
    const stored = await objects.head(key);
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await objects.read(key, stored?.eTag ?? '')) ?? []) chunks.push(chunk);
    await objects.remove(key);
    const deliver = (isLastAttempt: boolean) => {
      const run = { attempt: 1, isLastAttempt, signal: new AbortController().signal };
      return deliverMessage(app.services, { messageId: mail?.id ?? '' }, run);
    };
    expect(await deliver(false)).toBe('retry');
    await objects.put(key, Buffer.concat(chunks), 'application/pdf');
    expect(await deliver(true)).toBe('done');
    expect(await attachedTo(mail?.id ?? '')).toHaveLength(1);
  });
});
