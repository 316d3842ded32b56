/** The cookies of the desk: a reviewer's session, and a known device. */
import type { Config } from '../config/config.ts';
import { formatCookie, readCookie } from '../http/cookie.ts';
import { deviceKnownMs } from './devices.ts';

const names = { session: 'feepath_staff', device: 'feepath_staff_device' } as const;

/** The path of the desk's calls, which alone carry the cookies. */
const path = '/dev/api/review';

export const sessionTokenIn = (header: string | undefined): string | undefined =>
  readCookie(header, names.session);

export const deviceTokenIn = (header: string | undefined): string | undefined =>
  readCookie(header, names.device);

type Site = Pick<Config, 'publicUrl'>;

/** The Set-Cookie header that gives the browser a session's token, or takes it away (null). */
export const sessionCookie = (site: Site, token: string | null): string =>
  formatCookie(site, {
    name: names.session,
    value: token ?? '',
    path,
    ...(token === null && { maxAge: 0 }),
  });

/** The Set-Cookie header by which the browser is known at the next sign-in. */
export const deviceCookie = (site: Site, token: string): string =>
  formatCookie(site, { name: names.device, value: token, path, maxAge: deviceKnownMs / 1000 });
