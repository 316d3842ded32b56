/** The app's storage in a page, for the tests of one file: against their own server, or through a line that can be cut. */
import { ListObjectsV2Command, ListPartsCommand, S3Client } from '@aws-sdk/client-s3';
import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { StorageCredentials } from '../../../domain/values/wire.ts';
import { browserForFile, type Screen } from '../../support/browser.ts';
import { raman } from './fixtures.ts';
import { newLoan } from './loans.ts';
import {
  type StoragePage,
  bundleStoragePage,
  type NetworkProxy,
  openStoragePage,
  openNetworkProxy,
} from './storage.ts';
import type { File, StoragePageOptions } from './storage-page.ts';
import { type CreatedLoan, testAppForFile } from './test-app.ts';

// Amazon's client says in every run from which year on it will want another Node; its version here is fixed.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

export const MiB = 1024 * 1024;

const inPage = <T, Given>(page: Page, act: (storagePage: StoragePage, given: Given) => T, given: Given) =>
  page.evaluate<Awaited<T>>(`(${act})(globalThis.storagePage, ${JSON.stringify(given)})`);

/** The conditions by which a call is matched to an operation of the store. */
export const isFor = {
  createMultipartUpload: (call: Request) => call.method() === 'POST' && call.url().endsWith('?uploads'),
  uploadPart: (call: Request) => call.method() === 'PUT' && call.url().includes('partNumber='),
  completeMultipartUpload: (call: Request) => call.method() === 'POST' && call.url().includes('uploadId='),
};

/** The pages of a browser that is as wrong about the time from now on; in milliseconds. */
export const setClockAhead = (context: BrowserContext, ahead: number): Promise<unknown> =>
  context.addInitScript((ms) => {
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given: [] | [number]) {
        if (given.length > 0) super(...(given as [number]));
        else super(Right.now() + ms);
      }
      static override now = () => Right.now() + ms;
    } as DateConstructor;
  }, ahead);

/** Registers the set-up of the file's tests. */
export function storageForFile() {
  let passed = 0;
  /** Lets time pass for the server. */
  const pass = (ms: number) => (passed += ms);
  const browser = browserForFile();
  const testApp = testAppForFile({ clock: { now: () => new Date(Date.now() + passed) } });

  let script = '';
  let screen: Screen;
  let line: NetworkProxy;
  let network: CDPSession;

  beforeAll(async () => {
    script = await bundleStoragePage();
    line = await openNetworkProxy(Number(new URL(testApp().url).port));
    screen = await (await browser()).desktop('storage');
    network = await screen.context.newCDPSession(screen.page);
  });
  afterAll(async () => {
    await screen?.done();
    line?.close();
  });
  beforeEach(async () => {
    passed = 0;
    testApp().faults.disarmAll();
    line.restore();
    await limitUpload(Infinity);
  });

  /** Limits the page's upload to a number of MiB per second, so that tests can act during an upload. */
  async function limitUpload(rate: number): Promise<void> {
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: rate === Infinity ? -1 : rate * MiB,
    });
  }

  /** A loan's storage in the page, at the server or at a line to it. */
  async function openStorage({
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
      /** Opens the page again, as it was. */
      reload: open,
      run: <T>(act: (storagePage: StoragePage) => T) => inPage(page, act, null),
      runWith: <T, Given>(given: Given, act: (storagePage: StoragePage, given: Given) => T) =>
        inPage(page, act, given),
      put: (file: File, stopAt?: number) =>
        inPage(page, (storagePage, [one, at]) => storagePage.put(one, at ?? undefined), [
          file,
          stopAt,
        ] as const),
      readLeft: () => leftOf(loan),
      /** Returns whether the stored content has the same bytes as the file. */
      isStoredWhole: (file: File) =>
        inPage(
          page,
          async (storagePage, one) => {
            const got = await storagePage.storage.get({ level: 'private', key: one.key });
            if (got.kind !== 'ok') return false;
            const { digest } = await storagePage.fetched(got.value.address);
            return digest === (await storagePage.digestOf(one));
          },
          file,
        ),
    };
  }

  /** Returns the store's objects and uploads of a loan. */
  async function leftOf(loan: CreatedLoan) {
    const { objects, uploads } = await look(loan);
    return { objects: objects.map(({ Key }) => Key), uploads: uploads.map(({ key }) => key) };
  }

  /** The same: the objects asked with the AWS SDK, the uploads read in the store. */
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
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    const Prefix = `private/${loanId}/`;
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    return { client, Bucket, objects: Contents, uploads: await testApp().uploadsBelow(Prefix) };
  }

  /** The numbers of the parts that the store has of the only upload under way. */
  async function partsOf(loan: CreatedLoan, Key: string) {
    const { client, Bucket, uploads } = await look(loan);
    const UploadId = uploads.find(({ key }) => key === Key)?.id;
    if (!UploadId) return [];
    const { Parts = [] } = await client.send(new ListPartsCommand({ Bucket, Key, UploadId }));
    return Parts.map(({ PartNumber }) => PartNumber);
  }

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

  return {
    browser,
    testApp,
    pass,
    limitUpload,
    openStorage,
    partsOf,
    countOf,
    screen: () => screen,
    line: () => line,
  };
}
