/**
 * The app's storage in a real browser, against the real server: what is sent, what is taken up again, and what stays
 * behind. Where the store is comes from the answer with the credentials alone.
 */
import { randomUUID } from 'node:crypto';
import {
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { CDPSession, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StorageCredentials } from '../../domain/wire.ts';
import { limits } from '../../domain/limits.ts';
import { browserForFile, type Screen } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { raman } from './support/fixtures.ts';
import { newLoan } from './support/loans.ts';
import {
  type StoragePage,
  bundleStoragePage,
  type NetworkProxy,
  openStoragePage,
  openNetworkProxy,
} from './support/storage.ts';
import type { File, StoragePageOptions } from './support/storage-page.ts';
import { type CreatedLoan, type TestApp, testAppForFile } from './support/test-app.ts';

// Amazon's client says in every run from which year on it will want another Node; its version here is fixed.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const MiB = 1024 * 1024;

let passed = 0;
const pass = (ms: number) => (passed += ms);
const browser = browserForFile();
const testApp = testAppForFile({ clock: { now: () => new Date(Date.now() + passed) } });

let script = '';
let screen: Screen;
let line: NetworkProxy;
let network: CDPSession;
const table: [what: string, shown: string][] = [];
const shown = (what: string, facts: unknown) => void table.push([what, String(facts)]);

beforeAll(async () => {
  script = await bundleStoragePage();
  line = await openNetworkProxy(Number(new URL(testApp().url).port));
  screen = await (await browser()).desktop('storage');
  network = await screen.context.newCDPSession(screen.page);
});
afterAll(async () => {
  await screen?.done();
  line?.close();
  const rows = table.map(([what, facts]) => `  ${what.padEnd(48)} ${facts}`);
  process.stdout.write(`Storage, in the browser:\n${rows.join('\n')}\n`);
});
beforeEach(async () => {
  passed = 0;
  testApp().faults.disarmAll();
  line.restore();
  await upload(Infinity);
});

/** So many MiB a second leave the page, so that there is a middle to an upload. */
async function upload(rate: number): Promise<void> {
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: rate === Infinity ? -1 : rate * MiB,
  });
}

/** A loan's storage in the page, at the server or at a line to it. */
async function opened({
  site = testApp().url,
  page = screen.page,
  ...more
}: Partial<StoragePageOptions> & { site?: string; page?: Page } = {}) {
  const loan = await newLoan(testApp(), raman);
  const opening: StoragePageOptions = { key: testApp().key, ...loan, ...more };
  const open = async () => {
    await page.goto(`${site}/`);
    await openStoragePage(page, script, opening);
  };
  await open();
  return {
    loan,
    /** Loads the page anew, as it was. */
    reload: open,
    on: <T>(act: (storagePage: StoragePage) => T) => inPage(page, act, null),
    with: <T, Given>(given: Given, act: (storagePage: StoragePage, given: Given) => T) =>
      inPage(page, act, given),
    put: (file: File, stopAt?: number) =>
      inPage(page, (storagePage, [one, at]) => storagePage.put(one, at ?? undefined), [
        file,
        stopAt,
      ] as const),
    left: () => leftOf(loan),
  };
}

const inPage = <T, Given>(page: Page, act: (storagePage: StoragePage, given: Given) => T, given: Given) =>
  page.evaluate<Awaited<T>>(`(${act})(globalThis.storagePage, ${JSON.stringify(given)})`);

/** What the store has of a loan. */
async function leftOf(loan: CreatedLoan) {
  const { objects, uploads } = await look(loan);
  return { objects: objects.map(({ Key }) => Key), uploads: uploads.map(({ Key }) => Key) };
}

/** The same, asked with the AWS SDK. */
async function look({ loanId, token }: CreatedLoan) {
  const answer = await fetch(`${testApp().url}/dev/api/v2/loan-document/credentials/${loanId}`, {
    method: 'POST',
    headers: { authorization: testApp().key, 'x-auth-type': 'API', 'x-loan-token': token },
  });
  const { result } = (await answer.json()) as { result: StorageCredentials };
  const { endpoint, region, bucket: Bucket, access_key_id, secret_access_key, session_token } = result;
  const site = endpoint === '/' ? testApp().url : endpoint;
  const client = new S3Client({
    region,
    ...(site && { endpoint: site, forcePathStyle: true }),
    credentials: {
      accessKeyId: access_key_id,
      secretAccessKey: secret_access_key,
      sessionToken: session_token,
    },
    systemClockOffset: passed,
  });
  const Prefix = `private/${loanId}/`;
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
  return { client, Bucket, objects: Contents, uploads: Uploads };
}

