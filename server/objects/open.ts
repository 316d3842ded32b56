/** Opens the embedded object store over DATA_DIR. */
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { ServerEnv } from '../env.ts';
import { openFolder } from './folder.ts';
import { settleObjectsKey } from './key.ts';
import { mountObjects, type Store } from './s3.ts';
import { openUploads } from './uploads.ts';

export type OpenStore = Store & {
  /** To be mounted at the root. */
  app: Hono<ServerEnv>;
};

type Given = {
  config: Pick<Config, 'dataDir' | 'objectsKey'>;
  clock: Clock;
  log: Log;
  switches?: Store['switches'];
};

/** The folder of the store, below DATA_DIR. */
export const storeFolder = (dataDir: string): string => join(dataDir, 'objects', 'store');

export async function openStore({ config, clock, log, switches }: Given): Promise<OpenStore> {
  const folder = await openFolder(storeFolder(config.dataDir), clock);
  const store = {
    folder,
    uploads: openUploads(folder),
    key: await settleObjectsKey(config),
    clock,
    log,
    switches,
  };
  return { ...store, app: mountObjects(store) };
}
