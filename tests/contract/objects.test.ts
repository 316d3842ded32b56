/** Amazon's own client speaks with the store as with any other that speaks S3. */
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { presignedUrl } from '../../server/objects/presigned-urls.ts';
import { loanPrincipal, staffPrincipal } from '../../server/objects/credentials.ts';
import { bucketLocation } from '../../server/objects/bucket-location.ts';
import { newLoan, pathOf, startStore, type TestStore } from './objects-store.ts';

const MiB = 1024 * 1024;
const Bucket = bucketLocation.bucket;

let server: TestStore;
beforeAll(async () => {
  server = await startStore();
});
afterAll(() => server.close());

/** A client of a loan of its own. */
function loanClient() {
  const loan = newLoan();
  const client = server.client(server.credentials(loanPrincipal(loan)));
  return { client, loan, keyOf: (name: string) => `private/${loan}/${name}` };
}

describe('one object', () => {
  it('of 1 MiB is put, told of, read, read in part, and removed', async () => {
    const { client, keyOf } = loanClient();
    const Key = keyOf("fee receipt (1)+ë'.pdf");
    const Body = randomBytes(MiB);
    const put = await client.send(
      new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/pdf' }),
    );
    expect(put.ETag).toBe(`"${md5(Body)}"`);
    expect(put.ChecksumCRC32).toBeDefined();

    const head = await client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({ ContentLength: MiB, ContentType: 'application/pdf', ETag: put.ETag });
    expect(Math.abs((head.LastModified?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);

    expect(md5(await read(client, Key))).toBe(md5(Body));
    const part = await client.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=1000-1999' }));
    expect(part.ContentRange).toBe(`bytes 1000-1999/${MiB}`);
    expect(await bytesOf(part.Body)).toEqual(Body.subarray(1000, 2000));
    const end = await client.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=-7' }));
    expect(await bytesOf(end.Body)).toEqual(Body.subarray(-7));
    const same = client.send(new GetObjectCommand({ Bucket, Key, IfNoneMatch: put.ETag ?? '' }));
    await expect(same).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });

    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    await expect(client.send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    });
    await expect(client.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'NotFound',
    });
  });

  it('may be empty, and may come as a stream whose sum follows it', async () => {
    const { client, keyOf } = loanClient();
    const empty = await client.send(new PutObjectCommand({ Bucket, Key: keyOf('empty'), Body: '' }));
    expect(empty.ETag).toBe('"d41d8cd98f00b204e9800998ecf8427e"');
    expect(await read(client, keyOf('empty'))).toEqual(Buffer.alloc(0));

    const pieces = [randomBytes(70_000), randomBytes(1), randomBytes(200_000)];
    const whole = Buffer.concat(pieces);
    await client.send(
      new PutObjectCommand({
        Bucket,
        Key: keyOf('stream'),
        Body: Readable.from(pieces),
        ContentLength: whole.length,
      }),
    );
    expect(md5(await read(client, keyOf('stream')))).toBe(md5(whole));
  });

  it.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const)('may come with a sum by %s', async (algorithm) => {
    const { client, keyOf } = loanClient();
    const Key = keyOf(algorithm);
    const Body = randomBytes(1000);
    const put = await client.send(new PutObjectCommand({ Bucket, Key, Body, ChecksumAlgorithm: algorithm }));
    expect(put[`Checksum${algorithm}`]).toBeTruthy();
    expect(await read(client, Key)).toEqual(Body);
  });

  it('is overwritten whole, and not at all where it must be new', async () => {
    const { client, keyOf } = loanClient();
    const Key = keyOf('receipt.png');
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'first', IfNoneMatch: '*' }));
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'second' }));
    const third = client.send(new PutObjectCommand({ Bucket, Key, Body: 'third', IfNoneMatch: '*' }));
    await expect(third).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect((await read(client, Key)).toString()).toBe('second');
    const inStore = (folder: string) => server.state().filter((line) => line.startsWith(`${folder}/`)).length;
    expect(inStore('contents')).toBe(inStore('entries'));
  });
});

