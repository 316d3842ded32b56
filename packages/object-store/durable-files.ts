/** Atomic, durable files: content is synced to the disk before the rename that publishes it. */
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { platform } from '../../server/platform/platform.ts';
import { codeOf } from '../../server/platform/log.ts';

/** Creates the folder and its missing parents, and syncs the parent of each, so that the names survive a power cut. */
export async function createFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let at = folder; at.length >= first.length; at = dirname(at)) await syncFolder(dirname(at));
}

/** Syncs a folder's list of names to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; NTFS journals their names itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a new file and syncs it to the disk. @throws the source's error, after deleting the file */
export async function writeDurably(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
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

/** Renames a synced file; the new name survives a power cut. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Deletes a file, so that it stays deleted after a power cut; true where it existed. */
export async function removeDurably(path: string): Promise<boolean> {
  try {
    await rm(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  await syncFolder(dirname(path));
  return true;
}

/** Returns the text of a file that the first caller creates; concurrent callers get the same text. */
export async function readOrCreateText(path: string, make: () => string): Promise<string> {
  const known = await readTextIfExists(path);
  if (known !== undefined) return known;
  await createFolder(dirname(path));
  const draft = join(dirname(path), `.${platform.uuid()}`);
  await writeDurably(draft, chunksOf(make()));
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

/** Returns the text of a file; undefined where there is none. */
async function readTextIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the value of a JSON file that this store wrote; undefined where there is none. */
export async function readJsonIfExists<Value>(path: string): Promise<Value | undefined> {
  const text = await readTextIfExists(path);
  return text === undefined ? undefined : (JSON.parse(text) as Value);
}

/** Writes a new JSON file, as `writeDurably` does. */
export const writeJsonDurably = (path: string, value: object): Promise<void> =>
  writeDurably(path, chunksOf(JSON.stringify(value)));

/** Returns a text, or bytes, as a source of bytes. */
export async function* chunksOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content;
}
