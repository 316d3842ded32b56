/** Starts the lender's process, commands it, and reads its books. */
import { startChild } from './child.ts';
import type { LenderRecords, Mode } from './lender-process.ts';

export type LenderProcess = {
  /** The settings that a server needs to push to it. */
  env: Record<string, string>;
  setMode: (mode: Mode) => Promise<void>;
  books: () => Promise<LenderRecords>;
  stop: () => Promise<void>;
};

export async function startLender(): Promise<LenderProcess> {
  const { url, stop } = await startChild('./lender-process.ts');
  return {
    env: { LENDER_15_URL: url, LENDER_15_KEY: 'secret' },
    setMode: async (mode) => {
      await fetch(`${url}/mode`, { method: 'PUT', body: JSON.stringify(mode) });
    },
    books: async () => (await (await fetch(`${url}/books`)).json()) as LenderRecords,
    stop,
  };
}
