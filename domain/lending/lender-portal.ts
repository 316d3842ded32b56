/** Where a person is sent at another company. */
import type { LenderResult } from '../values/wire.ts';

/** The address of the lender's portal, if it is one that a person may be sent to. */
export const lenderPortal = ({ url }: LenderResult): string | null => (url && isSecurePage(url) ? url : null);

/** Whether a person may be sent to an address: over https, or over http on this machine. */
export function isSecurePage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const loopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  return protocol === 'https:' || (protocol === 'http:' && loopback);
}
