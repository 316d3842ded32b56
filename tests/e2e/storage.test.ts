/**
 * The app's storage in a real browser, against the real server: what is sent, what is taken up again, and what stays
 * behind. Where the store is comes from the answer with the credentials alone.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import { eventually } from './support/eventually.ts';
import { raman } from './support/fixtures.ts';
import { newLoan } from './support/loans.ts';
import { isFor, MiB, setClockAhead, storageForFile } from './support/storage-for-file.ts';
import type { File } from './support/storage-page.ts';
import type { TestApp } from './support/test-app.ts';

const { browser, testApp, pass, limitUpload, openStorage, partsOf, countOf, screen, line } = storageForFile();

/** Another store than ours has no switches, and no clock that a test sets. */
const isOurs = !process.env.S3_BUCKET;

const nothingLeft = { objects: [], uploads: [] };
const fileOf = (size: number, more: Partial<File> = {}): File => ({
  key: `bank/${randomUUID()}`,
  size,
  ...more,
});

const arm: TestApp['faults']['arm'] = (fault) => testApp().faults.arm(fault);
const always = 1000;

describe('a file', () => {
  test('of 1 MiB is put, listed, read and removed', async () => {
    const { loan, put, runWith, readLeft } = await openStorage();
    const file = fileOf(MiB);
    const key = `private/${loan.loanId}/${file.key}`;
    const { stored, percents } = await put(file);
    expect(stored).toEqual({
      kind: 'ok',
      value: { key, eTag: expect.stringMatching(/^[0-9a-f]{32,64}$/) },
    });
    expect(percents.at(-1)).toBe(100);

    const listed = await runWith(file, (storagePage) =>
      storagePage.storage.list({ level: 'private', key: 'bank/' }),
    );
    const eTag = stored.kind === 'ok' ? stored.value.eTag : '';
    expect(listed).toEqual({
      kind: 'ok',
      value: [{ key, eTag, lastModified: expect.any(String), size: MiB }],
    });
    const at = listed.kind === 'ok' ? Date.parse(listed.value[0]?.lastModified ?? '') : 0;
    expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);

    const got = await runWith(file, async (storagePage, one) => {
      const got = await storagePage.storage.get({ level: 'private', key: one.key });
      if (got.kind !== 'ok') return got;
      const ends = Math.round((Date.parse(got.value.expiresAt) - Date.now()) / 1000);
      return {
        ...(await storagePage.fetched(got.value.address)),
        isSame: await storagePage.digestOf(one),
        ends,
      };
    });
    expect(got).toMatchObject({ status: 200, size: MiB, digest: 'isSame' in got ? got.isSame : '' });
    expect('ends' in got ? got.ends : 0).toBeCloseTo(limits.storage.signedUrlSeconds, -1);

    const removed = await runWith(file, (storagePage, one) =>
      storagePage.storage.remove({ level: 'private', key: one.key }),
    );
    expect(removed).toEqual({ kind: 'ok', value: null });
    expect(await readLeft()).toEqual(nothingLeft);
  });

  test('of 12 MiB is sent in parts and reports its progress', async () => {
    const { put, isStoredWhole } = await openStorage();
    const file = fileOf(12 * MiB);
    await limitUpload(12);
    const { stored, percents } = await put(file);
    expect(stored).toMatchObject({ kind: 'ok' });
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
    expect(await isStoredWhole(file)).toBe(true);
  });
});