/** The numbers of the parts that the store has of the only upload under way. */
async function partsOf(loan: CreatedLoan, Key: string) {
  const { client, Bucket, uploads } = await look(loan);
  const UploadId = uploads.find((one) => one.Key === Key)?.UploadId;
  if (!UploadId) return [];
  const { Parts = [] } = await client.send(new ListPartsCommand({ Bucket, Key, UploadId }));
  return Parts.map(({ PartNumber }) => PartNumber);
}

/** Another store than ours has no switches, and no clock that a test sets. */
const isOurs = !process.env.S3_BUCKET;

const nothing = { objects: [], uploads: [] };
const some = (size: number, more: Partial<File> = {}): File => ({
  key: `bank/${randomUUID()}`,
  size,
  ...more,
});

/** How a call is known to be of an operation of the store's. */
const isFor = {
  createMultipartUpload: (call: Request) => call.method() === 'POST' && call.url().endsWith('?uploads'),
  uploadPart: (call: Request) => call.method() === 'PUT' && call.url().includes('partNumber='),
  completeMultipartUpload: (call: Request) => call.method() === 'POST' && call.url().includes('uploadId='),
};

/** Counts the calls of an operation from now on, or those of them that came to nothing. */
function countOf(
  operation: keyof typeof isFor,
  event: 'request' | 'requestfailed' = 'request',
): () => number {
  let count = 0;
  const add = (call: Request) => (count += Number(isFor[operation](call)));
  if (event === 'request') screen.page.on('request', add);
  else screen.page.on('requestfailed', add);
  return () => count;
}

const arm: TestApp['faults']['arm'] = (fault) => testApp().faults.arm(fault);
const always = 1000;

