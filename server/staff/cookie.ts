/** The cookies of the desk, out of reach for scripts and for other sites: a reviewer's session, and a known device. */
import type { Config } from '../config.ts';
import { deviceKnownMs } from './devices.ts';

const names = { session: 'feepath_staff', device: 'feepath_staff_device' } as const;

/** Only the desk's own calls carry them. */
const path = '/dev/api/review';

/** The session's token in a Cookie header, or undefined. */
export const sessionTokenIn = (header: string | undefined): string | undefined =>
  valueIn(header, names.session);

/** The device's token in a Cookie header, or undefined. */
export const deviceTokenIn = (header: string | undefined): string | undefined =>
  valueIn(header, names.device);

function valueIn(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] || undefined;
}

type Site = Pick<Config, 'publicUrl'>;

/** The Set-Cookie header that gives the browser a session's token, or takes it away (null). */
export const sessionCookie = (site: Site, token: string | null): string =>
  cookie(site, names.session, token ?? '', token === null ? '; Max-Age=0' : '');

/** The Set-Cookie header by which the browser is known at the next sign-in. */
export const deviceCookie = (site: Site, token: string): string =>
  cookie(site, names.device, token, `; Max-Age=${deviceKnownMs / 1000}`);

function cookie({ publicUrl }: Site, name: string, value: string, age: string): string {
  const secure = publicUrl?.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Strict${secure}${age}`;
}
