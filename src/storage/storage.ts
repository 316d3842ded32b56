/**
 * The object store, which the page speaks to directly (specification, sections 6 and 7). What speaks the store's
 * protocol is fetched when it is first needed.
 */
import { limits } from '../../domain/limits.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { StorageCredentials } from '../../domain/wire.ts';
import type { Plugin, ObjectStoreContext } from './amplify.ts';
import { createCredentialsProvider } from './credentials.ts';
import { type UploadStorage, createResumableUploads } from './resumable-uploads.ts';
import type { PutOptions, ListedObject, ObjectName } from './objects.ts';
import { bucketOf } from './bucket.ts';
import { whenAborted, ok, failed, type StorageResult } from './storage-result.ts';

export type { StorageFailure, StorageFault, StorageResult } from './storage-result.ts';

/** Nothing here throws. */
export interface Storage {
  /**
   * Stores a file whole or not at all, in parts where it is larger than one. Where it ends as `unreachable`, the parts
   * that arrived stay for a day, and the next call with the same key, size and type goes on from there, also on a page
   * that was loaded anew.
   * @returns the whole key
   */
  put(
    name: ObjectName,
    file: Blob,
    options: PutOptions,
  ): Promise<StorageResult<{ key: string; eTag: string }>>;
  /**
   * An address that opens an object for whoever has it. Whether there is such an object is not asked.
   * @param expiresIn in seconds; it is shorter where the credentials end before
   */
  get(name: ObjectName, expiresIn?: number): Promise<StorageResult<{ address: string; expiresAt: string }>>;
  /** It may be gone already. */
  remove(name: ObjectName): Promise<StorageResult<null>>;
  /** @param name its key is what the keys begin with */
  list(name: ObjectName): Promise<StorageResult<ListedObject[]>>;
}

export interface StorageOptions {
  /** The call that issues them; it resolves whatever happens. */
  credentials: (signal: AbortSignal) => Promise<Outcome<StorageCredentials>>;
  /** Now, by the server's clock: a phone whose own is wrong signs with this one. */
  now: () => Date;
  /** What the device keeps, so that a page that is loaded anew goes on with an upload. */
  uploadStorage: UploadStorage;
  /** The page's own origin. */
  pageOrigin: string;
  /** How long nothing of an upload may move before the store is asked whether it can be reached, in milliseconds. */
  stallMs?: number;
  /** Fetches what speaks the protocol; rejects where it does not come. */
  fetchPlugin?: () => Promise<Plugin>;
}

/** The name of the only plugin there is. */
const provider = 'AWSS3';

export function createStorage({
  credentials,
  now,
  uploadStorage,
  pageOrigin,
  stallMs = 60_000,
  fetchPlugin = () => import('./amplify.ts').then(({ plugin }) => plugin),
}: StorageOptions): Storage {
  const access = createCredentialsProvider({ ask: credentials, now });
  const uploads = createResumableUploads(uploadStorage, now);

  /** The plugin and what it works with, or why it cannot be had. */
  async function connect({ level = limits.storage.defaultLevel, key }: ObjectName, forMs?: number) {
    const known = await access.current(forMs);
    if (known.kind !== 'ok') return known;
    const bucket = bucketOf(known.value, pageOrigin);
    if (known.value.provider !== provider || !bucket) return failed('noProvider');
    // Only where the server has just answered: a browser does not fetch a lost piece of code again.
    const plugin = await fetchPlugin().catch(() => null);
    if (!plugin) return failed('noProvider');
    const prefix = level === 'public' ? level : `${level}/${known.value.identity}`;
    const context: ObjectStoreContext = { bucket, access, now, key: `${prefix}/${key}` };
    return ok({ plugin, context });
  }

  return {
    async put(name, file, options) {
      const record = uploads.of(`${name.level ?? limits.storage.defaultLevel}/${name.key}`);
      const connecting = connect(name);
      const found = await (record.get()
        ? connecting
        : Promise.race([connecting, whenAborted(options.signal)]));
      if (found === 'aborted') return failed('cancelled');
      if (found.kind === 'ok')
        return found.value.plugin.put({ ...found.value.context, record, file, options, stallMs });
      return options.signal.aborted ? failed(record.get() ? 'cleanUpFailed' : 'cancelled') : found;
    },
    async get(name, expiresIn = limits.storage.signedUrlSeconds) {
      const found = await connect(name, expiresIn * 1000);
      return found.kind === 'ok' ? found.value.plugin.get(found.value.context, expiresIn) : found;
    },
    async remove(name) {
      const found = await connect(name);
      return found.kind === 'ok' ? found.value.plugin.remove(found.value.context) : found;
    },
    async list(name) {
      const found = await connect(name);
      return found.kind === 'ok' ? found.value.plugin.list(found.value.context) : found;
    },
  };
}
