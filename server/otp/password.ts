/** Generates one-time passwords, stores them as salt and scrypt hash, and verifies them. */
import { timingSafeEqual } from 'node:crypto';
import { scrypt } from '../platform/threads.ts';
import { platform } from '../platform/platform.ts';
import { passwordDigits } from './limits.ts';

export const generatePassword = (): string =>
  String(platform.randomInt(10 ** passwordDigits)).padStart(passwordDigits, '0');

/** The binary logarithm of scrypt's N: 16 MiB and tens of milliseconds of another thread for each hash. */
export const defaultHashCost = 14;

/**
 * @param cost as a power of two
 * @returns `SALT.HASH`, and `SALT.HASH.COST` where the cost is another than the default
 */
export async function hashPassword(password: string, cost = defaultHashCost): Promise<string> {
  const salt = platform.randomBytes(16);
  const hash = await slowHash(password, salt, cost);
  const parts = [salt.toString('base64url'), hash.toString('base64url')];
  return [...parts, ...(cost === defaultHashCost ? [] : [String(cost)])].join('.');
}

/** @param stored what `hashPassword` answered */
export async function verifyPassword(given: string, stored: string): Promise<boolean> {
  const [salt = '', hash = '', cost = defaultHashCost] = stored.split('.');
  const givenHash = await slowHash(given, Buffer.from(salt, 'base64url'), Number(cost));
  return timingSafeEqual(givenHash, Buffer.from(hash, 'base64url'));
}

const hashBytes = 32;

const slowHash = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  scrypt(password, salt, hashBytes, { N: 2 ** cost, r: 8, p: 1 });