describe('access to the storage', () => {
  test('is refused by the store for another identity', async () => {
    const other = await newLoan(testApp(), raman);
    const { put, run } = await openStorage({ credentialsOverride: { identity: other.loanId } });
    const refused = { kind: 'refused', status: 403, code: 'AccessDenied' };
    expect((await put(fileOf(MiB))).stored).toEqual(refused);
    expect((await put(fileOf(6 * MiB))).stored).toEqual(refused);
    expect(await run((storagePage) => storagePage.storage.list({ level: 'private', key: '' }))).toEqual(
      refused,
    );
    expect(await run((storagePage) => storagePage.storage.remove({ level: 'private', key: 'one' }))).toEqual(
      refused,
    );
    expect((await put(fileOf(MiB, { level: 'public' }))).stored).toEqual(refused);
    expect((await put(fileOf(MiB, { level: 'protected' }))).stored).toEqual(refused);
  });

  test('has no credentials without the token of the loan', async () => {
    const { put, run } = await openStorage({ token: 'wrong' });
    const none = { kind: 'failed', fault: 'noCredentials' };
    expect((await put(fileOf(MiB))).stored).toEqual(none);
    expect(await run((storagePage) => storagePage.storage.get({ key: 'one' }))).toEqual(none);
  });

  test('has no plugin for another provider or an unsafe endpoint', async () => {
    for (const credentialsOverride of [{ provider: 'AzureBlob' }, { endpoint: 'http://store.example' }]) {
      const { put } = await openStorage({ credentialsOverride });
      expect((await put(fileOf(MiB))).stored).toEqual({ kind: 'failed', fault: 'noProvider' });
    }
  });

  test.runIf(isOurs)('is refused for an address that has expired', async () => {
    const { put, runWith } = await openStorage();
    const file = fileOf(1000);
    await put(file);
    const address = await runWith(file, async (storagePage, one) => {
      const got = await storagePage.storage.get({ level: 'private', key: one.key }, 30);
      return got.kind === 'ok' ? got.value.address : '';
    });
    const statusOf = () =>
      runWith(address, async (storagePage, at) => (await storagePage.fetched(at)).status);
    expect(await statusOf()).toBe(200);
    pass(31_000);
    expect(await statusOf()).toBe(403);
  });
});

describe('a cancellation leaves nothing in the store', () => {
  const cancelled = { kind: 'failed', fault: 'cancelled' };

  test.each([
    ['1 MiB at once', MiB, 0],
    ['5 MiB on its way', 5 * MiB, 20],
    ['12 MiB at once', 12 * MiB, 0],
    ['12 MiB on its way', 12 * MiB, 20],
  ])('%s', async (_, size, stopAt) => {
    const { put, readLeft } = await openStorage();
    await limitUpload(8);
    const { stored, percents } = await put(fileOf(size), stopAt);
    expect(stored).toEqual(cancelled);
    expect(percents).not.toContain(100);
    expect(await readLeft()).toEqual(nothingLeft);
  });

  describe.runIf(isOurs)('at any moment', () => {
    test.each([
      ['while it is being created', 'createMultipartUpload', 0],
      ['while four parts are on their way', 'uploadPart', 4],
      ['while it is being completed', 'completeMultipartUpload', 4],
    ] as const)('%s', async (_, operation, parts) => {
      const { runWith, run, readLeft } = await openStorage();
      const sent = countOf('uploadPart');
      arm({ operation, fault: 'held', times: always });
      const met = screen().page.waitForRequest(isFor[operation]);
      await runWith(fileOf(20 * MiB), (storagePage, file) => storagePage.begin(file));
      await met;
      await eventually(sent).toBe(parts);
      await run((storagePage) => storagePage.stop());
      // An upload with an unknown id cannot be aborted yet, so the cancellation has not ended.
      if (parts === 0) expect(await run((storagePage) => storagePage.hasEnded())).toBe(false);
      testApp().faults.disarmAll();
      expect((await run((storagePage) => storagePage.end())).stored).toEqual(cancelled);
      await eventually(readLeft).toEqual(nothingLeft);
      expect(sent()).toBe(parts);
    });

    test('with a report where parts cannot be removed, until they can', async () => {
      const { put, readLeft } = await openStorage();
      const file = fileOf(12 * MiB);
      arm({ operation: 'abortMultipartUpload', fault: 'refused', status: 403, times: always });
      expect((await put(file, 1)).stored).toEqual({ kind: 'failed', fault: 'cleanUpFailed' });
      expect((await readLeft()).uploads).toHaveLength(1);
      testApp().faults.disarmAll();
      expect((await put(file, 0)).stored).toEqual(cancelled);
      expect(await readLeft()).toEqual(nothingLeft);
    });
  });
});

