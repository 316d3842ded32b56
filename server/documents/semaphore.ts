export type Semaphore = {
  /** Runs the task once a permit is free, in the order of the calls, and gives the permit back whatever comes of it. */
  run: <T>(task: () => Promise<T>) => Promise<T>;
};

/** @param permits how many tasks may run at a time */
export function createSemaphore(permits: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = permits;
  return {
    async run(task) {
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
