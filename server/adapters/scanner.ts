/** What the server asks of whoever looks for harmful content in documents. */
import { clamdScanner } from './scanner-clamd.ts';
import { sandboxScanner } from './scanner-sandbox.ts';
import type { AdapterNeeds } from './index.ts';

export type ScanVerdict = 'clean' | 'refused';

export interface Scanner {
  /**
   * @param signal ends the waiting
   * @throws where no answer comes, or none that is understood: the document then waits on
   */
  scan(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<ScanVerdict>;
}

/** A scanner for documents; undefined where the configuration says that nobody scans. */
export function openScanner({ config: { clamd } }: Pick<AdapterNeeds, 'config'>): Scanner | undefined {
  if (clamd === undefined) return sandboxScanner();
  return clamd === 'none' ? undefined : clamdScanner(clamd);
}
