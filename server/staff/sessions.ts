/**
 * Sessions of reviewers: a random token in a cookie, stored hashed. A session ends 30 minutes after its last use and
 * 12 hours after the sign-in; its token is rotated every 15 minutes.
 */
import { and, eq, gt, isNull, lte, ne, or, type SQL } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, transaction } from '../db/open.ts';
import { reviewers, staffSessions } from '../db/schema/staff.ts';
import { hashSecret } from '../partners/api-keys.ts';
import { assignedPartners, type PartnerScope, scopeOf } from './permissions.ts';

export type Reviewer = typeof reviewers.$inferSelect;

/** A reviewer who is signed in. */
export type Session = { id: string; reviewer: Reviewer; scope: PartnerScope };

const minuteMs = 60 * 1000;
const idleMs = 30 * minuteMs;
const longestMs = 12 * 60 * minuteMs;
const rotateAfterMs = 15 * minuteMs;

/** A replaced token stays valid for calls that were sent before the rotation. */
const replacedTokenGraceMs = minuteMs;

/** The last use is written at most this often, to avoid a write for each call; the idle timeout may be that much shorter. */
const recordUseEveryMs = minuteMs;

/**
 * Starts a session for a reviewer whose password was verified.
 * @param reviewer the row that the password was verified against
 * @returns the token for the cookie; undefined where the account was disabled or got another password meanwhile
 */
export async function startSession(db: Database, reviewer: Reviewer, now: Date): Promise<string | undefined> {
  return transaction(db, async (tx) => {
    const [same] = await tx
      .select({ id: reviewers.id })
      .from(reviewers)
      .where(
        and(
          eq(reviewers.id, reviewer.id),
          eq(reviewers.passwordHash, reviewer.passwordHash),
          isNull(reviewers.disabledAt),
        ),
      )
      .for('share');
    if (!same) return undefined;
    return issueToken(tx, { reviewerId: reviewer.id, sessionId: platform.uuid(), signedInAt: now }, now);
  });
}

/** The address of the sandbox's reviewer, who signs in nowhere else (decision 28). */
export const demoReviewerEmail = 'reviewer@feepath.example';

/** The demo reviewer's row may be there from a sandbox on the same database. */
export const maySignIn = ({ email }: Pick<Reviewer, 'email'>, sandbox: boolean): boolean =>
  sandbox || email !== demoReviewerEmail;

/**
 * The session of a valid token; `renewed` is the token that replaces it after a rotation.
 * @param isUse whether a person caused the call; the page's own polling must not extend the session
 */
export async function findSession(
  { db, clock, config }: { db: Database; clock: Clock; config: { sandbox: boolean } },
  token: string,
  isUse: boolean,
): Promise<{ session: Session; renewed?: string } | undefined> {
  const now = clock.now();
  const tokenHash = hashSecret(token);
  const [found] = await db
    .select({ reviewer: reviewers, row: staffSessions, partners: assignedPartners })
    .from(staffSessions)
    .innerJoin(reviewers, eq(reviewers.id, staffSessions.reviewerId))
    .where(and(eq(staffSessions.tokenHash, tokenHash), isLive(now), isNull(reviewers.disabledAt)));
  if (!found || !maySignIn(found.reviewer, config.sandbox)) return undefined;
  const { reviewer, row, partners } = found;
  const session = { id: row.sessionId, reviewer, scope: scopeOf(reviewer.role, partners) };
  if (!isUse || row.replacedAt) return { session };
  if (now.getTime() - row.createdAt.getTime() >= rotateAfterMs) {
    const renewed = await rotate(db, row, now);
    return { session, ...(renewed && { renewed }) };
  }
  if (now.getTime() - row.lastUsedAt.getTime() > recordUseEveryMs) {
    await db.update(staffSessions).set({ lastUsedAt: now }).where(eq(staffSessions.tokenHash, tokenHash));
  }
  return { session };
}

/** @returns undefined where a concurrent call has rotated the token or ended the session */
function rotate(
  db: Database,
  row: typeof staffSessions.$inferSelect,
  now: Date,
): Promise<string | undefined> {
  return transaction(db, async (tx) => {
    const replaced = await tx
      .update(staffSessions)
      .set({ replacedAt: now })
      .where(and(eq(staffSessions.tokenHash, row.tokenHash), isNull(staffSessions.replacedAt)))
      .returning({ sessionId: staffSessions.sessionId });
    return replaced.length > 0 ? issueToken(tx, row, now) : undefined;
  });
}

async function issueToken(
  db: Database,
  signIn: Pick<typeof staffSessions.$inferSelect, 'reviewerId' | 'sessionId' | 'signedInAt'>,
  now: Date,
): Promise<string> {
  const { reviewerId, sessionId, signedInAt } = signIn;
  const token = platform.randomBytes(32).toString('base64url');
  await db.insert(staffSessions).values({
    tokenHash: hashSecret(token),
    reviewerId,
    sessionId,
    signedInAt,
    createdAt: now,
    lastUsedAt: now,
  });
  return token;
}

/** Ends one session with all of its tokens. */
export const endSession = (db: Database, { id }: Pick<Session, 'id'>): Promise<void> =>
  endWhere(db, eq(staffSessions.sessionId, id));

export const endSessionsOf = (db: Database, reviewerId: string): Promise<void> =>
  endWhere(db, eq(staffSessions.reviewerId, reviewerId));

/** Ends every session of its reviewer but this one. */
export const endOtherSessions = (
  db: Database,
  { id, reviewer }: Pick<Session, 'id' | 'reviewer'>,
): Promise<void> =>
  endWhere(db, and(eq(staffSessions.reviewerId, reviewer.id), ne(staffSessions.sessionId, id)));

/** Repeats until no row is left: a concurrent rotation may have inserted another token meanwhile. */
async function endWhere(db: Database, which: SQL | undefined): Promise<void> {
  const gone = await db.delete(staffSessions).where(which).returning({ id: staffSessions.sessionId });
  if (gone.length > 0) await endWhere(db, which);
}

const isLive = (now: Date) =>
  and(
    gt(staffSessions.lastUsedAt, ago(now, idleMs)),
    gt(staffSessions.signedInAt, ago(now, longestMs)),
    or(isNull(staffSessions.replacedAt), gt(staffSessions.replacedAt, ago(now, replacedTokenGraceMs))),
  );

/** The condition of a session that has ended. */
export const isOver = (now: Date) =>
  or(
    lte(staffSessions.lastUsedAt, ago(now, idleMs)),
    lte(staffSessions.signedInAt, ago(now, longestMs)),
    lte(staffSessions.replacedAt, ago(now, replacedTokenGraceMs)),
  );

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
