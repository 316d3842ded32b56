/** Several processes share one folder; each has its own locks in memory, as two stores over the folder have here. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openObjectFolder } from './folder.ts';
import type { Payload } from './payload.ts';
import { openUploads, type Uploads } from './uploads.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'feepath-test-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const openStore = async () => {
  const folder = await openObjectFolder(base, { now: () => new Date() });
  return { folder, uploads: openUploads(folder) };
};

function payload(text: string): Payload {
  const bytes = Buffer.from(text);
  const hash = (name: string) => createHash(name).update(bytes).digest('hex');
  return {
    size: bytes.length,
    bytes: (async function* () {
      yield bytes;
    })(),
    digests: () => ({ size: bytes.length, md5: hash('md5'), sha256: hash('sha256') }),
  };
}

it('two processes can complete one upload at any relative time', async () => {
  const [one, other] = [await openStore(), await openStore()];
  // More turns of the event loop than a completion takes.
  for (let turns = 0; turns < 60; turns += 1) {
    const key = `private/L/pan/${turns}`;
    const { id } = await one.uploads.create(key, 'image/png');
    const { eTag } = await one.uploads.putPart(id, key, 1, payload(`part ${turns}`));
    const complete = ({ complete }: Uploads) => complete(id, key, [{ number: 1, eTag }]);
    const first = complete(one.uploads);
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    const made = await Promise.all([first, complete(other.uploads)]);
    expect(new Set(made.map((entry) => entry.eTag)).size).toBe(1);
    const opened = await other.folder.open(key);
    expect(await opened?.content.readFile('utf8')).toBe(`part ${turns}`);
    await opened?.content.close();
    expect(await other.uploads.list('private/L/')).toEqual([]);
  }
});
