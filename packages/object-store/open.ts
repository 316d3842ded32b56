/** Opens the embedded object store over DATA_DIR. */
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Clock, StoreEnv, StoreLog } from './environment.ts';
import { openObjectFolder } from './folder.ts';
import { loadOrCreateObjectsKey } from './secret-key.ts';
import { createQuota } from './quota.ts';
import { createS3App, type ObjectStore } from './s3.ts';
import { openUploads } from './uploads.ts';

export type OpenObjectStore = ObjectStore & {
  /** To be mounted at the root. */
  app: Hono<StoreEnv>;
};

type StoreOptions = {
  config: { dataDir: string; objectsKey: string | undefined };
  clock: Clock;
  log: StoreLog;
  switches?: ObjectStore['switches'];
};

/** The folder of the store, below DATA_DIR. */
export const objectStoreFolder = (dataDir: string): string => join(dataDir, 'objects', 'store');

export async function openObjectStore({
  config,
  clock,
  log,
  switches,
}: StoreOptions): Promise<OpenObjectStore> {
  const folder = await openObjectFolder(objectStoreFolder(config.dataDir), clock);
  const uploads = openUploads(folder);
  const store = {
    folder,
    uploads,
    quota: createQuota(folder, uploads),
    key: await loadOrCreateObjectsKey(config),
    clock,
    log,
    switches,
  };
  return { ...store, app: createS3App(store) };
}
