/** The S3 plugin, on Amplify. It is large and therefore imported lazily. */
import { ConsoleLogger } from 'aws-amplify/utils';
import { remove } from 'aws-amplify/storage';
import { amplifyContextFor, type ObjectStoreContext } from './client.ts';
import { resultWithin } from './storage-error.ts';
import { listObjects } from './listing.ts';
import { presignedUrl } from './signed-requests.ts';
import type { ListedObject } from './objects.ts';
import type { StorageResult } from './storage-result.ts';
import { put } from './upload.ts';

export type { ObjectStoreContext };

/** The interface of a storage plugin; its promises never reject. */
export interface Plugin {
  put: typeof put;
  get(
    context: ObjectStoreContext,
    expiresIn: number,
  ): Promise<StorageResult<{ address: string; expiresAt: string }>>;
  remove(context: ObjectStoreContext): Promise<StorageResult<null>>;
  list(context: ObjectStoreContext): Promise<StorageResult<ListedObject[]>>;
}

// A lost connection is a result here, so Amplify must not log it as an error.
ConsoleLogger.LOG_LEVEL = 'NONE';

const timeoutMs = 60_000;

export const plugin: Plugin = {
  put,
  list: (context) => listObjects(context),
  get: (context, expiresIn) => resultWithin(timeoutMs, presignedUrl(context, expiresIn)),
  remove: (context) =>
    resultWithin(
      timeoutMs,
      remove(amplifyContextFor(context), { path: context.key }).then(() => null),
    ),
};
