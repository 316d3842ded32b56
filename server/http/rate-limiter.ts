/**
 * Counts what callers cost, so that one of them cannot use up everybody's share (decision 2a). A call is counted in
 * memory and waits for nothing; where several processes share a PostgreSQL, each adds its counts to the database's and
 * learns the others' once a second (`startRateLimitSync`).
 */
import type { Limit } from '../contract/policy.ts';
import type { Rates } from '../config/rates.ts';

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Points of a subject in one minute since the epoch. */
export type SharedCount = { subject: string; minute: number; points: number };

type Count = { minute: number; points: number; former: number; unshared: number };

const minuteMs = 60_000;

/** The largest rounding error of binary fractions. */
const rounding = 1e-6;

/**
 * A sliding minute: what was counted in the minute before weighs as much as is left of it. The subjects seen longest
 * ago are forgotten beyond `most`, so the memory has an end.
 */
export function createRateLimiter(options: {
  rates?: Rates;
  /** The time in milliseconds. */
  now: () => number;
  most?: number;
}) {
  const { rates = {}, now, most = 100_000 } = options;
  const counts = new Map<string, Count>();

  const countOf = (subject: string, minute: number): Count => {
    const count = counts.get(subject) ?? { minute, points: 0, former: 0, unshared: 0 };
    if (minute > count.minute) {
      count.former = minute === count.minute + 1 ? count.points : 0;
      count.points = 0;
      count.unshared = 0;
      count.minute = minute;
    }
    counts.delete(subject);
    counts.set(subject, count);
    if (counts.size > most) counts.delete(counts.keys().next().value ?? '');
    return count;
  };

  return {
    /** Counts `points` for a subject. @returns 0 where the call may go on, else the whole seconds to wait */
    take(limit: Limit, subject: string, points: number): number {
      const budget = rates[limit.name] ?? limit.points;
      const cost = Math.min(points, budget);
      const at = now();
      const count = countOf(`${limit.name} ${subject}`, Math.floor(at / minuteMs));
      const wait = waitMs({ count, cost, budget, passed: at % minuteMs });
      if (wait > 0) return Math.max(1, Math.ceil(wait / 1000 - rounding));
      count.points += cost;
      count.unshared += cost;
      return 0;
    },
    /** Returns what was counted since the last call, to be added to the counts of other processes. */
    unshared(): SharedCount[] {
      const shared: SharedCount[] = [];
      for (const [subject, count] of counts) {
        if (count.unshared === 0) continue;
        shared.push({ subject, minute: count.minute, points: count.unshared });
        count.unshared = 0;
      }
      return shared;
    },
    /** Takes the counts of all processes in place of this one's. */
    learn(shared: SharedCount[]): void {
      for (const { subject, minute, points } of shared) {
        const count = counts.get(subject);
        // The shared total does not include the points counted here since the last sharing.
        if (count?.minute === minute) count.points = Math.max(count.points, points + count.unshared);
      }
    },
    /** The number of subjects that are stored. */
    get size() {
      return counts.size;
    },
  };
}

/** @returns 0 where `cost` fits, else the milliseconds until it does if nothing else is counted */
function waitMs(call: {
  count: Count;
  cost: number;
  budget: number;
  /** Milliseconds of the minute that have passed. */
  passed: number;
}): number {
  const { cost, budget, passed } = call;
  const { points, former } = call.count;
  const left = 1 - passed / minuteMs;
  if (former * left + points + cost <= budget * (1 + rounding)) return 0;
  const room = budget - cost;
  // The former minute loses weight until this one ends; then this one becomes the former.
  return points <= room
    ? (left - (room - points) / former) * minuteMs
    : (left + 1 - room / points) * minuteMs;
}