describe('a list', () => {
  it('comes in pages, in the order of bytes, and grouped', async () => {
    const { client, loan, keyOf } = loanClient();
    const names = ['a/1', 'a/2', 'b', 'c/1', 'd&<e>', 'é', '\u{1f600}', '｡'];
    for (const name of names) {
      await client.send(new PutObjectCommand({ Bucket, Key: keyOf(name), Body: name }));
    }
    const Prefix = `private/${loan}/`;
    const keys: (string | undefined)[] = [];
    let token: string | undefined;
    let pages = 0;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 3, ContinuationToken: token }),
      );
      expect(page.KeyCount).toBe(page.Contents?.length);
      keys.push(...(page.Contents ?? []).map(({ Key }) => Key));
      token = page.NextContinuationToken;
      pages += 1;
    } while (token);
    expect(pages).toBe(3);
    expect(keys).toEqual(names.map(keyOf).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));

    const grouped = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix, Delimiter: '/', MaxKeys: 2 }),
    );
    expect(grouped.CommonPrefixes).toEqual([{ Prefix: keyOf('a/') }]);
    expect(grouped.Contents?.map(({ Key, Size, ETag }) => ({ Key, Size, ETag }))).toEqual([
      { Key: keyOf('b'), Size: 1, ETag: `"${md5(Buffer.from('b'))}"` },
    ]);
    const rest = await client.send(
      new ListObjectsV2Command({
        Bucket,
        Prefix,
        Delimiter: '/',
        ContinuationToken: grouped.NextContinuationToken,
        EncodingType: 'url',
      }),
    );
    expect(rest.CommonPrefixes).toEqual([{ Prefix: keyOf('c/') }]);
    expect(rest.Contents?.[0]?.Key).toBe(keyOf('d%26%3Ce%3E'));
    expect(rest.IsTruncated).toBe(false);
  });
});

