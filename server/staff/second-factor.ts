/**
 * The second factor of a sign-in: a code of an authenticator app, or a recovery code. The app's secret is stored
 * encrypted; recovery codes, which are random and long, as SHA-256 hashes.
 */
import { and, arrayContains, eq, isNotNull, isNull, lt, notLike, or, sql } from 'drizzle-orm';
import { hashSecret } from '../api-keys.ts';
import type { Database } from '../db/open.ts';
import { reviewers } from '../db/staff-schema.ts';
import type { Keyring, Rotation } from '../encryption/keyring.ts';
import { generatePassword } from './passwords.ts';
import { findReviewer } from './reviewers.ts';
import { endSessionsOf, type Reviewer } from './sessions.ts';
import { generateTotpSecret, matchTotp, totpUri } from './totp.ts';

export type Enrolment = { secret: string; uri: string; recoveryCodes: string[] };

const recoveryCodeCount = 8;

const purpose = 'second factor';

/**
 * Gives a reviewer a new second factor in place of a former one, and ends the sessions.
 * @returns what is shown once; undefined where no active reviewer has the address
 */
export async function enrolSecondFactor(
  db: Database,
  { email, keyring, sandbox }: { email: string; keyring: Keyring; sandbox: boolean },
): Promise<Enrolment | undefined> {
  const reviewer = await findReviewer(db, email, sandbox);
  if (!reviewer) return undefined;
  const secret = generateTotpSecret();
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, generatePassword);
  await db
    .update(reviewers)
    .set({
      totpSecret: keyring.encrypt(purpose, reviewer.id, secret),
      totpLastStep: null,
      recoveryHashes: recoveryCodes.map(hashSecret),
    })
    .where(eq(reviewers.id, reviewer.id));
  await endSessionsOf(db, reviewer.id);
  return { secret, uri: totpUri(secret, reviewer.email), recoveryCodes };
}

/**
 * Uses up a code: neither a recovery code nor a code of the app is taken twice.
 * @throws Error where the secret cannot be decrypted
 */
export async function useSecondFactor(
  db: Database,
  reviewer: Reviewer,
  { code: typed, keyring, now }: { code: string; keyring: Keyring; now: Date },
): Promise<boolean> {
  const secret = keyring.decrypt(purpose, reviewer.id, reviewer.totpSecret ?? '');
  if (secret === undefined) throw new Error('A second factor cannot be decrypted: is its key missing?');
  const code = typed.replace(/\s/g, '').toLowerCase();
  const step = matchTotp(secret, code, now);
  const { totpLastStep, recoveryHashes } = reviewers;
  const hash = hashSecret(code);
  const isMine = eq(reviewers.id, reviewer.id);
  const used = await db
    .update(reviewers)
    .set(
      step === undefined
        ? { recoveryHashes: sql`array_remove(${recoveryHashes}, ${hash})` }
        : { totpLastStep: step },
    )
    .where(
      step === undefined
        ? and(isMine, arrayContains(recoveryHashes, [hash]))
        : and(isMine, or(isNull(totpLastStep), lt(totpLastStep, step))),
    )
    .returning({ id: reviewers.id });
  return used.length > 0;
}

/** Encrypts again with the first key what another one has encrypted. */
export async function rotateSecondFactors(db: Database, keyring: Keyring): Promise<Rotation> {
  const rotation: Rotation = { rotated: 0, unreadable: 0 };
  const rows = await db
    .select({ id: reviewers.id, encrypted: reviewers.totpSecret })
    .from(reviewers)
    .where(and(isNotNull(reviewers.totpSecret), notLike(reviewers.totpSecret, `${keyring.currentPrefix}%`)));
  for (const { id, encrypted } of rows) {
    const secret = keyring.decrypt(purpose, id, encrypted ?? '');
    rotation[secret === undefined ? 'unreadable' : 'rotated'] += 1;
    if (secret === undefined || encrypted === null) continue;
    await db
      .update(reviewers)
      .set({ totpSecret: keyring.encrypt(purpose, id, secret) })
      .where(and(eq(reviewers.id, id), eq(reviewers.totpSecret, encrypted)));
  }
  return rotation;
}
