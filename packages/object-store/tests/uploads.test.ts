/** Uploads to the store by Amazon's own client: in parts, given up, forgotten, and broken off. */
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { describe, expect, it } from 'vitest';
import { loanPrincipal } from '../credentials.ts';
import { bucketLocation } from '../object-keys.ts';
import { md5, newLoan, pathOf, readObject, storeForFile } from './store.ts';

const MiB = 1024 * 1024;
const Bucket = bucketLocation.bucket;

const { server, loanClient } = storeForFile();

describe('an upload in parts', () => {
  it('of 12 MiB reports its progress and leaves only the object', async () => {
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
    expect(md5(await readObject(client, Key))).toBe(md5(Body));
    const entry = await server().store.folder.find(Key);
    expect(entry?.sha256).toBe(createHash('sha256').update(Body).digest('hex'));
    expect(await server().store.uploads.list(`private/${loan}/`)).toEqual([]);
    expect(
      server()
        .state()
        .filter((line) => /^(drafts|uploads)\//.test(line)),
    ).toEqual([]);
  });

  it('lists its parts, accepts a part again and can be completed twice', async () => {
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

    const listed = await client.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 1 }));
    expect(listed).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '1' });
    expect(listed.Parts?.map(({ PartNumber, Size, ETag }) => ({ PartNumber, Size, ETag }))).toEqual([
      { PartNumber: 1, Size: 5 * MiB, ETag: parts[0]?.ETag },
    ]);
    const next = await client.send(new ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker: '1' }));
    expect(next.Parts?.map(({ Size }) => Size)).toEqual([10]);
    const open = await server().store.uploads.list(`private/${loan}/`);
    expect(open.map(({ id }) => id)).toEqual([UploadId]);

    const complete = new CompleteMultipartUploadCommand({
      Bucket,
      Key,
      UploadId,
      MultipartUpload: {
        Parts: parts.map(({ ETag }, index) => ({ ETag, PartNumber: index + 1 })),
      },
    });
    const first = await client.send(complete);
    const again = await client.send(complete);
    expect(again.ETag).toBe(first.ETag);
    expect(md5(await readObject(client, Key))).toBe(md5(Buffer.concat(bodies)));
    expect((await client.send(new HeadObjectCommand({ Bucket, Key }))).ContentType).toBe('image/png');
  });

  it('leaves nothing when it is aborted', async () => {
    const { client, keyOf } = loanClient();
    const Key = keyOf('aborted');
    const before = server().state();
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await client.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: randomBytes(1000) }),
    );
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    expect(server().state()).toEqual(before);
    await expect(client.send(new ListPartsCommand({ Bucket, Key, UploadId }))).rejects.toMatchObject({
      name: 'NoSuchUpload',
    });
  });

  it('leaves nothing when lib-storage cancels it', async () => {
    const { client, keyOf } = loanClient();
    const before = server().state();
    const upload = new Upload({
      client,
      params: { Bucket, Key: keyOf('cancelled'), Body: randomBytes(11 * MiB) },
      queueSize: 1,
    });
    upload.on('httpUploadProgress', () => void upload.abort());
    await expect(upload.done()).rejects.toMatchObject({ name: 'AbortError' });
    // It tells its caller first, and the store then.
    await expect.poll(() => server().state(), { timeout: 20_000 }).toEqual(before);
  });

  it('is removed after a time when it is not ended', async () => {
    const { client, keyOf } = loanClient();
    const before = server().state();
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: keyOf('forgotten') }));
    await server().store.uploads.dropBefore(new Date(Date.now() - 60_000));
    expect(server().state()).not.toEqual(before);
    await server().store.uploads.dropBefore(new Date(Date.now() + 60_000));
    expect(server().state()).toEqual(before);
  });
});

it('an upload leaves nothing when the connection breaks off', async () => {
  const loan = newLoan();
  const call = server().signed({
    credentials: server().credentials(loanPrincipal(loan)),
    method: 'PUT',
    path: pathOf(`private/${loan}/half`),
    payload: 'UNSIGNED-PAYLOAD',
    headers: { 'content-length': '2000000' },
  });
  const before = server().state();
  const socket = connect({ port: Number(server().host.split(':')[1]), host: '127.0.0.1' });
  const head = Object.entries(call.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`PUT ${call.path} HTTP/1.1\r\n${head.join('')}\r\n`);
  socket.write(Buffer.alloc(1_000_000));
  const drafts = () =>
    server()
      .state()
      .filter((line) => line.startsWith('drafts/')).length;
  await expect.poll(drafts, { timeout: 20_000 }).toBe(1);
  socket.destroy();
  await expect.poll(() => server().state(), { timeout: 20_000 }).toEqual(before);
  await expect
    .poll(() => server().lines.at(-1), { timeout: 20_000 })
    .toContain('"op":"putObject","status":400');
  expect(server().lines.filter((line) => line.includes('failed'))).toEqual([]);
});
