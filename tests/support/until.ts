/** Waiting for what comes, in tests and in tools that are none. */

/** As long as an action of the browser may take, in milliseconds. */
const patienceMs = Number(process.env.PATIENCE ?? 15_000);

/** Reads until it is as wanted. @throws with what was read last */
export async function until<T>(
  what: string,
  read: () => T | Promise<T>,
  isWanted: (value: T) => boolean,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return;
    if (performance.now() > deadline) throw new Error(`${what}; seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
