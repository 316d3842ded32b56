/**
 * Keeps the periods of periods.ts: erases applications, and deletes rows that nobody needs any more. What is left of an
 * application is the audit skeleton, see erase-loan.ts.
 */
import {
  and,
  asc,
  between,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { dayMs } from '../../domain/values/dates.ts';
import type { LoanStatus } from '../../domain/values/wire.ts';
import { type Database, executeSql } from '../db/open.ts';
import { idleMs } from '../customers/sessions.ts';
import { conversations, productInterests } from '../db/schema/contact.ts';
import { customerSessions } from '../db/schema/customers.ts';
import { drafts, loans, loanTokens } from '../db/schema/loans.ts';
import { messages } from '../db/schema/messages.ts';
import { sandboxMessages } from '../db/schema/sandbox.ts';
import { jobs } from '../db/schema/servers.ts';
import { accessLog, adminActs, staffEvents, reviewers, reviewViews } from '../db/schema/staff.ts';
import { webhookDeliveries } from '../db/schema/webhooks.ts';
import type { Services } from '../api/handler.ts';
import { errorFields } from '../platform/log.ts';
import { eraseIdleCustomers } from './erase-customer.ts';
import { eraseLoan } from './erase-loan.ts';
import { eventsKeptMs, type RetentionPeriodName } from '../config/retention-periods.ts';
import { deleteForgottenAttempts } from '../staff/attempts.ts';
import { deleteForgottenDevices } from '../staff/devices.ts';
import { deleteEndedSessions } from '../staff/sessions.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'log'> & {
  adapters: Pick<Services['adapters'], 'objects'>;
  config: Pick<Services['config'], 'retention' | 'sandbox'>;
};

/** Applications by their status; while one is with the lender, its answer is waited for. */
const erasedStatuses: readonly (readonly [RetentionPeriodName, readonly LoanStatus[]])[] = [
  ['draft', ['draft']],
  ['undecided', ['submitted', 'pending', 'in_progress', 'under_review']],
  ['rejected', ['rejected']],
  ['approved', ['approved']],
];

/**
 * Idempotent. Does nothing where the server's clock and the database's are more than a day apart: what is erased cannot
 * be brought back.
 * @param signal ends the run between two applications or batches
 */
export async function applyRetention(needs: Needs, signal?: AbortSignal, batchSize = 200): Promise<void> {
  const { db, clock, log, config } = needs;
  const now = clock.now();
  if (!config.sandbox && !(await isDatabaseTime(db, now))) {
    log.error('nothing is erased: the clock differs from the clock of the database');
    return;
  }
  const endOf = (period: RetentionPeriodName) => new Date(now.getTime() - config.retention[period] * dayMs);
  for (const [period, statuses] of erasedStatuses) {
    for (const status of statuses)
      await eraseLoans(needs, { status, before: endOf(period) }, batchSize, signal);
  }
  const deletions = [
    () => deleteMessages(db, isOldMessage(endOf('messages')), batchSize),
    () => eraseIdleCustomers(db, endOf('customers'), batchSize),
    ...oldRows(now, endOf).map((old) => () => deleteBatch(db, old, batchSize)),
  ];
  for (const deleteSome of deletions) {
    while (!signal?.aborted && (await deleteSome()) === batchSize);
  }
  // Few rows, whatever the number of applications.
  await deleteUnusedStaffRows(db, now, endOf('staff'));
}

/** Failed jobs of a loan that waits for a lender: without them it would be pushed again (`adoptOpenLoans`). */
const isOfWaitingLoan = sql`(${jobs.kind} in ('lender.push', 'lender.refresh') and exists (select from ${loans}
  where ${loans.id} = ${jobs.payload} ->> 'loanId' and ${loans.status} not in ('approved', 'rejected')))`;

type OldRows = { table: PgTable; key: PgColumn; isOld: SQL | undefined };

const isOldMessage = (end: Date) => and(lte(messages.createdAt, end), ne(messages.state, 'queued'));

