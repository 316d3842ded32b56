/** The cookie that holds a customer's refresh token. */
import type { Config } from '../config/config.ts';
import { formatCookie, readCookie } from '../http/cookie.ts';
import { idleMs } from './sessions.ts';

const name = 'feepath_customer';

/** Only the calls about the session of this device carry it. */
const path = '/dev/api/customer/session';

export const refreshTokenIn = (header: string | undefined): string | undefined => readCookie(header, name);

/** The Set-Cookie header that gives the browser a refresh token, or takes it away (null). */
export const refreshCookie = (site: Pick<Config, 'publicUrl'>, token: string | null): string =>
  formatCookie(site, { name, value: token ?? '', path, maxAge: token === null ? 0 : idleMs / 1000 });
