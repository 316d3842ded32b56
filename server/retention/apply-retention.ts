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
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { LoanStatus } from '../../domain/values/wire.ts';
import { type Database, rowsOf } from '../db/open.ts';
import { idleMs } from '../customers/sessions.ts';
import { conversations, productInterests } from '../db/schema/contact.ts';
import { customerSessions } from '../db/schema/customers.ts';
import { drafts, loans, loanTokens } from '../db/schema/loans.ts';
import { messages } from '../db/schema/messages.ts';
import { sandboxMessages } from '../db/schema/sandbox.ts';
import { jobs } from '../db/schema/servers.ts';
import { accessLog, staffEvents } from '../db/schema/staff.ts';
import type { Services } from '../api/handler.ts';
import { errorFields } from '../process/log.ts';
import { deleteUnusedStaffRows } from '../staff/cleanup.ts';
import { eraseIdleCustomers } from './erase-customer.ts';
import { eraseLoan } from './erase-loan.ts';
import type { RetentionPeriod } from '../config/retention-periods.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'log'> & {
  adapters: Pick<Services['adapters'], 'objects'>;
  config: Pick<Services['config'], 'retention' | 'sandbox'>;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Applications by their status; while one is with the lender, its answer is waited for. */
const erasedStatuses: readonly (readonly [RetentionPeriod, readonly LoanStatus[]])[] = [
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
  const endOf = (period: RetentionPeriod) => new Date(now.getTime() - config.retention[period] * dayMs);
  for (const [period, statuses] of erasedStatuses) {
    for (const status of statuses)
      await eraseLoans(needs, { status, before: endOf(period) }, batchSize, signal);
  }
  const isOldMessage = and(lte(messages.createdAt, endOf('messages')), ne(messages.state, 'queued'));
  const isOldFailure = and(isNotNull(jobs.failedAt), lte(jobs.failedAt, endOf('failedJobs')));
  const deletions: (() => Promise<number>)[] = [
    () => deleteMessages(db, isOldMessage, batchSize),
    async () => {
      const { tokenHash, createdAt } = loanTokens;
      const old = db
        .select({ tokenHash })
        .from(loanTokens)
        .where(lte(createdAt, endOf('tokens')))
        .limit(batchSize);
      return (await db.delete(loanTokens).where(inArray(tokenHash, old)).returning({ tokenHash })).length;
    },
    async () => {
      const { id, at } = accessLog;
      const old = db
        .select({ id })
        .from(accessLog)
        .where(lte(at, endOf('accessLog')))
        .limit(batchSize);
      return (await db.delete(accessLog).where(inArray(id, old)).returning({ id })).length;
    },
    async () => {
      const { id, at } = staffEvents;
      const old = db
        .select({ id })
        .from(staffEvents)
        .where(lte(at, endOf('accessLog')))
        .limit(batchSize);
      return (await db.delete(staffEvents).where(inArray(id, old)).returning({ id })).length;
    },
    async () => {
      const { id, lastUsedAt } = customerSessions;
      const old = db
        .select({ id })
        .from(customerSessions)
        .where(lte(lastUsedAt, new Date(now.getTime() - idleMs)))
        .limit(batchSize);
      return (await db.delete(customerSessions).where(inArray(id, old)).returning({ id })).length;
    },
    () => eraseIdleCustomers(db, endOf('customers'), batchSize),
    async () => {
      const { id, updatedAt, kind, outcome } = conversations;
      const isOldQuery = and(eq(kind, 'query'), lte(updatedAt, endOf('conversations')));
      const isOldGrievance = and(isNotNull(outcome), lte(updatedAt, endOf('grievances')));
      const old = db
        .select({ id })
        .from(conversations)
        .where(or(isOldQuery, isOldGrievance))
        .limit(batchSize);
      return (await db.delete(conversations).where(inArray(id, old)).returning({ id })).length;
    },
    async () => {
      const { id, createdAt } = productInterests;
      const old = db
        .select({ id })
        .from(productInterests)
        .where(lte(createdAt, endOf('interests')))
        .limit(batchSize);
      return (await db.delete(productInterests).where(inArray(id, old)).returning({ id })).length;
    },
    async () => {
      const { id } = jobs;
      const old = db.select({ id }).from(jobs).where(isOldFailure).limit(batchSize);
      return (await db.delete(jobs).where(inArray(id, old)).returning({ id })).length;
    },
  ];
  for (const deleteBatch of deletions) {
    while (!signal?.aborted && (await deleteBatch()) === batchSize);
  }
  // Few rows, whatever the number of applications.
  await deleteUnusedStaffRows(db, now, endOf('staff'));
}

async function isDatabaseTime(db: Database, now: Date): Promise<boolean> {
  const [row] = await rowsOf<{ ms: number }>(
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
