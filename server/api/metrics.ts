/** Serves Prometheus metrics of the calls, the process, the pool, and the backlog in the database. */
import { eq, sql } from 'drizzle-orm';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Channel } from '../adapters/messages.ts';
import type { Clock } from '../platform/clock.ts';
import { countGrievances } from '../contact/grievances.ts';
import type { Database } from '../db/open.ts';
import { contents } from '../db/schema/documents.ts';
import { pushes } from '../db/schema/lenders.ts';
import { jobCounts, jobStates } from '../jobs/counts.ts';
import { jobKinds } from '../jobs/kinds.ts';
import { countDifferences } from '../servicing/cases.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Connections of the pool to the database. */
export type ConnectionCounts = { total: number; idle: number; waiting: number };

/** The buckets in seconds, from a read in memory to a lender's response. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const countEveryMs = 60_000;

/** @param connections absent without a pool */
export function createMetrics(
  { db, clock }: { db: Database; clock: Clock },
  connections?: () => ConnectionCounts,
) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = countersOf([registry]);
  const gauges = gaugesOf([registry]);

  const countRows = async () => {
    const [counts, unscanned, unanswered, { unsettled, overdue }] = await Promise.all([
      jobCounts(db),
      db.$count(contents, eq(contents.scan, 'waiting')),
      db.$count(pushes, eq(pushes.state, 'unanswered')),
      countGrievances(db, clock.now()),
    ]);
    const differences = await countDifferences(db, clock.now());
    reset();
    for (const { counterparty, open, oldestDays, behindDays } of differences) {
      gauges.differences.set({ counterparty, what: 'open' }, open);
      gauges.differences.set({ counterparty, what: 'oldest_days' }, oldestDays);
      gauges.differences.set({ counterparty, what: 'compared_days' }, behindDays);
    }
    // A state without jobs has a sample too: else a job that ends well between two readings is never seen to end.
    for (const kind of Object.keys(jobKinds))
      for (const state of jobStates) gauges.jobs.set({ kind, state }, 0);
    for (const { kind, state, count } of counts) gauges.jobs.set({ kind, state }, count);
    gauges.waiting.set({ what: 'scan' }, unscanned);
    gauges.waiting.set({ what: 'push' }, unanswered);
    gauges.grievances.set({ state: 'unsettled' }, unsettled);
    gauges.grievances.set({ state: 'overdue' }, overdue);
  };

  const reset = () => {
    for (const gauge of [gauges.jobs, gauges.waiting, gauges.grievances, gauges.differences]) gauge.reset();
  };
  let countedAt = Number.NEGATIVE_INFINITY;
  /** The counts read tables; they stay for a minute. Those that fail say nothing of whether the database is there. */
  const readDatabase = async () => {
    await db.execute(sql`select 1`);
    if (clock.now().getTime() - countedAt < countEveryMs) return;
    countedAt = clock.now().getTime();
    await countRows().catch(forget);
  };
  const forget = () => {
    countedAt = Number.NEGATIVE_INFINITY;
    reset();
  };

  return {
    observe: (operation: string, status: number, seconds: number): void =>
      counters.duration.observe({ operation, status }, seconds),
    /** Counts a value that could not be decrypted. */
    countUnreadable: (): void => counters.unreadable.inc(),
    /** Counts a message to a person, once it needs no further attempt. */
    countMessage: (channel: Channel, end: 'sent' | 'failed'): void => counters.messages.inc({ channel, end }),
    /** Counts an answer by which a company does not take the key that is configured for it. */
    countAccessRefused: (company: string): void => counters.accessRefused.inc({ company }),
    /** Everything as text, with counts of the database that are a minute old at most, and without while that is away. */
    async text(): Promise<string> {
      const isUp = await readDatabase().then(
        () => true,
        () => false,
      );
      if (!isUp) forget();
      gauges.up.set(isUp ? 1 : 0);
      for (const [state, count] of Object.entries(connections?.() ?? {})) gauges.pool.set({ state }, count);
      return registry.metrics();
    },
    contentType: registry.contentType as string,
    close: () => registry.clear(),
  };
}

/** The meters that count as things happen. */
const countersOf = (registers: Registry[]) => ({
  duration: new Histogram({
    name: 'feepath_call_duration_seconds',
    help: 'Calls by operation and status.',
    labelNames: ['operation', 'status'],
    buckets,
    registers,
  }),
  unreadable: new Counter({
    name: 'feepath_unreadable_values_total',
    help: 'Encrypted values that were asked for and could not be decrypted.',
    registers,
  }),
  messages: new Counter({
    name: 'feepath_messages_total',
    help: 'SMS and mails by channel and end: sent, or failed for good.',
    labelNames: ['channel', 'end'],
    registers,
  }),
  accessRefused: new Counter({
    name: 'feepath_access_refused_total',
    help: 'Answers 401, 402 and 403 of lenders, of providers and of the SMS provider.',
    labelNames: ['company'],
    registers,
  }),
});

/** The meters that are read from the database and its pool when somebody asks. */
const gaugesOf = (registers: Registry[]) => ({
  up: new Gauge({
    name: 'feepath_database_up',
    help: 'Whether the database answered, 1 or 0.',
    registers,
  }),
  jobs: new Gauge({
    name: 'feepath_jobs',
    help: 'Jobs by kind and state; those that failed wait for an operator.',
    labelNames: ['kind', 'state'],
    registers,
  }),
  waiting: new Gauge({
    name: 'feepath_waiting',
    help: 'Documents that nobody has scanned yet, and pushes that no lender has answered.',
    labelNames: ['what'],
    registers,
  }),
  grievances: new Gauge({
    name: 'feepath_grievances',
    help: 'Grievances that are neither resolved nor rejected, and those of them whose last day is over.',
    labelNames: ['state'],
    registers,
  }),
  differences: new Gauge({
    name: 'feepath_differences',
    help: 'Open cases about the lists of a day, days since the oldest was opened, and since the latest compared day.',
    labelNames: ['counterparty', 'what'],
    registers,
  }),
  pool: new Gauge({
    name: 'feepath_database_connections',
    help: 'Connections to the database, and the statements that wait for one.',
    labelNames: ['state'],
    registers,
  }),
});
