/** The nominee of a customer (decision 99): named, changed, removed, encrypted, and read by staff on the record. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { customers, nominees } from '../../server/db/schema/customers.ts';
import { accessLog } from '../../server/db/schema/staff.ts';
import { setKeyring } from '../../server/encryption/database-keyring.ts';
import { createKeyring } from '../../server/encryption/keyring.ts';
import { rotateColumns } from '../../server/admin/rotate-encryption.ts';
import { saveNominee } from '../../server/customers/nominee.ts';
import { asProblem } from '../../server/http/error-to-problem.ts';
import { eraseCustomer } from '../../server/retention/erase-customer.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { signedUp } from './customers.ts';
import { signInAs } from './desk.ts';
import { columnTexts } from './stored-texts.ts';

const nominee = { name: 'Saraswathi Venkataraman', relation: 'child', mobile: '9876501234' } as const;

describeOnPostgresByDay('a nominee', (given) => {
  const save = (bearer: string, one: object | null) =>
    given.app.call('saveNominee', { bearer, body: { nominee: one } });
  const read = async (bearer: string) => (await given.app.call('readNominee', { bearer })).body.result;

  it('can be named, changed and removed, and is saved whole or not at all', async () => {
    const { bearer } = await signedUp(given.app);
    expect(await read(bearer)).toBeNull();
    const typed = { ...nominee, name: ` ${nominee.name} `, mobile: '+91 98765 01234' };
    expect((await save(bearer, typed)).body.result).toEqual(nominee);
    expect(await read(bearer)).toEqual(nominee);
    const { status, body } = await save(bearer, { ...nominee, name: ' ', mobile: '12' });
    expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['name', 'mobile'],
    ]);
    const changed = { ...nominee, relation: 'spouse' };
    await save(bearer, changed);
    expect(await read(bearer)).toEqual(changed);
    expect((await save(bearer, null)).body.result).toBeNull();
    expect(await read(bearer)).toBeNull();
  });

  it('is stored encrypted, erased with its customer, and refused after the erasure', async () => {
    const { bearer, mobile } = await signedUp(given.app);
    await save(bearer, nominee);
    const { db } = given.app;
    const texts = await columnTexts(db, null);
    for (const value of [nominee.name, nominee.mobile])
      expect(texts.filter(({ text }) => text.includes(value))).toEqual([]);
    const [customer] = await db.select().from(customers).where(eq(customers.mobile, mobile));
    const customerId = customer?.id ?? '';
    const ofCustomer = eq(nominees.customerId, customerId);
    expect(await db.$count(nominees, ofCustomer)).toBe(1);
    await eraseCustomer(given.app.services, mobile);
    expect(await db.$count(nominees, ofCustomer)).toBe(0);
    // A call that was admitted before the erasure.
    const refused = await saveNominee(db, customerId, nominee, given.app.clock.now()).catch(asProblem);
    expect(refused).toMatchObject({ status: 401, errors: [{ code: 'app.session.ended' }] });
  });

  it('is encrypted again with another key, and readable with that alone', async () => {
    const { db, services } = given.app;
    const { bearer } = await signedUp(given.app);
    const [former, next] = ['former key', 'next key'].map((secret) => secret.padEnd(40, '.'));
    const serveWith = (...secrets: (string | undefined)[]) =>
      setKeyring(db, createKeyring(secrets.map(String)));
    await db.delete(nominees);
    try {
      serveWith(former);
      await save(bearer, nominee);
      const both = createKeyring([next, former].map(String));
      expect(await rotateColumns(db, both, 1)).toEqual({ rotated: 1, unreadable: 0 });
      expect(await rotateColumns(db, both, 1)).toEqual({ rotated: 0, unreadable: 0 });
      serveWith(next);
      expect(await read(bearer)).toEqual(nominee);
    } finally {
      setKeyring(db, services.keyring);
    }
  });

  it('is read by staff with the conversation of its customer, and each reading is recorded', async () => {
    const { bearer } = await signedUp(given.app);
    await save(bearer, nominee);
    const query = { query: 'I ask for my mother’s data', language: 'en' };
    const started = await given.app.call('startMyConversation', { bearer, body: query });
    const { jar, id } = await signInAs(given.app, 'Latha R');
    const path = { conversation_id: started.body.result.id };
    expect((await given.app.call('readConversation', { jar, path })).body.result).not.toHaveProperty(
      'nominee',
    );
    const readings = () =>
      given.app.db
        .select({ operation: accessLog.operation })
        .from(accessLog)
        .where(eq(accessLog.reviewerId, id));
    expect(await readings()).not.toContainEqual({ operation: 'readNomineeOfCustomer' });
    expect((await given.app.call('readNomineeOfCustomer', { jar, path })).body.result).toEqual(nominee);
    expect(await readings()).toContainEqual({ operation: 'readNomineeOfCustomer' });
    await save(bearer, null);
    expect((await given.app.call('readNomineeOfCustomer', { jar, path })).body.result).toBeNull();
  });
});
