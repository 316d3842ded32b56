/**
 * Sessions of reviewers: a random token in a cookie, stored hashed. A session ends 30 minutes after its last use and
 * 12 hours after the sign-in; its token is another one every 15 minutes.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { type Database, transaction } from '../db/open.ts';
import { reviewers, staffSessions } from '../db/schema.ts';
import { hashSecret } from '../api-keys.ts';

export type Reviewer = typeof reviewers.$inferSelect;

/** A reviewer who is signed in. */
export type Session = { id: string; reviewer: Reviewer };

const minuteMs = 60 * 1000;
const idleMs = 30 * minuteMs;
const longestMs = 12 * 60 * minuteMs;
const rotateAfterMs = 15 * minuteMs;

/** Calls that were under way when the token changed still carry the old one. */
const replacedGoodMs = minuteMs;

/** A use is noted when the last note is this old, so that a call is not also a write each time; idleness ends that much early. */
const noteEveryMs = minuteMs;

/**
 * Signs a reviewer in whose password was right.
 * @param reviewer as it was when the password was compared
 * @returns the token for the cookie; undefined where the account was disabled or got another password meanwhile
 */
export async function startSession(db: Database, reviewer: Reviewer, now: Date): Promise<string | undefined> {
  await db.delete(staffSessions).where(isOver(now));
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
    return issueToken(tx, { reviewerId: reviewer.id, sessionId: randomUUID(), signedInAt: now }, now);
  });
}

/**
 * The live session of a token; `renewed` is the token that takes its place, where one does.
 * @param isUse whether a person did something; what the page does by itself keeps no session alive
 */
export async function openSession(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
  isUse: boolean,
): Promise<{ session: Session; renewed?: string } | undefined> {
  const now = clock.now();
  const tokenHash = hashSecret(token);
  const [found] = await db
    .select({ reviewer: reviewers, row: staffSessions })
    .from(staffSessions)
    .innerJoin(reviewers, eq(reviewers.id, staffSessions.reviewerId))
    .where(and(eq(staffSessions.tokenHash, tokenHash), isLive(now), isNull(reviewers.disabledAt)));
  if (!found) return undefined;
  const { reviewer, row } = found;
  const session = { id: row.sessionId, reviewer };
  if (!isUse || row.replacedAt) return { session };
  if (now.getTime() - row.createdAt.getTime() >= rotateAfterMs) {
    const renewed = await rotate(db, row, now);
    return { session, ...(renewed && { renewed }) };
  }
  if (now.getTime() - row.lastUsedAt.getTime() > noteEveryMs) {
    await db.update(staffSessions).set({ lastUsedAt: now }).where(eq(staffSessions.tokenHash, tokenHash));
  }
  return { session };
}

/** @returns undefined where a call at the same moment has replaced the token, or ended the session */
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
  {
    reviewerId,
    sessionId,
    signedInAt,
  }: Pick<typeof staffSessions.$inferSelect, 'reviewerId' | 'sessionId' | 'signedInAt'>,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
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
export const endSession = (db: Database, { id }: Session): Promise<void> =>
  endWhere(db, eq(staffSessions.sessionId, id));

/** Ends every session of a reviewer. */
export const endSessionsOf = (db: Database, reviewerId: string): Promise<void> =>
  endWhere(db, eq(staffSessions.reviewerId, reviewerId));

/** Again until nothing is left: a rotation that was under way may have brought another token meanwhile. */
async function endWhere(db: Database, which: SQL): Promise<void> {
  const gone = await db.delete(staffSessions).where(which).returning({ id: staffSessions.sessionId });
  if (gone.length > 0) await endWhere(db, which);
}

const isLive = (now: Date) =>
  and(
    gt(staffSessions.lastUsedAt, ago(now, idleMs)),
    gt(staffSessions.signedInAt, ago(now, longestMs)),
    or(isNull(staffSessions.replacedAt), gt(staffSessions.replacedAt, ago(now, replacedGoodMs))),
  );

const isOver = (now: Date) =>
  or(
    lte(staffSessions.lastUsedAt, ago(now, idleMs)),
    lte(staffSessions.signedInAt, ago(now, longestMs)),
    lte(staffSessions.replacedAt, ago(now, replacedGoodMs)),
  );

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
