/** Time-based one-time passwords (RFC 6238) as authenticator apps make them: SHA-1, six digits, steps of 30 seconds. */
import { Secret, TOTP } from 'otpauth';
import { toLatinDigits } from '../../domain/values/clean.ts';

const passwordsOf = (secret: string, email = '') => new TOTP({ issuer: 'Feepath', label: email, secret });

/** A secret of 160 bits, as long as the hash (RFC 4226, section 4). @returns in base 32 */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32;

/**
 * Clocks of phones differ: a code of the step before or after is taken too.
 * @param secret in base 32
 * @returns the step of the code, which must not be accepted again; undefined where it is wrong
 */
export function matchTotp(secret: string, typed: string, now: Date): number | undefined {
  const token = toLatinDigits(typed);
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const [passwords, timestamp] = [passwordsOf(secret), now.getTime()];
  const difference = passwords.validate({ token, timestamp, window: 1 });
  return difference === null ? undefined : passwords.counter({ timestamp }) + difference;
}

/** Returns the link for an authenticator app, also used in the QR code. */
export const totpUri = (secret: string, email: string): string => passwordsOf(secret, email).toString();
