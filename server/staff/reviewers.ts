/** The accounts of those who review. Nobody signs up: the admin makes them, with a password that is shown once. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { reviewers } from '../db/schema.ts';
import { forgetAttempts } from './attempts.ts';
import { hashPassword, newPassword } from './passwords.ts';
import { endSessionsOf, type Reviewer } from './sessions.ts';

/** The reviewer of the sandbox, the same everywhere; signs in nowhere outside the sandbox (decision 28b). */
export const demoReviewer = {
  email: 'reviewer@feepath.example',
  password: 'feepath-demo-reviewer',
  name: 'Demo reviewer',
};

/** An address as it is kept and found: nobody's differs from another's by its capital letters alone. */
export const normalEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/**
 * Makes an account, or brings a disabled one back under a new name and password.
 * @returns the password, to be shown once; undefined where a live reviewer has the address
 */
export async function createReviewer(
  db: Database,
  { email, name, now }: { email: string; name: string; now: Date },
): Promise<{ reviewer: Reviewer; password: string } | undefined> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const [reviewer] = await db
    .insert(reviewers)
    .values({ id: randomUUID(), email: normalEmail(email), name, passwordHash, createdAt: now })
    .onConflictDoUpdate({
      target: reviewers.email,
      set: { name, passwordHash, disabledAt: null },
      setWhere: isNotNull(reviewers.disabledAt),
    })
    .returning();
  if (!reviewer) return undefined;
  await forgetAttempts(db, reviewer.email, now);
  return { reviewer, password };
}

/** The live reviewer with this address, or undefined. */
export async function findReviewer(db: Database, email: string): Promise<Reviewer | undefined> {
  const [found] = await db.select().from(reviewers).where(live(email));
  return found;
}

export function listReviewers(db: Database): Promise<Reviewer[]> {
  return db.select().from(reviewers).orderBy(asc(reviewers.createdAt), asc(reviewers.email));
}

/**
 * Gives a live reviewer a new password, ends the sessions and takes a lock away.
 * @returns the password, to be shown once; undefined where no live reviewer has the address
 */
export async function resetReviewer(db: Database, email: string, now: Date): Promise<string | undefined> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const [reviewer] = await db.update(reviewers).set({ passwordHash }).where(live(email)).returning();
  if (!reviewer) return undefined;
  await endSessionsOf(db, reviewer.id);
  await forgetAttempts(db, reviewer.email, now);
  return password;
}

/** @returns false where no live reviewer has the address */
export async function disableReviewer(db: Database, email: string, now: Date): Promise<boolean> {
  const [reviewer] = await db.update(reviewers).set({ disabledAt: now }).where(live(email)).returning();
  if (reviewer) await endSessionsOf(db, reviewer.id);
  return reviewer !== undefined;
}

/** Lets the demo reviewer in in the sandbox, and nowhere else. */
export async function settleDemoReviewer(db: Database, sandbox: boolean, now: Date): Promise<void> {
  const { email, name, password } = demoReviewer;
  if (!sandbox) {
    await disableReviewer(db, email, now);
    return;
  }
  const passwordHash = await hashPassword(password);
  await db
    .insert(reviewers)
    .values({ id: randomUUID(), email, name, passwordHash, createdAt: now })
    .onConflictDoUpdate({ target: reviewers.email, set: { passwordHash, disabledAt: null } });
}

const live = (email: string) => and(eq(reviewers.email, normalEmail(email)), isNull(reviewers.disabledAt));
