/** The S3 plugin, on Amplify. It is large and therefore imported lazily. */
import { ConsoleLogger } from 'aws-amplify/utils';
import { remove } from 'aws-amplify/storage';
import { amplifyContextFor, type ObjectStoreContext } from './client.ts';
import { resultWithin } from './storage-result.ts';
import { listObjects } from './listing.ts';
import { presignedUrl } from './signed-requests.ts';
import { put } from './upload.ts';

// A lost connection is a result here, so Amplify must not log it as an error.
ConsoleLogger.LOG_LEVEL = 'NONE';

const timeoutMs = 60_000;

/** Its promises never reject. */
export const plugin = {
  put,
  list: listObjects,
  get: (context: ObjectStoreContext, expiresIn: number) =>
    resultWithin(timeoutMs, presignedUrl(context, expiresIn)),
  remove: (context: ObjectStoreContext) =>
    resultWithin(
      timeoutMs,
      remove(amplifyContextFor(context), { path: context.key }).then(() => null),
    ),
};

export type Plugin = typeof plugin;
