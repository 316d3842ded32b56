/** A number that has changed hands does not open the applications of who had it before. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { interestConsentVersion } from '../../domain/forms/product-interest.ts';
import { runCommand } from '../../server/admin/commands.ts';
import { signInTarget } from '../../server/customers/otp.ts';
import { productInterests } from '../../server/db/schema/contact.ts';
import { customers } from '../../server/db/schema/customers.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { oneTimePasswords } from '../../server/db/schema/messages.ts';
import type { Answer } from './calls.ts';
import { describeOnPostgres } from './both-databases.ts';
import { newMobile, otpOf, requestedOtp, signedIn, signedUp } from './customers.ts';
import { birthDate, createdLoan } from './fixtures.ts';

const minute = 60_000;
const missing = [400, 'dob', 'account.error.birthDateMissing'];
const wrong = [400, 'dob', 'account.error.birthDateWrong'];

describeOnPostgres('the date of birth beside a one-time password', (given) => {
  const seen = ({ status, body }: Answer) => [status, body.errors?.[0]?.field, body.errors?.[0]?.code];
  const signIn = (mobile: string, otp: string, dob?: string) =>
    given.app.call('signInCustomer', { body: { mobile, otp, ...(dob !== undefined && { dob }) } });

  /** A customer with a loan whose applicant was born on a day. */
  async function owner(dob = birthDate) {
    const customer = await signedUp(given.app);
    const { id } = await createdLoan(given.app);
    const [row] = await given.app.db.select().from(customers).where(eq(customers.mobile, customer.mobile));
    await given.app.db
      .update(loans)
      .set({ customerId: row?.id ?? null, personalDetails: { dob } })
      .where(eq(loans.id, id));
    given.app.clock.pass(minute);
    return { ...customer, loanId: id };
  }

  it('is asked for once the password was right, which stays good, and opens nothing when it is wrong', async () => {
    const { mobile } = await owner();
    const otp = await requestedOtp(given.app, mobile);
    expect(seen(await signIn(mobile, otp === '000000' ? '111111' : '000000'))).toEqual([
      400,
      'otp',
      'account.otp.error.wrong',
    ]);
    expect(seen(await signIn(mobile, otp))).toEqual(missing);
    expect(seen(await signIn(mobile, otp, '1990-01-01'))).toEqual(wrong);
    expect((await signIn(mobile, otp, birthDate)).status).toBe(200);
  });

  it('is not requested while no loan has one', async () => {
    const { mobile } = await owner('');
    expect((await signIn(mobile, await requestedOtp(given.app, mobile))).status).toBe(200);
  });

  it('may be that of any applicant in the account', async () => {
    const { mobile, bearer } = await owner();
    const { id } = await createdLoan(given.app);
    const [row] = await given.app.db.select().from(customers).where(eq(customers.mobile, mobile));
    const values = { customerId: row?.id ?? null, personalDetails: { dob: '1979-12-03' } };
    await given.app.db.update(loans).set(values).where(eq(loans.id, id));
    expect((await given.app.call('readProfile', { bearer })).status).toBe(200);
    expect((await signIn(mobile, await requestedOtp(given.app, mobile), '1979-12-03')).status).toBe(200);
  });

  it('is blocked for the day after ten wrong tries', async () => {
    const { mobile } = await owner();
    for (const tries of [5, 5]) {
      const otp = await requestedOtp(given.app, mobile);
      for (let year = 1970; year < 1970 + tries; year += 1)
        expect(seen(await signIn(mobile, otp, `${year}-01-01`))).toEqual(wrong);
      given.app.clock.pass(minute);
    }
    const otp = await requestedOtp(given.app, mobile);
    expect((await signIn(mobile, otp, birthDate)).status).toBe(429);
  });

  it('is required to change the number', async () => {
    const { bearer, mobile: former } = await owner();
    const mobile = newMobile();
    await given.app.call('requestMobileChange', { bearer, body: { mobile } });
    const otp = await otpOf(given.app, former, 'customer.mobileChange');
    const new_otp = await otpOf(given.app, mobile, 'customer.mobileChange');
    const change = (more: object) =>
      given.app.call('changeMobile', { bearer, body: { mobile, otp, new_otp, ...more } });
    expect(seen(await change({}))).toEqual(missing);
    expect(seen(await change({ dob: '1990-01-01' }))).toEqual(wrong);
    expect((await change({ dob: birthDate })).body.result).toMatchObject({ mobile });
  });

  it('staff can give the account another number, and the former number starts without an account', async () => {
    const { mobile, bearer } = await owner();
    const next = newMobile();
    const { services } = given.app;
    const context = {
      ...services,
      openObjects: async () => services.adapters.objects,
      openKeyring: async () => services.keyring,
    };
    const command = { name: 'change-customer-mobile', mobile, next } as const;
    const interest = { product: 'insurance', consent_version: interestConsentVersion, language: 'en' };
    const body = { ...interest, address: mobile };
    expect((await given.app.call('registerInterest', { body })).status).toBe(200);
    await requestedOtp(given.app, mobile);
    const ofNumber = async () => [
      await given.app.db.$count(productInterests, eq(productInterests.address, mobile)),
      await given.app.db.$count(oneTimePasswords, eq(oneTimePasswords.subject, signInTarget(mobile).subject)),
    ];
    expect((await ofNumber()).every((rows) => rows > 0)).toBe(true);
    expect((await runCommand(context, command)).ok).toBe(true);
    expect(await ofNumber(), 'what nobody could find by the next number').toEqual([0, 0]);
    expect((await runCommand(context, command)).ok, 'nobody has the number any more').toBe(false);
    const { mobile: other } = await signedIn(given.app);
    expect((await runCommand(context, { ...command, mobile: next, next: other })).ok, 'taken').toBe(false);
    expect((await given.app.call('readProfile', { bearer })).status).toBe(401);
    const moved = await signIn(next, await requestedOtp(given.app, next), birthDate);
    expect(moved.body.result.profile).toMatchObject({ mobile: next, name: 'Meenakshi Sundaram' });
    const stranger = await signIn(mobile, await requestedOtp(given.app, mobile));
    expect(stranger.body.result.profile).toMatchObject({ mobile, name: null });
  });
});
