/** The outbox: what is queued is handed to its provider once, and its end is written down, on both databases. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LanguageCode, languageCodes } from '../../locales/languages.ts';
import type { DeliveryResult, Messenger, OutgoingMessage } from '../../server/adapters/messages.ts';
import { sandboxMessenger } from '../../server/adapters/messages-sandbox.ts';
import { transaction } from '../../server/db/open.ts';
import { apiKeys, loans, messages, sandboxMessages, timeline } from '../../server/db/schema.ts';
import { demoKey } from '../../server/api-keys.ts';
import { createLog } from '../../server/log.ts';
import { maxAttempts } from '../../server/outbox/backoff.ts';
import { queueMessages } from '../../server/outbox/queue.ts';
import { startOutboxWorker, type OutboxWorker } from '../../server/outbox/worker.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { createdLoan, person } from './fixtures.ts';

const sentBack = { template: 'application.sentBack', values: { count: 2 } } as const;
const password = { template: 'reentry.password', values: { otp: '004212', minutes: 5 } } as const;

/** A provider that answers as it is told, and keeps what it was handed. */
function provider(isIdempotent: boolean, ...answers: DeliveryResult['kind'][]) {
  const handed: OutgoingMessage[] = [];
  const messenger: Messenger = {
    isIdempotent: isIdempotent,
    async deliver(message) {
      handed.push(message);
      return { kind: answers.shift() ?? 'accepted' };
    },
  };
  return { ...messenger, handed };
}

