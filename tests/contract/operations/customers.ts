/** The operations of a customer's sign-in, sessions and profile. */
import type { OperationId } from '../../../server/contract/contract.ts';
import type { App } from '../app.ts';
import type { Call } from '../calls.ts';
import { newMobile, otpOf, requestedOtp, signedIn } from '../customers.ts';
import { otherThan } from '../passwords.ts';
import { person } from '../fixtures.ts';
import { type Case, plain, stranger, withBearer } from './case.ts';

const nominee = { name: 'Raman Pillai', relation: 'sibling', mobile: '9840012345' };

export const customerCases = {
  requestOtp: {
    good: async () => ({ body: { mobile: newMobile() } }),
    bad: {
      'nine digits': async () => [{ body: { mobile: '984001234' } }, 400],
      'another one a moment later': async (app) => {
        const body = { mobile: newMobile() };
        await app.call('requestOtp', { body });
        return [{ body }, 429];
      },
      'no number': async () => [{ body: {} }, 400],
      'a language that there is not': async () => [{ body: { mobile: newMobile(), language: 'xx' } }, 400],
      'another kind of body': async () => [
        { body: 'mobile=1', headers: { 'content-type': 'text/plain' } },
        415,
      ],
      'more than 4096 bytes': async () => [{ body: { mobile: '9'.repeat(5000) } }, 413],
    },
  },
  signInCustomer: {
    good: async (app) => signInBody(app, {}),
    bad: {
      'a wrong password': async (app) => {
        const call = await signInBody(app, {});
        const { mobile, otp } = call.body as { mobile: string; otp: string };
        return [{ body: { mobile, otp: otherThan(otp) } }, 400];
      },
      'a number that nobody asked for': async () => [{ body: { mobile: newMobile(), otp: '123456' } }, 400],
      'a password that was used': async (app) => {
        const call = await signInBody(app, {});
        await app.call('signInCustomer', call);
        return [call, 400];
      },
      'no password': async (app) => [await signInBody(app, { otp: ' ' }), 400],
      'an unknown field': async (app) => [await signInBody(app, { role: 'partner' }), 400],
      'another kind of body': async () => [{ body: 'otp=1', headers: { 'content-type': 'text/plain' } }, 415],
      'more than 4096 bytes': async () => [{ body: { otp: '1'.repeat(5000) } }, 413],
    },
  },
  refreshSession: {
    good: async (app) => ({ jar: (await signedIn(app)).jar }),
    bad: {
      'no cookie': async () => [{}, 401],
      'a cookie that opens nothing': async () => [{ headers: { cookie: 'feepath_customer=x' } }, 401],
      'a session that was signed out': async (app) => {
        const { jar } = await signedIn(app);
        await app.call('signOutCustomer', { jar: { ...jar } });
        return [{ jar }, 401];
      },
    },
  },
  signOutCustomer: plain({}, { 'an unknown parameter': [{ query: '?x=1' }, 400] }),
  listSessions: {
    good: async (app) => withBearer(app),
    bad: { 'an unknown parameter': async (app) => [{ ...(await withBearer(app)), query: '?x=1' }, 400] },
  },
  exportMyData: {
    good: async (app) => withBearer(app),
    bad: { 'an unknown parameter': async (app) => [{ ...(await withBearer(app)), query: '?x=1' }, 400] },
  },
  endSession: {
    good: async (app) => {
      const { bearer } = await signedIn(app);
      const [{ id }] = (await app.call('listSessions', { bearer })).body.result;
      return { bearer, path: { id } };
    },
    bad: {
      'a session of nobody': async (app) => [{ ...(await withBearer(app)), path: stranger.path ?? {} }, 404],
      'a session of another customer': async (app) => {
        const { bearer } = await signedIn(app);
        const [{ id }] = (await app.call('listSessions', { bearer })).body.result;
        return [{ ...(await withBearer(app)), path: { id } }, 404];
      },
      'an id that is none': async (app) => [{ ...(await withBearer(app)), path: { id: 'x' } }, 400],
    },
  },
  endSessions: {
    good: async (app) => ({ bearer: (await signedIn(app)).bearer }),
    bad: {
      'a session that ended': async (app) => {
        const { bearer } = await signedIn(app);
        await app.call('endSessions', { bearer });
        return [{ bearer }, 401];
      },
    },
  },
  readProfile: {
    good: async (app) => withBearer(app),
    bad: { 'an unknown parameter': async (app) => [{ ...(await withBearer(app)), query: '?x=1' }, 400] },
  },
  saveProfile: {
    good: async (app) => ({
      ...(await withBearer(app)),
      body: { name: 'Meenakshi Sundaram', email: person.email, language: 'ta' },
    }),
    bad: {
      'no name': async (app) => [
        { ...(await withBearer(app)), body: { name: ' ', email: person.email } },
        400,
      ],
      'an address without mail': async (app) => [
        { ...(await withBearer(app)), body: { name: person.name, email: 'a@invalid.example' } },
        400,
      ],
      'a number': async (app) => [
        { ...(await withBearer(app)), body: { name: person.name, email: person.email, mobile: '9' } },
        400,
      ],
    },
  },
  readNominee: {
    good: async (app) => withBearer(app),
    bad: { 'an unknown parameter': async (app) => [{ ...(await withBearer(app)), query: '?x=1' }, 400] },
  },
  saveNominee: {
    good: async (app) => ({ ...(await withBearer(app)), body: { nominee } }),
    bad: {
      'no relation': async (app) => [
        { ...(await withBearer(app)), body: { nominee: { name: nominee.name, mobile: nominee.mobile } } },
        400,
      ],
      'a number of nine digits': async (app) => [
        { ...(await withBearer(app)), body: { nominee: { ...nominee, mobile: '984001234' } } },
        400,
      ],
    },
  },
  requestMobileChange: {
    good: async (app) => ({ bearer: (await signedIn(app)).bearer, body: { mobile: newMobile() } }),
    bad: {
      'the present number': async (app) => {
        const { bearer, mobile } = await signedIn(app);
        return [{ bearer, body: { mobile } }, 400];
      },
      'another one a moment later': async (app) => {
        const call = { bearer: (await signedIn(app)).bearer, body: { mobile: newMobile() } };
        await app.call('requestMobileChange', call);
        return [call, 429];
      },
    },
  },
  changeMobile: {
    good: async (app) => changedMobile(app, {}),
    bad: {
      'a wrong password of the present number': async (app) => [
        await changedMobile(app, { otp: '000000' }),
        400,
      ],
      'no password of the next number': async (app) => [await changedMobile(app, { new_otp: '' }), 400],
      'another number than the one that was asked for': async (app) => [
        await changedMobile(app, { mobile: newMobile() }),
        400,
      ],
      'the number of another customer': async (app) => {
        const { mobile } = await signedIn(app);
        return [await changedMobile(app, {}, mobile), 409];
      },
    },
  },
} satisfies Partial<Record<OperationId, Case>>;

/** Signs in by the password that was sent, but for `changes` of the body. */
async function signInBody(app: App, changes: object): Promise<Call> {
  const mobile = newMobile();
  return { body: { mobile, otp: await requestedOtp(app, mobile), ...changes } };
}

/** Changes the number by the two passwords that were sent, but for `changes` of the body. */
async function changedMobile(app: App, changes: object, mobile = newMobile()): Promise<Call> {
  const { bearer, mobile: former } = await signedIn(app);
  await app.call('requestMobileChange', { bearer, body: { mobile } });
  const otp = await otpOf(app, former, 'customer.mobileChange');
  const newOtp = await otpOf(app, mobile, 'customer.mobileChange');
  return { bearer, body: { mobile, otp, new_otp: newOtp, ...changes } };
}
