/** The key of the object store: what its temporary credentials are sealed with. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { textMadeOnce } from './durable.ts';

/**
 * OBJECTS_KEY where it is set, else one that the first server makes in DATA_DIR/objects.key, for itself alone to read.
 * Servers that share a store need the same.
 */
export async function settleObjectsKey({
  objectsKey,
  dataDir,
}: {
  objectsKey: string | undefined;
  dataDir: string;
}): Promise<string> {
  return (
    objectsKey ??
    (await textMadeOnce(join(dataDir, 'objects.key'), () => randomBytes(32).toString('base64url')))
  );
}
