/** The cookie that holds a reviewer's session: out of reach for scripts and for other sites. */
import type { Config } from '../config.ts';

const name = 'feepath_staff';

/** Only the desk's own calls carry it. */
const path = '/dev/api/review';

/** The session's token in a Cookie header, or undefined. */
export function sessionTokenIn(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] || undefined;
}

/** The Set-Cookie header that gives the browser a token, or takes it away (null). */
export function sessionCookie({ publicUrl }: Pick<Config, 'publicUrl'>, token: string | null): string {
  const secure = publicUrl?.startsWith('https:') ? '; Secure' : '';
  const age = token === null ? '; Max-Age=0' : '';
  return `${name}=${token ?? ''}; Path=${path}; HttpOnly; SameSite=Strict${secure}${age}`;
}
