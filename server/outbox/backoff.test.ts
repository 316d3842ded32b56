import { describe, expect, it } from 'vitest';
import { backoffDelayMs, maxAttempts } from './backoff.ts';

const attempts = Array.from({ length: maxAttempts - 1 }, (_, n) => n + 1);

describe('the time until the next attempt', () => {
  it('is four times as long each time, about three hours in all', () => {
    expect(attempts.map((attempt) => backoffDelayMs(attempt, 0.5))).toEqual([
      2000, 8000, 32_000, 128_000, 512_000, 2_048_000, 8_192_000,
    ]);
  });

  it.each(attempts)('after attempt %i is a quarter more or less', (attempt) => {
    const middle = backoffDelayMs(attempt, 0.5);
    expect([backoffDelayMs(attempt, 0), backoffDelayMs(attempt, 1)]).toEqual([middle * 0.75, middle * 1.25]);
  });
});
