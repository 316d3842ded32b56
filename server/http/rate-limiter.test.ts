import { describe, expect, it } from 'vitest';
import type { Limit } from '../contract/policy.ts';
import { createRateLimiter } from './rate-limiter.ts';

const limit: Limit = { name: 'create', per: ['address'], points: 3, failure: 0 };

describe('the rate limiter', () => {
  it('lets a minute of calls through, then as many as the passing of the minute makes room for', () => {
    let now = 0;
    const limiter = createRateLimiter({ now: () => now });
    const take = (subject = 'a', points = 1) => limiter.take(limit, subject, points);
    // The calls of this minute weigh a third less twenty seconds into the next one.
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 80]);
    expect(take('b')).toBe(0);
    now = 79_000;
    expect(take()).toBe(1);
    now = 80_000;
    expect(take()).toBe(0);
    expect(take()).toBe(20);
    now = 10_000_000;
    expect([take(), take(), take()]).toEqual([0, 0, 0]);
    expect(take()).toBeGreaterThan(0);
  });

  it('waits exactly as long as it says', () => {
    for (const [first, second] of [
      [0, 30_000],
      [59_000, 61_000],
      [10_000, 70_000],
    ] as const) {
      let now: number = first;
      const limiter = createRateLimiter({ now: () => now });
      const take = () => limiter.take(limit, 'a', 1);
      take();
      now = second;
      while (take() === 0);
      const wait = take() * 1000;
      now = second + wait - 1001;
      expect(take()).toBeGreaterThan(0);
      now = second + wait;
      expect(take()).toBe(0);
    }
  });

  it('counts what a call costs, and never more than all of it', () => {
    const limiter = createRateLimiter({ now: () => 0 });
    expect(limiter.take(limit, 'a', 2)).toBe(0);
    expect(limiter.take(limit, 'a', 2)).toBeGreaterThan(0);
    expect(limiter.take(limit, 'a', 1)).toBe(0);
    expect(limiter.take(limit, 'b', 30)).toBe(0);
    expect(limiter.take(limit, 'b', 1)).toBeGreaterThan(0);
  });

  it('takes the points of the configuration in place of the contract’s', () => {
    const limiter = createRateLimiter({ rates: { create: 1 }, now: () => 0 });
    expect(limiter.take(limit, 'a', 1)).toBe(0);
    expect(limiter.take(limit, 'a', 1)).toBeGreaterThan(0);
  });

  it('knows what other processes have counted, and shares each count once', () => {
    const limiter = createRateLimiter({ now: () => 0 });
    limiter.take(limit, 'a', 1);
    expect(limiter.unshared()).toEqual([{ subject: 'create a', minute: 0, points: 1 }]);
    expect(limiter.unshared()).toEqual([]);
    limiter.take(limit, 'a', 1);
    limiter.learn([{ subject: 'create a', minute: 0, points: 2 }]);
    expect(limiter.take(limit, 'a', 1)).toBeGreaterThan(0);
  });

  it('remembers no more subjects than it is allowed to', () => {
    const limiter = createRateLimiter({ now: () => 0, most: 10 });
    for (let who = 0; who < 1000; who += 1) limiter.take(limit, String(who), 1);
    expect(limiter.size).toBe(10);
  });
});
