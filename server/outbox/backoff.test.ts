import { describe, expect, it } from 'vitest';
import { delayAfter, mostAttempts } from './backoff.ts';

const attempts = Array.from({ length: mostAttempts - 1 }, (_, n) => n + 1);

describe('the time until the next attempt', () => {
  it('is four times as long each time, about three hours in all', () => {
    expect(attempts.map((attempt) => delayAfter(attempt, 0.5))).toEqual([
      2000, 8000, 32_000, 128_000, 512_000, 2_048_000, 8_192_000,
    ]);
  });

  it.each(attempts)('after attempt %i is a quarter more or less', (attempt) => {
    const middle = delayAfter(attempt, 0.5);
    expect([delayAfter(attempt, 0), delayAfter(attempt, 1)]).toEqual([middle * 0.75, middle * 1.25]);
  });
});
