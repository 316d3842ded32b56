import { describe, expect, it } from 'vitest';
import { clientGroup, createLimiter } from './limiter.ts';

describe('createLimiter', () => {
  it('lets a minute of calls through at once, then as many as come back with time', () => {
    let now = 0;
    const limiter = createLimiter(3, () => now);
    expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([0, 0, 0, 20]);
    expect(limiter.take('b')).toBe(0);
    now = 19_000;
    expect(limiter.take('a')).toBe(1);
    now = 20_000;
    expect(limiter.take('a')).toBe(0);
    now = 10_000_000;
    expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([0, 0, 0, 20]);
  });

  it('remembers no more callers than it is allowed to', () => {
    const limiter = createLimiter(1, () => 0, 10);
    for (let who = 0; who < 1000; who += 1) limiter.take(String(who));
    expect(limiter.size).toBe(10);
  });
});

describe('clientGroup', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s', (address, group) => expect(clientGroup(address)).toBe(group));
});
