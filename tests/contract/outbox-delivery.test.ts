/** The outbox: what is queued is handed to its provider once, and its end is written down, on both databases. */
import { randomUUID } from 'node:crypto';
import { eq, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { DeliveryResult, Messenger } from '../../server/adapters/messages.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { deliverMessage } from '../../server/outbox/deliver.ts';
import { failedJobs, runFailedJob } from '../../server/jobs/counts.ts';
import { jobKinds } from '../../server/jobs/kinds.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { outboxOf, password, scriptedProvider, sentBack } from './outbox-providers.ts';

describeOnBothDatabases('the delivery', (given) => {
  const outbox = outboxOf(given);
  const { work, queued, rowsOf, jobOf, end, failedForGood, actsOf } = outbox;

  it('sends a message at once if the same process queued it', async () => {
    work(outbox, 600_000);
    const loan = await queued(password);
    await end(loan.id).toEqual(['sent']);
    expect(outbox.sms.handed).toHaveLength(1);
  });

  it('waits longer after each attempt, stops after eight, and starts again by a command', async () => {
    const { maxAttempts } = jobKinds['message.email'];
    const always = Array<DeliveryResult['kind']>(maxAttempts).fill('notAccepted');
    outbox.email = scriptedProvider(...always);
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
    expect(outbox.email.handed.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(outbox.email.handed.map(({ id }) => id)).size).toBe(1);
    expect(await actsOf(loan.id)).toContain('message.failed email givenUp');
    await failedForGood();

    const failed = await failedJobs(given.app.db);
    expect(failed).toMatchObject([{ kind: 'message.email', attempts: 8 }]);
    expect(await runFailedJob(given.app.db, failed[0]?.id ?? '', given.app.clock.now())).toBe(true);
    await end(loan.id).toEqual(['sent', 'sent']);
    await expect.poll(() => failedJobs(given.app.db)).toEqual([]);
  });

  it('a repeated job of a sent message sends nothing again', async () => {
    // Its text must not be read again: it is gone. That of the other stays.
    for (const message of [password, sentBack]) {
      const loan = await queued(message);
      const adapters = { ...given.app.services.adapters, messengers: outbox };
      const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
      for (const { id } of [...(await rowsOf(loan.id)), ...(await rowsOf(loan.id))])
        expect(await deliverMessage({ ...given.app.services, adapters }, { messageId: id }, run)).toBe(
          'done',
        );
    }
    const handed = [...outbox.sms.handed, ...outbox.email.handed].map(({ id }) => id);
    expect(handed).toHaveLength(new Set(handed).size);
    expect(handed.length).toBeGreaterThan(2);
  });

  it('does not ask again a provider that refused', async () => {
    outbox.sms = scriptedProvider('refused');
    outbox.email = scriptedProvider('refused');
    const loan = await queued(sentBack);
    work();
    await end(loan.id).toEqual(['failed', 'failed']);
    expect([outbox.sms.handed.length, outbox.email.handed.length]).toEqual([1, 1]);
    await expect.poll(() => given.app.db.$count(jobs, like(jobs.kind, 'message.%'))).toBe(0);
    expect(outbox.lines).toEqual([]);
    expect((await actsOf(loan.id)).slice(2).sort()).toEqual([
      'message.failed email refused',
      'message.failed sms refused',
    ]);
  });

  it('sends a message of unknown outcome again under the same id', async () => {
    outbox.sms = scriptedProvider('unknown');
    outbox.email = scriptedProvider('unknown');
    const loan = await queued(sentBack);
    work();
    await expect.poll(() => [outbox.sms.handed.length, outbox.email.handed.length]).toEqual([1, 1]);
    await expect.poll(async () => (await jobOf((await rowsOf(loan.id))[1]))?.holder).toBeNull();
    await expect.poll(async () => (await jobOf((await rowsOf(loan.id))[0]))?.holder).toBeNull();
    given.app.clock.pass(60_000);
    await end(loan.id).toEqual(['sent', 'sent']);
    for (const { handed } of [outbox.sms, outbox.email]) {
      expect(handed).toHaveLength(2);
      expect(new Set(handed.map(({ id }) => id)).size).toBe(1);
    }
  });

  it('continues the deliveries of a process that died', async () => {
    const loan = await queued(sentBack);
    const died = { attempts: 1, holder: randomUUID(), leaseUntil: new Date(Date.now() - 1) };
    await given.app.db.update(jobs).set(died);
    work();
    await end(loan.id).toEqual(['sent', 'sent']);
    expect([...outbox.sms.handed, ...outbox.email.handed].map(({ attempt }) => attempt)).toEqual([2, 2]);
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
    work({ sms: outbox.sms, email: hanging });
    await expect.poll(() => outbox.sms.handed.length).toBe(9);
    const loan = await queued(password);
    await end(loan.id).toEqual(['sent']);
    controller.abort();
  });

  it('delivers a password before older messages', async () => {
    for (let n = 0; n < 20; n += 1) await queued(sentBack);
    given.app.clock.pass(1000);
    await queued(password);
    work();
    await expect.poll(() => outbox.sms.handed.length).toBe(21);
    expect(outbox.sms.handed.slice(0, 8).some(({ text }) => text.includes('004212'))).toBe(true);
  });

  it('messages about money wait at night for the morning, unless they answer the reader', async () => {
    const evening = new Date('2026-07-20T20:05:00+05:30');
    const morning = new Date('2026-07-21T08:00:00+05:30');
    const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    const adapters = { ...given.app.services.adapters, messengers: outbox };
    const deliver = async ({ id }: { id: string }, at: Date) => {
      const needs = { ...given.app.services, adapters, clock: { now: () => at } };
      const results = [];
      for (const { id: messageId } of await rowsOf(id))
        results.push(await deliverMessage(needs, { messageId }, run));
      return results;
    };
    const values = { amount: '₹1,000.00', lender: 'Lender', date: '1 August 2026' };
    const answered = await queued({ template: 'servicing.paymentReceived', values });
    expect(await deliver(answered, evening)).toEqual(['done', 'done']);
    const returned = { ...values, number: 3, reason: 'insufficient_funds' } as const;
    for (const message of [
      { template: 'servicing.debitReturned', values: returned } as const,
      { template: 'servicing.paymentRefunded', values } as const,
      { template: 'servicing.changed', values: {} } as const,
    ]) {
      const loan = await queued(message);
      expect(await deliver(loan, evening)).toEqual([{ runAt: morning }, { runAt: morning }]);
      await end(loan.id).toEqual(['queued', 'queued']);
      expect(await deliver(loan, morning)).toEqual(['done', 'done']);
    }
  });

  it('an exception in a messenger is logged, and the message is sent at the next attempt', async () => {
    let broken = true;
    const messenger: Messenger = {
      async deliver() {
        if (broken) throw new Error('a bug');
        return { kind: 'accepted' };
      },
    };
    const loan = await queued(password);
    work({ sms: messenger, email: outbox.email });
    await expect
      .poll(async () => jobOf((await rowsOf(loan.id))[0]))
      .toMatchObject({ holder: null, attempts: 1 });
    expect(outbox.lines.splice(0)).toEqual([expect.stringContaining('messenger failed')]);
    broken = false;
    given.app.clock.pass(2000);
    await end(loan.id).toEqual(['sent']);
  });

  it('several workers send each message once', async () => {
    for (let n = 0; n < 30; n += 1) await queued(sentBack);
    work();
    work();
    work();
    await expect
      .poll(() => given.app.db.$count(messages, eq(messages.state, 'sent')), { timeout: 30_000 })
      .toBe(60);
    for (const { handed } of [outbox.sms, outbox.email]) {
      expect(handed).toHaveLength(30);
      expect(new Set(handed.map(({ id }) => id)).size).toBe(30);
    }
  });
});
