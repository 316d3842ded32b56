/** The tables that the servers of an installation share. */
import { isNotNull, isNull, sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * The identity of this installation: one row. The object store has the same id in an object, so that a server never
 * works with the store of another database (server/documents/installation.ts).
 */
export const installation = pgTable('installation', {
  /** Always 1: there is one row. */
  row: integer('row').primaryKey().default(1),
  id: uuid('id').notNull(),
  mode: text('mode').$type<'sandbox' | 'production'>().notNull(),
  /** The time at which the id was written to the object store; null before. */
  storeMarkedAt: instant('store_marked_at'),
  createdAt: instant('created_at').notNull(),
});

/** The server versions that the schema still supports (server/db/migrate.ts). */
export const schemaCompatibility = pgTable('schema_compatibility', {
  /** Always 1: there is one row. */
  row: integer('row').primaryKey().default(1),
  /** The journal's `when` of the last migration of the oldest server version that works. */
  oldestServer: bigint('oldest_server', { mode: 'number' }).notNull(),
});

/** The queued jobs (server/jobs/). A finished job is deleted. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    channel: text('channel').notNull(),
    /** The priority among due jobs: higher ones run first. */
    priority: integer('priority').notNull().default(0),
    /** The ids that the job is about; see server/jobs/kinds.ts. */
    payload: jsonb('payload').$type<{ [name: string]: string | number }>().notNull(),
    /** A key that at most one job has. */
    dedupeKey: text('dedupe_key').unique(),
    /** Counts how often it was enqueued under its dedupe key, from 1. */
    revision: integer('revision').notNull().default(1),
    /** The due time by the product's clock. */
    runAt: instant('run_at').notNull(),
    /** The number of runs that have ended without the job being done. */
    attempts: integer('attempts').notNull().default(0),
    /** The number of claims since a run last ended: more than one where servers died with it. */
    claims: integer('claims').notNull().default(0),
    /** The runner that has claimed it, and until when, by the database's clock. */
    holder: uuid('holder'),
    leaseUntil: instant('lease_until'),
    /** Set where it was asked for while it runs: where that run ends with nothing left to do, another follows. */
    isFollowed: boolean('is_followed').notNull().default(false),
    /** Set where it has failed for good; it is kept until it is run again by command. */
    failedAt: instant('failed_at'),
    /** The kind of the latest error, never its text. */
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('jobs_due')
      .on(table.channel, table.priority.desc().nullsFirst(), table.runAt)
      .where(isNull(table.failedAt)),
    index('jobs_holder').on(table.holder),
    index('jobs_loan').on(sql`(${table.payload} ->> 'loanId')`),
    index('jobs_failed').on(table.failedAt).where(isNotNull(table.failedAt)),
  ],
);

/**
 * The cost of callers' requests in a minute, added up over all processes; a subject is a hash. Rows are minutes old at
 * most, so losing them in a crash costs nothing.
 */
export const rateCounts = pgTable(
  'rate_counts',
  {
    subject: text('subject').notNull(),
    /** Minutes since the epoch. */
    minute: integer('minute').notNull(),
    points: integer('points').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.minute] })],
);
