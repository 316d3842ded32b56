/** Who wants to hear of a product: stored once, exported as a file that calculates nothing, and deleted in time. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { interestConsentVersion } from '../../domain/product-interest.ts';
import { runCommand } from '../../server/admin/commands.ts';
import { productInterests } from '../../server/db/schema/contact.ts';
import { customers } from '../../server/db/schema/customers.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { eraseCustomer } from '../../server/retention/erase-customer.ts';
import { retentionPeriods } from '../../server/retention/periods.ts';
import { describeOnBothDatabases } from './both-databases.ts';

const dayMs = 24 * 60 * 60 * 1000;

describeOnBothDatabases('interests in a product', (given) => {
  const register = async (address: string, product = 'insurance') => {
    const body = { product, address, consent_version: interestConsentVersion, language: 'en' };
    const { status } = await given.app.call('registerInterest', { body });
    expect(status).toBe(200);
  };
  const addresses = async () =>
    (await given.app.db.select().from(productInterests)).map(({ address }) => address).toSorted();
  // The command opens neither the store nor the keys.
  const run = (command: Parameters<typeof runCommand>[1]) =>
    runCommand({ ...given.app.services, config: given.app.config } as never, command);

  it('are stored once for each product, whatever the case and the spaces', async () => {
    await register('Meena@Example.org ');
    await register('meena@example.org');
    await register('+91 98400 12345');
    await register('meena@example.org', 'mutual-funds');
    expect(await addresses()).toEqual(['9840012345', 'meena@example.org', 'meena@example.org']);
  });

  it('are exported for one product, and a spreadsheet calculates nothing of them', async () => {
    await register('=cmd@example.org', 'personal-loan');
    const { lines } = await run({ name: 'export-interests', product: 'personal-loan' });
    expect(lines.join('\n').split('\r\n')).toEqual([
      'channel,address,language,consent_version,registered_at',
      `email,'=cmd@example.org,en,${interestConsentVersion},${given.app.clock.now().toISOString()}`,
    ]);
  });

  it('are erased by their address, and with the customer who has it', async () => {
    expect(await run({ name: 'erase-interests', address: '=cmd@example.org' })).toMatchObject({ ok: true });
    expect(await run({ name: 'erase-interests', address: '=cmd@example.org' })).toMatchObject({ ok: false });
    await given.app.db.insert(customers).values({
      ...{ id: crypto.randomUUID(), mobile: '9840012345', name: 'Meena', email: 'Meena@example.org' },
      createdAt: given.app.clock.now(),
    });
    await eraseCustomer(given.app.db, '9840012345');
    expect(await addresses()).toEqual([]);
  });

  it('are deleted when their period is over', async () => {
    await register('ravi@example.org');
    const begin = given.app.clock.now();
    const after = (ms: number) => given.app.clock.set(new Date(begin.getTime() + ms));
    after(retentionPeriods.interests * dayMs - 1);
    await applyRetention(given.app.services);
    expect(
      await given.app.db.$count(productInterests, eq(productInterests.address, 'ravi@example.org')),
    ).toBe(1);
    after(retentionPeriods.interests * dayMs);
    await applyRetention(given.app.services);
    expect(await addresses()).toEqual([]);
    given.app.clock.set(begin);
  });
});
