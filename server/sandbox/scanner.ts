/** The sandbox's scanner: what it finds follows from words in the document, so that a person can cause it by hand. */
import { sleep } from '../platform/timers.ts';
import type { Scanner } from '../adapters/scanner.ts';

/**
 * - `refused`: it finds something harmful
 * - `slow`: it takes ten seconds, and finds nothing
 * - `silent`: it gives no answer
 */
export type SandboxScan = 'refused' | 'slow' | 'silent';

/** The results by a text in the document; docs/sandbox.md shows the same table. All others are clean. */
export const sandboxScans: Readonly<Record<string, SandboxScan>> = {
  // A part of the test string that every virus scanner knows; the whole of it in a source file would alarm them.
  '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!': 'refused',
  'FEEPATH-SLOW-SCAN': 'slow',
  'FEEPATH-NO-SCAN': 'silent',
};

const slowMs = 10_000;

export const sandboxScanner = (): Scanner => ({
  async scan(bytes, signal) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    const [, scan] = Object.entries(sandboxScans).find(([word]) => content.includes(word)) ?? [];
    if (scan === 'silent') throw new Error('The sandbox scanner is silent');
    if (scan === 'slow') await sleep(slowMs, { signal });
    return scan === 'refused' ? 'refused' : 'clean';
  },
});
