/** The object store as the whole server serves it, and its fault switches. */
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { issueCredentials, loanPrincipal } from '../../packages/object-store/credentials.ts';
import { bucketLocation } from '../../packages/object-store/object-keys.ts';
import { readConfig } from '../../server/config/config.ts';
import { createLog } from '../../server/platform/log.ts';
import { startServer } from '../../server/app/start.ts';
import { embedded, type TestDatabase } from '../support/databases.ts';
import { freePort } from '../support/ports.ts';
import { newLoan } from '../../packages/object-store/tests/store.ts';

const OBJECTS_KEY = 'a key of the tests, of thirty-two characters or more';
const Bucket = bucketLocation.bucket;
const loan = newLoan();
const Key = `private/${loan}/receipt.pdf`;
const database = embedded();

let server: Awaited<ReturnType<typeof start>>;
let client: S3Client;

beforeAll(async () => {
  server = await start(database, { OBJECTS_KEY });
  const own = issueCredentials(OBJECTS_KEY, loanPrincipal(loan), new Date());
  client = new S3Client({
    endpoint: `${server.url}${bucketLocation.base}`,
    region: bucketLocation.region,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: own.accessKeyId,
      secretAccessKey: own.secret,
      sessionToken: own.sessionToken,
    },
  });
});
afterAll(async () => {
  await server?.close(1000);
  await database.drop();
});

it('puts and gets, under the headers of the whole server', async () => {
  await client.send(new PutObjectCommand({ Bucket, Key, Body: 'bytes' }));
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  expect(await Body?.transformToString()).toBe('bytes');
  const answer = await fetch(`${server.url}${bucketLocation.base}/${Bucket}/${Key}`);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain('<Code>AccessDenied</Code>');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

it('is cut by a switch before it stores, and after', async () => {
  const put = (Body: string) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
  const stored = async () =>
    (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
  await put('first');
  await arm('cut');
  await expect(put('second')).rejects.toThrow();
  expect(await stored()).toBe('first');
  await arm('lost');
  await expect(put('third')).rejects.toThrow();
  expect(await stored()).toBe('third');
});

it('is not there where documents lie in a bucket', async () => {
  const bucket = createServer(emptyBucket);
  const port = await freePort();
  await new Promise<void>((listening) => bucket.listen(port, '127.0.0.1', listening));
  const own = embedded();
  onTestFinished(() => own.drop());
  const other = await start(own, {
    S3_BUCKET: Bucket,
    S3_REGION: bucketLocation.region,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  try {
    const answer = await fetch(`${other.url}${bucketLocation.base}/${Bucket}/${Key}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('<Code>');
    expect(existsSync(join(own.dataDir, 'objects', 'store'))).toBe(false);
  } finally {
    await other.close(1000);
    bucket.close();
  }
});

/** A bucket with nothing in it, which takes everything. */
const emptyBucket: RequestListener = (request, response) => {
  request.resume();
  const listing = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
  if (request.method === 'GET' && request.url?.includes('list-type=2')) response.end(listing);
  else response.writeHead(request.method === 'PUT' ? 200 : 404).end();
};

function start({ dataDir, env: ofDatabase }: TestDatabase, env: Record<string, string>) {
  const common = { SANDBOX: '1', NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir };
  return startServer(readConfig({ ...common, ...ofDatabase, ...env }), { log: createLog('off') });
}

async function arm(fault: string): Promise<void> {
  const answer = await fetch(`${server.url}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'putObject', fault }),
  });
  expect(answer.status).toBe(200);
}
