/** A person's interest in a product is stored once, exported in a file without formulas, and deleted in time. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { languageCodes } from '../../locales/index.ts';
import { interestConsentVersion } from '../../domain/forms/product-interest.ts';
import { runCommand } from '../../server/admin/commands.ts';
import { productInterests } from '../../server/db/schema/contact.ts';
import { customers } from '../../server/db/schema/customers.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { eraseCustomer } from '../../server/retention/erase-customer.ts';
import { retentionPeriods } from '../../server/config/retention-periods.ts';
import { describeOnPostgresByDay } from './both-databases.ts';

const dayMs = 24 * 60 * 60 * 1000;

describeOnPostgresByDay('interests in a product', (given) => {
  const register = async (address: string, product = 'insurance', language = 'en') => {
    const body = { product, address, consent_version: interestConsentVersion, language };
    const { status } = await given.app.call('registerInterest', { body });
    expect(status).toBe(200);
  };
  const addresses = async () =>
    (await given.app.db.select().from(productInterests)).map(({ address }) => address).toSorted();
  // The command opens neither the store nor the keys.
  const run = (command: Parameters<typeof runCommand>[1]) =>
    runCommand({ ...given.app.services, config: given.app.config } as never, command);

  it('are stored once for each product, ignoring case and spaces', async () => {
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

  it('are erased by their address, and with the customer of that address', async () => {
    expect(await run({ name: 'erase-interests', address: '=cmd@example.org' })).toMatchObject({ ok: true });
    expect(await run({ name: 'erase-interests', address: '=cmd@example.org' })).toMatchObject({ ok: false });
    await given.app.db.insert(customers).values({
      ...{ id: crypto.randomUUID(), mobile: '9840012345', name: 'Meena', email: 'Meena@example.org' },
      createdAt: given.app.clock.now(),
    });
    await eraseCustomer(given.app.services, '9840012345');
    expect(await addresses()).toEqual([]);
  });

  it('are answered by one message each, in the language and by the channel of the interest', async () => {
    for (const language of languageCodes) {
      await register(`notified-${language}@example.org`, 'mutual-funds', language);
    }
    await register('9840012346', 'mutual-funds', 'ta');
    await register('other@example.org', 'insurance');
    const notify = () => run({ name: 'notify-interests', product: 'mutual-funds' });
    const [first, atTheSameTime] = await Promise.all([notify(), notify()]);
    const counts = [first, atTheSameTime].map(({ lines }) => Number(/: (\d+)\.$/.exec(lines.join())?.[1]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(languageCodes.length + 1);
    expect(await notify()).toMatchObject({ ok: false });

    const sent = await given.app.db.select().from(messages).where(eq(messages.template, 'product.available'));
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(
      ['9840012346', ...languageCodes.map((language) => `notified-${language}@example.org`)].toSorted(),
    );
    const english = sent.find(({ recipient }) => recipient === 'notified-en@example.org');
    expect(english).toMatchObject({ channel: 'email', subject: 'Mutual funds are there now on Feepath' });
    expect(english?.text).toContain('/app');
    expect(sent.find(({ channel }) => channel === 'sms')?.text).toMatch(/^Feepath: மியூச்சுவல் ஃபண்ட்/);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(sent.length);
    expect(await addresses()).toEqual(['other@example.org']);
    expect(await run({ name: 'erase-interests', address: 'other@example.org' })).toMatchObject({ ok: true });
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
