/** Lists the objects below a prefix. */
import { list as listAll } from 'aws-amplify/storage';
import { amplifyContextFor, type ObjectStoreContext } from './client.ts';
import { unquoteETag, ok, type StorageResult, type ListedObject, resultWithin } from './storage-result.ts';

/** The default timeout in milliseconds, long enough for several pages. */
const defaultTimeoutMs = 60_000;

/**
 * @param context its key is the prefix
 * @param timeoutMs after which it is `unreachable`
 */
export async function listObjects(
  context: ObjectStoreContext,
  timeoutMs = defaultTimeoutMs,
): Promise<StorageResult<ListedObject[]>> {
  const listing = listAll(amplifyContextFor(context), { path: context.key, options: { listAll: true } });
  const listed = await resultWithin(timeoutMs, listing);
  if (listed.kind !== 'ok') return listed;
  return ok(
    listed.value.items.map(({ path, eTag, lastModified, size = 0 }) => ({
      key: path,
      eTag: unquoteETag(eTag),
      lastModified: lastModified?.toISOString() ?? '',
      size,
    })),
  );
}

/** Finds an object by listing, because a caller without other rights gets 403 and not 404 for a missing object. */
export async function findObject(
  context: ObjectStoreContext,
): Promise<StorageResult<ListedObject | undefined>> {
  const listed = await listObjects(context);
  return listed.kind === 'ok' ? ok(listed.value.find(({ key }) => key === context.key)) : listed;
}
