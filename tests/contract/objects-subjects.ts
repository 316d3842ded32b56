/** The stores that the contract of `Objects` is tested against, and an applicant's client of them. */
import { GetObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { StorageCredentials } from '../../domain/values/wire.ts';
import { openObjects } from '../../server/adapters/index.ts';
import type { Objects } from '../../server/adapters/objects.ts';
import { readConfig, readStoreConfig } from '../../server/config/config.ts';
import { startStore } from '../../packages/object-store/tests/store.ts';

export type OpenSubject = {
  objects: Objects;
  /** Our own, for a store that is embedded there. */
  site: string;
  close: () => Promise<void>;
};

type Subject = {
  name: string;
  open: () => Promise<OpenSubject>;
  /** The number of objects on a page of the store's lists; 0 if it has no pages. */
  pagesHold: number;
};

const embedded: Subject = {
  name: 'the embedded store',
  pagesHold: 0,
  async open() {
    const { store, site, close } = await startStore();
    const config = { ...readConfig({ SANDBOX: '1' }), publicUrl: site };
    return { objects: await openObjects({ config, store }), site, close };
  },
};

/** The variables for tests of another store: the server's own names, prefixed with TEST_. */
const given = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    /^TEST_(S3|STS)_/.test(name) ? [[name.slice('TEST_'.length), value]] : [],
  ),
);

const bucket: Subject = {
  name: 'the bucket of TEST_S3_BUCKET',
  pagesHold: 1000,
  async open() {
    const config = readStoreConfig(given);
    const objects = await openObjects({ config, store: undefined });
    return { objects, site: '', close: async () => objects.close?.() };
  },
};

export const subjects: Subject[] = given.S3_BUCKET ? [embedded, bucket] : [embedded];

/** A client that knows what an applicant's browser knows. */
export const clientOf = (given: StorageCredentials, site: string): S3Client =>
  new S3Client({
    region: given.region,
    ...(given.endpoint !== null && { endpoint: given.endpoint === '/' ? site : given.endpoint }),
    forcePathStyle: given.endpoint !== null,
    maxAttempts: 1,
    credentials: {
      accessKeyId: given.access_key_id,
      secretAccessKey: given.secret_access_key,
      sessionToken: given.session_token,
    },
    // Amplify's client sends none of its own accord, and not every store knows them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/** The text of an object, as its client reads it. */
export const textAt = async (client: S3Client, Bucket: string, Key: string) =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();

/** Returns the outcome of a call: allowed, refused, or the error's text. */
export const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'allowed',
    (error: unknown) => (isRefusal(error) ? 'refused' : String(error)),
  );

/** Returns whether the store refused the call; a store may lack some operations. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return [403, 405, 501].includes(error.$metadata.httpStatusCode ?? 0);
}