describe('an upload in parts', () => {
  it('of 12 MiB goes with progress, and leaves nothing but the object', async () => {
    const { client, keyOf, loan } = loanClient();
    const Key = keyOf('statement.pdf');
    const Body = randomBytes(12 * MiB);
    const upload = new Upload({ client, params: { Bucket, Key, Body }, partSize: 5 * MiB, queueSize: 4 });
    const loaded: number[] = [];
    upload.on('httpUploadProgress', (progress) => loaded.push(progress.loaded ?? 0));
    const done = await upload.done();
    expect(loaded).toHaveLength(3);
    expect(Math.max(...loaded)).toBe(12 * MiB);
    expect(done.ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    expect(md5(await read(client, Key))).toBe(md5(Body));
    const entry = await server.store.folder.find(Key);
    expect(entry?.sha256).toBe(createHash('sha256').update(Body).digest('hex'));
    expect(await server.store.uploads.list(`private/${loan}/`)).toEqual([]);
    expect(server.state().filter((line) => /^(drafts|uploads)\//.test(line))).toEqual([]);
  });

  it('tells its parts, takes a part again, and completes more than once', async () => {
    const { client, keyOf, loan } = loanClient();
    const Key = keyOf('parts');
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'image/png' }),
    );
    const bodies = [randomBytes(5 * MiB), randomBytes(10)];
    const put = (PartNumber: number, Body: Buffer) =>
      client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
    await put(2, randomBytes(99));
    const parts = [await put(1, bodies[0] as Buffer), await put(2, bodies[1] as Buffer)];

    const told = await client.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 1 }));
    expect(told).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '1' });
    expect(told.Parts?.map(({ PartNumber, Size, ETag }) => ({ PartNumber, Size, ETag }))).toEqual([
      { PartNumber: 1, Size: 5 * MiB, ETag: parts[0]?.ETag },
    ]);
    const next = await client.send(new ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker: '1' }));
    expect(next.Parts?.map(({ Size }) => Size)).toEqual([10]);
    const open = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: `private/${loan}/` }));
    expect(open.Uploads?.map((one) => one.UploadId)).toEqual([UploadId]);

    const complete = new CompleteMultipartUploadCommand({
      Bucket,
      Key,
      UploadId,
      MultipartUpload: {
        Parts: parts.map(({ ETag, ChecksumCRC32 }, index) => ({
          ETag,
          ChecksumCRC32,
          PartNumber: index + 1,
        })),
      },
    });
    const first = await client.send(complete);
    const again = await client.send(complete);
    expect(again.ETag).toBe(first.ETag);
    expect(md5(await read(client, Key))).toBe(md5(Buffer.concat(bodies)));
    expect((await client.send(new HeadObjectCommand({ Bucket, Key }))).ContentType).toBe('image/png');
  });

  it('that is aborted leaves nothing', async () => {
    const { client, keyOf } = loanClient();
    const Key = keyOf('aborted');
    const before = server.state();
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await client.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: randomBytes(1000) }),
    );
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    expect(server.state()).toEqual(before);
    await expect(client.send(new ListPartsCommand({ Bucket, Key, UploadId }))).rejects.toMatchObject({
      name: 'NoSuchUpload',
    });
  });

  it('by lib-storage that is cancelled leaves nothing', async () => {
    const { client, keyOf } = loanClient();
    const before = server.state();
    const upload = new Upload({
      client,
      params: { Bucket, Key: keyOf('cancelled'), Body: randomBytes(11 * MiB) },
      queueSize: 1,
    });
    upload.on('httpUploadProgress', () => void upload.abort());
    await expect(upload.done()).rejects.toMatchObject({ name: 'AbortError' });
    // It tells its caller first, and the store then.
    await expect.poll(() => server.state(), { timeout: 20_000 }).toEqual(before);
  });

  it('that nobody ends is dropped by its age', async () => {
    const { client, keyOf } = loanClient();
    const before = server.state();
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: keyOf('forgotten') }));
    await server.store.uploads.dropBefore(new Date(Date.now() - 60_000));
    expect(server.state()).not.toEqual(before);
    await server.store.uploads.dropBefore(new Date(Date.now() + 60_000));
    expect(server.state()).toEqual(before);
  });
});

