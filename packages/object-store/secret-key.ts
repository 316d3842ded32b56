/** The secret key of the object store, which signs its temporary credentials. */
import { join } from 'node:path';
import { platform } from '../../server/platform/platform.ts';
import { readOrCreateText } from './durable-files.ts';

/**
 * OBJECTS_KEY where it is set, else the key in DATA_DIR/objects.key, which the first start generates and only the
 * server's user can read. Servers that share a store need the same key.
 */
export async function loadOrCreateObjectsKey({
  objectsKey,
  dataDir,
}: {
  objectsKey: string | undefined;
  dataDir: string;
}): Promise<string> {
  return (
    objectsKey ??
    (await readOrCreateText(join(dataDir, 'objects.key'), () =>
      platform.randomBytes(32).toString('base64url'),
    ))
  );
}