describe.runIf(isOurs)('a line that is lost', () => {
  /** Long enough for the store to answer on a busy machine. */
  const stallMs = 2000;

  const unreachable = { kind: 'unreachable' };

  /** Begins to send three parts, and comes back when a whole one and the small last have arrived, and one stands still. */
  async function midway() {
    const one = await openStorage({ site: line().site });
    const file = fileOf(2 * limits.storage.partBytes + MiB / 2);
    const key = `private/${one.loan.loanId}/${file.key}`;
    line().narrow();
    await one.runWith(file, (storagePage, begun) => storagePage.begin(begun));
    await eventually(() => partsOf(one.loan, key)).toHaveLength(2);
    return { ...one, file, key };
  }

  /** Returns the number of bytes sent twice, including the small overhead of each call. */
  const twice = (file: File) => line().sent() - file.size;

  test('leaves an upload that continues where it was cut', async () => {
    const { file, key, put, run, readLeft } = await midway();
    line().cut();
    expect((await run((storagePage) => storagePage.end())).stored).toEqual(unreachable);
    expect((await put(file)).stored).toEqual(unreachable);
    line().restore();
    const { stored, percents } = await put(file);
    expect(stored).toMatchObject({ kind: 'ok', value: { key } });
    expect(percents[0]).toBeGreaterThan(40);
    expect(twice(file)).toBeLessThan(limits.storage.partBytes);
    expect(await readLeft()).toEqual({ objects: [key], uploads: [] });
  });

  test('leaves an upload that a reloaded page continues hours later', async () => {
    const { file, key, put, reload, readLeft, isStoredWhole } = await midway();
    await reload();
    line().restore();
    // Amplify looks at its own clock.
    await screen().page.evaluate(() => {
      const kept = localStorage.getItem('feepath.uploads') ?? '';
      localStorage.setItem('feepath.uploads', kept.replace(/(lastTouched\W+)\d+/, '$11'));
    });
    const { stored, percents } = await put(file);
    expect(stored).toMatchObject({ kind: 'ok', value: { key } });
    expect(percents[0]).toBeGreaterThan(40);
    expect(twice(file)).toBeLessThan(limits.storage.partBytes);
    expect(await readLeft()).toEqual({ objects: [key], uploads: [] });
    expect(await isStoredWhole(file)).toBe(true);
  });

  test('leaves an upload that starts again for another file of the same name', async () => {
    const { file, key, put, reload, readLeft } = await midway();
    await reload();
    line().restore();
    const other = { ...file, size: file.size - MiB, seed: 2 };
    expect((await put(other)).stored).toMatchObject({ kind: 'ok', value: { key } });
    expect(await readLeft()).toEqual({ objects: [key], uploads: [] });
  });

  test('before the last answer leaves a complete object that is not sent again', async () => {
    const { put, readLeft } = await openStorage({ site: line().site });
    const file = fileOf(12 * MiB);
    arm({ operation: 'completeMultipartUpload', fault: 'lost', times: always });
    expect((await put(file)).stored).toEqual(unreachable);
    testApp().faults.disarmAll();
    line().narrow();
    line().restore();
    expect((await put(file)).stored).toMatchObject({ kind: 'ok' });
    expect(line().sent()).toBeLessThan(100_000);
    expect((await readLeft()).objects).toHaveLength(1);
  });

  test('is detected where nothing is sent and nothing is answered', async () => {
    const { put, run, readLeft, runWith } = await openStorage({ site: line().site, stallMs });
    const file = fileOf(12 * MiB);
    arm({ operation: 'uploadPart', fault: 'held', times: always });
    const met = screen().page.waitForRequest(isFor.uploadPart);
    await runWith(file, (storagePage, begun) => storagePage.begin(begun));
    await met;
    line().freeze();
    expect((await run((storagePage) => storagePage.end())).stored).toEqual(unreachable);
    line().restore();
    testApp().faults.disarmAll();
    expect((await readLeft()).uploads).toHaveLength(1);
    expect((await put(file)).stored).toMatchObject({ kind: 'ok' });
    expect((await readLeft()).uploads).toEqual([]);
  });

  test('is not assumed for a slow connection that answers', async () => {
    const { put } = await openStorage({ stallMs });
    arm({ operation: 'uploadPart', fault: 'slow', ms: 3 * stallMs, times: always });
    expect((await put(fileOf(6 * MiB))).stored).toMatchObject({ kind: 'ok' });
  });
});

