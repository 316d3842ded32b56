/** Waiting for conditions, in tests and in scripts. */

/** The limit of an action of the browser, in milliseconds. */
const timeoutMs = Number(process.env.WAIT_TIMEOUT_MS ?? 15_000);

/** Reads until the value is as wanted. @throws with the last value */
export async function until<T>(
  what: string,
  read: () => T | Promise<T>,
  isWanted: (value: T) => boolean,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return;
    if (performance.now() > deadline) throw new Error(`${what}; seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