/** The rows whose period is over, by table; a grievance's period begins with its outcome. */
function oldRows(now: Date, endOf: (period: RetentionPeriodName) => Date): OldRows[] {
  const { kind, outcome, updatedAt } = conversations;
  const isOldQuery = and(eq(kind, 'query'), lte(updatedAt, endOf('conversations')));
  const isOldGrievance = and(isNotNull(outcome), lte(updatedAt, endOf('grievances')));
  const idleSince = new Date(now.getTime() - idleMs);
  return [
    { table: loanTokens, key: loanTokens.tokenHash, isOld: lte(loanTokens.createdAt, endOf('tokens')) },
    { table: accessLog, key: accessLog.id, isOld: lte(accessLog.at, endOf('accessLog')) },
    { table: adminActs, key: adminActs.id, isOld: lte(adminActs.at, endOf('accessLog')) },
    { table: staffEvents, key: staffEvents.id, isOld: lte(staffEvents.at, endOf('accessLog')) },
    { table: customerSessions, key: customerSessions.id, isOld: lte(customerSessions.lastUsedAt, idleSince) },
    { table: conversations, key: conversations.id, isOld: or(isOldQuery, isOldGrievance) },
    {
      table: productInterests,
      key: productInterests.id,
      isOld: lte(productInterests.createdAt, endOf('interests')),
    },
    { table: jobs, key: jobs.id, isOld: and(lte(jobs.failedAt, endOf('failedJobs')), not(isOfWaitingLoan)) },
    {
      table: webhookDeliveries,
      key: webhookDeliveries.id,
      isOld: lte(webhookDeliveries.createdAt, new Date(now.getTime() - eventsKeptMs)),
    },
  ];
}

/** @returns how many rows were deleted; fewer than `batchSize` where no more are old */
async function deleteBatch(db: Database, { table, key, isOld }: OldRows, batchSize: number): Promise<number> {
  const old = db.select({ key }).from(table).where(isOld).limit(batchSize);
  return (await db.delete(table).where(inArray(key, old)).returning({ key })).length;
}

async function isDatabaseTime(db: Database, now: Date): Promise<boolean> {
  const [row] = await executeSql<{ ms: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return row !== undefined && Math.abs(row.ms - now.getTime()) < dayMs;
}

/** Those in a status that nobody has changed since `before`. */
async function eraseLoans(
  needs: Needs,
  { status, before }: { status: LoanStatus; before: Date },
  batchSize: number,
  signal?: AbortSignal,
): Promise<void> {
  const { db, log } = needs;
  const isTyped = db
    .select({ loanId: drafts.loanId })
    .from(drafts)
    .where(and(eq(drafts.loanId, loans.id), sql`${drafts.updatedAt} > ${before.toISOString()}::timestamptz`));
  const { id, createdAt } = loans;
  /** Those behind `last`, so that loans which cannot be erased yet hide no others. */
  const dueAfter = (last: { id: string; createdAt: Date }) =>
    db
      .select({ id, createdAt })
      .from(loans)
      .where(
        and(
          eq(loans.status, status),
          isNull(loans.erasedAt),
          // The index has this column; the next one changes with each write.
          between(createdAt, last.createdAt, before),
          or(gt(createdAt, last.createdAt), gt(id, last.id)),
          lte(loans.updatedAt, before),
          notExists(isTyped),
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(batchSize);
  let last = { id: '', createdAt: new Date(0) };
  for (;;) {
    const due = await dueAfter(last);
    for (const loan of due) {
      if (signal?.aborted) return;
      await eraseLoan(needs, loan.id).catch((error: unknown) =>
        log.error('loan not erased', { loan: loan.id, ...errorFields(error) }),
      );
      last = loan;
    }
    if (due.length < batchSize) return;
  }
}

/** With what the sandbox's providers have of them. */
async function deleteMessages(db: Database, which: SQL | undefined, batchSize: number): Promise<number> {
  const { id } = messages;
  const old = db.select({ id }).from(messages).where(which).limit(batchSize);
  const deleted = await db.delete(messages).where(inArray(id, old)).returning({ id });
  const ids = deleted.map((row) => row.id);
  if (ids.length > 0) await db.delete(sandboxMessages).where(inArray(sandboxMessages.id, ids));
  return deleted.length;
}

/**
 * Deletes what staff no longer use: ended sessions, forgotten devices, old failures and views, and old accounts. The
 * access log and the timeline have the names that their entries need.
 * @param disabledBefore accounts that were disabled before this are deleted, with what refers to them
 */
async function deleteUnusedStaffRows(db: Database, now: Date, disabledBefore: Date): Promise<void> {
  await deleteEndedSessions(db, now);
  await deleteForgottenDevices(db, now);
  await deleteForgottenAttempts(db, now);
  await db.delete(reviewViews).where(lte(reviewViews.seenAt, new Date(now.getTime() - dayMs)));
  const { disabledAt } = reviewers;
  await db.delete(reviewers).where(and(isNotNull(disabledAt), lte(disabledAt, disabledBefore)));
}
