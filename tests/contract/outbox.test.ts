/** The outbox: the text, language, link and lifetime of messages, on both databases. */
import { expect, it } from 'vitest';
import { languageCodes } from '../../locales/index.ts';
import { sandboxMessenger } from '../../server/sandbox/messenger.ts';
import { transaction } from '../../server/db/open.ts';
import { linkKeys } from '../../server/db/schema/loans.ts';
import { apiKeys } from '../../server/db/schema/partners.ts';
import { sandboxMessages } from '../../server/db/schema/sandbox.ts';
import { demoPartnerId, findApiKey } from '../../server/partners/api-keys.ts';
import { demoKey } from '../../server/sandbox/demo-key.ts';
import { queueMessages } from '../../server/outbox/queue.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { person } from './fixtures.ts';
import { outboxOf, password, scriptedProvider, sentBack } from './outbox-providers.ts';

describeOnBothDatabases('the outbox', (given) => {
  const outbox = outboxOf(given);
  const { work, loanWithoutMessages, queued, rowsOf, end, actsOf, statesOf } = outbox;

  it.each(languageCodes)('tells a parent in %s, with the link', async (language) => {
    const loan = await queued(sentBack, { language });
    work();
    await end(loan.id).toEqual(['sent', 'sent']);
    const link = `http://localhost:4000/loan/${loan.id}?api_key=fl_`;
    expect(outbox.sms.handed).toEqual([
      expect.objectContaining({
        to: person.phone,
        template: 'application.sentBack',
        subject: null,
        attempt: 1,
        text: expect.stringContaining(link),
      }),
    ]);
    expect(outbox.email.handed).toEqual([
      expect.objectContaining({
        to: person.email,
        subject: expect.stringContaining('2'),
        text: expect.stringMatching(/Meenakshi Sundaram[\s\S]*PIN/),
      }),
    ]);
    expect(outbox.email.handed[0]?.text).toContain(`\n${link}`);
    // The device may have chosen no language yet.
    for (const { text } of [...outbox.sms.handed, ...outbox.email.handed])
      expect(new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('language')).toBe(language);
    await expect.poll(() => outbox.counted.toSorted()).toEqual(['email sent', 'sms sent']);
    expect((await actsOf(loan.id)).sort()).toEqual([
      'message.queued email',
      'message.queued sms',
      'message.sent email',
      'message.sent sms',
    ]);
  });

  it('queues no message when the transaction is rolled back', async () => {
    const { db, clock, config } = given.app;
    const loan = await loanWithoutMessages();
    const { id } = loan;
    const undone = transaction(db, async (tx) => {
      await queueMessages(tx, { loan, ...sentBack, now: clock.now(), config });
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await rowsOf(id)).toEqual([]);
    expect(await actsOf(id)).toEqual([]);
  });

  it('erases a password that is sent, and one that is refused', async () => {
    outbox.sms = scriptedProvider('accepted', 'refused');
    work();
    for (const state of ['sent', 'failed']) {
      const loan = await queued(password);
      await end(loan.id).toEqual([state]);
      expect(await rowsOf(loan.id)).toMatchObject([{ text: null, settledAt: expect.any(Date) }]);
    }
    expect(outbox.sms.handed.map(({ text }) => text.includes('004212'))).toEqual([true, true]);
  });

  it('does not send an expired password', async () => {
    const loan = await queued(password);
    given.app.clock.pass(5 * 60_000);
    work();
    await end(loan.id).toEqual(['failed']);
    expect(await rowsOf(loan.id)).toMatchObject([{ text: null }]);
    expect(await actsOf(loan.id)).toEqual(['message.queued sms', 'message.failed sms tooLate']);
    expect(outbox.sms.handed).toEqual([]);
  });

  it('puts a link key into each message, which opens a page of the partner and is not stored', async () => {
    const { db } = given.app;
    const loan = await queued(sentBack);
    const texts = (await rowsOf(loan.id)).map(({ text }) => text ?? '');
    const keys = new Set(texts.map((text) => /api_key=([^\s&]+)/.exec(text)?.[1] ?? ''));
    expect(keys.size).toBe(1);
    const [key = ''] = keys;
    expect(await findApiKey(db, key, { sandbox: true })).toMatchObject({ partnerId: demoPartnerId });
    expect(await findApiKey(db, `${key}x`, { sandbox: true })).toBeUndefined();
    const stored = [...(await db.select().from(linkKeys)), ...(await db.select().from(apiKeys))];
    expect(JSON.stringify(stored)).not.toContain(key);
    expect(JSON.stringify(stored)).not.toContain(demoKey);
  });

  it.each<[string, Partial<typeof person>, string[], number]>([
    ['refuses 0000', { phone: '9840010000' }, ['sent', 'failed'], 1],
    ['is down twice for 0001', { phone: '9840010001' }, ['sent', 'sent'], 2],
    ['loses its answer once by 0002', { phone: '9840010002' }, ['sent', 'sent'], 2],
    ['refuses refused.example', { email: 'a@refused.example' }, ['failed', 'sent'], 1],
    ['is down twice for fails.example', { email: 'a@Fails.example' }, ['sent', 'sent'], 2],
    ['loses its answer once by lost.example', { email: 'a@lost.example' }, ['sent', 'sent'], 2],
  ])('the sandbox %s', async (_, changes, states, delivered) => {
    const { db, clock } = given.app;
    await db.delete(sandboxMessages);
    const loan = await queued(sentBack, changes);
    work({ sms: sandboxMessenger('sms', { db, clock }), email: sandboxMessenger('email', { db, clock }) });
    await expect
      .poll(
        async () => {
          clock.pass(3_600_000);
          return statesOf(loan.id);
        },
        { timeout: 15_000 },
      )
      .toEqual(states);
    expect(await db.select().from(sandboxMessages)).toHaveLength(delivered);
  });
});
