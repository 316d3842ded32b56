/** Encrypts again with the first key what another one has encrypted, while servers run. */
import { and, asc, eq, gt, isNotNull, notLike } from 'drizzle-orm';
import { rotateNominees } from '../customers/nominee.ts';
import type { Database } from '../db/open.ts';
import { contents } from '../db/schema/documents.ts';
import { rotateSecondFactors } from '../staff/second-factor.ts';
import type { Keyring, RotationResult } from '../encryption/keyring.ts';
import { rotatePersonalData } from './rotate-personal-data.ts';

/**
 * Resumable: what is encrypted with the first key already is left, and a value that changes meanwhile is not touched.
 * @param batchSize how many rows are read at a time
 */
export async function rotateKeys(db: Database, keyring: Keyring, batchSize = 500): Promise<RotationResult> {
  const rotations = [
    await rotateSecondFactors(db, keyring),
    await rotatePersonalData(db, keyring, batchSize),
    await rotatePasswords(db, keyring, batchSize),
    await rotateNominees(db, keyring, batchSize),
  ];
  return {
    rotated: rotations.reduce((sum, { rotated }) => sum + rotated, 0),
    unreadable: rotations.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}

async function rotatePasswords(db: Database, keyring: Keyring, batchSize: number): Promise<RotationResult> {
  const rotation: RotationResult = { rotated: 0, unreadable: 0 };
  for (let after = ''; ;) {
    const rows = await outdatedPasswords(db, keyring, { after, limit: batchSize });
    for (const { key, password } of rows) {
      const isRotated = password !== null && (await rotatePassword(db, keyring, key, password));
      rotation[isRotated ? 'rotated' : 'unreadable'] += 1;
    }
    const last = rows.at(-1);
    if (!last) return rotation;
    after = last.key;
  }
}

const outdatedPasswords = (
  db: Database,
  { currentPrefix }: Keyring,
  { after, limit }: { after: string; limit: number },
) =>
  db
    .select({ key: contents.key, password: contents.password })
    .from(contents)
    .where(
      and(
        gt(contents.key, after),
        isNotNull(contents.password),
        notLike(contents.password, `${currentPrefix}%`),
      ),
    )
    .orderBy(asc(contents.key))
    .limit(limit);

/** @returns false where the password cannot be decrypted */
async function rotatePassword(
  db: Database,
  keyring: Keyring,
  key: string,
  encrypted: string,
): Promise<boolean> {
  const text = keyring.decrypt('document password', key, encrypted);
  if (text === undefined) return false;
  const password = keyring.encrypt('document password', key, text);
  await db
    .update(contents)
    .set({ password })
    .where(and(eq(contents.key, key), eq(contents.password, encrypted)));
  return true;
}
