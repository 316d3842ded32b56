/**
 * The browser for tests, the first found of: CHROMIUM_PATH; the one inside the package @sparticuz/chromium, unpacked
 * once beside the other packages; a chromium or chrome on the PATH. The package's is a headless shell, which has no
 * windows and takes two thirds of the time; where a window is asked for, it comes last.
 */
import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type Chromium = { path: string; name: string; args: string[]; env: Record<string, string> };

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const cache = fileURLToPath(new URL('../../node_modules/.cache/feepath/', import.meta.url));

/** Turns off the browser's own requests: the tests use the loopback alone. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
];

/** @throws with one sentence that says where a browser was looked for and how to give one */
export async function findChromium({ headed = false } = {}): Promise<Chromium> {
  const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet;
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!isProgram(given))
      throw new Error(`CHROMIUM_PATH names ${given}, which is no program that can be run.`);
    return { path: given, name: `${given} (CHROMIUM_PATH)`, args, env: {} };
  }
  const found = (path: string) => ({ path, name: path, args, env: {} });
  const installed = firstOnPath();
  if (headed && installed) return found(installed);
  try {
    return { ...(await packagedChromium()), args: [...args, '--no-sandbox'] };
  } catch (error) {
    if (installed) return found(installed);
    throw new Error(
      'These tests need a browser and none could be had: CHROMIUM_PATH is not set, the package @sparticuz/chromium ' +
        `gave none (${error instanceof Error ? error.message : error}), and no chromium or chrome is on the PATH. ` +
        'Install Chromium or Chrome, or set CHROMIUM_PATH.',
    );
  }
}

const firstOnPath = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram);

/** The package unpacks into TMPDIR and, on import, changes the environment: so in a separate process and folder. */
async function packagedChromium(): Promise<Omit<Chromium, 'args'>> {
  if (process.platform !== 'linux') throw new Error('it has a browser for Linux only');
  const version = versionOf('@sparticuz/chromium');
  const folder = join(cache, `chromium-${version}-${process.arch}`);
  if (!existsSync(folder)) await unpack(folder);
  return {
    path: join(folder, 'chromium'),
    name: `@sparticuz/chromium ${version}`,
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/** The system's fonts, and the package's own where there are none: its own configuration names folders of the cloud. */
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="relative">fonts-cache</cachedir>
</fontconfig>
`;

async function unpack(folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'unpacking-'));
  try {
    const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x', NODE_OPTIONS: '' },
    });
    writeFileSync(join(draft, 'fonts.conf'), fonts);
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The package does not export its package.json; it is in the first folder above its entry that has one. */
function versionOf(name: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(name));
  for (;;) {
    const file = join(folder, 'package.json');
    const about = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }) : {};
    if (about.version) return about.version;
    if (folder === dirname(folder)) throw new Error(`${name} has no version`);
    folder = dirname(folder);
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
