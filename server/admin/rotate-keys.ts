/** The commands `rotate-keys` and `encrypt-personal-data`. */
import type { Rotation } from '../encryption/keyring.ts';
import { rotateKeys } from '../encryption/rotate-keys.ts';
import { rotatePersonalData } from '../encryption/rotate-personal-data.ts';
import type { CommandContext, Outcome } from './context.ts';

export async function rotateKeysByCommand({ db, openKeyring }: CommandContext): Promise<Outcome> {
  return outcomeOf(await rotateKeys(db, await openKeyring()));
}

/** For loans that a server of an earlier version has written. */
export async function encryptPersonalDataByCommand({ db, openKeyring }: CommandContext): Promise<Outcome> {
  return outcomeOf(await rotatePersonalData(db, { keyring: await openKeyring(), encryptsClear: true }));
}

function outcomeOf({ rotated, unreadable }: Rotation): Outcome {
  const done = `${rotated} values are encrypted with the first key now.`;
  if (unreadable === 0) return { ok: true, lines: [done] };
  const left = `${unreadable} cannot be decrypted: add the key that they were encrypted with to ENCRYPTION_KEYS.`;
  return { ok: false, lines: [done, left] };
}
