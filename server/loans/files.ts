/**
 * The bytes of documents, below DATA_DIR/objects: a folder per key, a file per content, named by its hash. A file
 * appears under its name whole and written through, so a killed process leaves no half document.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../log.ts';

/** An upload that has been written this long and never settled belongs to a process that died. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Where a document lies, built from the loan's id and the document's type. */
export const documentKey = (loanId: string, type: string): string => `${loanId}/${type}`;

const folderOf = (dataDir: string, key: string): string => join(dataDir, 'objects', ...key.split('/'));

export type StagedFile = {
  /** The content's SHA-256 in hex. */
  etag: string;
  /** Gives the content its name; it may have it already. */
  settle: () => Promise<void>;
  /** Forgets what was not settled. */
  discard: () => Promise<void>;
};

/** Writes the bytes through to the disk, under no name yet. */
export async function stageFile(dataDir: string, key: string, bytes: Uint8Array): Promise<StagedFile> {
  const etag = createHash('sha256').update(bytes).digest('hex');
  const folder = folderOf(dataDir, key);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `${randomUUID()}.part`);
  const discard = () => rm(part, { force: true });
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { etag, settle: () => rename(part, join(folder, etag)), discard };
}

/** The bytes of a content, by its hash; undefined where there is no such file. */
export async function readContent(
  dataDir: string,
  key: string,
  etag: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return Uint8Array.from(await readFile(join(folderOf(dataDir, key), etag)));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes every content of the key but those that are kept, and parts that nobody will settle. */
export async function removeOthers(dataDir: string, key: string, kept: ReadonlySet<string>): Promise<void> {
  const folder = folderOf(dataDir, key);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const old = name.endsWith('.part') ? await isAbandoned(path) : !kept.has(name);
    if (old) await rm(path, { force: true });
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const written = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  return Date.now() - written > abandonedAfterMs;
}
