/** Where a person is sent to sign with the lender. */
import type { LenderResult } from './wire.ts';

/** The address of the lender's portal, if it is one that a person may be sent to: https, or http on this machine. */
export function lenderPortal(result: LenderResult): string | null {
  if (!result.url || !URL.canParse(result.url)) return null;
  const { protocol, hostname } = new URL(result.url);
  const loopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  return protocol === 'https:' || (protocol === 'http:' && loopback) ? result.url : null;
}
