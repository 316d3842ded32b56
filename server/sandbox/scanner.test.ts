import { describe, expect, it } from 'vitest';
import { sandboxScanner } from './scanner.ts';

const scan = (text: string, signal = new AbortController().signal) => {
  const bytes = (async function* () {
    // A word may begin in one chunk and end in the next.
    for (const part of text.match(/.{1,7}/gs) ?? []) yield Buffer.from(part, 'latin1');
  })();
  return sandboxScanner().scan(bytes, signal);
};

describe("the sandbox's scanner", () => {
  it('refuses the test string of virus scanners, wherever it is', async () => {
    const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');
    expect(await scan(`%PDF-1.4\n${eicar}\n%%EOF`)).toBe('refused');
  });

  it('finds nothing in anything else', async () => {
    expect(await scan('%PDF-1.4\nEICAR')).toBe('clean');
    expect(await scan('')).toBe('clean');
  });

  it('is silent, and slow, where it is told to be', async () => {
    await expect(scan('FEEPATH-NO-SCAN')).rejects.toThrow('silent');
    const ending = new AbortController();
    const slow = scan('FEEPATH-SLOW-SCAN', ending.signal);
    ending.abort();
    await expect(slow).rejects.toThrow('aborted');
  });
});
