/** `vite build` in a process of its own, so that nothing of the caller's environment ends up in the app. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('..', import.meta.url));

const sources = [
  'domain',
  'locales',
  'machines',
  'openapi',
  'scripts',
  'src',
  'public',
  'index.html',
  'account.html',
  'review.html',
  'vite.config.ts',
  'package-lock.json',
];

/**
 * @param folder where the app is afterwards, seen from the project's root
 * @param traced whether it keeps a record of its messages, for tests
 * @throws with Vite's own words where it does not build
 */
export async function buildApp({ folder, traced }: { folder: string; traced: boolean }): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', APP_DIR: folder, TRACE_MESSAGES: traced ? '1' : '' },
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`The app does not build:\n${stdout}${stderr}`);
  }
}

/** Whether the app in `folder` was built after the last change of anything it is made of. */
export function isFresh(folder: string): boolean {
  const manifest = join(root, folder, '.vite', 'manifest.json');
  return (
    existsSync(manifest) &&
    sources.every((source) => newest(join(root, source)) <= statSync(manifest).mtimeMs)
  );
}

function newest(path: string): number {
  const about = statSync(path, { throwIfNoEntry: false });
  if (!about) return 0;
  if (!about.isDirectory()) return about.mtimeMs;
  return Math.max(about.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
