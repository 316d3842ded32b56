/** The delays after which a job that did not succeed is retried. */

export type Backoff = {
  /** Milliseconds before the second attempt. */
  firstMs: number;
  /** The factor by which each further delay is longer. */
  factor: number;
  longestMs: number;
};

/**
 * Milliseconds until the next attempt, a quarter more or less, so that many jobs do not run at once.
 * @param attempts how many there were, from 1
 * @param random from 0 to 1
 */
export const backoffDelayMs = ({ firstMs, factor, longestMs }: Backoff, attempts: number, random: number) =>
  Math.round(Math.min(longestMs, firstMs * factor ** (attempts - 1)) * (0.75 + random / 2));
