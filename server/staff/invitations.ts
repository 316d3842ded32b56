/**
 * Invitations of staff: a link by which somebody chooses the own password and second factor. It is good once and for
 * some hours; its token is stored as a hash.
 */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { hashSecret } from '../partners/api-keys.ts';
import { type Database, transaction } from '../db/open.ts';
import { reviewers } from '../db/schema/staff.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { recordStaffEvent } from './events.ts';
import { hashPassword, unusablePasswordHash } from './passwords.ts';
import { decryptTotpSecret, encryptTotpSecret, generateRecoveryCodes } from './second-factor.ts';
import { endSessionsOf, maySignIn, type Reviewer } from './sessions.ts';
import { generateTotpSecret, matchTotp } from './totp.ts';

/** Over a weekend. */
const invitationMs = 72 * 60 * 60 * 1000;
/** The validity of a replacement; it equals that of an unused session. */
const replacementMs = 30 * 60 * 1000;

/** The data of the link. The token is known only to the recipient of the link. */
export type Invitation = { token: string; expiresAt: Date };

/**
 * A new invitation in place of a former one.
 * @param lifeMs for how long it is good
 * @returns `columns` of the account, which has neither password nor second factor until the invitation is accepted
 */
export function generateInvitation(now: Date, lifeMs = invitationMs) {
  const token = platform.randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifeMs);
  return {
    invitation: { token, expiresAt } satisfies Invitation,
    columns: {
      passwordHash: unusablePasswordHash,
      totpSecret: null,
      totpLastStep: null,
      recoveryHashes: [],
      invitationHash: hashSecret(token),
      invitationExpiresAt: expiresAt,
      invitedTotpSecret: null,
    },
  };
}

/** Returns whether an account has no password yet. */
export const needsPassword = ({ passwordHash }: Reviewer): boolean => passwordHash === unusablePasswordHash;

/**
 * Invites somebody who is signed in to set up another authenticator app. The present one stays in force until then.
 * @returns undefined where the account got another password or was disabled meanwhile
 */
export async function inviteToReplaceApp(
  db: Database,
  reviewer: Reviewer,
  now: Date,
): Promise<Invitation | undefined> {
  const { invitation, columns } = generateInvitation(now, replacementMs);
  const { invitationHash, invitationExpiresAt, invitedTotpSecret } = columns;
  return transaction(db, async (tx) => {
    const [invited] = await tx
      .update(reviewers)
      .set({ invitationHash, invitationExpiresAt, invitedTotpSecret })
      .where(
        and(
          eq(reviewers.id, reviewer.id),
          eq(reviewers.passwordHash, reviewer.passwordHash),
          isNull(reviewers.disabledAt),
        ),
      )
      .returning({ id: reviewers.id });
    if (!invited) return undefined;
    await recordStaffEvent(tx, { reviewer, event: 'invited', now });
    return invitation;
  });
}

/** The link as it is handed over. Browsers send nothing of what is behind the #, so that no log has the token. */
export const invitationLink = (site: string, { token }: Invitation): string =>
  `${site}/review/invitation#${token}`;

/** @returns the account that was invited; undefined where the token is unknown, was used or has expired */
export async function findInvited(
  db: Database,
  token: string,
  { sandbox, now }: { sandbox: boolean; now: Date },
): Promise<Reviewer | undefined> {
  const [found] = await db
    .select()
    .from(reviewers)
    .where(isInvitedBy(hashSecret(token), now));
  return found && maySignIn(found, sandbox) ? found : undefined;
}

/**
 * The secret that the invitation offers to the authenticator app, the same each time.
 * @returns in base 32; undefined where the invitation was used meanwhile
 * @throws Error where it cannot be decrypted
 */
export async function readInvitedSecret(
  db: Database,
  reviewer: Reviewer,
  { keyring, now }: { keyring: Keyring; now: Date },
): Promise<string | undefined> {
  const candidate = encryptTotpSecret(keyring, reviewer.id, generateTotpSecret());
  const { invitedTotpSecret } = reviewers;
  const [row] = await db
    .update(reviewers)
    .set({ invitedTotpSecret: sql`coalesce(${invitedTotpSecret}, ${candidate})` })
    .where(and(eq(reviewers.id, reviewer.id), isInvitedBy(reviewer.invitationHash ?? '', now)))
    .returning({ encrypted: invitedTotpSecret });
  return row?.encrypted ? decryptTotpSecret(keyring, reviewer.id, row.encrypted) : undefined;
}

/** @returns the step of a code of the offered secret; undefined where the code is wrong */
export function matchInvitedCode(
  { id, invitedTotpSecret }: Reviewer,
  { code, keyring, now }: { code: string; keyring: Keyring; now: Date },
): number | undefined {
  if (invitedTotpSecret === null) return undefined;
  return matchTotp(decryptTotpSecret(keyring, id, invitedTotpSecret), code.replace(/\s/g, ''), now);
}

/**
 * Uses up the invitation: the password and the offered second factor are in force from then on, and all sessions end.
 * @param reviewer as `findInvited` answered it
 * @param password undefined where the account keeps its own
 * @param totpStep of the code that proved the app, which is not taken again
 * @returns the recovery codes, to be shown once; undefined where the invitation was used meanwhile
 */
export async function acceptInvitation(
  db: Database,
  reviewer: Reviewer,
  { password, totpStep, now }: { password: string | undefined; totpStep: number; now: Date },
): Promise<{ reviewer: Reviewer; recoveryCodes: string[] } | undefined> {
  const passwordHash = password === undefined ? reviewer.passwordHash : await hashPassword(password);
  const recoveryCodes = generateRecoveryCodes();
  return transaction(db, async (tx) => {
    const [accepted] = await tx
      .update(reviewers)
      .set({
        passwordHash,
        totpSecret: reviewer.invitedTotpSecret,
        totpLastStep: totpStep,
        recoveryHashes: recoveryCodes.map(hashSecret),
        ...clearedInvitation,
      })
      .where(and(eq(reviewers.id, reviewer.id), isInvitedBy(reviewer.invitationHash ?? '', now)))
      .returning();
    if (!accepted) return undefined;
    await endSessionsOf(tx, accepted.id);
    await recordStaffEvent(tx, { reviewer: accepted, event: 'invitation_accepted', now });
    return { reviewer: accepted, recoveryCodes };
  });
}

/** The columns of an account without an open invitation. */
export const clearedInvitation = { invitationHash: null, invitationExpiresAt: null, invitedTotpSecret: null };

const isInvitedBy = (invitationHash: string, now: Date) =>
  and(
    eq(reviewers.invitationHash, invitationHash),
    gt(reviewers.invitationExpiresAt, now),
    isNull(reviewers.disabledAt),
  );
