/** Loans belong to a partner, whichever of its keys is used. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../server/partners/api-keys.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { describeOnPostgres } from './both-databases.ts';
import { person } from './fixtures.ts';
import { passwordOf } from './passwords.ts';

describeOnPostgres('a partner with two keys', (given) => {
  async function partnerWithTwoKeys() {
    const { db, clock } = given.app;
    const now = clock.now();
    const first = await createTestPartner(db, { name: 'City School', now });
    const second = await createApiKey(db, { ...first, label: 'Portal', origins: [], now });
    if (!second) throw new Error('The partner was made a moment ago');
    return { ...first, former: { authorization: first.key }, next: { authorization: second.key } };
  }

  const create = (headers: Record<string, string>) =>
    given.app.call('createLoan', { headers, body: { ...person, phone: '9840055555' } });

  it('opens a loan by either key, also after the one that created it is revoked', async () => {
    const { db, clock } = given.app;
    const { keyId, former, next } = await partnerWithTwoKeys();
    const { loan_id: id, access_token: token } = (await create(former)).body.result;
    const read = async (headers: Record<string, string>) =>
      (await given.app.call('getLoan', { path: { id }, token, headers })).status;
    expect(await read(next)).toBe(200);

    await revokeApiKey(db, keyId, clock.now());
    expect([await read(former), await read(next)]).toEqual([200, 200]);
    expect((await create(former)).status).toBe(401);
    expect((await create(next)).status).toBe(200);
  });

  it('sends and takes one-time passwords by either key, and counts them together', async () => {
    const { db, clock } = given.app;
    const { keyId, former, next } = await partnerWithTwoKeys();
    const { loan_id: id } = (await create(former)).body.result;
    const ask = async (headers: Record<string, string>) =>
      (await given.app.call('requestReentry', { path: { id }, headers })).status;
    expect([await ask(former), await ask(next)]).toEqual([200, 429]);
    const unknown = { path: { id: randomUUID() } };
    expect((await given.app.call('requestReentry', { ...unknown, headers: former })).status).toBe(200);
    expect((await given.app.call('requestReentry', { ...unknown, headers: next })).status).toBe(429);

    await revokeApiKey(db, keyId, clock.now());
    const otp = await passwordOf(given.app, id);
    const entered = await given.app.call('reenterLoan', { path: { id }, headers: next, body: { otp } });
    expect(entered.status).toBe(200);
  });

  it('takes an Idempotency-Key that is repeated with the other key for a repeat', async () => {
    const { former, next } = await partnerWithTwoKeys();
    const repeated = { 'idempotency-key': randomUUID() };
    const [one, two] = await Promise.all([
      create({ ...former, ...repeated }),
      create({ ...next, ...repeated }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body.result.loan_id).toBe(two.body.result.loan_id);
  });
});
