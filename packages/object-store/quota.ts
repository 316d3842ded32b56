/**
 * The storage that the keys of one group, such as the uploads of a loan, may take up: stored objects and the parts of
 * open uploads together. It is checked before bytes are written, and includes bytes that are still being received.
 */
import { S3Error } from './errors.ts';
import type { ObjectFolder } from './folder.ts';
import { groupOf } from './object-keys.ts';
import type { Uploads } from './uploads.ts';
import { createKeyedMutex } from './keyed-mutex.ts';

export type QuotaLimits = { bytes: number; objects: number; openUploads: number };

/** The limits of a group: far more than a loan's documents need. */
export const groupLimits: QuotaLimits = { bytes: 200 * 1024 ** 2, objects: 200, openUploads: 20 };

export type Quota = ReturnType<typeof createQuota>;

export function createQuota(folder: ObjectFolder, uploads: Uploads, most: QuotaLimits = groupLimits) {
  const runExclusive = createKeyedMutex();
  const reserved = new Map<string, number>();

  const reserve = (group: string, bytes: number) => {
    const sum = (reserved.get(group) ?? 0) + bytes;
    if (sum === 0) reserved.delete(group);
    else reserved.set(group, sum);
  };

  return {
    /** Runs a write of so many bytes under a key. @throws S3Error EntityTooLarge where they would be too many */
    async withBytes<T>(key: string, bytes: number, write: () => Promise<T>): Promise<T> {
      const group = groupOf(key);
      await runExclusive(group, async () => {
        const stored = await folder.entries(`${group}/`);
        const open = await Promise.all(
          (await uploads.list(`${group}/`)).map((one) => uploads.parts(one.id, one.key).catch(() => [])),
        );
        const used = [...stored, ...open.flat()].reduce((sum, { size }) => sum + size, 0);
        if (stored.length >= most.objects || used + (reserved.get(group) ?? 0) + bytes > most.bytes) {
          throw new S3Error('EntityTooLarge', 'What was uploaded and not added takes up too much');
        }
        reserve(group, bytes);
      });
      try {
        return await write();
      } finally {
        reserve(group, -bytes);
      }
    },
    /** Runs the creation of an upload. @throws S3Error EntityTooLarge where there are too many */
    withUpload: <T>(key: string, create: () => Promise<T>): Promise<T> =>
      runExclusive(groupOf(key), async () => {
        if ((await uploads.list(`${groupOf(key)}/`)).length >= most.openUploads) {
          throw new S3Error('EntityTooLarge', 'Too many uploads are open');
        }
        return create();
      }),
  };
}
