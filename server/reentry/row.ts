/**
 * The counters of re-entry for one loan id and partner. Ids without a loan, or of another partner, are counted alike, so
 * that no answer reveals whether the loan exists.
 */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { todayInIndia } from '../../domain/dates.ts';
import type { ApiKey } from '../api-keys.ts';
import type { Database } from '../db/open.ts';
import { apiKeys, loans, reentries } from '../db/schema.ts';
import { Problem } from '../problem.ts';
import type { LoanRow } from '../tokens.ts';

export type ReentryRow = typeof reentries.$inferSelect;

/** The loan id of the address and the partner of its key; there may be no such loan. */
export type ReentryTarget = { partnerId: string; apiKeyId: string; loanId: string };

/** Loan ids are shorter; longer ids are cut, so that they cannot fill the table. */
const idMaxLength = 64;

/** Whichever key of the partner is used, there is one row: under the oldest of its keys. */
export async function reentryTarget(
  db: Database,
  { partnerId }: Pick<ApiKey, 'partnerId'>,
  loanId: string,
): Promise<ReentryTarget> {
  const [oldest] = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(eq(apiKeys.partnerId, partnerId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
    .limit(1);
  if (!oldest) throw new Error('The partner of a key has no key');
  return { partnerId, apiKeyId: oldest.id, loanId: loanId.slice(0, idMaxLength) };
}

const isRowOf = ({ apiKeyId, loanId }: ReentryTarget) =>
  and(eq(reentries.apiKeyId, apiKeyId), eq(reentries.loanId, loanId));

/** The row with today's counters, locked until the transaction ends; undefined where no password was requested yet. */
export async function lockReentry(
  tx: Database,
  wanted: ReentryTarget,
  now: Date,
): Promise<ReentryRow | undefined> {
  const [row] = await tx.select().from(reentries).where(isRowOf(wanted)).for('update');
  const day = todayInIndia(now);
  return row && row.day !== day ? { ...row, day, triesToday: 0, sentToday: 0, birthDateTriesToday: 0 } : row;
}

export async function updateReentry(
  tx: Database,
  wanted: ReentryTarget,
  changes: Partial<ReentryRow>,
): Promise<void> {
  await tx.update(reentries).set(changes).where(isRowOf(wanted));
}

/** Like `lockReentry`, but inserts a row without a password where there is none. */
export async function lockOrCreateReentry(
  tx: Database,
  wanted: ReentryTarget,
  now: Date,
): Promise<ReentryRow> {
  await tx
    .insert(reentries)
    .values({
      apiKeyId: wanted.apiKeyId,
      loanId: wanted.loanId,
      sentAt: new Date(0),
      expiresAt: new Date(0),
      day: todayInIndia(now),
    })
    .onConflictDoNothing();
  const row = await lockReentry(tx, wanted, now);
  if (!row) throw new Error('The row was made a moment ago');
  return row;
}

/** An erased loan is treated as one that does not exist: nobody is left to send a password to. */
export async function findLoan(
  tx: Database,
  { partnerId, loanId }: ReentryTarget,
): Promise<LoanRow | undefined> {
  const [loan] = await tx
    .select()
    .from(loans)
    .where(and(eq(loans.id, loanId), eq(loans.partnerId, partnerId), isNull(loans.erasedAt)));
  return loan;
}

/** 429. @param waitMs after which it may be tried again */
export const tooManyRequests = (what: string, waitMs: number): Problem =>
  new Problem(429, what, undefined, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });

/** Milliseconds until the next day begins in India. */
export const msUntilMidnight = (now: Date): number => {
  const midnight = Date.parse(`${todayInIndia(now)}T00:00:00+05:30`) + 24 * 60 * 60 * 1000;
  return midnight - now.getTime();
};
