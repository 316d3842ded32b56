/** Cookies that hold tokens: out of reach for scripts and for other sites. */
import type { Config } from '../config/config.ts';

type Cookie = {
  name: string;
  value: string;
  /** Below which calls carry it. */
  path: string;
  /** Seconds; 0 takes it away, and without one it ends with the browser. */
  maxAge?: number;
};

/** The value of a cookie in a Cookie header, or undefined. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] || undefined;
}

/** A Set-Cookie header. */
export function formatCookie(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { name, value, path, maxAge }: Cookie,
): string {
  const secure = publicUrl?.startsWith('https:') ? '; Secure' : '';
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Strict${secure}${age}`;
}
