/** Leases, sessions, limits and the dates of money are judged by this machine's clock and by the database's. */
import { sql } from 'drizzle-orm';
import { systemClock } from '../platform/clock.ts';
import { type Database, executeSql } from './open.ts';

const longestDifferenceMs = 2000;

/** Thrown at the start; `message` is for the operator. */
export class ClockDiffers extends Error {
  constructor(ms: number) {
    super(`The clocks of this machine and of the database differ by ${ms} ms. Both need NTP.`);
    this.name = 'ClockDiffers';
  }
}

/** Returns by how much the clocks differ at least: the answer's time is of a moment between question and answer. */
export async function readClockDifference(db: Database): Promise<{ ms: number; isAllowed: boolean }> {
  const before = systemClock.now().getTime();
  const now = sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`;
  const [row] = await executeSql<{ ms: string }>(db, now);
  const ms = Math.max(0, before - Number(row?.ms), Number(row?.ms) - systemClock.now().getTime());
  return { ms, isAllowed: ms <= longestDifferenceMs };
}

/** @throws ClockDiffers where they differ by more than two seconds */
export async function requireSameClock(db: Database): Promise<void> {
  const { ms, isAllowed } = await readClockDifference(db);
  if (!isAllowed) throw new ClockDiffers(ms);
}
