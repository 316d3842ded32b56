/** Checks addresses at other companies before a person is sent there. */
import type { LenderResult } from '../values/wire.ts';

/** Returns the address of the lender's portal, if a person may be sent there. */
export const lenderPortal = ({ url }: LenderResult): string | null => (url && isSecurePage(url) ? url : null);

/** Returns whether a person may be sent to an address: https, or http on the same machine. */
export function isSecurePage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const loopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  return protocol === 'https:' || (protocol === 'http:' && loopback);
}
