/** The outbox: what is queued is handed to its provider once, and its end is written down, on both databases. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LanguageCode, languageCodes } from '../../locales/languages.ts';
import type { DeliveryResult, Messenger, OutgoingMessage } from '../../server/adapters/messages.ts';
import { sandboxMessenger } from '../../server/sandbox/messenger.ts';
import { transaction } from '../../server/db/open.ts';
import { linkKeys, loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { apiKeys } from '../../server/db/schema/partners.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { sandboxMessages } from '../../server/db/schema/sandbox.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { demoKeyId, demoPartnerId, findApiKey } from '../../server/api-keys.ts';
import { demoKey } from '../../server/sandbox/demo-key.ts';
import { createLog } from '../../server/log.ts';
import { failedJobs, runFailedJob } from '../../server/jobs/counts.ts';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { jobKinds } from '../../server/jobs/kinds.ts';
import { type JobRunner, startJobRunner } from '../../server/jobs/runner.ts';
import { adoptFormerMessages } from '../../server/outbox/deliver.ts';
import { queueMessages } from '../../server/outbox/queue.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { person } from './fixtures.ts';

const sentBack = { template: 'application.sentBack', values: { count: 2 } } as const;
const password = { template: 'reentry.password', values: { otp: '004212', minutes: 5 } } as const;

/** A provider that answers as it is told, and keeps what it was handed. */
function provider(...answers: DeliveryResult['kind'][]) {
  const handed: OutgoingMessage[] = [];
  const messenger: Messenger = {
    async deliver(message) {
      handed.push(message);
      return { kind: answers.shift() ?? 'accepted' };
    },
  };
  return { ...messenger, handed };
}