describe.runIf(isOurs)('the store', () => {
  test('refuses a part, and the other parts and the whole upload are removed', async () => {
    const { put, readLeft } = await openStorage();
    arm({ operation: 'uploadPart', fault: 'refused', status: 403 });
    arm({ operation: 'uploadPart', fault: 'held', times: always });
    const calledBack = countOf('uploadPart', 'requestfailed');
    expect((await put(fileOf(20 * MiB))).stored).toMatchObject({ kind: 'refused', status: 403 });
    expect(calledBack()).toBe(3);
    testApp().faults.disarmAll();
    await eventually(readLeft).toEqual(nothingLeft);
  });

  test('fails for a moment, and the failed parts are sent again', async () => {
    const { put } = await openStorage();
    arm({ operation: 'uploadPart', fault: 'refused', status: 503, times: 2 });
    expect((await put(fileOf(12 * MiB))).stored).toMatchObject({ kind: 'ok' });
  });

  test('finds the token of four parts expired, and it is renewed once', async () => {
    const { run, runWith } = await openStorage();
    arm({ operation: 'uploadPart', fault: 'held', times: 4 });
    const parts = countOf('uploadPart');
    await runWith(fileOf(20 * MiB), (storagePage, file) => storagePage.begin(file));
    await eventually(parts).toBe(limits.storage.parallelParts);
    const twoHours = 2 * 3_600_000;
    pass(twoHours);
    await runWith(twoHours, (storagePage, ms) => storagePage.setAhead(ms));
    testApp().faults.disarmAll();
    expect((await run((storagePage) => storagePage.end())).stored).toMatchObject({ kind: 'ok' });
    expect(await run((storagePage) => storagePage.credentialRequests())).toBe(2);
  });
});

describe.runIf(isOurs)('a phone whose clock is wrong', () => {
  const hour = 3_600_000;

  test.each([
    { what: 'an hour ahead', off: hour, knows: true },
    { what: 'an hour behind', off: -hour, knows: true },
    { what: 'an hour ahead', off: hour, knows: false },
    { what: 'an hour behind', off: -hour, knows: false },
  ])('by $what; the page knows the server’s time: $knows', async ({ what, off, knows }) => {
    const { page, context, errors, done } = await (await browser()).desktop(`storage, ${what}`);
    await setClockAhead(context, off);
    const { put, runWith } = await openStorage({ page });
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(answer.url());
    });
    await runWith(knows ? -off : 0, (storagePage, ahead) => storagePage.setAhead(ahead));
    const file = fileOf(6 * MiB);
    expect((await put(file)).stored).toMatchObject({ kind: 'ok' });
    expect(refused).toHaveLength(knows ? 0 : 1);
    const statusOf = () =>
      runWith(file, async (storagePage, one) => {
        const got = await storagePage.storage.get({ level: 'private', key: one.key });
        return got.kind === 'ok' && (await storagePage.fetched(got.value.address)).status;
      });
    if (knows) expect(await statusOf()).toBe(200);
    expect(errors).toEqual([]);
    await done();
  });
});
