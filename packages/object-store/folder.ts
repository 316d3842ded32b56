/**
 * Objects in a folder. A content is a file that is written once, under a generated name; an entry names the content of
 * a key, and is swapped in one step when the content is durable. A reader gets one whole content, the old or the new,
 * whenever the process dies or the power fails.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { platform } from '../../server/platform/platform.ts';
import {
  createFolder,
  readJsonIfExists,
  removeDurably,
  renameDurably,
  writeDurably,
  writeJsonDurably,
} from './durable-files.ts';
import { groupOf, groupOfPrefix } from './object-keys.ts';
import type { Payload } from './payload.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { codeOf } from '../../server/platform/log.ts';
import type { Clock } from '../../server/platform/clock.ts';

export type ObjectEntry = {
  key: string;
  /** The size in bytes. */
  size: number;
  /** The ETag as S3 makes it, without its quotes: the MD5, or the MD5 of the parts' and their number. */
  eTag: string;
  contentType: string;
  /** ISO 8601. */
  lastModified: string;
  /** The hash in hex. */
  sha256: string;
  /** The name of the content. */
  file: string;
  /** The upload in parts that made it. */
  upload?: string;
};

export type ObjectFolder = Awaited<ReturnType<typeof openObjectFolder>>;

/** Identifies the space in which process ids are unique: this boot of this machine, and this container. */
export const processSpace = createHash('sha256')
  .update(
    [hostname(), readIfThere('/proc/sys/kernel/random/boot_id'), readLinkIfThere('/proc/self/ns/pid')].join(),
  )
  .digest('hex')
  .slice(0, 8);

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function readLinkIfThere(path: string): string {
  return existsSync(path) ? readlinkSync(path) : '';
}

/** The prefix of this process' files: its id and space, and a random word in case the id is used again. */
export const ownFilePrefix = `${process.pid}-${processSpace}-${platform.randomBytes(4).toString('hex')}-`;

/** The number of attempts to read an entry whose content was replaced before it could be opened. */
const readingAttempts = 10;

/** @param base a folder for the store alone; made if missing */
export async function openObjectFolder(base: string, clock: Clock) {
  const paths = {
    drafts: join(base, 'drafts'),
    contents: join(base, 'contents'),
    entries: join(base, 'entries'),
    uploads: join(base, 'uploads'),
  };
  for (const path of Object.values(paths)) await createFolder(path);
  const runExclusive = createKeyedMutex();
  const draft = () => join(paths.drafts, `${ownFilePrefix}${platform.uuid()}`);
  const entryPath = (key: string) => join(paths.entries, hashed(groupOf(key)), hashed(key));
  const contentPath = (file: string) => join(paths.contents, file);
  const find = (key: string) => readJsonIfExists<ObjectEntry>(entryPath(key));

  async function swap(entry: ObjectEntry): Promise<void> {
    const before = await find(entry.key);
    await createFolder(join(paths.entries, hashed(groupOf(entry.key))));
    const path = draft();
    await writeJsonDurably(path, entry);
    await renameDurably(path, entryPath(entry.key));
    if (before) await rm(contentPath(before.file), { force: true });
  }

  /** Makes the content at a path of `draft` the content of the entry's key, replacing an earlier one. */
  async function adopt(path: string, about: Omit<ObjectEntry, 'file'>): Promise<ObjectEntry> {
    const entry = { ...about, file: `${ownFilePrefix}${platform.uuid()}` };
    try {
      await renameDurably(path, contentPath(entry.file));
      await runExclusive(entry.key, () => swap(entry));
    } catch (error) {
      const entryNow = await find(entry.key);
      const leftovers = entryNow?.file === entry.file ? [path] : [path, contentPath(entry.file)];
      for (const leftover of leftovers) await rm(leftover, { force: true });
      throw error;
    }
    return entry;
  }

  return {
    ...{ paths, clock, find, adopt },
    /** Returns a path for something that is not whole yet; its name tells whose it is. */
    draft,
    async put(key: string, contentType: string, received: Payload): Promise<ObjectEntry> {
      const path = draft();
      await writeDurably(path, received.bytes);
      const { size, md5, sha256 } = received.digests();
      const lastModified = clock.now().toISOString();
      return adopt(path, { key, size, eTag: md5, contentType, lastModified, sha256 });
    },
    /** Opens the content with its entry; the caller closes it. */
    open: (key: string) => openContent(() => find(key), contentPath),
    /** Deletes; it may be gone already. */
    remove: (key: string): Promise<void> =>
      runExclusive(key, async () => {
        const before = await find(key);
        if (!before) return;
        await removeDurably(entryPath(key));
        await rm(contentPath(before.file), { force: true });
      }),
    /** Lists the entries whose keys begin with `prefix`, in no order. */
    async entries(prefix: string): Promise<ObjectEntry[]> {
      const group = groupOfPrefix(prefix);
      const groups = group === undefined ? await readdir(paths.entries) : [hashed(group)];
      const found: ObjectEntry[] = [];
      for (const one of groups) found.push(...(await entriesIn(join(paths.entries, one))));
      return found.filter(({ key }) => key.startsWith(prefix));
    },
  };
}

/** Opens the content of the entry; the entry is read again if its content is replaced before that. */
async function openContent(
  find: () => Promise<ObjectEntry | undefined>,
  contentPath: (file: string) => string,
) {
  for (let attempt = 1; ; attempt += 1) {
    const entry = await find();
    if (!entry) return undefined;
    try {
      return { entry, content: await open(contentPath(entry.file), 'r') };
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === readingAttempts) throw error;
    }
  }
}

async function entriesIn(folder: string): Promise<ObjectEntry[]> {
  const names = await listFolder(folder);
  const entries = await Promise.all(names.map((name) => readJsonIfExists<ObjectEntry>(join(folder, name))));
  return entries.filter((entry) => entry !== undefined);
}

/** Returns the entries of a folder; none where there is no such folder. */
export async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Hashes the names that clients choose, which are never used as paths. */
const hashed = (name: string): string => createHash('sha256').update(name).digest('hex');
