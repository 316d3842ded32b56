/** Starts one of the tests' servers in a separate process, so that it outlives its caller. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Child = { url: string; stop: () => Promise<void> };

const startWithinMs = 20_000;

/** @param file beside this one; it prints `listening PORT` */
export async function startChild(file: string): Promise<Child> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    process.off('exit', abandon);
    child.kill('SIGKILL');
    await ended;
  };

  const port = await new Promise<string>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`${file} did not start`)), startWithinMs);
    child.stdout.on('data', (text: Buffer) => {
      const [, found] = /listening (\d+)/.exec(text.toString()) ?? [];
      if (!found) return;
      clearTimeout(timeout);
      resolve(found);
    });
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url: `http://127.0.0.1:${port}`, stop };
}
