/**
 * The contract of `Objects`, whichever store is behind it: the embedded one, and any other that the environment names
 * (see CONTRIBUTING.md). What an applicant's browser does is done by Amazon's own client, with nothing but the credentials
 * that the store issued.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutBucketPolicyCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Objects } from '../../server/adapters/objects.ts';
import { clientOf, type OpenSubject, outcomeOf, subjects, textAt } from './objects-subjects.ts';

const MiB = 1024 * 1024;

describe.each(subjects)('$name', ({ open, pagesHold }) => {
  let subject: OpenSubject;
  let objects: Objects;
  const made: string[] = [];

  beforeAll(async () => {
    subject = await open();
    objects = subject.objects;
  });
  afterAll(async () => {
    for (const loan of made) {
      for (const root of ['private', 'documents']) {
        for (const { key } of await objects.list(`${root}/${loan}/`)) await objects.remove(key);
      }
    }
    await objects.dropUploads(new Date(Date.now() + 60_000));
    await subject.close();
  });

  /** An applicant's client, and where it may put something. */
  async function applicant() {
    const loan = randomUUID();
    made.push(loan);
    const credentials = await objects.credentialsFor(loan);
    const { bucket: Bucket } = credentials;
    const own = (name: string) => `private/${loan}/${name}`;
    const client = clientOf(credentials, subject.site);
    const put = (Key: string, Body: string | Buffer, ContentType = 'image/png') =>
      client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
    return { client, loan, Bucket, own, put, credentials, documentKey: `documents/${loan}/pan_photo` };
  }

  describe('credentials', () => {
    it('hold for an hour at most, and say where the store is', async () => {
      const { credentials, loan } = await applicant();
      expect(credentials).toMatchObject({ provider: 'AWSS3', identity: loan });
      const left = Date.parse(credentials.expires_at) - Date.now();
      expect(left).toBeGreaterThan(55 * 60_000);
      expect(left).toBeLessThanOrEqual(61 * 60_000);
      if (objects.origin === undefined) expect(credentials.endpoint).toBe('/');
      else if (credentials.endpoint !== null)
        expect(new URL(credentials.endpoint).origin).toBe(objects.origin);
    });

    it('put, head, read, list and remove objects below their own prefix', async () => {
      const { client, Bucket, own, put, loan } = await applicant();
      const Key = own(`pan_photo/fee receipt (1)+ë%&'.png`);
      const { ETag } = await put(Key, 'bytes');
      const head = await client.send(new HeadObjectCommand({ Bucket, Key }));
      expect(head).toMatchObject({ ContentLength: 5, ContentType: 'image/png', ETag });
      expect(await textAt(client, Bucket, Key)).toBe('bytes');
      const Prefix = `private/${loan}/`;
      const { Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
      expect(Contents?.map((one) => one.Key)).toEqual([Key]);
      const below = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `${Prefix}pan_photo/` }));
      expect(below.KeyCount).toBe(1);
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      expect(await objects.head(Key)).toBeUndefined();
    });

    it('upload in parts, tell of the parts, and give up', async () => {
      const { client, Bucket, own } = await applicant();
      const Key = own('bank_statement/1');
      const Body = randomBytes(6 * MiB);
      await new Upload({ client, params: { Bucket, Key, Body }, partSize: 5 * MiB }).done();
      const stored = await objects.head(Key);
      expect(stored).toMatchObject({ key: Key, size: 6 * MiB });
      expect((await bytesOf(Key, stored?.eTag ?? '')).equals(Body)).toBe(true);

      const begun = { Bucket, Key: own('bank_statement/2') };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(begun));
      await client.send(new UploadPartCommand({ ...begun, UploadId, PartNumber: 1, Body: 'part' }));
      const { Parts } = await client.send(new ListPartsCommand({ ...begun, UploadId }));
      expect(Parts?.map(({ Size }) => Size)).toEqual([4]);
      await client.send(new AbortMultipartUploadCommand({ ...begun, UploadId }));
      await expect(client.send(new ListPartsCommand({ ...begun, UploadId }))).rejects.toThrow();
    });

    it('give no other access', async () => {
      const [{ client, Bucket, own, loan, put }, other] = [await applicant(), await applicant()];
      const otherKey = other.documentKey;
      await objects.put(otherKey, Buffer.from('kept'), 'image/png');
      await other.put(other.own('theirs'), 'theirs');
      await put(own('mine'), 'mine');
      const Body = 'forged';
      const list = (Prefix?: string) => new ListObjectsV2Command({ Bucket, Prefix });
      const calls: Record<string, Promise<unknown>> = {
        "put at another's": client.send(new PutObjectCommand({ Bucket, Key: other.own('new'), Body })),
        "put over another's": client.send(new PutObjectCommand({ Bucket, Key: other.own('theirs'), Body })),
        "read another's": client.send(new GetObjectCommand({ Bucket, Key: other.own('theirs') })),
        "remove another's": client.send(new DeleteObjectCommand({ Bucket, Key: other.own('theirs') })),
        'put where an id begins alike': client.send(
          new PutObjectCommand({ Bucket, Key: `private/${loan}x/new`, Body }),
        ),
        'put beside the prefix': client.send(new PutObjectCommand({ Bucket, Key: `private/${loan}`, Body })),
        'put in the documents': client.send(
          new PutObjectCommand({ Bucket, Key: `documents/${loan}/pan_photo`, Body }),
        ),
        'put over the documents of another': client.send(
          new PutObjectCommand({ Bucket, Key: otherKey, Body }),
        ),
        'read the documents of another': client.send(new GetObjectCommand({ Bucket, Key: otherKey })),
        'tell of the documents of another': client.send(new HeadObjectCommand({ Bucket, Key: otherKey })),
        'remove from the documents of another': client.send(
          new DeleteObjectCommand({ Bucket, Key: otherKey }),
        ),
        'upload to the documents of another in parts': client.send(
          new CreateMultipartUploadCommand({ Bucket, Key: otherKey }),
        ),
        'copy out of the documents': client.send(
          new CopyObjectCommand({ Bucket, Key: own('stolen'), CopySource: `${Bucket}/${otherKey}` }),
        ),
        'copy into the documents': client.send(
          new CopyObjectCommand({ Bucket, Key: otherKey, CopySource: `${Bucket}/${own('mine')}` }),
        ),
        'put in public': client.send(new PutObjectCommand({ Bucket, Key: 'public/new', Body })),
        'list everything': client.send(list()),
        'list the loans': client.send(list('private/')),
        'list ids that begin alike': client.send(list(`private/${loan}`)),
        "list another's": client.send(list(other.own(''))),
        'list the documents': client.send(list('documents/')),
        'list uploads': client.send(new ListMultipartUploadsCommand({ Bucket })),
        'list versions': client.send(new ListObjectVersionsCommand({ Bucket })),
        'give it to everybody': client.send(
          new PutObjectAclCommand({ Bucket, Key: own('mine'), ACL: 'public-read' }),
        ),
        'write a policy': client.send(
          new PutBucketPolicyCommand({
            Bucket,
            Policy: JSON.stringify({ Version: '2012-10-17', Statement: [] }),
          }),
        ),
      };
      const answers = await Promise.all(
        Object.entries(calls).map(async ([name, call]) => [name, await outcomeOf(call)] as const),
      );
      expect(Object.fromEntries(answers)).toEqual(
        Object.fromEntries(Object.keys(calls).map((name) => [name, 'refused'])),
      );

      // A call about several objects may succeed and refuse each of them.
      const several = { Objects: [{ Key: otherKey }, { Key: other.own('theirs') }] };
      await client.send(new DeleteObjectsCommand({ Bucket, Delete: several })).catch(() => undefined);
      expect(await textOf(otherKey)).toBe('kept');
      expect(await textOf(other.own('theirs'))).toBe('theirs');
      const all = await Promise.all(['private', 'documents'].map((root) => objects.list(`${root}/${loan}/`)));
      expect(all.flat().map(({ key }) => key)).toEqual([own('mine')]);
      expect(await objects.head(`private/${loan}x/new`)).toBeUndefined();
      expect(await objects.head('public/new')).toBeUndefined();
    });
  });

  describe('an object', () => {
    it('has a head and is read by its content hash only', async () => {
      const { own, put } = await applicant();
      const key = own('photo');
      expect(await objects.head(key)).toBeUndefined();
      expect(await objects.read(key, 'd41d8cd98f00b204e9800998ecf8427e')).toBeUndefined();
      const first = (await put(key, 'first')).ETag?.replaceAll('"', '') ?? '';
      const head = await objects.head(key);
      expect(head).toMatchObject({ key, size: 5, eTag: first });
      expect(Math.abs((head?.lastModified.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      expect((await bytesOf(key, first)).toString()).toBe('first');
      await put(key, 'second');
      expect(await objects.read(key, first)).toBeUndefined();
      expect(await textOf(key)).toBe('second');
    });

    it('may be empty', async () => {
      const { documentKey } = await applicant();
      await objects.put(documentKey, new Uint8Array(), 'image/png');
      expect(await objects.head(documentKey)).toMatchObject({ size: 0 });
      expect(await textOf(documentKey)).toBe('');
    });

    it('is overwritten as a whole', async () => {
      const { documentKey } = await applicant();
      await objects.put(documentKey, Buffer.from('first'), 'image/png');
      const content = randomBytes(MiB);
      await objects.put(documentKey, content, 'image/png');
      const head = await objects.head(documentKey);
      expect(head).toMatchObject({ key: documentKey, size: MiB });
      expect((await bytesOf(documentKey, head?.eTag ?? '')).equals(content)).toBe(true);
    });

    it('has the content type given last', async () => {
      const { client, Bucket, own, put } = await applicant();
      await put(own('a'), 'bytes', 'text/html');
      await objects.put(own('a'), Buffer.from('bytes'), 'image/png');
      const { ContentType } = await client.send(new HeadObjectCommand({ Bucket, Key: own('a') }));
      expect(ContentType).toBe('image/png');
    });

    it('is read as one content or not at all while it changes', async () => {
      const { own, put } = await applicant();
      const contents = ['a', 'b'].map((letter) => Buffer.alloc(200_000, letter));
      const [one = Buffer.alloc(0)] = contents;
      const eTag = (await put(own('a'), one)).ETag?.replaceAll('"', '') ?? '';
      const changing = (async () => {
        for (let at = 1; at <= 6; at += 1) await put(own('a'), contents[at % 2] ?? one);
      })();
      const found = await Promise.all(Array.from({ length: 8 }, () => bytesOf(own('a'), eTag)));
      await changing;
      for (const bytes of found) expect(bytes.length === 0 || bytes.equals(one)).toBe(true);
    });

    it('is removed, even if it is already gone', async () => {
      const { own, put } = await applicant();
      await put(own('a'), 'a');
      await objects.remove(own('a'));
      await objects.remove(own('a'));
      expect(await objects.head(own('a'))).toBeUndefined();
      expect(await objects.list(own(''))).toEqual([]);
    });

    it('is listed by the prefix of its key', async () => {
      const { own } = await applicant();
      const count = pagesHold + 5;
      const keys = Array.from({ length: count }, (_, at) => own(`many/${at} +%ë&`));
      for (let at = 0; at < count; at += 50) {
        const some = keys.slice(at, at + 50);
        await Promise.all(some.map((key) => objects.put(key, Buffer.from('x'), 'image/png')));
      }
      await objects.put(own('other'), Buffer.from('other'), 'image/png');
      const found = await objects.list(own('many/'));
      expect(found.map(({ key }) => key).sort()).toEqual(keys.sort());
      const [{ key, size, eTag } = { key: '', size: 0, eTag: '' }] = found;
      expect(await objects.head(key)).toMatchObject({ key, size, eTag });
      expect(await objects.list(own('oth'))).toHaveLength(1);
      await Promise.all(keys.map((key) => objects.remove(key)));
    });
  });

  const odd = [
    'a\u0001b',
    ' a ',
    'a\n',
    '123',
    '1e5',
    'true',
    '&amp;',
    '%2F',
    'a+b',
    '<Key>',
    'a//b',
    'ரசீது',
    '\u{1f600}',
  ];

  it.each(odd)('lists and removes %j, or refuses it', async (name) => {
    const { own, put } = await applicant();
    const isThere = await put(own(name), 'x').then(
      () => true,
      () => false,
    );
    const keys = (await objects.list(own(''))).map(({ key }) => key);
    expect(keys).toEqual(isThere ? [own(name)] : []);
    await objects.remove(own(name));
    expect(await objects.list(own(''))).toEqual([]);
  });

  describe('an address', () => {
    it('opens its object in place, under its name', async () => {
      const { loan } = await applicant();
      const key = `documents/${loan}/a b+ë`;
      await objects.put(key, Buffer.from('%PDF'), 'application/pdf');
      const before = Date.now();
      const asked = { key, contentType: 'application/pdf', fileName: 'pan_photo.pdf', expiresIn: 300 };
      const { address, expiresAt } = await objects.addressOf(asked);
      expect(Math.abs(expiresAt.getTime() - before - 300_000)).toBeLessThan(30_000);
      if (objects.origin !== undefined) expect(new URL(address).origin).toBe(objects.origin);
      const answer = await fetch(address);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toBe('inline; filename="pan_photo.pdf"');
      expect(await answer.text()).toBe('%PDF');
    });

    it('opens nothing else, does nothing else, and nothing once it has expired', async () => {
      const { loan } = await applicant();
      const key = `documents/${loan}/1`;
      for (const one of [key, `${key}2`]) await objects.put(one, Buffer.from(one), 'image/png');
      const asked = { key, contentType: 'image/png', fileName: 'a.png' };
      const { address } = await objects.addressOf({ ...asked, expiresIn: 300 });
      const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
      expect(await statusOf(address)).toBe(200);
      expect(await statusOf(address.replace('/1?', '/12?'))).toBe(403);
      expect(await statusOf(address.replace('a.png', 'b.png'))).toBe(403);
      expect(await statusOf(address.replace(/\?.*/, ''))).toBe(403);
      for (const method of ['PUT', 'DELETE']) expect(await statusOf(address, { method })).toBe(403);
      const short = await objects.addressOf({ ...asked, expiresIn: 1 });
      await expect.poll(() => statusOf(short.address), { timeout: 10_000, interval: 200 }).toBe(403);
    });
  });

  it('drops uploads in parts that began before, and no others', async () => {
    const { client, Bucket, own } = await applicant();
    const before = new Date(Date.now() - 60_000);
    const begun = { Bucket, Key: own('unfinished (1)+ë%&') };
    const uploads = await Promise.all([1, 2].map(() => client.send(new CreateMultipartUploadCommand(begun))));
    const parts = uploads.map(
      ({ UploadId }) =>
        () =>
          client.send(new UploadPartCommand({ ...begun, UploadId, PartNumber: 1, Body: 'part' })),
    );
    await objects.dropUploads(before);
    for (const put of parts) await put();
    await objects.dropUploads(new Date(Date.now() + 60_000));
    for (const put of parts) await expect(put()).rejects.toMatchObject({ name: 'NoSuchUpload' });
    expect(await objects.list(own(''))).toEqual([]);
  });

  async function bytesOf(key: string, eTag: string): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await objects.read(key, eTag)) ?? []) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  const textOf = async (key: string) =>
    (await bytesOf(key, (await objects.head(key))?.eTag ?? '')).toString();
});
