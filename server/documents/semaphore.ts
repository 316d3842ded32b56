export type Semaphore = ReturnType<typeof createSemaphore>;

/** @param permits how many tasks may run at a time */
export function createSemaphore(permits: number) {
  const waiting: (() => void)[] = [];
  let free = permits;
  return {
    /** Runs the task once a permit is free, in the order of the calls, and gives the permit back whatever comes of it. */
    async run<T>(task: () => Promise<T>): Promise<T> {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else free -= 1;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
