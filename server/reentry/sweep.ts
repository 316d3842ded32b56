/** Forgets who asked to get back into which loan: nothing of it counts after two days. */
import { lt } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { reentries } from '../db/schema.ts';
import type { Services } from '../handler.ts';
import { errorFacts } from '../log.ts';

const keptMs = 2 * 24 * 60 * 60 * 1000;
const everyMs = 60 * 60 * 1000;

export async function sweepReentries(db: Database, now: Date): Promise<void> {
  await db.delete(reentries).where(lt(reentries.sentAt, new Date(now.getTime() - keptMs)));
}

/** Sweeps now and every hour. */
export function startSweeping({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>): {
  /** Waits for a sweep that is under way. */
  close: () => Promise<void>;
} {
  const sweep = () =>
    sweepReentries(db, clock.now()).catch((error: unknown) => log.error('sweep failed', errorFacts(error)));
  let latest = sweep();
  const timer = setInterval(() => {
    latest = sweep();
  }, everyMs);
  return {
    async close() {
      clearInterval(timer);
      await latest;
    },
  };
}
