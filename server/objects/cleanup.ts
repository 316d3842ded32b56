/** Deletes multipart uploads that were abandoned for a day, and the temporary files of processes that ended. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, type Log } from '../log.ts';
import { startCleanupJob, type CleanupJob } from '../cleanup-job.ts';
import { readTextIfExists } from './durable-files.ts';
import { type ObjectFolder, ownFilePrefix, listFolder } from './folder.ts';
import type { Uploads } from './uploads.ts';

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

/** Deletes uploads that began more than a day ago. */
export async function removeAbandonedUploads({ clock }: ObjectFolder, uploads: Uploads): Promise<void> {
  for (const { id, initiated } of await uploads.list('')) {
    if (clock.now().getTime() - Date.parse(initiated) > dayMs) await uploads.drop(id);
  }
}

/** Deletes orphaned files once, and abandoned uploads now and every hour. */
export const startObjectCleanup = ({
  folder,
  uploads,
  log,
}: {
  folder: ObjectFolder;
  uploads: Uploads;
  log: Log;
}): CleanupJob =>
  startCleanupJob(
    log,
    () => removeAbandonedUploads(folder, uploads),
    () => removeOrphanedFiles(folder, uploads),
  );

async function removeOrphanedParts(upload: string): Promise<void> {
  const names = await listFolder(upload);
  const entries = await Promise.all(
    names.filter((name) => name.endsWith('.part')).map((name) => readTextIfExists(join(upload, name))),
  );
  const named = new Set(
    entries.flatMap((text) => (text === undefined ? [] : [(JSON.parse(text) as { file: string }).file])),
  );
  for (const name of names) {
    if (!name.endsWith('.part') && !name.endsWith('.json')) await removeIfOrphaned(upload, name, named);
  }
}

async function removeIfOrphaned(folder: string, name: string, named: ReadonlySet<string>): Promise<void> {
  if (!named.has(name) && (await isOrphaned(join(folder, name), name)))
    await rm(join(folder, name), { force: true });
}

/** Whether the process whose id begins the file's name has ended, see `ownFilePrefix`. */
async function isOrphaned(path: string, name: string): Promise<boolean> {
  if (name.startsWith(ownFilePrefix)) return false;
  const pid = Number.parseInt(name, 10);
  if (Number.isNaN(pid) || pid === process.pid || !isAlive(pid)) return true;
  // The operating system may have given the process id to another process since.
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
