/** The agreement of an accepted offer is signed by a one-time password (decision 68). */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { jobs } from '../../server/db/schema/servers.ts';
import { signatureRequests } from '../../server/db/schema/servicing.ts';
import { type AcceptedLoan, acceptedLoan, acknowledgedFacts } from './accepted-loan.ts';
import { describeOnPostgres } from './both-databases.ts';
import { otpOf } from './customers.ts';
import { otherThan } from './passwords.ts';

describeOnPostgres('the agreement', (given) => {
  const request = ({ bearer, id }: AcceptedLoan, language = 'en') =>
    given.app.call('requestSignature', { bearer, path: { id }, body: { language } });
  const sign = ({ bearer, id }: AcceptedLoan, otp: string, sha256: string) =>
    given.app.call('signAgreement', { bearer, path: { id }, body: { otp, sha256 } });
  const passwordFor = ({ mobile }: AcceptedLoan) => otpOf(given.app, mobile, 'customer.sign');

  it('is issued, signed once by its hash and the password, and the lender is told', async () => {
    const loan = await acceptedLoan(given.app);
    await acknowledgedFacts(given.app, loan);
    expect((await sign(loan, '123456', 'a'.repeat(64))).body.errors).toMatchObject([
      { code: 'servicing.step.notNow' },
    ]);
    const { status, body } = await request(loan);
    expect(status, JSON.stringify(body)).toBe(200);
    const { document } = body.result;
    expect(document).toMatchObject({ kind: 'agreement', language: 'en' });
    const otp = await passwordFor(loan);
    expect((await sign(loan, otp, 'a'.repeat(64))).body.errors).toMatchObject([
      { code: 'servicing.document.changed' },
    ]);
    const wrong = await sign(loan, otherThan(otp), document.sha256);
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'otp']);
    await given.app.db.delete(jobs);
    const answers = await Promise.all([sign(loan, otp, document.sha256), sign(loan, otp, document.sha256)]);
    const signed = answers.filter((one) => one.status === 200);
    expect(signed).toHaveLength(1);
    expect(signed[0]?.body.result.agreement).toMatchObject({
      state: 'signed',
      document: { document_id: document.document_id },
    });
    expect(await given.app.db.select().from(jobs)).toMatchObject([
      { kind: 'lender.servicing', payload: { loanId: loan.id, lenderId: 15 } },
    ]);
    const rows = await given.app.db
      .select()
      .from(signatureRequests)
      .where(eq(signatureRequests.loanId, loan.id));
    expect(rows).toMatchObject([{ state: 'signed', documentSha256: document.sha256 }]);
    expect((await request(loan)).body.errors).toMatchObject([{ code: 'servicing.step.done' }]);
  });

  it('requires read key facts, the owner of the loan, and a pause between two passwords', async () => {
    const loan = await acceptedLoan(given.app);
    expect((await request(loan)).status).toBe(409);
    await acknowledgedFacts(given.app, loan);
    const other = await acceptedLoan(given.app);
    expect((await request({ ...loan, bearer: other.bearer })).status).toBe(404);
    expect((await request(loan)).status).toBe(200);
    expect((await request(loan)).status).toBe(429);
  });
});
