/** Starts the lender's process, commands it, and reads its books. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Books, Mode } from './lender-process.ts';

export type LenderProcess = {
  /** What a server needs to push to it. */
  env: Record<string, string>;
  become: (mode: Mode) => Promise<void>;
  books: () => Promise<Books>;
  stop: () => Promise<void>;
};

const startWithinMs = 20_000;

export async function startLender(): Promise<LenderProcess> {
  const file = fileURLToPath(new URL('./lender-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    process.off('exit', abandon);
    child.kill('SIGKILL');
    await ended;
  };

  const port = await new Promise<string>((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error('The lender did not start')), startWithinMs);
    child.stdout.on('data', (text: Buffer) => {
      const [, found] = /listening (\d+)/.exec(text.toString()) ?? [];
      if (!found) return;
      clearTimeout(patience);
      resolve(found);
    });
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    env: { LENDER_URL: url, LENDER_KEY: 'secret' },
    become: async (mode) => {
      await fetch(`${url}/mode`, { method: 'PUT', body: JSON.stringify(mode) });
    },
    books: async () => (await (await fetch(`${url}/books`)).json()) as Books,
    stop,
  };
}
