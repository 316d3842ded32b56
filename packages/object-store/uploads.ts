/**
 * Uploads in parts. An upload is a folder with its target, its parts' contents, and an entry for each part that is
 * swapped in one step when the content is durable. It ends by leaving `uploads/` in one step, whole.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { platform } from '../../server/platform/platform.ts';
import {
  readJsonIfExists,
  renameDurably,
  syncFolder,
  writeDurably,
  writeJsonDurably,
} from './durable-files.ts';
import { S3Error } from './errors.ts';
import { type ObjectEntry, type ObjectFolder, listFolder } from './folder.ts';
import { groupOf, groupOfPrefix } from './object-keys.ts';
import type { Payload } from './payload.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { codeOf } from '../../server/platform/log.ts';

/** The limits in bytes of an object, and of a part that is not the last. */
export const sizeLimits = { object: 50 * 1024 * 1024, part: 5 * 1024 * 1024 };

export type MultipartUpload = {
  id: string;
  key: string;
  contentType: string;
  /** ISO 8601. */ initiated: string;
};

export type StoredPart = {
  number: number;
  size: number;
  eTag: string;
  lastModified: string;
  file: string;
};

/** A part in the request to complete an upload. */
export type RequestedPart = { number: number; eTag: string };

/** The calls about one upload, which throw S3Error NoSuchUpload where it is not under way. */
export type Uploads = ReturnType<typeof openUploads>;

const about = 'upload.json';

export function openUploads(folder: ObjectFolder) {
  const { clock } = folder;
  const runExclusive = createKeyedMutex();
  const { pathOf, need, drop, findMade, list } = uploadFiles(folder);

  async function makeObject(id: string, key: string, requested: RequestedPart[]): Promise<ObjectEntry> {
    const { contentType } = await need(id, key);
    const parts = chooseParts(await readParts(pathOf(id)), requested);
    const path = folder.draft();
    const sha256 = await assemble(path, pathOf(id), parts);
    const lastModified = clock.now().toISOString();
    const entry = { key, size: sizeOf(parts), eTag: eTagOf(parts), contentType, lastModified, sha256 };
    return folder.adopt(path, { ...entry, upload: id });
  }

  const dropUpload = (id: string) => runExclusive(id, () => drop(id));

  return {
    async create(key: string, contentType: string): Promise<MultipartUpload> {
      const id = `${groupIdOf(groupOf(key))}${platform.randomBytes(12).toString('hex')}`;
      const upload = { id, key, contentType, initiated: clock.now().toISOString() };
      const made = folder.draft();
      await mkdir(made, { mode: 0o700 });
      await writeJsonDurably(join(made, about), upload);
      await syncFolder(made);
      await renameDurably(made, pathOf(id));
      return upload;
    },
    async putPart(id: string, key: string, number: number, received: Payload): Promise<StoredPart> {
      await need(id, key);
      return storePart(folder, pathOf(id), number, received, (store) => runExclusive(id, store));
    },
    /** Lists the parts that are there, by number. */
    async parts(id: string, key: string): Promise<StoredPart[]> {
      await need(id, key);
      return readParts(pathOf(id));
    },
    /** Resolves where the upload is under way, or the object was made from it. */
    async requireKnown(id: string, key: string): Promise<void> {
      if (!(await findMade(id, key))) await need(id, key);
    },
    /** Makes the object; doing it again gives the same answer, until the object is another one. */
    complete: (id: string, key: string, requested: RequestedPart[]): Promise<ObjectEntry> =>
      runExclusive(id, async () => {
        const entry =
          (await findMade(id, key)) ??
          (await makeObject(id, key, requested).catch(async (error: unknown) => {
            // Another process has completed it, and the parts are gone with it.
            const made = await findMade(id, key);
            if (made) return made;
            throw error;
          }));
        await drop(id);
        return entry;
      }),
    abort: (id: string, key: string): Promise<void> =>
      runExclusive(id, async () => {
        await need(id, key);
        await drop(id);
      }),
    /** Lists those under way for keys that begin with `prefix`. */
    list,
    /** Deletes the files of an upload of any key. */
    drop: dropUpload,
    /** Deletes what began before this, for keys that begin with `prefix`. */
    async dropBefore(before: Date, prefix = ''): Promise<void> {
      for (const { id, initiated } of await list(prefix)) {
        if (Date.parse(initiated) < before.getTime()) await dropUpload(id);
      }
    },
  };
}

