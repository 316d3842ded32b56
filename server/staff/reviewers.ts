/** The accounts of reviewers. There is no sign-up: the admin creates them, with a password that is shown once. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { StaffRole } from '../../domain/review-wire.ts';
import type { Database } from '../db/open.ts';
import { partners } from '../db/schema.ts';
import { reviewers, staffPartners } from '../db/staff-schema.ts';
import { resetAllAttempts } from './attempts.ts';
import { hashPassword, generatePassword } from './passwords.ts';
import { assignedPartners } from './permissions.ts';
import { endSessionsOf, maySignIn, type Reviewer } from './sessions.ts';

/** The normalized address that is stored and searched; addresses that differ in capital letters alone are equal. */
export const normalizeEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/**
 * Creates an account, or enables a disabled one again with a new name, role and password.
 * @returns the password, to be shown once; undefined where an active reviewer has the address
 */
export async function createReviewer(
  db: Database,
  { email, name, role = 'reviewer', now }: { email: string; name: string; role?: StaffRole; now: Date },
): Promise<{ reviewer: Reviewer; password: string } | undefined> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const [reviewer] = await db
    .insert(reviewers)
    .values({ id: randomUUID(), email: normalizeEmail(email), name, role, passwordHash, createdAt: now })
    .onConflictDoUpdate({
      target: reviewers.email,
      set: { name, role, passwordHash, disabledAt: null },
      setWhere: isNotNull(reviewers.disabledAt),
    })
    .returning();
  if (!reviewer) return undefined;
  await resetAllAttempts(db, reviewer.email);
  return { reviewer, password };
}

/** The active reviewer with this address; undefined where there is none, and for the demo reviewer outside a sandbox. */
export async function findReviewer(
  db: Database,
  email: string,
  sandbox: boolean,
): Promise<Reviewer | undefined> {
  const [found] = await db.select().from(reviewers).where(isActive(email));
  return found && maySignIn(found, sandbox) ? found : undefined;
}

export type ListedReviewer = Reviewer & { partners: string[] };

/** With the ids of the partners that are assigned to each. */
export async function listReviewers(db: Database): Promise<ListedReviewer[]> {
  const rows = await db
    .select({ reviewer: reviewers, partners: assignedPartners })
    .from(reviewers)
    .orderBy(asc(reviewers.createdAt), asc(reviewers.email));
  return rows.map(({ reviewer, partners }) => ({ ...reviewer, partners }));
}

/** @returns false where no active reviewer has the address */
export async function setRole(db: Database, email: string, role: StaffRole): Promise<boolean> {
  const changed = await db
    .update(reviewers)
    .set({ role })
    .where(isActive(email))
    .returning({ id: reviewers.id });
  return changed.length > 0;
}

/**
 * Lets a reviewer see a partner's applications, or no longer.
 * @returns false where there is no such active reviewer or no such partner
 */
export async function assignPartner(
  db: Database,
  email: string,
  partnerId: string,
  isAssigned: boolean,
): Promise<boolean> {
  const [found] = await db
    .select({ reviewerId: reviewers.id, partnerId: partners.id })
    .from(reviewers)
    .innerJoin(partners, eq(partners.id, partnerId))
    .where(isActive(email));
  if (!found) return false;
  if (isAssigned) await db.insert(staffPartners).values(found).onConflictDoNothing();
  else
    await db
      .delete(staffPartners)
      .where(
        and(eq(staffPartners.reviewerId, found.reviewerId), eq(staffPartners.partnerId, found.partnerId)),
      );
  return true;
}

/**
 * Sets a new password for an active reviewer, ends the sessions and removes a lock.
 * @returns the password, to be shown once; undefined where no active reviewer has the address
 */
export async function resetReviewer(db: Database, email: string): Promise<string | undefined> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const [reviewer] = await db.update(reviewers).set({ passwordHash }).where(isActive(email)).returning();
  if (!reviewer) return undefined;
  await endSessionsOf(db, reviewer.id);
  await resetAllAttempts(db, reviewer.email);
  return password;
}

/** @returns false where no active reviewer has the address */
export async function disableReviewer(db: Database, email: string, now: Date): Promise<boolean> {
  const [reviewer] = await db.update(reviewers).set({ disabledAt: now }).where(isActive(email)).returning();
  if (reviewer) await endSessionsOf(db, reviewer.id);
  return reviewer !== undefined;
}

const isActive = (email: string) =>
  and(eq(reviewers.email, normalizeEmail(email)), isNull(reviewers.disabledAt));
