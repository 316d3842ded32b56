/** A customer finds the loans made with their number, and claims each by its one-time password and date of birth. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { loans } from '../../server/db/schema/loans.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { describeOnPostgres } from './both-databases.ts';
import { newMobile, signedUp } from './customers.ts';
import {
  application,
  birthDate,
  createdLoan,
  person,
  saveApplication,
  saveStudents,
  student,
} from './fixtures.ts';
import { otherThan, passwordOf } from './passwords.ts';

const minute = 60_000;

describeOnPostgres('a loan with the number of a customer', (given) => {
  const claimable = async (bearer: string): Promise<{ loan_id: string }[]> =>
    (await given.app.call('listClaimableLoans', { bearer })).body.result;

  /** Requests a password for the loan and answers it. */
  const requested = async (bearer: string, id: string): Promise<string> => {
    const { status, body } = await given.app.call('requestClaim', { bearer, path: { id } });
    expect([status, body.result]).toEqual([200, { expires_in: 300, next_in: 30 }]);
    return passwordOf(given.app, id);
  };

  it('can be claimed, whichever partner created it, and then belongs to the customer', async () => {
    const mobile = newMobile();
    const { db, clock } = given.app;
    const { key } = await createTestPartner(db, { name: 'Portal', now: clock.now() });
    const loan = await createdLoan(given.app, { phone: mobile });
    const created = await given.app.call('createLoan', {
      headers: { authorization: key },
      body: { ...person, phone: mobile },
    });
    const foreign = await createdLoan(given.app);
    const { bearer } = await signedUp(given.app, mobile);
    const ids = (await claimable(bearer)).map(({ loan_id }) => loan_id);
    expect(ids.toSorted()).toEqual([loan.id, created.body.result.loan_id].toSorted());

    const path = { id: created.body.result.loan_id };
    const otp = await requested(bearer, path.id);
    const claim = (sent: object) => given.app.call('claimLoan', { bearer, path, body: sent });
    expect((await claim({ otp: otherThan(otp) })).body.errors).toMatchObject([
      { field: 'otp', code: 'app.reentry.error.wrong' },
    ]);
    const claimed = await claim({ otp });
    expect([claimed.status, claimed.body.result.loan_id]).toEqual([200, path.id]);
    expect((await claim({ otp })).status, 'it is nobody’s to claim any more').toBe(404);
    expect(await claimable(bearer)).toHaveLength(1);
    expect((await given.app.call('getLoan', { bearer, path })).status).toBe(200);
    const token = created.body.result.access_token;
    const byToken = await given.app.call('getLoan', { path, token, headers: { authorization: key } });
    expect(byToken.status, 'the tokens of before are ended').toBe(404);
    const [row] = await db.select().from(loans).where(eq(loans.id, path.id));
    expect(row?.customerId).not.toBeNull();
    const acts = await db.select().from(timeline).where(eq(timeline.loanId, path.id));
    expect(acts.map(({ act }) => act)).toContain('loan.reentered');
    const stranger = { bearer, path: { id: foreign.id } };
    expect((await given.app.call('requestClaim', stranger)).status).toBe(404);
  });

  it('requires the date of birth too if it was saved, within the limits of re-entry', async () => {
    const mobile = newMobile();
    const loan = await createdLoan(given.app, { phone: mobile });
    const row = student();
    const data = { 'el_details.institution_id': row.institution_id, 'el_details.students': [row] };
    expect((await saveStudents(given.app, loan, data)).status).toBe(200);
    expect((await saveApplication(given.app, loan, application())).status).toBe(200);
    const { bearer } = await signedUp(given.app, mobile);
    const otp = await requested(bearer, loan.id);
    const claim = async (sent: object) =>
      (await given.app.call('claimLoan', { bearer, path: { id: loan.id }, body: sent })).status;
    expect([await claim({ otp }), await claim({ otp, dob: '1986-11-03' })]).toEqual([400, 400]);
    const again = await given.app.call('requestClaim', { bearer, path: { id: loan.id } });
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '30']);
    given.app.clock.pass(minute);
    expect(await claim({ otp, dob: birthDate })).toBe(200);
  });
});