describeOnBothDatabases('the outbox', (given) => {
  let workers: OutboxWorker[] = [];
  let sms = provider(true);
  let email = provider(false);
  const lines: string[] = [];

  beforeEach(async () => {
    await given.app.db.delete(messages);
    sms = provider(true);
    email = provider(false);
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    workers = [];
    expect(lines.splice(0)).toEqual([]);
  });

  function work(messengers: { sms: Messenger; email: Messenger } = { sms, email }, pollMs = 10) {
    const { db, clock } = given.app;
    const log = createLog('errors', (line) => lines.push(line));
    const worker = startOutboxWorker(
      { db, clock, log, adapters: { messengers } },
      { pollMs, random: () => 0.5 },
    );
    workers.push(worker);
  }

  /** A loan past the server, which would send messages of its own. */
  async function loanWithoutMessages(changes: Partial<typeof person> & { language?: LanguageCode } = {}) {
    const { db, clock } = given.app;
    const { phone, ...others } = { ...person, ...changes };
    const [key] = await db.select().from(apiKeys).where(eq(apiKeys.key, demoKey));
    const row = { ...others, id: randomUUID(), mobile: phone, apiKeyId: key?.id ?? '' };
    const now = clock.now();
    const [loan] = await db
      .insert(loans)
      .values({ ...row, createdAt: now, updatedAt: now })
      .returning();
    if (!loan) throw new Error('The loan was inserted');
    return loan;
  }

  async function queued(
    letter: typeof sentBack | typeof password,
    changes: Parameters<typeof loanWithoutMessages>[0] = {},
  ) {
    const { db, clock, config } = given.app;
    const loan = await loanWithoutMessages(changes);
    await transaction(db, (tx) => queueMessages(tx, { loan, ...letter, now: clock.now(), config }));
    return loan;
  }

  const rowsOf = (loanId: string) =>
    given.app.db.select().from(messages).where(eq(messages.loanId, loanId)).orderBy(asc(messages.channel));
  const statesOf = async (loanId: string) => (await rowsOf(loanId)).map(({ state }) => state);
  const end = (loanId: string) => expect.poll(() => statesOf(loanId), { timeout: 15_000 });
  const actsOf = async (loanId: string) => {
    const rows = await given.app.db
      .select()
      .from(timeline)
      .where(eq(timeline.loanId, loanId))
      .orderBy(asc(timeline.id));
    return rows
      .filter(({ act }) => act.startsWith('message.'))
      .map(({ act, details: { channel, why } }) => [act, channel, ...(why ? [why] : [])].join(' '));
  };

  it.each(languageCodes)('tells a parent in %s, with the link', async (language) => {
    const loan = await queued(sentBack, { language });
    work();
    await end(loan.id).toEqual(['sent', 'sent']);
    const link = `http://localhost:4000/loan/${loan.id}?api_key=${demoKey}`;
    expect(sms.handed).toEqual([
      expect.objectContaining({
        to: person.phone,
        subject: null,
        attempt: 1,
        text: expect.stringContaining(link),
      }),
    ]);
    expect(email.handed).toEqual([
      expect.objectContaining({
        to: person.email,
        subject: expect.stringContaining('2'),
        text: expect.stringMatching(/Meenakshi Sundaram[\s\S]*PIN/),
      }),
    ]);
    expect(email.handed[0]?.text.split('\n')).toContain(link);
    expect((await actsOf(loan.id)).sort()).toEqual([
      'message.queued email',
      'message.queued sms',
      'message.sent email',
      'message.sent sms',
    ]);
  });

  it('tells of nothing that was not done', async () => {
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

  it('hands over at once what this process queues', async () => {
    work({ sms, email }, 600_000);
    const loan = await queued(password);
    await end(loan.id).toEqual(['sent']);
    expect(sms.handed).toHaveLength(1);
  });

  it('erases a password that is sent, and one that is refused', async () => {
    sms = provider(true, 'accepted', 'refused');
    work();
    for (const state of ['sent', 'failed']) {
      const loan = await queued(password);
      await end(loan.id).toEqual([state]);
      expect(await rowsOf(loan.id)).toMatchObject([{ text: null, settledAt: expect.any(Date) }]);
    }
    expect(sms.handed.map(({ text }) => text.includes('004212'))).toEqual([true, true]);
  });

  it('does not send a password that is no longer good', async () => {
    const loan = await queued(password);
    given.app.clock.pass(5 * 60_000);
    work();
    await end(loan.id).toEqual(['failed']);
    expect(await rowsOf(loan.id)).toMatchObject([{ text: null }]);
    expect(await actsOf(loan.id)).toEqual(['message.queued sms', 'message.failed sms tooLate']);
    expect(sms.handed).toEqual([]);
  });

  it('waits longer and longer, and gives up after eight attempts', async () => {
    const always = Array<DeliveryResult['kind']>(maxAttempts).fill('notAccepted');
    email = provider(false, ...always);
    const loan = await queued(sentBack);
    work();
    let delay = 2000;
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      await expect
        .poll(() => rowsOf(loan.id))
        .toMatchObject([{ state: 'waiting', attempts: attempt }, { state: 'sent' }]);
      const [row] = await rowsOf(loan.id);
      expect(row?.dueAt.getTime()).toBe(given.app.clock.now().getTime() + delay);
      given.app.clock.pass(delay);
      delay *= 4;
    }
    await end(loan.id).toEqual(['failed', 'sent']);
    expect(email.handed.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(email.handed.map(({ id }) => id)).size).toBe(1);
    expect(await actsOf(loan.id)).toContain('message.failed email givenUp');
  });

  it('does not ask again a provider that refused', async () => {
    sms = provider(true, 'refused');
    email = provider(false, 'refused');
    const loan = await queued(sentBack);
    work();
    await end(loan.id).toEqual(['failed', 'failed']);
    expect([sms.handed.length, email.handed.length]).toEqual([1, 1]);
    expect((await actsOf(loan.id)).slice(2).sort()).toEqual([
      'message.failed email refused',
      'message.failed sms refused',
    ]);
  });

  it('hands what nobody heard of again to a provider that knows repeats, and to no other', async () => {
    sms = provider(true, 'unknown');
    email = provider(false, 'unknown');
    const loan = await queued(sentBack);
    work();
    await end(loan.id).toEqual(['doubtful', 'waiting']);
    given.app.clock.pass(60_000);
    await end(loan.id).toEqual(['doubtful', 'sent']);
    expect(new Set(sms.handed.map(({ id }) => id)).size).toBe(1);
    expect([sms.handed.length, email.handed.length]).toEqual([2, 1]);
    expect(await actsOf(loan.id)).toContain('message.failed email doubtful');
  });

  it('goes on with what a process was handing over when it died, as far as that is safe', async () => {
    const loan = await queued(sentBack);
    await given.app.db
      .update(messages)
      .set({ state: 'handing', attempts: 1, holder: randomUUID(), heldUntil: new Date(Date.now() - 1) })
      .where(eq(messages.loanId, loan.id));
    work();
    await end(loan.id).toEqual(['doubtful', 'sent']);
    expect(sms.handed).toMatchObject([{ attempt: 2 }]);
    expect(email.handed).toEqual([]);
  });

  it('leaves what another process is handing over', async () => {
    const theirs = await queued(sentBack);
    await given.app.db
      .update(messages)
      .set({ state: 'handing', attempts: 1, holder: randomUUID(), heldUntil: new Date(Date.now() + 60_000) })
      .where(eq(messages.loanId, theirs.id));
    work();
    const ours = await queued(password);
    await end(ours.id).toEqual(['sent']);
    expect(await statesOf(theirs.id)).toEqual(['handing', 'handing']);
    expect(sms.handed).toHaveLength(1);
  });

  it('holds on to a message while its provider takes its time', async () => {
    let answer = (_: DeliveryResult) => {};
    const slow: Messenger = {
      isIdempotent: true,
      deliver: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    };
    const loan = await queued(password);
    work({ sms: slow, email });
    await end(loan.id).toEqual(['handing']);
    const [first] = await rowsOf(loan.id);
    await expect
      .poll(async () => (await rowsOf(loan.id))[0]?.heldUntil?.getTime(), { timeout: 10_000 })
      .toBeGreaterThan(first?.heldUntil?.getTime() ?? 0);
    answer({ kind: 'accepted' });
    await end(loan.id).toEqual(['sent']);
  });

  it('writes nothing down for a message that is somebody else’s by now', async () => {
    let answer = (_: DeliveryResult) => {};
    const slow: Messenger = {
      isIdempotent: true,
      deliver: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    };
    const loan = await queued(password);
    work({ sms: slow, email });
    await end(loan.id).toEqual(['handing']);
    const other = randomUUID();
    await given.app.db
      .update(messages)
      .set({ holder: other, heldUntil: new Date(Date.now() + 60_000) })
      .where(eq(messages.loanId, loan.id));
    answer({ kind: 'refused' });
    await workers[0]?.close();
    expect(await rowsOf(loan.id)).toMatchObject([{ state: 'handing', holder: other }]);
  });

  it('a provider that throws is a fault of ours, and nothing is lost by it', async () => {
    let broken = true;
    const messenger: Messenger = {
      isIdempotent: true,
      async deliver() {
        if (broken) throw new Error('a bug');
        return { kind: 'accepted' };
      },
    };
    const loan = await queued(password);
    work({ sms: messenger, email });
    await expect.poll(() => rowsOf(loan.id)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    expect(lines.splice(0)).toEqual([expect.stringContaining('messenger failed')]);
    broken = false;
    given.app.clock.pass(2000);
    await end(loan.id).toEqual(['sent']);
  });

  it('many workers hand each message over once', async () => {
    for (let n = 0; n < 30; n += 1) await queued(sentBack);
    work();
    work();
    work();
    await expect
      .poll(
        async () => (await given.app.db.select().from(messages)).filter((row) => row.state === 'sent').length,
        {
          timeout: 30_000,
        },
      )
      .toBe(60);
    for (const { handed } of [sms, email]) {
      expect(handed).toHaveLength(30);
      expect(new Set(handed.map(({ id }) => id)).size).toBe(30);
    }
  });

  it('names no key that the server does not know, and learns it when it is used', async () => {
    const { db } = given.app;
    await db.update(apiKeys).set({ key: null });
    const { id } = await createdLoan(given.app);
    const [key] = await db.select().from(apiKeys);
    expect(key?.key).toBe(demoKey);
    await db.update(apiKeys).set({ key: null });
    await db.delete(messages);
    const [loan] = await db.select().from(loans).where(eq(loans.id, id));
    if (!loan) throw new Error('The loan was created');
    const { clock, config } = given.app;
    await transaction(db, (tx) => queueMessages(tx, { loan, ...sentBack, now: clock.now(), config }));
    expect((await rowsOf(id)).every(({ text }) => text?.includes(`/loan/${id}`))).toBe(true);
    expect((await rowsOf(id)).some(({ text }) => text?.includes('api_key'))).toBe(false);
    await db.update(apiKeys).set({ key: demoKey });
  });

  it.each<[string, Partial<typeof person>, string[], number]>([
    ['refuses 0000', { phone: '9840010000' }, ['sent', 'failed'], 1],
    ['is down twice for 0001', { phone: '9840010001' }, ['sent', 'sent'], 2],
    ['is unheard once by 0002', { phone: '9840010002' }, ['sent', 'sent'], 2],
    ['refuses refused.example', { email: 'a@refused.example' }, ['failed', 'sent'], 1],
    ['is down twice for fails.example', { email: 'a@Fails.example' }, ['sent', 'sent'], 2],
    ['is unheard by unheard.example', { email: 'a@unheard.example' }, ['doubtful', 'sent'], 2],
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
