/** What lies below a prefix. */
import { list as listObjects } from '@aws-amplify/storage';
import { contextFor, type Reach } from './client.ts';
import { told } from './failure.ts';
import type { ListedObject } from './objects.ts';
import { bare, decided, type Stored } from './stored.ts';

/** More than one page takes. */
const usual = 60_000;

/**
 * @param reach its key is what the keys begin with
 * @param patienceMs after which it is `unreachable`
 */
export async function list(reach: Reach, patienceMs = usual): Promise<Stored<ListedObject[]>> {
  const listing = listObjects(contextFor(reach), { path: reach.key, options: { listAll: true } });
  const listed = await told(patienceMs, listing);
  if (listed.kind !== 'decided') return listed;
  return decided(
    listed.value.items.map(({ path, eTag, lastModified, size = 0 }) => ({
      key: path,
      eTag: bare(eTag),
      lastModified: lastModified?.toISOString() ?? '',
      size,
    })),
  );
}

/** Found by listing: not every caller who may list is told that an object is not there. */
export async function objectAt(reach: Reach): Promise<Stored<ListedObject | undefined>> {
  const listed = await list(reach);
  return listed.kind === 'decided' ? decided(listed.value.find(({ key }) => key === reach.key)) : listed;
}
