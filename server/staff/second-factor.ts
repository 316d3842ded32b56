/**
 * The second factor of a sign-in: a code of an authenticator app, or a recovery code. The app's secret is stored
 * encrypted; recovery codes, which are random and long, as SHA-256 hashes.
 */
import { and, arrayContains, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { hashSecret } from '../partners/api-keys.ts';
import type { Database } from '../db/open.ts';
import { reviewers } from '../db/schema/staff.ts';
import type { Keyring } from '../encryption/keyring.ts';
import type { Reviewer } from './sessions.ts';
import { matchTotp } from './totp.ts';

const recoveryCodeCount = 10;

const purpose = 'second factor';

export const encryptTotpSecret = (keyring: Keyring, reviewerId: string, secret: string): string =>
  keyring.encrypt(purpose, reviewerId, secret);

/** @throws Error where the key is missing that encrypted it */
export function decryptTotpSecret(keyring: Keyring, reviewerId: string, encrypted: string): string {
  const secret = keyring.decrypt(purpose, reviewerId, encrypted);
  if (secret === undefined) throw new Error('A second factor cannot be decrypted: is its key missing?');
  return secret;
}

/** Small letters and digits, without characters that look alike. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Generates recovery codes to be read and typed: `k7mwd-3hq9x-…`, of 99 random bits each. */
export function generateRecoveryCodes(): string[] {
  const group = () =>
    Array.from({ length: 5 }, () => characters[platform.randomInt(characters.length)]).join('');
  const code = () => Array.from({ length: 4 }, group).join('-');
  return Array.from({ length: recoveryCodeCount }, code);
}

/** Uses up a code, of the app or for recovery: none is taken twice. @throws Error where the secret is unreadable */
export async function useSecondFactor(
  db: Database,
  reviewer: Reviewer,
  { code: typed, keyring, now }: { code: string; keyring: Keyring; now: Date },
): Promise<boolean> {
  const secret = decryptTotpSecret(keyring, reviewer.id, reviewer.totpSecret ?? '');
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
