/** Deletes the files that processes left when they ended in the middle of something. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { platform } from '../../server/platform/platform.ts';
import { readJsonIfExists } from './durable-files.ts';
import { listFolder, type ObjectFolder, ownFilePrefix, processSpace } from './folder.ts';
import type { Uploads } from './uploads.ts';
import { isProcessAlive } from '../../server/platform/processes.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes files that no entry refers to and no running process is writing. */
export async function removeOrphanedFiles(folder: ObjectFolder, uploads: Uploads): Promise<void> {
  const { paths } = folder;
  for (const name of await readdir(paths.drafts)) {
    if (await isOrphaned(join(paths.drafts, name), name)) {
      await rm(join(paths.drafts, name), { recursive: true, force: true });
    }
  }
  const contents = await readdir(paths.contents);
  const named = new Set((await folder.entries('')).map(({ file }) => file));
  for (const name of contents) await removeIfOrphaned(paths.contents, name, named);

  for (const { id, key } of await uploads.list('')) {
    if ((await folder.find(key))?.upload === id) await uploads.drop(id);
    else await removeOrphanedParts(join(paths.uploads, id));
  }
}

async function removeOrphanedParts(upload: string): Promise<void> {
  const names = await listFolder(upload);
  const parts = names.filter((name) => name.endsWith('.part'));
  const entries = await Promise.all(
    parts.map((name) => readJsonIfExists<{ file: string }>(join(upload, name))),
  );
  const named = new Set(entries.flatMap((entry) => entry?.file ?? []));
  for (const name of names) {
    if (!name.endsWith('.part') && !name.endsWith('.json')) await removeIfOrphaned(upload, name, named);
  }
}

async function removeIfOrphaned(folder: string, name: string, named: ReadonlySet<string>): Promise<void> {
  if (!named.has(name) && (await isOrphaned(join(folder, name), name)))
    await rm(join(folder, name), { force: true });
}

/**
 * Returns whether the process has ended whose id and space begin the file's name, see `ownFilePrefix`. The state of
 * processes in another container is unknown, so their files are left for a day.
 */
async function isOrphaned(path: string, name: string): Promise<boolean> {
  if (name.startsWith(ownFilePrefix)) return false;
  const [pid, space] = name.split('-');
  if (space === processSpace && (Number(pid) === process.pid || !isProcessAlive(Number(pid)))) return true;
  // The operating system may have given the process id to another process since.
  const written = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  return platform.now() - written > dayMs;
}
