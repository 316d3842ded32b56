/** The types that the tables of operations are made of. */
import type { PartnerScope } from '../../../domain/values/wire.ts';
import { partnerScopes } from '../../../server/contract/policy.ts';
import { createApiKey, demoPartnerId } from '../../../server/partners/api-keys.ts';
import type { App } from '../app.ts';
import type { Call } from '../calls.ts';
import { customerOf } from '../customers.ts';
import { withStudent } from '../fixtures.ts';

export type Case = {
  good: (app: App) => Promise<Call>;
  bad: Record<string, (app: App) => Promise<[Call, number]>>;
};

export const stranger: Call = {
  path: { id: 'e7a9f3f0-8a55-4c34-9d6c-4f0c1f6f2b11', step: 'students' },
  token: 'none',
};

export const plain = (good: Call, bad: Record<string, [Call, number]>): Case => ({
  good: async () => good,
  bad: Object.fromEntries(Object.entries(bad).map(([name, one]) => [name, async () => one])),
});

export const withBearer = async (app: App): Promise<Call> => ({ bearer: (await customerOf(app)).bearer });

/** A secret key, of every scope unless they are named. */
export async function createSecretKey(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { partnerId = demoPartnerId, test = true, scopes = partnerScopes }: SecretKey = {},
): Promise<string> {
  const row = { partnerId, label: 'Server', origins: [], now: clock.now() };
  const made = await createApiKey(db, { ...row, secret: true, test, scopes: [...scopes] });
  if (!made) throw new Error('There is no such partner');
  return made.key;
}

type SecretKey = { partnerId?: string; test?: boolean; scopes?: readonly PartnerScope[] };

export const opened = ({ id, token }: { id: string; token: string }): Call => ({ path: { id }, token });

/** The same one for all tests of an app, because one is slow to make. */
export function once<One>(make: (app: App) => Promise<One>): (app: App) => Promise<One> {
  const made = new WeakMap<App, Promise<One>>();
  return (app) => {
    const one = made.get(app) ?? make(app);
    made.set(app, one);
    return one;
  };
}

/** A loan whose documents anybody may change. */
export const someLoan = once(withStudent);
