/**
 * Objects in a folder. A content is a file that is written once, under a name of ours; an entry says which content a
 * key has, and is swapped in one step when the content is safe. So whoever reads gets one whole content, the old or
 * the new, whenever the process or the power dies.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { codeOf } from '../log.ts';
import { chunksOf, makeFolder, readIfThere, remove, settle, writeThrough } from './durable.ts';
import { S3Error } from './errors.ts';
import { groupOf, groupWithin } from './keys.ts';
import type { Received } from './payload.ts';
import { createTurns } from './turns.ts';

export type Entry = {
  key: string;
  /** In bytes. */
  size: number;
  /** As S3 makes it, without its quotes: the MD5, or that of the parts' and how many they were. */
  eTag: string;
  contentType: string;
  /** ISO 8601. */
  lastModified: string;
  /** In hex. */
  sha256: string;
  /** The name of the content. */
  file: string;
  /** The upload in parts that made it. */
  upload?: string;
};

export type About = { contentType: string; /** Whether nothing may be there yet. */ onlyNew: boolean };

export type Paths = Record<'drafts' | 'contents' | 'entries' | 'uploads', string>;

export type Folder = {
  paths: Paths;
  clock: Clock;
  /** A path for something that is not whole yet; its name tells whose it is. */
  draft: () => string;
  put: (key: string, about: About, received: Received) => Promise<Entry>;
  /** Gives the content at a path of `draft` to the entry's key; false of `onlyNew` overwrites. */
  adopt: (path: string, entry: Omit<Entry, 'file'>, onlyNew: boolean) => Promise<Entry>;
  find: (key: string) => Promise<Entry | undefined>;
  /** The entry and its content, for whoever closes it. */
  open: (key: string) => Promise<{ entry: Entry; content: FileHandle } | undefined>;
  /** Deletes; it may be gone already. */
  remove: (key: string) => Promise<void>;
  /** The entries whose keys begin with `prefix`, in no order. */
  entries: (prefix: string) => Promise<Entry[]>;
};

/** What the names of this process' files begin with: its number, and a word in case the number is used again. */
export const maker = `${process.pid}-${randomBytes(4).toString('hex')}-`;

/** How often an entry is read again whose content was replaced before it could be opened. */
const readingAttempts = 10;

/** @param base a folder for the store alone; made if missing */
export async function openFolder(base: string, clock: Clock): Promise<Folder> {
  const paths: Paths = {
    drafts: join(base, 'drafts'),
    contents: join(base, 'contents'),
    entries: join(base, 'entries'),
    uploads: join(base, 'uploads'),
  };
  for (const path of Object.values(paths)) await makeFolder(path);
  const inTurn = createTurns();
  const draft = () => join(paths.drafts, `${maker}${randomUUID()}`);
  const entryPath = (key: string) => join(paths.entries, hashed(groupOf(key)), hashed(key));
  const contentPath = (file: string) => join(paths.contents, file);
  const find = (key: string) => readEntry(entryPath(key));

  async function swap(entry: Entry, onlyNew: boolean): Promise<void> {
    const before = await find(entry.key);
    if (before && onlyNew) throw new S3Error('PreconditionFailed', 'There is an object with this key');
    await makeFolder(join(paths.entries, hashed(groupOf(entry.key))));
    const path = draft();
    await writeThrough(path, chunksOf(JSON.stringify(entry)));
    await settle(path, entryPath(entry.key));
    if (before) await rm(contentPath(before.file), { force: true });
  }

  const folder: Folder = {
    paths,
    clock,
    draft,
    find,
    async put(key, { contentType, onlyNew }, received) {
      const path = draft();
      await writeThrough(path, received.bytes);
      const { size, md5, sha256 } = received.facts();
      const lastModified = clock.now().toISOString();
      return folder.adopt(path, { key, size, eTag: md5, contentType, lastModified, sha256 }, onlyNew);
    },
    async adopt(path, about, onlyNew) {
      const entry = { ...about, file: `${maker}${randomUUID()}` };
      try {
        await settle(path, contentPath(entry.file));
        await inTurn(entry.key, () => swap(entry, onlyNew));
      } catch (error) {
        const kept = await find(entry.key);
        const leftovers = kept?.file === entry.file ? [path] : [path, contentPath(entry.file)];
        for (const leftover of leftovers) await rm(leftover, { force: true });
        throw error;
      }
      return entry;
    },
    async open(key) {
      for (let attempt = 1; ; attempt += 1) {
        const entry = await find(key);
        if (!entry) return undefined;
        try {
          return { entry, content: await open(contentPath(entry.file), 'r') };
        } catch (error) {
          if (codeOf(error) !== 'ENOENT' || attempt === readingAttempts) throw error;
        }
      }
    },
    remove: (key) =>
      inTurn(key, async () => {
        const before = await find(key);
        if (!before) return;
        await remove(entryPath(key));
        await rm(contentPath(before.file), { force: true });
      }),
    async entries(prefix) {
      const group = groupWithin(prefix);
      const groups = group === undefined ? await readdir(paths.entries) : [hashed(group)];
      const found: Entry[] = [];
      for (const one of groups) found.push(...(await entriesIn(join(paths.entries, one))));
      return found.filter(({ key }) => key.startsWith(prefix));
    },
  };
  return folder;
}

async function entriesIn(folder: string): Promise<Entry[]> {
  const names = await namesIn(folder);
  const entries = await Promise.all(names.map((name) => readEntry(join(folder, name))));
  return entries.filter((entry) => entry !== undefined);
}

async function readEntry(path: string): Promise<Entry | undefined> {
  const text = await readIfThere(path);
  return text === undefined ? undefined : (JSON.parse(text) as Entry);
}

/** What lies in a folder; nothing where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** No name of a client's is a path: its hash is. */
const hashed = (name: string): string => createHash('sha256').update(name).digest('hex');
