/** Taking away, every hour, what nobody wants any more. */
import { errorFacts, type Log } from './log.ts';

const everyMs = 60 * 60 * 1000;

export type Sweeping = {
  /** Waits for a sweep that is under way. */
  close: () => Promise<void>;
};

/**
 * Sweeps now and every hour; what fails is tried again an hour later.
 * @param first what is swept once, before all else
 */
export function keepSweeping(
  log: Log,
  sweep: () => Promise<void>,
  first: () => Promise<void> = async () => undefined,
): Sweeping {
  const run = (work: () => Promise<void>) =>
    work().catch((error: unknown) => log.error('sweep failed', errorFacts(error)));
  let latest = run(first).then(() => run(sweep));
  const timer = setInterval(() => {
    latest = latest.then(() => run(sweep));
  }, everyMs);
  return {
    async close() {
      clearInterval(timer);
      await latest;
    },
  };
}
