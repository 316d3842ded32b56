/** Determines the client's address of a call, and the addresses that count as one client. */
import type { Context } from 'hono';
import type { HonoEnv } from '../platform/env.ts';

/**
 * The client's address.
 * @param hops how many proxies of ours pass calls on; each appends the address that it saw to X-Forwarded-For, so the
 * client's is that many from the end. What stands before it was written by the client.
 */
export function clientAddress(call: Context<HonoEnv>, hops: number): string {
  const forwarded = hops > 0 ? call.req.header('x-forwarded-for')?.split(',') : undefined;
  const seen = forwarded?.at(-hops)?.trim();
  return seen || call.env?.incoming?.socket.remoteAddress || 'unknown';
}

/** Returns the client of an address: the address itself, or the /64 of an IPv6 address. */
export function clientGroup(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  return [...groups, ...Array<string>(zeros).fill('0'), ...rest].slice(0, 4).join(':');
}
