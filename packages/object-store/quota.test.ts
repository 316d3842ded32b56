import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openObjectFolder, type ObjectFolder } from './folder.ts';
import type { Payload } from './payload.ts';
import { createQuota, type Quota } from './quota.ts';
import { openUploads, sizeLimits, type Uploads } from './uploads.ts';

let base: string;
let folder: ObjectFolder;
let uploads: Uploads;
let quota: Quota;
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'feepath-test-'));
  folder = await openObjectFolder(base, { now: () => new Date() });
  uploads = openUploads(folder);
  quota = createQuota(folder, uploads, { bytes: 100, objects: 5, openUploads: 2 });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function payload(size: number): Payload {
  const bytes = Buffer.alloc(size);
  const hash = (name: string) => createHash(name).update(bytes).digest('hex');
  return {
    size,
    bytes: (async function* () {
      yield bytes;
    })(),
    digests: () => ({ size, md5: hash('md5'), sha256: hash('sha256') }),
  };
}
const put = (key: string, size: number) =>
  quota.withBytes(key, size, () => folder.put(key, 'image/png', payload(size)));
const outcomes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map(({ status }) => status).sort();

it('the quota of a loan counts its stored objects and the parts of its open uploads', async () => {
  const { id } = await quota.withUpload('private/L/pan/1', () =>
    uploads.create('private/L/pan/1', 'image/png'),
  );
  await quota.withBytes('private/L/pan/1', 60, () => uploads.putPart(id, 'private/L/pan/1', 1, payload(60)));
  await put('private/L/pan/2', 40);
  await expect(put('private/L/pan/3', 1)).rejects.toMatchObject({ code: 'EntityTooLarge' });
  await put('private/M/pan/3', 100);
  await folder.remove('private/L/pan/2');
  await put('private/L/pan/3', 40);
});

it('the quota counts uploads in progress, so that simultaneous calls cannot exceed it', async () => {
  const calls = Array.from({ length: 4 }, (_, n) => put(`private/L/pan/${n}`, 40));
  expect(await outcomes(calls)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
});

it('the quota limits the open uploads of a loan, and a list contains only those of its loan', async () => {
  const open = (key: string) => quota.withUpload(key, () => uploads.create(key, 'image/png'));
  const calls = [1, 2, 3, 4].map((n) => open(`private/L/pan/${n}`));
  expect(await outcomes(calls)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  await open('private/M/pan/1');
  expect(await uploads.list('private/L/')).toHaveLength(2);
  expect(await uploads.list('')).toHaveLength(3);
});

it('the quota limits the number of objects', async () => {
  for (let n = 0; n < 5; n += 1) await put(`private/L/pan/${n}`, 1);
  await expect(put('private/L/pan/5', 1)).rejects.toMatchObject({ code: 'EntityTooLarge' });
});

it('simultaneous parts cannot make an object that is too large', async () => {
  const key = 'private/L/pan/1';
  const { id } = await uploads.create(key, 'image/png');
  const parts = [1, 2, 3].map((number) => uploads.putPart(id, key, number, payload(sizeLimits.object / 2)));
  expect(await outcomes(parts)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});
