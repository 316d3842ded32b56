/** Amplify as the plugin that speaks S3. It weighs much, and is imported lazily. */
import { ConsoleLogger } from '@aws-amplify/core';
import { remove } from '@aws-amplify/storage';
import { contextFor, type Reach } from './client.ts';
import { told } from './failure.ts';
import { list } from './listing.ts';
import { signedAddress } from './signed.ts';
import type { ListedObject } from './objects.ts';
import type { Stored } from './stored.ts';
import { put } from './upload.ts';

export type { Reach };

/** What the storage asks of a plugin; nothing of it rejects. */
export interface Plugin {
  put: typeof put;
  get(reach: Reach, expiresIn: number): Promise<Stored<{ address: string; expiresAt: string }>>;
  remove(reach: Reach): Promise<Stored<null>>;
  list(reach: Reach): Promise<Stored<ListedObject[]>>;
}

// A lost line is a value here, and no error of the page's.
ConsoleLogger.LOG_LEVEL = 'NONE';

const patienceMs = 60_000;

export const plugin: Plugin = {
  put,
  list: (reach) => list(reach),
  get: (reach, expiresIn) => told(patienceMs, signedAddress(reach, expiresIn)),
  remove: (reach) =>
    told(
      patienceMs,
      remove(contextFor(reach), { path: reach.key }).then(() => null),
    ),
};
