/** The rows that are deleted whole once their period is over, by table. */
import { and, eq, inArray, isNotNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { dayMs } from '../../domain/values/dates.ts';
import { codeGoodForMs, eventsKeptMs, type RetentionPeriodName } from '../config/retention-periods.ts';
import { idleMs } from '../customers/sessions.ts';
import type { Database } from '../db/open.ts';
import { conversations, productInterests } from '../db/schema/contact.ts';
import { customerSessions } from '../db/schema/customers.ts';
import { lenderEvents } from '../db/schema/lenders.ts';
import { accessCodes, loans, loanTokens } from '../db/schema/loans.ts';
import { oneTimePasswords } from '../db/schema/messages.ts';
import { jobs } from '../db/schema/servers.ts';
import { providerEvents } from '../db/schema/servicing.ts';
import {
  accessLog,
  adminActs,
  reviewers,
  reviewViews,
  signInFailures,
  staffDevices,
  staffEvents,
  staffSessions,
} from '../db/schema/staff.ts';
import { webhookDeliveries } from '../db/schema/webhooks.ts';
import { failureLifetimeMs } from '../staff/attempts.ts';
import { deviceKnownMs } from '../staff/devices.ts';
import { isOver } from '../staff/sessions.ts';

/** The old rows of the table of a key, by which batches are made, or of a table whose old rows are deleted at once. */
type OldRows = ({ key: PgColumn } | { table: PgTable }) & { isOld: SQL | undefined };

/** The time for which one-time passwords are kept, since a limit may count them. */
const passwordsKeptMs = 2 * dayMs;

/** Failed jobs of a loan that waits for a lender: without them it would be pushed again (`adoptOpenLoans`). */
const isOfWaitingLoan = sql`(${jobs.kind} in ('lender.push', 'lender.refresh') and exists (select from ${loans}
  where ${loans.id} = ${jobs.payload} ->> 'loanId' and ${loans.status} not in ('approved', 'rejected')))`;

/**
 * Returns the tables with what is old in them. The period of a grievance begins with its outcome; with an account of
 * staff goes what refers to it, and the access log and the timeline have the names that their entries need.
 */
export function oldRows(now: Date, endOf: (period: RetentionPeriodName) => Date): OldRows[] {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const { kind, outcome, updatedAt } = conversations;
  const isOldQuery = and(eq(kind, 'query'), lte(updatedAt, endOf('conversations')));
  const isOldGrievance = and(isNotNull(outcome), lte(updatedAt, endOf('grievances')));
  const isOldJob = and(lte(jobs.failedAt, endOf('failedJobs')), not(isOfWaitingLoan));
  return [
    { key: loanTokens.tokenHash, isOld: lte(loanTokens.createdAt, endOf('tokens')) },
    { key: accessCodes.codeHash, isOld: lt(accessCodes.createdAt, ago(codeGoodForMs)) },
    { table: oneTimePasswords, isOld: lt(oneTimePasswords.sentAt, ago(passwordsKeptMs)) },
    { key: customerSessions.id, isOld: lte(customerSessions.lastUsedAt, ago(idleMs)) },
    { key: conversations.id, isOld: or(isOldQuery, isOldGrievance) },
    { key: productInterests.id, isOld: lte(productInterests.createdAt, endOf('interests')) },
    { key: jobs.id, isOld: isOldJob },
    { table: lenderEvents, isOld: lt(lenderEvents.receivedAt, ago(eventsKeptMs)) },
    { table: providerEvents, isOld: lt(providerEvents.receivedAt, ago(eventsKeptMs)) },
    { key: webhookDeliveries.id, isOld: lte(webhookDeliveries.createdAt, ago(eventsKeptMs)) },
    { key: accessLog.id, isOld: lte(accessLog.at, endOf('accessLog')) },
    { key: adminActs.id, isOld: lte(adminActs.at, endOf('accessLog')) },
    { key: staffEvents.id, isOld: lte(staffEvents.at, endOf('accessLog')) },
    { key: staffSessions.tokenHash, isOld: isOver(now) },
    { key: staffDevices.tokenHash, isOld: lte(staffDevices.createdAt, ago(deviceKnownMs)) },
    { key: signInFailures.emailHash, isOld: lte(signInFailures.lastAt, ago(failureLifetimeMs)) },
    { table: reviewViews, isOld: lte(reviewViews.seenAt, ago(dayMs)) },
    { key: reviewers.id, isOld: lte(reviewers.disabledAt, endOf('staff')) },
  ];
}

/** @returns how many rows were deleted; fewer than `batchSize` where no more are old */
export async function deleteBatch(db: Database, old: OldRows, batchSize: number): Promise<number> {
  if ('table' in old) {
    await db.delete(old.table).where(old.isOld);
    return 0;
  }
  const { key, isOld } = old;
  const batch = db.select({ key }).from(key.table).where(isOld).limit(batchSize);
  return (await db.delete(key.table).where(inArray(key, batch)).returning({ key })).length;
}
