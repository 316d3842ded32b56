/** Hourly jobs that delete expired and orphaned data. */
import { errorFields, type Log } from './log.ts';

const everyMs = 60 * 60 * 1000;

export type CleanupJob = {
  /** Waits for the run that is in progress. */
  close: () => Promise<void>;
};

/**
 * Runs the job now and every hour; a failed run is logged and repeated an hour later.
 * @param first runs once, before the first run of the job
 */
export function startCleanupJob(
  log: Log,
  job: () => Promise<void>,
  first: () => Promise<void> = async () => undefined,
): CleanupJob {
  const run = (work: () => Promise<void>) =>
    work().catch((error: unknown) => log.error('sweep failed', errorFields(error)));
  let latest = run(first).then(() => run(job));
  const timer = setInterval(() => {
    latest = latest.then(() => run(job));
  }, everyMs);
  return {
    async close() {
      clearInterval(timer);
      await latest;
    },
  };
}
