/** The object store, which the page calls itself (sections 6 and 7). Its protocol's plugin is fetched on first use. */
import { limits } from '../../domain/values/limits.ts';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { StorageCredentials } from '../../domain/values/wire.ts';
import type { Plugin } from './amplify.ts';
import type { ObjectStoreContext } from './client.ts';
import { createCredentialsProvider } from './credentials.ts';
import { type UploadStorage, createResumableUploads } from './resumable-uploads.ts';
import { bucketOf } from './bucket.ts';
import {
  whenAborted,
  ok,
  failed,
  type StorageResult,
  type PutOptions,
  type ListedObject,
  type ObjectName,
} from './storage-result.ts';

export type { StorageFailure, StorageFault, StorageResult } from './storage-result.ts';

/** The storage operations; none of them throws or rejects. */
export interface Storage {
  /**
   * Stores a file completely or not at all; large files by multipart upload. After `unreachable`, the parts that arrived
   * are kept for a day, and the next call with the same key, size and type resumes the upload, also after a reload.
   * @returns the full key
   */
  put(
    name: ObjectName,
    file: Blob,
    options: PutOptions,
  ): Promise<StorageResult<{ key: string; eTag: string }>>;
  /**
   * Returns a presigned URL of an object; it is not checked that the object exists.
   * @param expiresIn the lifetime in seconds; at most the lifetime of the credentials
   */
  get(name: ObjectName, expiresIn?: number): Promise<StorageResult<{ address: string; expiresAt: string }>>;
  /** Succeeds also if the object does not exist. */
  remove(name: ObjectName): Promise<StorageResult<null>>;
  /** @param name its key is the prefix */
  list(name: ObjectName): Promise<StorageResult<ListedObject[]>>;
}

export interface StorageOptions {
  /** Requests the credentials; never rejects. */
  credentials: (signal: AbortSignal) => Promise<Outcome<StorageCredentials>>;
  /** Returns the server's time, because signatures with a wrong device clock are rejected. */
  now: () => Date;
  /** The device's storage of unfinished uploads, which are resumed after a reload. */
  uploadStorage: UploadStorage;
  pageOrigin: string;
  /** Milliseconds without progress after which the store's reachability is checked. */
  stallMs?: number;
  /** Fetches the plugin's chunk; rejects if that fails. */
  fetchPlugin?: () => Promise<Plugin>;
}

/** The only provider that there is a plugin for. */
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

  /** Returns the plugin and the context of an operation, or the failure. */
  async function connect({ level = limits.storage.defaultLevel, key }: ObjectName, forMs?: number) {
    const known = await access.current(forMs);
    if (known.kind !== 'ok') return known;
    const bucket = bucketOf(known.value, pageOrigin);
    if (known.value.provider !== provider || !bucket) return failed('noProvider');
    // The plugin is fetched only once the server has answered: a browser does not retry a module that failed to load.
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
