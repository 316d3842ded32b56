/** The accounts of reviewers. There is no sign-up: the admin creates them, with an invitation. */
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import type { StaffRole } from '../../domain/values/wire.ts';
import { type Database, transaction } from '../db/open.ts';
import { partners } from '../db/schema/partners.ts';
import { reviewers, staffPartners } from '../db/schema/staff.ts';
import { resetAllAttempts } from './attempts.ts';
import { recordStaffEvent } from './events.ts';
import { generateInvitation, type Invitation, clearedInvitation } from './invitations.ts';
import { hashPassword } from './passwords.ts';
import { assignedPartners } from './permissions.ts';
import { endOtherSessions, endSessionsOf, maySignIn, type Reviewer, type Session } from './sessions.ts';

/** The normalized address that is stored and searched; addresses that differ in capital letters alone are equal. */
export const normalizeEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/**
 * Creates an account, or enables a disabled one again with a new name and role.
 * @returns the invitation, to be shown once; undefined where an active reviewer has the address
 */
export async function createReviewer(
  db: Database,
  { email, name, role = 'reviewer', now }: { email: string; name: string; role?: StaffRole; now: Date },
): Promise<{ reviewer: Reviewer; invitation: Invitation } | undefined> {
  const { invitation, columns } = generateInvitation(now);
  return transaction(db, async (tx) => {
    const [reviewer] = await tx
      .insert(reviewers)
      .values({ id: platform.uuid(), email: normalizeEmail(email), name, role, createdAt: now, ...columns })
      .onConflictDoUpdate({
        target: reviewers.email,
        set: { name, role, disabledAt: null, ...columns },
        setWhere: isNotNull(reviewers.disabledAt),
      })
      .returning();
    if (!reviewer) return undefined;
    await resetAllAttempts(tx, reviewer.email);
    await recordStaffEvent(tx, { reviewer, event: 'invited', now });
    return { reviewer, invitation };
  });
}

/** The active reviewer with this address; undefined if unknown, and for the demo reviewer outside a sandbox. */
export async function findReviewer(
  db: Database,
  email: string,
  sandbox: boolean,
): Promise<Reviewer | undefined> {
  const [found] = await db.select().from(reviewers).where(isActive(email));
  return found && maySignIn(found, sandbox) ? found : undefined;
}

export type ListedReviewer = Reviewer & { partners: string[] };

/** Returns the reviewers, each with the ids of the assigned partners. */
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
 * @returns false if the active reviewer or the partner does not exist
 */
export async function setPartnerAccess(
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
 * Takes password and second factor from an active reviewer, ends the sessions, removes a lock and invites anew.
 * @returns the invitation, to be shown once; undefined where no active reviewer has the address
 */
export async function resetReviewer(db: Database, email: string, now: Date): Promise<Invitation | undefined> {
  const { invitation, columns } = generateInvitation(now);
  return transaction(db, async (tx) => {
    const [reviewer] = await tx.update(reviewers).set(columns).where(isActive(email)).returning();
    if (!reviewer) return undefined;
    await endSessionsOf(tx, reviewer.id);
    await resetAllAttempts(tx, reviewer.email);
    await recordStaffEvent(tx, { reviewer, event: 'access_reset', now });
    return invitation;
  });
}

/**
 * Sets a password that its owner has chosen, and ends the other sessions and an open invitation.
 * @param session its reviewer is the row that the current password was verified against
 * @returns false where the account got another password or was disabled meanwhile
 */
export async function changeOwnPassword(
  db: Database,
  session: Pick<Session, 'id' | 'reviewer'>,
  { password, now }: { password: string; now: Date },
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const { reviewer } = session;
  return transaction(db, async (tx) => {
    const [changed] = await tx
      .update(reviewers)
      .set({ passwordHash, ...clearedInvitation })
      .where(and(isActive(reviewer.email), eq(reviewers.passwordHash, reviewer.passwordHash)))
      .returning({ id: reviewers.id });
    if (!changed) return false;
    await endOtherSessions(tx, session);
    await recordStaffEvent(tx, { reviewer, event: 'password_changed', now });
    return true;
  });
}

/** @returns false where no active reviewer has the address */
export async function disableReviewer(db: Database, email: string, now: Date): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [reviewer] = await tx.update(reviewers).set({ disabledAt: now }).where(isActive(email)).returning();
    if (!reviewer) return false;
    await endSessionsOf(tx, reviewer.id);
    await recordStaffEvent(tx, { reviewer, event: 'disabled', now });
    return true;
  });
}

const isActive = (email: string) =>
  and(eq(reviewers.email, normalizeEmail(email)), isNull(reviewers.disabledAt));
