/**
 * Failed sign-ins in a row for each e-mail address, whether it has an account or not, so that the lock reveals nothing;
 * a device on which the address was signed in before has a counter of its own. Counted in the database, so that servers
 * which share it agree.
 */
import { eq, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { signInFailures } from '../db/schema.ts';
import { hashSecret } from '../api-keys.ts';

const mostFailures = 5;
const lockedMs = 15 * 60 * 1000;
/** A failure that is older is not in a row with a new one. */
const rememberedMs = 24 * 60 * 60 * 1000;

/** What is counted together. `email` is as `normalizeEmail` returns it, `device` the hash of a known device's token. */
export type Attempted = { email: string; device?: string | undefined };

const counterOf = ({ email, device }: Attempted): string =>
  hashSecret(device === undefined ? email : `${email} ${device}`);

/**
 * Counts an attempt as failed before its password is verified, so that concurrent attempts are all counted.
 * `resetAttempts` takes it back when the password was right.
 * @returns 0 when the attempt is allowed, else the whole seconds for which it is locked
 */
export async function countAttempt(db: Database, attempted: Attempted, now: Date): Promise<number> {
  const { failures, lastAt, lockedUntil } = signInFailures;
  const emailHash = counterOf(attempted);
  const startsAgain = or(isNotNull(lockedUntil), lte(lastAt, ago(now, rememberedMs)));
  const counted = sql<number>`case when ${startsAgain} then 1 else ${failures} + 1 end`;
  const lockEnd = new Date(now.getTime() + lockedMs).toISOString();
  const taken = await db
    .insert(signInFailures)
    .values({ emailHash, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: signInFailures.emailHash,
      set: {
        failures: counted,
        lastAt: now,
        lockedUntil: sql`case when ${counted} >= ${mostFailures} then ${lockEnd}::timestamptz end`,
      },
      setWhere: sql`${lockedUntil} is null or ${lte(lockedUntil, now)}`,
    })
    .returning({ failures });
  return taken.length > 0 ? 0 : secondsLocked(db, emailHash, now);
}

async function secondsLocked(db: Database, emailHash: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ until: signInFailures.lockedUntil })
    .from(signInFailures)
    .where(eq(signInFailures.emailHash, emailHash));
  return Math.max(1, Math.ceil(((row?.until ?? now).getTime() - now.getTime()) / 1000));
}

/** Resets the counter, and deletes expired counters of others, so that the table stays small. */
export async function resetAttempts(db: Database, attempted: Attempted, now: Date): Promise<void> {
  await db
    .delete(signInFailures)
    .where(
      or(
        eq(signInFailures.emailHash, counterOf(attempted)),
        lte(signInFailures.lastAt, ago(now, rememberedMs)),
      ),
    );
}

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
