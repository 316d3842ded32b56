/**
 * The rows of one-time passwords, with their counters. What nobody has, such as a loan id without a loan, is counted
 * alike, so that no answer reveals whether there is anything.
 */
import { and, eq } from 'drizzle-orm';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { Database } from '../db/open.ts';
import { oneTimePasswords } from '../db/schema/messages.ts';
import { Problem } from '../http/problem.ts';

export type OtpRow = typeof oneTimePasswords.$inferSelect;

/** The row that a password belongs to. */
export type OtpTarget = Pick<OtpRow, 'apiKeyId' | 'subject'>;

const isRowOf = ({ apiKeyId, subject }: OtpTarget) =>
  and(eq(oneTimePasswords.apiKeyId, apiKeyId), eq(oneTimePasswords.subject, subject));

/** The row with today's counters; undefined where no password was requested yet. */
export async function readOtp(db: Database, target: OtpTarget, now: Date): Promise<OtpRow | undefined> {
  const [row] = await db.select().from(oneTimePasswords).where(isRowOf(target));
  return row && withTodaysCounters(row, now);
}

/** The same, locked until the transaction ends. */
export async function lockOtp(tx: Database, target: OtpTarget, now: Date): Promise<OtpRow | undefined> {
  const [row] = await tx.select().from(oneTimePasswords).where(isRowOf(target)).for('update');
  return row && withTodaysCounters(row, now);
}

function withTodaysCounters(row: OtpRow, now: Date): OtpRow {
  const day = todayInIndia(now);
  return row.day === day ? row : { ...row, day, triesToday: 0, sentToday: 0, birthDateTriesToday: 0 };
}

export async function updateOtp(
  tx: Database,
  target: OtpTarget,
  changes: Partial<Omit<OtpRow, 'apiKeyId' | 'subject'>>,
): Promise<void> {
  await tx.update(oneTimePasswords).set(changes).where(isRowOf(target));
}

/** Like `lockOtp`, but inserts a row without a password if it is missing. */
export async function lockOrCreateOtp(tx: Database, target: OtpTarget, now: Date): Promise<OtpRow> {
  const { apiKeyId, subject } = target;
  const never = new Date(0);
  await tx
    .insert(oneTimePasswords)
    .values({ apiKeyId, subject, sentAt: never, expiresAt: never, day: todayInIndia(now) })
    .onConflictDoNothing();
  const row = await lockOtp(tx, target, now);
  if (!row) throw new Error('The row was made a moment ago');
  return row;
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
