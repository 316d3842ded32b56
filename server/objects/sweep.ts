/** Takes away what nobody will finish: uploads of yesterday, and the files of processes that died. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, type Log } from '../log.ts';
import { keepSweeping, type Sweeping } from '../sweeping.ts';
import { readIfThere } from './durable.ts';
import { type Folder, maker, namesIn } from './folder.ts';
import type { Uploads } from './uploads.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What lies about, and is no part of anything that a living process makes. */
export async function sweepRemains(folder: Folder, uploads: Uploads): Promise<void> {
  const { paths } = folder;
  for (const name of await readdir(paths.drafts)) {
    if (await isNobodys(join(paths.drafts, name), name)) {
      await rm(join(paths.drafts, name), { recursive: true, force: true });
    }
  }
  const contents = await readdir(paths.contents);
  const named = new Set((await folder.entries('')).map(({ file }) => file));
  for (const name of contents) await sweepFile(paths.contents, name, named);

  for (const { id, key } of await uploads.list('')) {
    if ((await folder.find(key))?.upload === id) await uploads.drop(id);
    else await sweepParts(join(paths.uploads, id));
  }
}

/** Uploads that began more than a day ago. */
export async function sweepUploads({ clock }: Folder, uploads: Uploads): Promise<void> {
  for (const { id, initiated } of await uploads.list('')) {
    if (clock.now().getTime() - Date.parse(initiated) > dayMs) await uploads.drop(id);
  }
}

/** Sweeps what is left of others now, and old uploads now and every hour. */
export const keepSwept = ({
  folder,
  uploads,
  log,
}: {
  folder: Folder;
  uploads: Uploads;
  log: Log;
}): Sweeping =>
  keepSweeping(
    log,
    () => sweepUploads(folder, uploads),
    () => sweepRemains(folder, uploads),
  );

async function sweepParts(upload: string): Promise<void> {
  const names = await namesIn(upload);
  const entries = await Promise.all(
    names.filter((name) => name.endsWith('.part')).map((name) => readIfThere(join(upload, name))),
  );
  const named = new Set(
    entries.flatMap((text) => (text === undefined ? [] : [(JSON.parse(text) as { file: string }).file])),
  );
  for (const name of names) {
    if (!name.endsWith('.part') && !name.endsWith('.json')) await sweepFile(upload, name, named);
  }
}

async function sweepFile(folder: string, name: string, named: ReadonlySet<string>): Promise<void> {
  if (!named.has(name) && (await isNobodys(join(folder, name), name)))
    await rm(join(folder, name), { force: true });
}

/** Whether the process that a file's name begins with is gone, see `maker`. */
async function isNobodys(path: string, name: string): Promise<boolean> {
  if (name.startsWith(maker)) return false;
  const pid = Number.parseInt(name, 10);
  if (Number.isNaN(pid) || pid === process.pid || !isAlive(pid)) return true;
  // The number may be another's by now.
  const written = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  return Date.now() - written > dayMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