describeOnBothDatabases('the outbox', (given) => {
  let runners: JobRunner[] = [];
  let sms = provider();
  let email = provider();
  const lines: string[] = [];
  let counted: string[] = [];

  beforeEach(async () => {
    await given.app.db.delete(messages);
    await given.app.db.delete(jobs);
    sms = provider();
    email = provider();
    counted = [];
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.close()));
    runners = [];
    expect(lines.splice(0)).toEqual([]);
  });

  function work(messengers: { sms: Messenger; email: Messenger } = { sms, email }, pollMs = 10) {
    const { services } = given.app;
    const log = createLog('errors', (line) => lines.push(line));
    const metrics = {
      observe: () => undefined,
      countUnreadable: () => undefined,
      countMessage: (...count: string[]) => counted.push(count.join(' ')),
    };
    const needs = { ...services, log, metrics, adapters: { ...services.adapters, messengers } };
    runners.push(startJobRunner(needs, jobHandlers(needs), { pollMs, random: () => 0.5 }));
  }

  /** A loan past the server, which would send messages of its own. */
  async function loanWithoutMessages(changes: Partial<typeof person> & { language?: LanguageCode } = {}) {
    const { db, clock } = given.app;
    const { phone, ...others } = { ...person, ...changes };
    const [key] = await db.select().from(apiKeys).where(eq(apiKeys.keyId, demoKeyId));
    const row = {
      ...others,
      id: randomUUID(),
      mobile: phone,
      partnerId: demoPartnerId,
      apiKeyId: key?.id ?? '',
    };
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
  const jobOf = async (message: { id: string } | undefined) =>
    (
      await given.app.db
        .select()
        .from(jobs)
        .where(eq(jobs.dedupeKey, `message:${message?.id}`))
    )[0];
  const statesOf = async (loanId: string) => (await rowsOf(loanId)).map(({ state }) => state);
  const end = (loanId: string) => expect.poll(() => statesOf(loanId), { timeout: 15_000 });
  /** The log says so of each job. */
  const failedForGood = async (count = 1) => {
    await expect.poll(() => lines.length).toBe(count);
    for (const line of lines.splice(0)) expect(line).toContain('job failed for good');
  };
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
    const link = `http://localhost:4000/loan/${loan.id}?api_key=fl_`;
    expect(sms.handed).toEqual([
      expect.objectContaining({
        to: person.phone,
        template: 'application.sentBack',
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
    expect(email.handed[0]?.text).toContain(`\n${link}`);
    await expect.poll(() => counted.toSorted()).toEqual(['email sent', 'sms sent']);
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
    sms = provider('accepted', 'refused');
    work();
    for (const state of ['sent', 'failed']) {
      const loan = await queued(password);
      await end(loan.id).toEqual([state]);
      if (state === 'failed') await failedForGood();
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

  it('waits longer and longer, gives up after eight attempts, and begins anew by command', async () => {
    const { maxAttempts } = jobKinds['message.email'];
    const always = Array<DeliveryResult['kind']>(maxAttempts).fill('notAccepted');
    email = provider(...always);
    const loan = await queued(sentBack);
    work();
    let delay = 2000;
    const [mail] = await rowsOf(loan.id);
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      await expect.poll(() => jobOf(mail)).toMatchObject({ holder: null, attempts: attempt });
      expect((await jobOf(mail))?.runAt.getTime()).toBe(given.app.clock.now().getTime() + delay);
      given.app.clock.pass(delay);
      delay *= 4;
    }
    await end(loan.id).toEqual(['failed', 'sent']);
    expect(email.handed.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(email.handed.map(({ id }) => id)).size).toBe(1);
    expect(await actsOf(loan.id)).toContain('message.failed email givenUp');
    await failedForGood();

    const failed = await failedJobs(given.app.db);
    expect(failed).toMatchObject([{ kind: 'message.email', attempts: 8 }]);
    expect(await runFailedJob(given.app.db, failed[0]?.id ?? '', given.app.clock.now())).toBe(true);
    await end(loan.id).toEqual(['sent', 'sent']);
    await expect.poll(() => failedJobs(given.app.db)).toEqual([]);
  });

  it('does not ask again a provider that refused', async () => {
    sms = provider('refused');
    email = provider('refused');
    const loan = await queued(sentBack);
    work();
    await end(loan.id).toEqual(['failed', 'failed']);
    expect([sms.handed.length, email.handed.length]).toEqual([1, 1]);
    await failedForGood(2);
    expect((await actsOf(loan.id)).slice(2).sort()).toEqual([
      'message.failed email refused',
      'message.failed sms refused',
    ]);
  });

  it('hands what nobody heard of again, under the same id', async () => {
    sms = provider('unknown');
    email = provider('unknown');
    const loan = await queued(sentBack);
    work();
    await expect.poll(() => [sms.handed.length, email.handed.length]).toEqual([1, 1]);
    await expect.poll(async () => (await jobOf((await rowsOf(loan.id))[1]))?.holder).toBeNull();
    await expect.poll(async () => (await jobOf((await rowsOf(loan.id))[0]))?.holder).toBeNull();
    given.app.clock.pass(60_000);
    await end(loan.id).toEqual(['sent', 'sent']);
    for (const { handed } of [sms, email]) {
      expect(handed).toHaveLength(2);
      expect(new Set(handed.map(({ id }) => id)).size).toBe(1);
    }
  });

  it('goes on with what a process was handing over when it died', async () => {
    const loan = await queued(sentBack);
    const died = { attempts: 1, holder: randomUUID(), leaseUntil: new Date(Date.now() - 1) };
    await given.app.db.update(jobs).set(died);
    work();
    await end(loan.id).toEqual(['sent', 'sent']);
    expect([...sms.handed, ...email.handed].map(({ attempt }) => attempt)).toEqual([2, 2]);
  });

  it('takes over what a server of the version before has left', async () => {
    const { db, clock } = given.app;
    const loan = await queued(sentBack);
    const other = await queued(password);
    await db.delete(jobs);
    await db
      .update(messages)
      .set({ state: 'waiting', dueAt: new Date(clock.now().getTime() - 1) })
      .where(eq(messages.channel, 'email'));
    await db
      .update(messages)
      .set({ state: 'handing', heldUntil: new Date(Date.now() - 1) })
      .where(eq(messages.loanId, other.id));
    const theirs = { state: 'handing', heldUntil: new Date(Date.now() + 60_000) } as const;
    await db
      .update(messages)
      .set(theirs)
      .where(and(eq(messages.loanId, loan.id), eq(messages.channel, 'sms')));
    await adoptFormerMessages(db, clock.now());
    work();
    await end(loan.id).toEqual(['sent', 'handing']);
    await end(other.id).toEqual(['sent']);
    expect([sms.handed.length, email.handed.length]).toEqual([1, 1]);
  });

  it('delivers a password although the mail server hangs with more mails than it has slots', async () => {
    const controller = new AbortController();
    const hanging: Messenger = {
      deliver: () =>
        new Promise((resolve) =>
          controller.signal.addEventListener('abort', () => resolve({ kind: 'accepted' })),
        ),
    };
    for (let n = 0; n < 9; n += 1) await queued(sentBack);
    work({ sms, email: hanging });
    await expect.poll(() => sms.handed.length).toBe(9);
    const loan = await queued(password);
    await end(loan.id).toEqual(['sent']);
    controller.abort();
  });

  it('delivers a password before older messages', async () => {
    for (let n = 0; n < 20; n += 1) await queued(sentBack);
    given.app.clock.pass(1000);
    await queued(password);
    work();
    await expect.poll(() => sms.handed.length).toBe(21);
    expect(sms.handed.slice(0, 8).some(({ text }) => text.includes('004212'))).toBe(true);
  });

  it('a provider that throws is a fault of ours, and nothing is lost by it', async () => {
    let broken = true;
    const messenger: Messenger = {
      async deliver() {
        if (broken) throw new Error('a bug');
        return { kind: 'accepted' };
      },
    };
    const loan = await queued(password);
    work({ sms: messenger, email });
    await expect
      .poll(async () => jobOf((await rowsOf(loan.id))[0]))
      .toMatchObject({ holder: null, attempts: 1 });
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

  it('has a key of its own in each link, which opens a page of the partner and is not in the database', async () => {
    const { db } = given.app;
    const loan = await queued(sentBack);
    const texts = (await rowsOf(loan.id)).map(({ text }) => text ?? '');
    const keys = new Set(texts.map((text) => /api_key=(\S+)/.exec(text)?.[1] ?? ''));
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
    ['is unheard once by 0002', { phone: '9840010002' }, ['sent', 'sent'], 2],
    ['refuses refused.example', { email: 'a@refused.example' }, ['failed', 'sent'], 1],
    ['is down twice for fails.example', { email: 'a@Fails.example' }, ['sent', 'sent'], 2],
    ['is unheard once by unheard.example', { email: 'a@unheard.example' }, ['sent', 'sent'], 2],
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
    if (states.includes('failed')) await failedForGood();
  });
});
