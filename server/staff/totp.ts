/** Time-based one-time passwords (RFC 6238) as authenticator apps make them: SHA-1, six digits, steps of 30 seconds. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { toLatinDigits } from '../../domain/values/clean.ts';

const stepMs = 30_000;
const digits = 6;

/** Clocks of phones differ: a code of the step before or after is taken too. */
const toleratedSteps = [0, -1, 1];

/** RFC 4648, as apps read it: without padding. */
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret of 160 bits, as long as the hash (RFC 4226, section 4). @returns in base 32 */
export function generateTotpSecret(): string {
  const bits = Array.from(randomBytes(20), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => base32Letters[Number.parseInt(five, 2)]).join('');
}

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) =>
    base32Letters.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** @param step counts 30 seconds from the epoch */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** @param secret in base 32 */
export const totpCode = (secret: string, now: Date): string =>
  codeAt(secret, Math.floor(now.getTime() / stepMs));

/** @returns the step of the code, which must not be accepted again; undefined where it is wrong */
export function matchTotp(secret: string, typed: string, now: Date): number | undefined {
  const code = toLatinDigits(typed);
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const current = Math.floor(now.getTime() / stepMs);
  return toleratedSteps
    .map((difference) => current + difference)
    .find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)));
}

/** What an authenticator app reads, from a QR code or a link. */
export const totpUri = (secret: string, email: string): string =>
  `otpauth://totp/Feepath:${encodeURIComponent(email)}?secret=${secret}&issuer=Feepath`;
