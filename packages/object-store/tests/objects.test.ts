/** Amazon's own client speaks with the store as with any other that speaks S3. */
import { randomBytes } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it, onTestFinished } from 'vitest';
import { issueCredentials, loanPrincipal, presignedUrl } from '../credentials.ts';
import { bucketLocation } from '../object-keys.ts';
import { bytesOf, md5, newLoan, readObject, staffPrincipal, startStore, storeForFile } from './store.ts';

const MiB = 1024 * 1024;
const Bucket = bucketLocation.bucket;

const { server, loanClient } = storeForFile();

describe('one object', () => {
  it('of 1 MiB can be put, described, read, read in part and removed', async () => {
    const { client, keyOf } = loanClient();
    const Key = keyOf("fee receipt (1)+ë'.pdf");
    const Body = randomBytes(MiB);
    const put = await client.send(
      new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/pdf' }),
    );
    expect(put.ETag).toBe(`"${md5(Body)}"`);

    const head = await client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({ ContentLength: MiB, ContentType: 'application/pdf', ETag: put.ETag });
    expect(Math.abs((head.LastModified?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);

    expect(md5(await readObject(client, Key))).toBe(md5(Body));
    const part = await client.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=1000-1999' }));
    expect(part.ContentRange).toBe(`bytes 1000-1999/${MiB}`);
    expect(await bytesOf(part.Body)).toEqual(Body.subarray(1000, 2000));
    const end = await client.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=-7' }));
    expect(await bytesOf(end.Body)).toEqual(Body.subarray(-7));

    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    await expect(client.send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    });
    await expect(client.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'NotFound',
    });
  });

  it('may be empty', async () => {
    const { client, keyOf } = loanClient();
    const empty = await client.send(new PutObjectCommand({ Bucket, Key: keyOf('empty'), Body: '' }));
    expect(empty.ETag).toBe('"d41d8cd98f00b204e9800998ecf8427e"');
    expect(await readObject(client, keyOf('empty'))).toEqual(Buffer.alloc(0));
  });

  it('is overwritten completely', async () => {
    const { client, keyOf } = loanClient();
    const Key = keyOf('receipt.png');
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'first' }));
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'second' }));
    expect((await readObject(client, Key)).toString()).toBe('second');
    const inStore = (folder: string) =>
      server()
        .state()
        .filter((line) => line.startsWith(`${folder}/`)).length;
    expect(inStore('contents')).toBe(inStore('entries'));
  });
});

describe('a list', () => {
  it('comes in pages, in the order of bytes', async () => {
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

    const rest = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: keyOf('d'), EncodingType: 'url' }),
    );
    expect(rest.Contents?.map(({ Key, Size, ETag }) => ({ Key, Size, ETag }))).toEqual([
      { Key: keyOf('d%26%3Ce%3E'), Size: 5, ETag: `"${md5(Buffer.from('d&<e>'))}"` },
    ]);
    expect(rest.IsTruncated).toBe(false);
  });
});

describe('a signed address', () => {
  it('reads an object with headers that prevent active content', async () => {
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
    const { client, keyOf } = loanClient();
    const Key = keyOf('by-address.png');
    const address = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key }), { expiresIn: 60 });
    const answer = await fetch(address, {
      method: 'PUT',
      body: 'bytes',
      headers: { 'content-type': 'image/png' },
    });
    expect(answer.status).toBe(200);
    expect((await readObject(client, Key)).toString()).toBe('bytes');
  });

  it('of the server opens one object for staff', async () => {
    const { client, keyOf } = loanClient();
    const object = keyOf('receipt ü.pdf');
    await client.send(
      new PutObjectCommand({ Bucket, Key: object, Body: 'read me', ContentType: 'application/pdf' }),
    );
    const { site, clock, store } = server();
    const now = clock.now();
    const credentials = issueCredentials(store.key, staffPrincipal('7'), now);
    const given = { object, now, expiresIn: 900 };
    const answer = await fetch(
      presignedUrl(site, credentials, { ...given, query: [['response-content-disposition', 'inline']] }),
    );
    expect(await answer.text()).toBe('read me');
    expect(answer.headers.get('content-disposition')).toBe('inline');
    // A browser writes spaces in a query as plus signs.
    const named = presignedUrl(site, credentials, {
      ...given,
      query: [['response-content-disposition', 'inline; filename=a']],
    });
    expect(
      (await fetch(named.replaceAll('%20', (found, at) => (at > named.indexOf('?') ? '+' : found)))).status,
    ).toBe(200);
  });
});

it('a client with a wrong clock finds the server time in the answer', async () => {
  const ahead = await startStore();
  onTestFinished(() => ahead.close());
  ahead.pass(2 * 3_600_000);
  const loan = newLoan();
  const client = ahead.client(ahead.credentials(loanPrincipal(loan)), { maxAttempts: 2 });
  const put = await client.send(new PutObjectCommand({ Bucket, Key: `private/${loan}/a`, Body: 'x' }));
  expect(put.$metadata.attempts).toBe(2);
});

it('the log contains nothing of the content sent', async () => {
  const { client, keyOf, loan } = loanClient();
  await client.send(new PutObjectCommand({ Bucket, Key: keyOf('ram.pdf'), Body: 'x' }));
  await expect(readObject(client, keyOf('sita.pdf'))).rejects.toThrow();
  const log = server().lines.join('\n');
  expect(log).toContain('"op":"putObject","status":200');
  expect(log).toContain('"op":"getObject","status":404');
  expect(log).not.toMatch(new RegExp(`${loan}|ram|sita|private|127\\.0`));
});
