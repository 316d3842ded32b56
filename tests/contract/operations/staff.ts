/** The operations of the accounts of staff. */
import type { OperationId } from '../../../server/contract/contract.ts';
import { demoReviewer } from '../../../server/sandbox/demo-reviewer.ts';
import { createReviewer } from '../../../server/staff/reviewers.ts';
import { totpCode } from '../../../server/testing/totp.ts';
import type { App } from '../app.ts';
import type { CookieJar } from '../calls.ts';
import { signInAgain, signInAs, signInOnce } from '../desk.ts';
import { type Case, plain } from './case.ts';

export const staffCases = {
  currentReviewer: {
    good: async (app) => ({ jar: await signInOnce(app) }),
    bad: { 'a session that ended': async (app) => [{ jar: await signedOut(app) }, 401] },
  },
  signIn: plain(
    { body: { email: demoReviewer.email, password: demoReviewer.password } },
    {
      'a wrong password': [{ body: { email: 'wrong@feepath.example', password: 'wrong' } }, 401],
      'no password': [{ body: { email: demoReviewer.email, password: '' } }, 400],
      'an address of spaces': [{ body: { email: ' ', password: 'x' } }, 400],
      'a missing address': [{ body: { password: 'x' } }, 400],
      'a number for a password': [{ body: { email: demoReviewer.email, password: 12 } }, 400],
      'an unknown field': [{ body: { ...demoReviewer } }, 400],
      'too long an address': [{ body: { email: 'a'.repeat(255), password: 'x' } }, 400],
      'too long a password': [{ body: { email: demoReviewer.email, password: 'x'.repeat(1001) } }, 400],
      'another kind of body': [{ body: 'email=x', headers: { 'content-type': 'text/plain' } }, 415],
      'a megabyte and more': [{ body: JSON.stringify({ email: 'x'.repeat(1_048_577) }) }, 413],
    },
  ),
  readInvitation: {
    good: async (app) => ({ body: { token: (await invited(app)).token } }),
    bad: {
      'an unknown token': async () => [{ body: { token: 'none' } }, 404],
      'too long a token': async () => [{ body: { token: 'x'.repeat(101) } }, 400],
    },
  },
  acceptInvitation: {
    good: async (app) => ({ body: await invited(app) }),
    bad: {
      'an unknown token': async (app) => [{ body: { ...(await invited(app)), token: 'none' } }, 404],
      'a short password': async (app) => [{ body: { ...(await invited(app)), password: 'short' } }, 400],
      'a wrong code': async (app) => [{ body: { ...(await invited(app)), code: 'x' } }, 400],
    },
  },
  changePassword: {
    good: async (app) => {
      const { jar, password } = await signInAs(app, 'Latha R');
      return { jar, body: { password, new_password: 'four plain words together' } };
    },
    bad: {
      'a wrong password': async (app) => {
        const { jar } = await signInAs(app, 'Latha R');
        return [{ jar, body: { password: 'wrong', new_password: 'four plain words together' } }, 400];
      },
      'a short one': async (app) => {
        const { jar, password } = await signInAs(app, 'Latha R');
        return [{ jar, body: { password, new_password: 'short' } }, 400];
      },
    },
  },
  replaceSecondFactor: {
    good: async (app) => {
      const { jar, password } = await signInAs(app, 'Latha R');
      return { jar, body: { password } };
    },
    bad: {
      'a wrong password': async (app) => [
        { jar: (await signInAs(app, 'Latha R')).jar, body: { password: 'wrong' } },
        400,
      ],
    },
  },
  signOut: {
    good: async (app) => ({ jar: await signInAgain(app) }),
    bad: { 'a session that ended': async (app) => [{ jar: await signedOut(app) }, 401] },
  },
} satisfies Partial<Record<OperationId, Case>>;

/** Returns the body that accepts an invitation. */
async function invited(app: App): Promise<{ token: string; password: string; code: string }> {
  const account = { email: `${crypto.randomUUID()}@feepath.example`, name: 'Latha R', now: app.clock.now() };
  const made = await createReviewer(app.db, account);
  const token = made?.invitation.token ?? '';
  const { secret } = (await app.call('readInvitation', { body: { token } })).body.result;
  return { token, password: 'four plain words together', code: totpCode(secret, app.clock.now()) };
}

/** A browser that keeps the cookie of a session which is over. */
async function signedOut(app: App): Promise<CookieJar> {
  const jar = await signInAgain(app);
  await app.call('signOut', { jar: { ...jar } });
  return jar;
}
