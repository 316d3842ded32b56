/**
 * Reviewers' passwords, kept as argon2id in its own notation. A hash takes tens of milliseconds of another thread: the
 * event loop goes on, but a transaction would wait.
 */
import { platform } from '../platform/platform.ts';
import { argon2 } from '../platform/threads.ts';

/** The cost of a hash: memory in KiB, and passes over it. argon2id is the package's default. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** @returns `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH` */
export const hashPassword = (password: string): Promise<string> =>
  argon2.hash(normal(password), { ...cost, salt: platform.randomBytes(16) });

/**
 * @param password not empty
 * @param hash undefined without an account: always false, after the same time, so that the time reveals nothing
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const fits = await argon2.verify(hash ?? unusablePasswordHash, normal(password));
  return fits && hash !== undefined;
}

/**
 * The hash of no password, at the same cost as a real one: verified where there is no account, and of accounts that
 * were invited and have no password yet.
 */
export const unusablePasswordHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Unicode-normalized, because keyboards compose the same letter differently. */
const normal = (password: string): string => password.normalize('NFKC');
