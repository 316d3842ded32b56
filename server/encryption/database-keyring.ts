/** The keyring of each handle on the database, which encrypts personal data; a handle is any object, so that `db/` can import it. */
import type { Keyring } from './keyring.ts';

const keyrings = new WeakMap<object, Keyring>();

/** A transaction has that of the handle that began it. */
export const setKeyring = (db: object, keyring: Keyring): unknown => keyrings.set(db, keyring);

export const shareKeyring = (from: object, to: object): void => {
  const keyring = keyrings.get(from);
  if (keyring) keyrings.set(to, keyring);
};

/** @throws Error if it was not set: a row must not be written in clear because that was forgotten */
export function keyringOf(db: object): Keyring {
  const keyring = keyrings.get(db);
  if (!keyring) throw new Error('This database has no keyring');
  return keyring;
}
