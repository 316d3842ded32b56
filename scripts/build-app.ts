/** Runs `vite build` in a separate process, so that the caller's environment does not end up in the build. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('..', import.meta.url));

const shared = ['domain', 'locales', 'machines', 'openapi', 'scripts', 'package-lock.json'];

/** The builds: the last file that each writes, and its sources. */
const builds = {
  app: {
    lastFile: '.vite/built',
    sources: [...shared, 'src', 'public', 'index.html', 'account.html', 'review.html', 'vite.config.ts'],
  },
  server: { lastFile: 'main.js', sources: [...shared, 'packages', 'server'] },
};

/**
 * @param folder the output folder, relative to the project's root
 * @param traced whether the app records its messages, for tests
 * @throws with Vite's output if the build fails
 */
export async function buildApp({ folder, traced }: { folder: string; traced: boolean }): Promise<void> {
  await runVite([], { APP_DIR: folder, TRACE_MESSAGES: traced ? '1' : '' });
  // The build empties the folder first: one that is cut off leaves no file of this name.
  writeFileSync(join(root, folder, builds.app.lastFile), '');
}

/**
 * @param folder the output folder; one below a folder of the project's root
 * @param program the entry; the output has its name, with `.js`
 * @throws with Vite's output if the build fails
 */
export const buildServer = ({
  folder,
  program = 'server/main.ts',
}: {
  folder: string;
  program?: string;
}): Promise<void> =>
  runVite(['--config', 'scripts/vite.server.config.ts', '--ssr', program, '--outDir', folder]);

async function runVite(options: string[], env: Record<string, string> = {}): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn', ...options], {
      cwd: root,
      // A test that builds has VITEST, at which vite.config.ts leaves a page out.
      env: { ...process.env, VITEST: undefined, NODE_ENV: 'production', ...env },
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`Vite does not build it:\n${stdout}${stderr}`);
  }
}

/** Returns whether the build in `folder` is newer than its sources. */
export function isFresh(built: keyof typeof builds, folder: string): boolean {
  const { lastFile, sources } = builds[built];
  const file = join(root, folder, lastFile);
  return existsSync(file) && sources.every((source) => newest(join(root, source)) <= statSync(file).mtimeMs);
}

function newest(path: string): number {
  const about = statSync(path, { throwIfNoEntry: false });
  if (!about) return 0;
  if (!about.isDirectory()) return about.mtimeMs;
  return Math.max(about.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