/** Returns the folders of the running uploads, and the objects made by the complete ones. */
function uploadFiles(folder: ObjectFolder) {
  const { paths } = folder;
  const pathOf = (id: string) => {
    if (!/^[0-9a-f]{32}$/.test(id)) throw noSuchUpload();
    return join(paths.uploads, id);
  };
  const find = async (id: string) => readJsonIfExists<MultipartUpload>(join(pathOf(id), about));
  return {
    pathOf,
    async need(id: string, key: string): Promise<MultipartUpload> {
      const upload = await find(id);
      if (upload?.key !== key) throw noSuchUpload();
      return upload;
    },
    async drop(id: string): Promise<void> {
      const aside = folder.draft();
      try {
        await rename(pathOf(id), aside);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return;
        throw error;
      }
      await syncFolder(paths.uploads);
      await rm(aside, { recursive: true, force: true });
    },
    /** The object that an upload was made into. */
    async findMade(id: string, key: string): Promise<ObjectEntry | undefined> {
      const entry = await folder.find(key);
      return entry?.upload === id ? entry : undefined;
    },
    async list(prefix: string): Promise<MultipartUpload[]> {
      const found: MultipartUpload[] = [];
      const group = groupOfPrefix(prefix);
      for (const id of await readdir(paths.uploads)) {
        if (group !== undefined && !id.startsWith(groupIdOf(group))) continue;
        const upload = await find(id);
        if (upload?.key.startsWith(prefix)) found.push(upload);
      }
      return found;
    },
  };
}

/** @param exclusively runs one call at a time for the upload */
async function storePart(
  folder: ObjectFolder,
  upload: string,
  number: number,
  received: Payload,
  exclusively: (store: () => Promise<void>) => Promise<void>,
): Promise<StoredPart> {
  const others = async () => (await readParts(upload)).filter((part) => part.number !== number);
  if (sizeOf(await others()) + received.size > sizeLimits.object) throw tooLarge();
  const content = folder.draft();
  await writeDurably(content, received.bytes);
  const { size, md5 } = received.digests();
  const lastModified = folder.clock.now().toISOString();
  const part = { number, size, eTag: md5, lastModified, file: basename(content) };
  const entry = folder.draft();
  try {
    await writeJsonDurably(entry, part);
    await exclusively(async () => {
      // Parts that came at the same time did not know of each other.
      if (sizeOf(await others()) + size > sizeLimits.object) throw tooLarge();
      const before = await readPart(partPath(upload, number));
      await rename(content, join(upload, part.file));
      await renameDurably(entry, partPath(upload, number));
      if (before) await rm(join(upload, before.file), { force: true });
    });
  } catch (error) {
    for (const path of [content, entry]) await rm(path, { force: true });
    throw codeOf(error) === 'ENOENT' ? noSuchUpload() : error;
  }
  return part;
}

/** Writes the parts one after the other. @returns the SHA-256, in hex */
async function assemble(path: string, upload: string, parts: StoredPart[]): Promise<string> {
  const sha256 = createHash('sha256');
  async function* whole() {
    for (const { file } of parts) {
      for await (const chunk of createReadStream(join(upload, file))) {
        const bytes = chunk as Buffer;
        sha256.update(bytes);
        yield bytes;
      }
    }
  }
  await writeDurably(path, whole());
  return sha256.digest('hex');
}

/** Returns the requested parts, in order. @throws S3Error for one that is missing, too small, or out of order */
function chooseParts(there: StoredPart[], requested: RequestedPart[]): StoredPart[] {
  const chosen = requested.map(({ number, eTag }, index) => {
    if (index > 0 && number <= (requested[index - 1]?.number ?? 0)) {
      throw new S3Error('InvalidPartOrder', 'The parts must be named in ascending order');
    }
    const part = there.find((one) => one.number === number);
    if (part?.eTag !== eTag) {
      throw new S3Error('InvalidPart', 'A part was not found, or is not the one that was named');
    }
    return part;
  });
  if (chosen.slice(0, -1).some((part) => part.size < sizeLimits.part)) {
    throw new S3Error('EntityTooSmall', 'Every part but the last must have 5 MiB');
  }
  if (sizeOf(chosen) > sizeLimits.object) throw tooLarge();
  return chosen;
}

/** Returns the prefix of the ids of a group's uploads, so that a list reads no other group's. */
const groupIdOf = (group: string): string => createHash('sha256').update(group).digest('hex').slice(0, 8);

const partPath = (upload: string, number: number): string => join(upload, `${number}.part`);

async function readParts(upload: string): Promise<StoredPart[]> {
  const names = (await listFolder(upload)).filter((name) => name.endsWith('.part'));
  const parts = await Promise.all(names.map((name) => readPart(join(upload, name))));
  return parts.filter((part) => part !== undefined).sort((a, b) => a.number - b.number);
}

const readPart = (path: string) => readJsonIfExists<StoredPart>(path);

const sizeOf = (parts: StoredPart[]): number => parts.reduce((sum, { size }) => sum + size, 0);

function eTagOf(parts: StoredPart[]): string {
  const hash = createHash('md5');
  for (const { eTag } of parts) hash.update(Buffer.from(eTag, 'hex'));
  return `${hash.digest('hex')}-${parts.length}`;
}

const noSuchUpload = () =>
  new S3Error('NoSuchUpload', 'There is no such upload; was it aborted or completed?');
const tooLarge = () => new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
