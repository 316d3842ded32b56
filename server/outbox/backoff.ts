/** When a message that was not taken is tried again. */

/** After so many attempts a message is given up. */
export const maxAttempts = 8;

const firstMs = 2000;
const factor = 4;

/**
 * Milliseconds until the next attempt: 2 s after the first, four times as long after each further one, so that the
 * eighth comes about three hours after the first; a quarter more or less, so that many do not come at once.
 * @param attempts how many there were, from 1
 * @param random from 0 to 1
 */
export const backoffDelayMs = (attempts: number, random: number): number =>
  Math.round(firstMs * factor ** (attempts - 1) * (0.75 + random / 2));
