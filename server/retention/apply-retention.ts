/**
 * Keeps the periods of retention-periods.ts: erases applications, and deletes rows that nobody needs any more. What is left of an
 * application is the audit skeleton, see erase-loan.ts.
 */
import {
  and,
  asc,
  between,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { dayMs } from '../../domain/values/dates.ts';
import type { LoanStatus } from '../../domain/values/wire.ts';
import { type Database, executeSql } from '../db/open.ts';
import { drafts, loans } from '../db/schema/loans.ts';
import { messages } from '../db/schema/messages.ts';
import { sandboxMessages } from '../db/schema/sandbox.ts';
import type { Services } from '../api/handler.ts';
import { errorFields } from '../platform/log.ts';
import { eraseIdleCustomers } from './erase-customer.ts';
import { eraseLoan } from './erase-loan.ts';
import { deleteBatch, oldRows } from './old-rows.ts';
import type { RetentionPeriodName } from '../config/retention-periods.ts';

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
  const repeat = async (deleteSome: () => Promise<number>) => {
    while (!signal?.aborted && (await deleteSome()) === batchSize);
  };
  for (const old of oldRows(now, endOf)) await repeat(() => deleteBatch(db, old, batchSize));
  for (const [period, statuses] of erasedStatuses) {
    for (const status of statuses)
      await eraseLoans(needs, { status, before: endOf(period) }, batchSize, signal);
  }
  const isOldMessage = and(lte(messages.createdAt, endOf('messages')), ne(messages.state, 'queued'));
  await repeat(() => deleteMessages(db, isOldMessage, batchSize));
  await repeat(() => eraseIdleCustomers(needs, endOf('customers'), batchSize));
}

async function isDatabaseTime(db: Database, now: Date): Promise<boolean> {
  const [row] = await executeSql<{ ms: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return row !== undefined && Math.abs(row.ms - now.getTime()) < dayMs;
}

/** Erases the loans in a status that have not changed since `before`. */
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
  const isDue = and(
    eq(loans.status, status),
    isNull(loans.erasedAt),
    lte(loans.updatedAt, before),
    notExists(isTyped),
  );
  /** Returns the loans after `last`, so that loans which cannot be erased yet do not block others. */
  const dueAfter = (last: { id: string; createdAt: Date }) =>
    db
      .select({ id, createdAt })
      .from(loans)
      .where(
        and(
          isDue,
          // The index has this column; the next one changes with each write.
          between(createdAt, last.createdAt, before),
          or(gt(createdAt, last.createdAt), gt(id, last.id)),
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(batchSize);
  let last = { id: '', createdAt: new Date(0) };
  for (;;) {
    const due = await dueAfter(last);
    for (const loan of due) {
      if (signal?.aborted) return;
      await eraseLoan(needs, loan.id, isDue).catch((error: unknown) =>
        log.error('loan not erased', { loan: loan.id, ...errorFields(error) }),
      );
      last = loan;
    }
    if (due.length < batchSize) return;
  }
}

/** Deletes messages with the copies of the sandbox's providers. */
async function deleteMessages(db: Database, which: SQL | undefined, batchSize: number): Promise<number> {
  const { id } = messages;
  const old = db.select({ id }).from(messages).where(which).limit(batchSize);
  const deleted = await db.delete(messages).where(inArray(id, old)).returning({ id });
  const ids = deleted.map((row) => row.id);
  if (ids.length > 0) await db.delete(sandboxMessages).where(inArray(sandboxMessages.id, ids));
  return deleted.length;
}
