/**
 * The object store, which the page speaks to directly (specification, sections 6 and 7). What speaks the store's
 * protocol is fetched when it is first needed.
 */
import { limits } from '../../domain/limits.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { StorageCredentials } from '../../domain/wire.ts';
import type { Plugin, Reach } from './amplify.ts';
import { openAccess } from './credentials.ts';
import { type Keeper, openKeptUploads } from './kept-uploads.ts';
import type { How, ListedObject, ObjectName } from './objects.ts';
import { placeOf } from './place.ts';
import { abortOf, decided, failed, type Stored } from './stored.ts';

export type { Failure, StorageFault, Stored } from './stored.ts';

/** Nothing here throws. */
export interface Storage {
  /**
   * Stores a file whole or not at all, in parts where it is larger than one. Where it ends as `unreachable`, the parts
   * that arrived stay for a day, and the next call with the same key, size and type goes on from there, also on a page
   * that was loaded anew.
   * @returns the whole key
   */
  put(name: ObjectName, file: Blob, how: How): Promise<Stored<{ key: string; eTag: string }>>;
  /**
   * An address that opens an object for whoever has it. Whether there is such an object is not asked.
   * @param expiresIn in seconds; it is shorter where the credentials end before
   */
  get(name: ObjectName, expiresIn?: number): Promise<Stored<{ address: string; expiresAt: string }>>;
  /** It may be gone already. */
  remove(name: ObjectName): Promise<Stored<null>>;
  /** @param name its key is what the keys begin with */
  list(name: ObjectName): Promise<Stored<ListedObject[]>>;
}

export interface StorageSetting {
  /** The call that issues them; it resolves whatever happens. */
  credentials: (signal: AbortSignal) => Promise<Outcome<StorageCredentials>>;
  /** Now, by the server's clock: a phone whose own is wrong signs with this one. */
  now: () => Date;
  /** What the device keeps, so that a page that is loaded anew goes on with an upload. */
  kept: Keeper;
  /** The page's own origin. */
  site: string;
  /** How long nothing of an upload may move before the store is asked whether it can be reached, in milliseconds. */
  stallMs?: number;
  /** Fetches what speaks the protocol; rejects where it does not come. */
  fetchPlugin?: () => Promise<Plugin>;
}

/** The name of the only plugin there is. */
const provider = 'AWSS3';

export function openStorage({
  credentials,
  now,
  kept,
  site,
  stallMs = 60_000,
  fetchPlugin = () => import('./amplify.ts').then(({ plugin }) => plugin),
}: StorageSetting): Storage {
  const access = openAccess({ ask: credentials, now });
  const uploads = openKeptUploads(kept, now);

  /** The plugin and what it works with, or why it cannot be had. */
  async function reach({ level = limits.storage.defaultLevel, key }: ObjectName, forMs?: number) {
    const known = await access.current(forMs);
    if (known.kind !== 'decided') return known;
    const place = placeOf(known.value, site);
    if (known.value.provider !== provider || !place) return failed('noProvider');
    // Only where the server has just answered: a browser does not fetch a lost piece of code again.
    const plugin = await fetchPlugin().catch(() => null);
    if (!plugin) return failed('noProvider');
    const prefix = level === 'public' ? level : `${level}/${known.value.identity}`;
    const at: Reach = { place, access, now, key: `${prefix}/${key}` };
    return decided({ plugin, at });
  }

  return {
    async put(name, file, how) {
      const record = uploads.of(`${name.level ?? limits.storage.defaultLevel}/${name.key}`);
      const reaching = reach(name);
      const found = await (record.get() ? reaching : Promise.race([reaching, abortOf(how.signal)]));
      if (found === 'aborted') return failed('cancelled');
      if (found.kind === 'decided')
        return found.value.plugin.put({ ...found.value.at, record, file, how, stallMs });
      return how.signal.aborted ? failed(record.get() ? 'cleanUpFailed' : 'cancelled') : found;
    },
    async get(name, expiresIn = limits.storage.signedUrlSeconds) {
      const found = await reach(name, expiresIn * 1000);
      return found.kind === 'decided' ? found.value.plugin.get(found.value.at, expiresIn) : found;
    },
    async remove(name) {
      const found = await reach(name);
      return found.kind === 'decided' ? found.value.plugin.remove(found.value.at) : found;
    },
    async list(name) {
      const found = await reach(name);
      return found.kind === 'decided' ? found.value.plugin.list(found.value.at) : found;
    },
  };
}
