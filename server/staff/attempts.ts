/**
 * Failed sign-ins in a row, counted in the database, so that servers which share it agree. They are counted for each
 * e-mail address (whether it has an account or not, so that the answers reveal nothing) and network address, and apart
 * from these for a device on which the address was signed in before: whoever types somebody else's address shuts out
 * nobody but themselves. All failures of an e-mail address together only slow its sign-ins down.
 */
import { eq, isNotNull, like, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { signInFailures } from '../db/schema/staff.ts';
import { hashSecret } from '../partners/api-keys.ts';

const mostFailures = 5;
const lockedMs = 15 * 60 * 1000;
/** A failure that is older is not in a row with a new one. */
export const failureLifetimeMs = 24 * 60 * 60 * 1000;

/** The number of failures of an e-mail address, from any client, before tries are slowed down. */
const fullSpeedFailures = 10;
const slowedByMs = 2000;

/**
 * The keys by which attempts are counted. `email` is as `normalizeEmail` returns it, `client` a network address,
 * `device` the hash of a known device's token.
 */
export type Attempted = { email: string; client: string; device?: string | undefined };

const accountCounter = (email: string): string => hashSecret(email);

const counterOf = ({ email, client, device }: Attempted): string =>
  `${accountCounter(email)} ${hashSecret(`${email} ${device ?? client}`)}`;

/**
 * Counts an attempt as failed before its password is verified, so that concurrent attempts are all counted.
 * `resetAttempts` takes it back when the password was right.
 * @returns `waitSeconds`: 0 when the attempt is allowed, else the whole seconds for which it is locked; `delayMs`: for how
 *   long an allowed attempt is held back
 */
export async function countAttempt(
  db: Database,
  attempted: Attempted,
  now: Date,
): Promise<{ waitSeconds: number; delayMs: number }> {
  const waitSeconds = await countLocked(db, counterOf(attempted), now);
  if (waitSeconds > 0 || attempted.device !== undefined) return { waitSeconds, delayMs: 0 };
  const failures = await countUnlocked(db, accountCounter(attempted.email), now);
  return { waitSeconds, delayMs: failures > fullSpeedFailures ? slowedByMs : 0 };
}

/** @returns how many attempts there are in a row, this one among them */
async function countUnlocked(db: Database, emailHash: string, now: Date): Promise<number> {
  const { failures, lastAt } = signInFailures;
  const counted = sql<number>`case when ${lte(lastAt, ago(now, lockedMs))} then 1 else ${failures} + 1 end`;
  const [row] = await db
    .insert(signInFailures)
    .values({ emailHash, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: signInFailures.emailHash,
      set: { failures: counted, lastAt: now, lockedUntil: null },
    })
    .returning({ failures });
  return row?.failures ?? 0;
}

async function countLocked(db: Database, emailHash: string, now: Date): Promise<number> {
  const { failures, lastAt, lockedUntil } = signInFailures;
  const startsAgain = or(isNotNull(lockedUntil), lte(lastAt, ago(now, failureLifetimeMs)));
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

export const resetAttempts = (db: Database, attempted: Attempted): Promise<void> =>
  deleteCounters(db, eq(signInFailures.emailHash, counterOf(attempted)), attempted.email);

/** The same for every network address and device. */
export const resetAllAttempts = (db: Database, email: string): Promise<void> =>
  deleteCounters(db, like(signInFailures.emailHash, `${accountCounter(email)} %`), email);

async function deleteCounters(db: Database, which: SQL, email: string): Promise<void> {
  await db.delete(signInFailures).where(or(which, eq(signInFailures.emailHash, accountCounter(email))));
}

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