describe('a signed address', () => {
  it('reads an object under headers that let nothing act', async () => {
    const { client, keyOf } = loanClient();
    const Key = keyOf('photo.png');
    await client.send(new PutObjectCommand({ Bucket, Key, Body: '<script>', ContentType: 'image/png' }));
    const open = async (more: object) =>
      fetch(await getSignedUrl(client, new GetObjectCommand({ Bucket, Key, ...more }), { expiresIn: 900 }));

    const plain = await open({});
    expect(await plain.text()).toBe('<script>');
    expect(plain.headers.get('content-disposition')).toBe('attachment');
    expect(plain.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(plain.headers.get('x-content-type-options')).toBe('nosniff');
    expect(plain.headers.get('cache-control')).toBe('private, no-store');

    const inline = 'inline; filename="a b.png"';
    const shown = await open({ ResponseContentDisposition: inline });
    expect(shown.headers.get('content-disposition')).toBe(inline);
    const page = await open({ ResponseContentDisposition: inline, ResponseContentType: 'text/html' });
    expect(page.headers.get('content-type')).toBe('text/html');
    expect(page.headers.get('content-disposition')).toBe('attachment; filename="a b.png"');
  });

  it('puts an object', async () => {
    const { client, keyOf, loan } = loanClient();
    const own = server.client(server.credentials(loanPrincipal(loan)), {
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
    const Key = keyOf('by-address.png');
    const address = await getSignedUrl(own, new PutObjectCommand({ Bucket, Key }), { expiresIn: 60 });
    const answer = await fetch(address, {
      method: 'PUT',
      body: 'bytes',
      headers: { 'content-type': 'image/png' },
    });
    expect(answer.status).toBe(200);
    expect((await read(client, Key)).toString()).toBe('bytes');
  });

  it("of the server's own opens one object for staff", async () => {
    const { client, keyOf } = loanClient();
    const object = keyOf('receipt ü.pdf');
    await client.send(
      new PutObjectCommand({ Bucket, Key: object, Body: 'read me', ContentType: 'application/pdf' }),
    );
    const { site, clock, store } = server;
    const given = {
      site,
      key: store.key,
      principal: staffPrincipal('7'),
      object,
      now: clock.now(),
      expiresIn: 900,
    };
    const answer = await fetch(
      presignedUrl({ ...given, query: [['response-content-disposition', 'inline']] }),
    );
    expect(await answer.text()).toBe('read me');
    expect(answer.headers.get('content-disposition')).toBe('inline');
    // A browser writes spaces in a query as plus signs.
    const named = presignedUrl({
      ...given,
      query: [['response-content-disposition', 'inline; filename=a']],
    });
    expect(
      (await fetch(named.replaceAll('%20', (found, at) => (at > named.indexOf('?') ? '+' : found)))).status,
    ).toBe(200);
  });
});

it('a client whose clock is wrong finds the time in the answer', async () => {
  const ahead = await startStore();
  onTestFinished(() => ahead.close());
  ahead.pass(2 * 3_600_000);
  const loan = newLoan();
  const client = ahead.client(ahead.credentials(loanPrincipal(loan)), { maxAttempts: 2 });
  const put = await client.send(new PutObjectCommand({ Bucket, Key: `private/${loan}/a`, Body: 'x' }));
  expect(put.$metadata.attempts).toBe(2);
});

it('an upload that breaks off leaves nothing', async () => {
  const loan = newLoan();
  const call = server.signed({
    credentials: server.credentials(loanPrincipal(loan)),
    method: 'PUT',
    path: pathOf(`private/${loan}/half`),
    payload: 'UNSIGNED-PAYLOAD',
    headers: { 'content-length': '2000000' },
  });
  const before = server.state();
  const socket = connect({ port: Number(server.host.split(':')[1]), host: '127.0.0.1' });
  const head = Object.entries(call.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`PUT ${call.path} HTTP/1.1\r\n${head.join('')}\r\n`);
  socket.write(Buffer.alloc(1_000_000));
  const drafts = () => server.state().filter((line) => line.startsWith('drafts/')).length;
  await expect.poll(drafts, { timeout: 20_000 }).toBe(1);
  socket.destroy();
  await expect.poll(() => server.state(), { timeout: 20_000 }).toEqual(before);
  await expect
    .poll(() => server.lines.at(-1), { timeout: 20_000 })
    .toContain('"op":"putObject","status":400');
  expect(server.lines.filter((line) => line.includes('failed'))).toEqual([]);
});

it('nothing of what was sent is in the log', async () => {
  const { client, keyOf, loan } = loanClient();
  await client.send(new PutObjectCommand({ Bucket, Key: keyOf('ram.pdf'), Body: 'x' }));
  await expect(read(client, keyOf('sita.pdf'))).rejects.toThrow();
  const log = server.lines.join('\n');
  expect(log).toContain('"op":"putObject","status":200');
  expect(log).toContain('"op":"getObject","status":404');
  expect(log).not.toMatch(new RegExp(`${loan}|ram|sita|private|127\\.0`));
});

async function read(client: S3Client, Key: string): Promise<Buffer> {
  return bytesOf((await client.send(new GetObjectCommand({ Bucket, Key }))).Body);
}

const bytesOf = async (
  body: { transformToByteArray: () => Promise<Uint8Array> } | undefined,
): Promise<Buffer> => Buffer.from((await body?.transformToByteArray()) ?? []);

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');
