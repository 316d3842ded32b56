/** One-time passwords: generated, stored as salt and scrypt hash, and verified. */
import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { passwordDigits } from './limits.ts';

export const generatePassword = (): string =>
  String(randomInt(10 ** passwordDigits)).padStart(passwordDigits, '0');

/** @returns `SALT.HASH` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await slowHash(password, salt)).toString('base64url')}`;
}

/** @param kept what `hashPassword` answered */
export async function verifyPassword(given: string, kept: string): Promise<boolean> {
  const [salt = '', hash = ''] = kept.split('.').map((part) => Buffer.from(part, 'base64url'));
  return timingSafeEqual(await slowHash(given, Buffer.from(salt)), Buffer.from(hash));
}

const hashBytes = 32;

const slowHash = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, { N: 16_384, r: 8, p: 1 }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
