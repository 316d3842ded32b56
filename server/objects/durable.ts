/** Files that a killed process or a power cut cannot tear: written through to the disk before they get their name. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../log.ts';

/** Makes the folder and those above it that are missing, each known to the one above. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let at = folder; at.length >= first.length; at = dirname(at)) await syncFolder(dirname(at));
}

/** Writes through which names a folder has. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder, and keeps its names without being asked.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes what comes, through to the disk. @throws what the source throws; nothing is left then */
export async function writeThrough(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of source) await file.writeFile(chunk);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
}

/** Renames a file that was written through; it has its new name even after a power cut. */
export async function settle(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Deletes for good; true where there was something. */
export async function remove(path: string): Promise<boolean> {
  try {
    await rm(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  await syncFolder(dirname(path));
  return true;
}

/** The text of a file that is made by whoever comes first, and is the same for all. */
export async function textMadeOnce(path: string, make: () => string): Promise<string> {
  const known = await readIfThere(path);
  if (known !== undefined) return known;
  await makeFolder(dirname(path));
  const draft = join(dirname(path), `.${randomUUID()}`);
  await writeThrough(draft, chunksOf(make()));
  try {
    await link(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

/** The text of a file; undefined where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A text, or bytes, as a source of bytes. */
export async function* chunksOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content;
}
