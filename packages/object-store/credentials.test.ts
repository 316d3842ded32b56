import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadOrCreateObjectsKey } from './credentials.ts';

const settings = { objectsKey: undefined, dataDir: '' };

it('simultaneous calls create one key, which only the server can read', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'feepath-key-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const folder = join(dataDir, 'made', 'too');
  const keys = await Promise.all(
    Array.from({ length: 8 }, () => loadOrCreateObjectsKey({ ...settings, dataDir: folder })),
  );
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\w-]{43}$/);
  expect(await loadOrCreateObjectsKey({ ...settings, dataDir: folder })).toBe(keys[0]);
  expect(readdirSync(folder)).toEqual(['objects.key']);
  expect(statSync(join(folder, 'objects.key')).mode & 0o777).toBe(0o600);
});

it('OBJECTS_KEY is the key where it is set', async () => {
  const objectsKey = 'x'.repeat(32);
  expect(await loadOrCreateObjectsKey({ ...settings, objectsKey })).toBe(objectsKey);
});
