/**
 * Simulates an attack: 2,000 guesses (`OTP_GUESSES` sets another number) at the one-time passwords of three numbers
 * within a day, from several addresses, at two servers with one database, and counts the guesses that are compared.
 * Each of them is right with a probability of one in a million.
 */
import { expect, it, onTestFinished } from 'vitest';
import { customerSessions } from '../../server/db/schema/customers.ts';
import { databases } from '../support/databases.ts';
import { type App, openApp } from './app.ts';
import { newMobile, otpOf, signedUp } from './customers.ts';
import { otherThan } from './passwords.ts';
import { recordStatements } from './statements.ts';

const minute = 60_000;
const rounds = 5;
const guessesPerRound = Number(process.env.OTP_GUESSES ?? 2000) / rounds;
/** Points a minute of one address: a fifth of what it tries. */
const pointsPerAddress = guessesPerRound / 20;
const concurrent = 50;
const wrongPerNumberAndDay = 20;
/** The last of the five is answered as what it makes of the password: one that no longer works. */
const wrongAnswers = (wrongPerNumberAndDay * 4) / 5;

/** Opens two servers on one PostgreSQL until the test ends. */
async function openApps(env: Record<string, string> = {}): Promise<readonly [App, App]> {
  const postgres = databases.find(({ kind }) => kind === 'postgres');
  if (!postgres) throw new Error('This needs PostgreSQL');
  const database = await postgres.open();
  const apps = [await openApp(database, env), await openApp(database, env)] as const;
  onTestFinished(async () => {
    for (const app of apps) await app.close();
    await database.drop();
  });
  return apps;
}

it('sends the same statements for a known and an unknown number', async () => {
  const [app] = await openApps();
  const { mobile: known } = await signedUp(app);
  app.clock.pass(minute);
  const work = async (mobile: string) => {
    const statuses: number[] = [];
    const recorded = await recordStatements(async () => {
      statuses.push((await app.call('requestOtp', { body: { mobile } })).status);
      const otp = otherThan(await otpOf(app, mobile));
      statuses.push((await app.call('signInCustomer', { body: { mobile, otp } })).status);
    });
    return { statuses, statements: recorded.map(({ text }) => text) };
  };
  // The first call of an app prepares statements.
  await work(newMobile());
  const [ofKnown, ofUnknown] = [await work(known), await work(newMobile())];
  expect(ofKnown.statuses).toEqual([200, 400]);
  expect(ofKnown.statements.length).toBeGreaterThan(5);
  expect(ofUnknown).toEqual(ofKnown);
});

it('thousands of guesses at one-time passwords get nowhere', async () => {
  const apps = await openApps({ TRUST_PROXY: '1', RATE_OTP: String(pointsPerAddress) });
  const [app] = apps;
  const pass = (ms: number) => apps.forEach(({ clock }) => clock.pass(ms));
  const appOf = (n: number): App => apps[n % 2 ? 1 : 0];
  const from = (address: number) => ({ 'x-forwarded-for': `203.0.113.${address}` });
  // The first number has an account, the others have none.
  const mobiles = [(await signedUp(app)).mobile, newMobile(), newMobile()];
  const sessions = await app.db.$count(customerSessions);
  pass(minute);

  const answers = new Map<string, number>();
  const otps = new Map<string, string>();
  const guess = async (n: number): Promise<void> => {
    const mobile = mobiles[n % mobiles.length] ?? '';
    const sent = { mobile, otp: otherThan(otps.get(mobile) ?? '') };
    const call = { headers: from(n % 4), body: sent };
    const { status, body } = await appOf(n).call('signInCustomer', call);
    const answer: string = body.errors?.[0]?.code ?? String(status);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const [n, mobile] of mobiles.entries()) {
      await appOf(n).call('requestOtp', { headers: from(100 + n), body: { mobile } });
      otps.set(mobile, await otpOf(app, mobile));
    }
    for (let first = 0; first < guessesPerRound; first += concurrent)
      await Promise.all(Array.from({ length: concurrent }, (_, n) => guess(first + n)));
    pass(2 * minute);
  }
  const { '429': refused = 0, ...compared } = Object.fromEntries(answers);
  expect(compared).toEqual({
    'account.otp.error.wrong': mobiles.length * wrongAnswers,
    'account.otp.error.expired': expect.any(Number),
  });
  const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
  expect(total).toBe(rounds * guessesPerRound);
  // Most are stopped by the limit of their address before the database is asked.
  expect(refused).toBeGreaterThan(total / 2);
  expect(await app.db.$count(customerSessions)).toBe(sessions);
}, 300_000);
