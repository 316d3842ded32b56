/** Messages in the outbox, and scripted providers. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect } from 'vitest';
import type { LanguageCode } from '../../locales/index.ts';
import type { DeliveryResult, Messenger, OutgoingMessage } from '../../server/adapters/messages.ts';
import { transaction } from '../../server/db/open.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { apiKeys } from '../../server/db/schema/partners.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { demoKeyId, demoPartnerId } from '../../server/partners/api-keys.ts';
import { createLog } from '../../server/platform/log.ts';
import { jobHandlers } from '../../server/app/job-handlers.ts';
import { type JobRunner, startJobRunner } from '../../server/jobs/runner.ts';
import { queueMessages } from '../../server/outbox/queue.ts';
import { person } from './fixtures.ts';
import type { TestContext } from './both-databases.ts';

export const sentBack = { template: 'application.sentBack', values: { count: 2 } } as const;
export const password = {
  template: 'reentry.password',
  values: { otp: '004212', minutes: 5, host: 'localhost' },
} as const;

/** A provider with scripted answers, which records the messages it gets. */
export function scriptedProvider(...answers: DeliveryResult['kind'][]) {
  const handed: OutgoingMessage[] = [];
  const messenger: Messenger = {
    async deliver(message) {
      handed.push(message);
      return { kind: answers.shift() ?? 'accepted' };
    },
  };
  return { ...messenger, handed };
}

/** Returns an outbox that is empty before each test, and its two providers, which a test may replace. */
export function outboxOf(given: TestContext) {
  let runners: JobRunner[] = [];
  const lines: string[] = [];
  const outbox = { sms: scriptedProvider(), email: scriptedProvider(), lines, counted: [] as string[] };

  beforeEach(async () => {
    await given.app.db.delete(messages);
    await given.app.db.delete(jobs);
    outbox.sms = scriptedProvider();
    outbox.email = scriptedProvider();
    outbox.counted = [];
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.close()));
    runners = [];
    expect(lines.splice(0)).toEqual([]);
  });

  function work(messengers: { sms: Messenger; email: Messenger } = outbox, pollMs = 10) {
    const { services } = given.app;
    const log = createLog('errors', (line) => lines.push(line));
    const metrics = {
      observe: () => undefined,
      countUnreadable: () => undefined,
      countMessage: (...count: string[]) => outbox.counted.push(count.join(' ')),
    };
    const needs = { ...services, log, metrics, adapters: { ...services.adapters, messengers } };
    runners.push(startJobRunner(needs, jobHandlers(needs), { pollMs, random: () => 0.5 }));
  }

  /** Stores a loan directly, because the server would send its messages. */
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
    letter: Pick<Parameters<typeof queueMessages>[1], 'template' | 'values'>,
    changes: Parameters<typeof loanWithoutMessages>[0] = {},
  ) {
    const { db, clock, config } = given.app;
    const loan = await loanWithoutMessages(changes);
    await transaction(db, (tx) =>
      queueMessages(tx, { loan, ...letter, now: clock.now(), config } as Parameters<typeof queueMessages>[1]),
    );
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

  return Object.assign(outbox, {
    work,
    loanWithoutMessages,
    queued,
    rowsOf,
    jobOf,
    end,
    failedForGood,
    actsOf,
    statesOf,
  });
}
