/** The command `rotate-keys`. */
import { rotateKeys } from './rotate-encryption.ts';
import type { CommandContext, Outcome } from './context.ts';

export async function rotateKeysByCommand({ db, openKeyring }: CommandContext): Promise<Outcome> {
  const { rotated, unreadable } = await rotateKeys(db, await openKeyring());
  const done = `${rotated} values are encrypted with the first key now.`;
  if (unreadable === 0) return { ok: true, lines: [done] };
  const left = `${unreadable} cannot be decrypted: add the key that they were encrypted with to ENCRYPTION_KEYS.`;
  return { ok: false, lines: [done, left] };
}
