/** The codes that an authenticator app shows. */
import { TOTP } from 'otpauth';

/** @param secret in base 32 */
export const totpCode = (secret: string, now: Date): string =>
  new TOTP({ secret }).generate({ timestamp: now.getTime() });