describe('a file', () => {
  test('of 1 MiB is put, listed, read and removed', async () => {
    const { loan, put, with: given, left } = await opened();
    const file = some(MiB);
    const key = `private/${loan.loanId}/${file.key}`;
    const { stored, percents } = await put(file);
    expect(stored).toEqual({
      kind: 'ok',
      value: { key, eTag: expect.stringMatching(/^[0-9a-f]{32,64}$/) },
    });
    expect(percents.at(-1)).toBe(100);

    const listed = await given(file, (storagePage) =>
      storagePage.storage.list({ level: 'private', key: 'bank/' }),
    );
    const eTag = stored.kind === 'ok' ? stored.value.eTag : '';
    expect(listed).toEqual({
      kind: 'ok',
      value: [{ key, eTag, lastModified: expect.any(String), size: MiB }],
    });
    const at = listed.kind === 'ok' ? Date.parse(listed.value[0]?.lastModified ?? '') : 0;
    expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);

    const got = await given(file, async (storagePage, one) => {
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

    const removed = await given(file, (storagePage, one) =>
      storagePage.storage.remove({ level: 'private', key: one.key }),
    );
    expect(removed).toEqual({ kind: 'ok', value: null });
    expect(await left()).toEqual(nothing);
    shown('1 MiB put, listed, read, removed', 'the same bytes, nothing left');
  });

  test('of 12 MiB goes in parts, and tells how much is sent', async () => {
    const { put, with: given } = await opened();
    const file = some(12 * MiB);
    await upload(12);
    const { stored, percents } = await put(file);
    expect(stored).toMatchObject({ kind: 'ok' });
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
    const isSame = await given(file, async (storagePage, one) => {
      const got = await storagePage.storage.get({ level: 'private', key: one.key });
      return (
        got.kind === 'ok' &&
        (await storagePage.fetched(got.value.address)).digest === (await storagePage.digestOf(one))
      );
    });
    expect(isSame).toBe(true);
    shown(
      '12 MiB in parts of 5 MiB',
      `the same bytes; progress ${percents[0]} … 100 in ${percents.length} steps`,
    );
  });
});

describe('who may not, gets', () => {
  test('another identity: refused by the store', async () => {
    const other = await newLoan(testApp(), raman);
    const { put, on } = await opened({ credentialsOverride: { identity: other.loanId } });
    const refused = { kind: 'refused', status: 403, code: 'AccessDenied' };
    expect((await put(some(MiB))).stored).toEqual(refused);
    expect((await put(some(6 * MiB))).stored).toEqual(refused);
    expect(await on((storagePage) => storagePage.storage.list({ level: 'private', key: '' }))).toEqual(
      refused,
    );
    expect(await on((storagePage) => storagePage.storage.remove({ level: 'private', key: 'one' }))).toEqual(
      refused,
    );
    expect((await put(some(MiB, { level: 'public' }))).stored).toEqual(refused);
    expect((await put(some(MiB, { level: 'protected' }))).stored).toEqual(refused);
    shown('another identity, another level', 'refused, 403 AccessDenied');
  });

  test('without the loan’s token: no credentials', async () => {
    const { put, on } = await opened({ token: 'wrong' });
    const none = { kind: 'failed', fault: 'noCredentials' };
    expect((await put(some(MiB))).stored).toEqual(none);
    expect(await on((storagePage) => storagePage.storage.get({ key: 'one' }))).toEqual(none);
    shown('no credentials', 'noCredentials');
  });

  test('of another provider, or at a place that is not safe: no plugin', async () => {
    for (const credentialsOverride of [{ provider: 'AzureBlob' }, { endpoint: 'http://store.example' }]) {
      const { put } = await opened({ credentialsOverride });
      expect((await put(some(MiB))).stored).toEqual({ kind: 'failed', fault: 'noProvider' });
    }
    shown('unknown provider, unsafe endpoint', 'noProvider');
  });

  test.runIf(isOurs)('after its time: an address that opens nothing', async () => {
    const { put, with: given } = await opened();
    const file = some(1000);
    await put(file);
    const address = await given(file, async (storagePage, one) => {
      const got = await storagePage.storage.get({ level: 'private', key: one.key }, 30);
      return got.kind === 'ok' ? got.value.address : '';
    });
    const statusOf = () => given(address, async (storagePage, at) => (await storagePage.fetched(at)).status);
    expect(await statusOf()).toBe(200);
    pass(31_000);
    expect(await statusOf()).toBe(403);
    shown('signed address for 30 s', '200, and 403 after 31 s');
  });
});

describe('the person’s wish to stop leaves nothing', () => {
  const cancelled = { kind: 'failed', fault: 'cancelled' };

  test.each([
    ['1 MiB at once', MiB, 0],
    ['5 MiB on its way', 5 * MiB, 20],
    ['12 MiB at once', 12 * MiB, 0],
    ['12 MiB on its way', 12 * MiB, 20],
  ])('%s', async (what, size, stopAt) => {
    const { put, left } = await opened();
    await upload(8);
    const { stored, percents } = await put(some(size), stopAt);
    expect(stored).toEqual(cancelled);
    expect(percents).not.toContain(100);
    expect(await left()).toEqual(nothing);
    shown(`cancelled: ${what}`, `at ${percents.at(-1) ?? 0} %; no object, no parts`);
  });

  describe.runIf(isOurs)('at any moment', () => {
    test.each([
      ['while it is being created', 'createMultipartUpload', 0],
      ['while four parts are on their way', 'uploadPart', 4],
      ['while it is being completed', 'completeMultipartUpload', 4],
    ] as const)('%s', async (what, operation, parts) => {
      const { with: given, on, left } = await opened();
      const sent = countOf('uploadPart');
      arm({ operation, fault: 'held', times: always });
      const met = screen.page.waitForRequest(isFor[operation]);
      await given(some(20 * MiB), (storagePage, file) => storagePage.begin(file));
      await met;
      await eventually(sent).toBe(parts);
      await on((storagePage) => storagePage.stop());
      // Nobody could take away an upload whose id is not known.
      if (parts === 0) expect(await on((storagePage) => storagePage.hasEnded())).toBe(false);
      testApp().faults.disarmAll();
      expect((await on((storagePage) => storagePage.end())).stored).toEqual(cancelled);
      await eventually(left).toEqual(nothing);
      expect(sent()).toBe(parts);
      shown(`cancelled ${what}`, 'no object, no parts');
    });

    test('and says so where the parts could not be taken away, until they can', async () => {
      const { put, left } = await opened();
      const file = some(12 * MiB);
      arm({ operation: 'abortMultipartUpload', fault: 'refused', status: 403, times: always });
      expect((await put(file, 1)).stored).toEqual({ kind: 'failed', fault: 'cleanUpFailed' });
      expect((await left()).uploads).toHaveLength(1);
      testApp().faults.disarmAll();
      expect((await put(file, 0)).stored).toEqual(cancelled);
      expect(await left()).toEqual(nothing);
      shown('clean-up refused by the store', 'cleanUpFailed; a later cancel cleans up');
    });
  });
});

describe.runIf(isOurs)('a line that is lost', () => {
  /** Long enough for the store to answer on a busy machine. */
  const stallMs = 2000;

  const unreachable = { kind: 'unreachable' };

  /** Begins to send three parts, and comes back when a whole one and the small last have arrived, and one stands still. */
  async function midway() {
    const one = await opened({ site: line.site });
    const file = some(2 * limits.storage.partBytes + MiB / 2);
    const key = `private/${one.loan.loanId}/${file.key}`;
    line.narrow();
    await one.with(file, (storagePage, begun) => storagePage.begin(begun));
    await eventually(() => partsOf(one.loan, key)).toHaveLength(2);
    return { ...one, file, key };
  }

  /** How much was sent twice, with the little that every call has beside. */
  const twice = (file: File) => line.sent() - file.size;

  test('is taken up where it was cut', async () => {
    const { file, key, put, on, left } = await midway();
    line.cut();
    expect((await on((storagePage) => storagePage.end())).stored).toEqual(unreachable);
    expect((await put(file)).stored).toEqual(unreachable);
    line.restore();
    const { stored, percents } = await put(file);
    expect(stored).toMatchObject({ kind: 'ok', value: { key } });
    expect(percents[0]).toBeGreaterThan(40);
    expect(twice(file)).toBeLessThan(limits.storage.partBytes);
    expect(await left()).toEqual({ objects: [key], uploads: [] });
    shown('line cut midway in 10.5 MiB, taken up', `${mib(twice(file))} MiB sent twice`);
  });

  test('is taken up by a page that is loaded anew, hours later', async () => {
    const { file, key, put, reload, left, with: given } = await midway();
    await reload();
    line.restore();
    // Amplify looks at its own clock.
    await screen.page.evaluate(() => {
      const kept = localStorage.getItem('feepath.uploads') ?? '';
      localStorage.setItem('feepath.uploads', kept.replace(/(lastTouched\W+)\d+/, '$11'));
    });
    const { stored, percents } = await put(file);
    expect(stored).toMatchObject({ kind: 'ok', value: { key } });
    expect(percents[0]).toBeGreaterThan(40);
    expect(twice(file)).toBeLessThan(limits.storage.partBytes);
    expect(await left()).toEqual({ objects: [key], uploads: [] });
    const isSame = await given(file, async (storagePage, one) => {
      const got = await storagePage.storage.get({ level: 'private', key: one.key });
      return (
        got.kind === 'ok' &&
        (await storagePage.fetched(got.value.address)).digest === (await storagePage.digestOf(one))
      );
    });
    expect(isSame).toBe(true);
    shown('page reloaded midway in 10.5 MiB, taken up', `${mib(twice(file))} MiB sent twice`);
  });

  test('and found again for another file of that name: all of it goes anew', async () => {
    const { file, key, put, reload, left } = await midway();
    await reload();
    line.restore();
    const other = { ...file, size: file.size - MiB, seed: 2 };
    expect((await put(other)).stored).toMatchObject({ kind: 'ok', value: { key } });
    expect(await left()).toEqual({ objects: [key], uploads: [] });
  });

  test('with the last answer: the object is there and is not sent again', async () => {
    const { put, left } = await opened({ site: line.site });
    const file = some(12 * MiB);
    arm({ operation: 'completeMultipartUpload', fault: 'lost', times: always });
    expect((await put(file)).stored).toEqual(unreachable);
    testApp().faults.disarmAll();
    line.narrow();
    line.restore();
    expect((await put(file)).stored).toMatchObject({ kind: 'ok' });
    expect(line.sent()).toBeLessThan(100_000);
    expect((await left()).objects).toHaveLength(1);
    shown(
      'every answer to the completion lost',
      `${Math.round(line.sent() / 1000)} kB, and the object is found`,
    );
  });

  test('on which nothing moves, and nothing is answered, counts as lost', async () => {
    const { put, on, left, with: given } = await opened({ site: line.site, stallMs });
    const file = some(12 * MiB);
    arm({ operation: 'uploadPart', fault: 'held', times: always });
    const met = screen.page.waitForRequest(isFor.uploadPart);
    await given(file, (storagePage, begun) => storagePage.begin(begun));
    await met;
    line.freeze();
    expect((await on((storagePage) => storagePage.end())).stored).toEqual(unreachable);
    line.restore();
    testApp().faults.disarmAll();
    expect((await left()).uploads).toHaveLength(1);
    expect((await put(file)).stored).toMatchObject({ kind: 'ok' });
    expect((await left()).uploads).toEqual([]);
    shown('line frozen in 12 MiB', 'unreachable, taken up');
  });

  test('that is slow, and answers, does not', async () => {
    const { put } = await opened({ stallMs });
    arm({ operation: 'uploadPart', fault: 'slow', ms: 3 * stallMs, times: always });
    expect((await put(some(6 * MiB))).stored).toMatchObject({ kind: 'ok' });
    shown('nothing moved for three times the stall timeout', 'the store was asked, and it was stored');
  });
});

describe.runIf(isOurs)('the store', () => {
  test('refuses a part: the others are called back, and the whole upload is taken away', async () => {
    const { put, left } = await opened();
    arm({ operation: 'uploadPart', fault: 'refused', status: 403 });
    arm({ operation: 'uploadPart', fault: 'held', times: always });
    const calledBack = countOf('uploadPart', 'requestfailed');
    expect((await put(some(20 * MiB))).stored).toMatchObject({ kind: 'refused', status: 403 });
    expect(calledBack()).toBe(3);
    testApp().faults.disarmAll();
    await eventually(left).toEqual(nothing);
    shown('one of four parts refused', 'refused 403, three called back; no object, no parts');
  });

  test('fails for a moment: what failed is tried again', async () => {
    const { put } = await opened();
    arm({ operation: 'uploadPart', fault: 'refused', status: 503, times: 2 });
    expect((await put(some(12 * MiB))).stored).toMatchObject({ kind: 'ok' });
    shown('503 twice', 'tried again, stored');
  });

  test('finds the token of four parts expired: it is renewed once', async () => {
    const { on, with: given } = await opened();
    arm({ operation: 'uploadPart', fault: 'held', times: 4 });
    const parts = countOf('uploadPart');
    await given(some(20 * MiB), (storagePage, file) => storagePage.begin(file));
    await eventually(parts).toBe(limits.storage.parallelParts);
    const twoHours = 2 * 3_600_000;
    pass(twoHours);
    await given(twoHours, (storagePage, ms) => storagePage.setAhead(ms));
    testApp().faults.disarmAll();
    expect((await on((storagePage) => storagePage.end())).stored).toMatchObject({ kind: 'ok' });
    expect(await on((storagePage) => storagePage.credentialRequests())).toBe(2);
    shown('four parts found the token expired', 'one renewal, stored');
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
    await context.addInitScript((ms) => {
      const Right = Date;
      globalThis.Date = class extends Right {
        constructor(...given: [] | [number]) {
          if (given.length > 0) super(...(given as [number]));
          else super(Right.now() + ms);
        }
        static override now = () => Right.now() + ms;
      } as DateConstructor;
    }, off);
    const { put, with: given } = await opened({ page });
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(answer.url());
    });
    await given(knows ? -off : 0, (storagePage, ahead) => storagePage.setAhead(ahead));
    const file = some(6 * MiB);
    expect((await put(file)).stored).toMatchObject({ kind: 'ok' });
    expect(refused).toHaveLength(knows ? 0 : 1);
    const statusOf = () =>
      given(file, async (storagePage, one) => {
        const got = await storagePage.storage.get({ level: 'private', key: one.key });
        return got.kind === 'ok' && (await storagePage.fetched(got.value.address)).status;
      });
    if (knows) expect(await statusOf()).toBe(200);
    expect(errors).toEqual([]);
    await done();
    const cost = knows ? 'read; nothing refused' : 'the first call was refused, none after it';
    shown(`the phone’s clock ${what}`, `stored; ${cost}`);
  });
});

const mib = (bytes: number) => (bytes / MiB).toFixed(2);
