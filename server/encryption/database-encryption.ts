/** What each handle on the database encrypts personal data with; a handle is any object, so that `db/` can import it. */
import type { Keyring } from './keyring.ts';

/** What a handle on the database encrypts with. */
export type Encryption = {
  keyring: Keyring;
  /** Whether what is written is encrypted; a server of an earlier version could not read it. */
  encryptsPersonalData: boolean;
};

const encryptions = new WeakMap<object, Encryption>();

/** A transaction has that of the handle that began it. */
export const setEncryption = (db: object, encryption: Encryption): unknown => encryptions.set(db, encryption);

export const shareEncryption = (from: object, to: object): void => {
  const encryption = encryptions.get(from);
  if (encryption) encryptions.set(to, encryption);
};

/** @throws Error where nobody has set it: a row must not be written in clear because that was forgotten */
export function encryptionOf(db: object): Encryption {
  const encryption = encryptions.get(db);
  if (!encryption) throw new Error('This database has no keyring');
  return encryption;
}
