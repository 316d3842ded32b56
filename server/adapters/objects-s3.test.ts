/** Tests the requests of the adapter; its behaviour with real stores is tested in tests/contract. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { S3Config } from '../config/config.ts';
import { policyFor } from './objects-policy.ts';
import { s3Objects } from './objects-s3.ts';

// Amazon's client says in every run from which year on it will want another Node; its version here is fixed.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const loan = '3f0e8c1a-5b7d-4e21-9c64-a1b2c3d4e5f6';

const aws: S3Config = {
  bucket: 'feepath-documents',
  region: 'ap-south-1',
  endpoint: undefined,
  stsEndpoint: undefined,
  keys: { accessKeyId: 'KEY', secretAccessKey: 'secret' },
  roleArn: undefined,
};

const download = { key: 'documents/1', contentType: 'image/png', fileName: 'ë.png', expiresIn: 300 };

describe('the origin of the store', () => {
  const sites: [name: string, more: Partial<S3Config>, origin: string, path: string][] = [
    ['the bucket of AWS', {}, 'https://feepath-documents.s3.ap-south-1.amazonaws.com', '/documents/1'],
    [
      'another store',
      { endpoint: 'https://store.example:9000/s3' },
      'https://store.example:9000',
      '/s3/feepath-documents/documents/1',
    ],
  ];

  it.each(sites)('is that of %s', async (_, more, origin, path) => {
    const objects = await opened({ ...aws, ...more });
    expect(objects.origin).toBe(origin);
    const address = new URL((await objects.addressOf(download)).address);
    expect(address.origin).toBe(origin);
    expect(address.pathname).toBe(path);
    expect(address.searchParams.get('response-content-disposition')).toBe(
      `inline; filename="_.png"; filename*=UTF-8''%C3%AB.png`,
    );
  });
});

describe('credentials', () => {
  it("come from the configured role, and the request contains no person's name", async () => {
    const store = await fakeStore(() => credentialsIn('AssumeRole'));
    const roleArn = 'arn:aws:iam::123456789012:role/Applicant';
    const objects = await opened({ ...aws, endpoint: store.url, roleArn });
    expect(await objects.credentialsFor(loan)).toEqual({
      provider: 'AWSS3',
      endpoint: store.url,
      region: aws.region,
      bucket: aws.bucket,
      identity: loan,
      access_key_id: 'ASIA1',
      secret_access_key: 'temporary',
      session_token: 'token',
      expires_at: '2026-07-20T07:30:00.000Z',
    });
    expect(store.asked()).toMatchObject([
      {
        Action: 'AssumeRole',
        RoleArn: roleArn,
        RoleSessionName: '3f0e8c1a5b7d4e219c64a1b2c3d4e5f6',
        DurationSeconds: '3600',
        Policy: JSON.stringify(policyFor(aws.bucket, loan, { onlyHttps: false })),
      },
    ]);
  });

  it('come from the rights of the user without a role, and are valid only over https', async () => {
    const store = await fakeStore(() => credentialsIn('GetFederationToken'));
    const objects = await opened({ ...aws, stsEndpoint: store.url });
    expect(await objects.credentialsFor(loan)).toMatchObject({ endpoint: null, session_token: 'token' });
    expect(store.asked()).toMatchObject([
      {
        Action: 'GetFederationToken',
        Name: '3f0e8c1a5b7d4e219c64a1b2c3d4e5f6',
        DurationSeconds: '3600',
        Policy: JSON.stringify(policyFor(aws.bucket, loan)),
      },
    ]);
  });

  it('are missing with an error where the service returns none', async () => {
    const store = await fakeStore(() => ({
      body: '<AssumeRoleResponse><AssumeRoleResult/></AssumeRoleResponse>',
    }));
    const objects = await opened({ ...aws, endpoint: store.url, roleArn: 'arn:aws:iam:::role/Applicant' });
    await expect(objects.credentialsFor(loan)).rejects.toThrow('gave no credentials');
  });
});

describe('reading', () => {
  it('requests only the content with the given tag', async () => {
    const store = await fakeStore(() => ({ body: 'bytes' }));
    const objects = await opened({ ...aws, endpoint: store.url });
    expect(await objects.read('private/a b+ë', '1')).toBeDefined();
    const [{ method, url, headers } = {}] = store.calls;
    expect(`${method} ${url?.split('?')[0]}`).toBe('GET /feepath-documents/private/a%20b%2B%C3%AB');
    expect(headers).toMatchObject({ 'if-match': '"1"' });
  });

  it.each([
    [404, 'NoSuchKey'],
    [412, 'PreconditionFailed'],
  ])('returns nothing where the store answers %i', async (status, code) => {
    const store = await fakeStore(() => ({ status, body: `<Error><Code>${code}</Code></Error>` }));
    const objects = await opened({ ...aws, endpoint: store.url });
    expect(await objects.read('private/a', '1')).toBeUndefined();
  });
});

it('removes old uploads on every page of the list', async () => {
  const upload = (id: string, began: string) =>
    `<Upload><Key>private/a+${id}</Key><UploadId>${id}</UploadId><Initiated>${began}</Initiated></Upload>`;
  const first = `<IsTruncated>true</IsTruncated><NextKeyMarker>private/a+2</NextKeyMarker>
    <NextUploadIdMarker>2</NextUploadIdMarker>
    ${upload('1', '2026-07-18T00:00:00Z')}${upload('2', '2026-07-20T00:00:00Z')}`;
  const second = `<IsTruncated>false</IsTruncated>${upload('3', '2026-07-18T00:00:00Z')}`;
  const store = await fakeStore(({ method, url = '' }) => {
    // It has been given up since the list was made.
    if (method === 'DELETE') return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' };
    const page = url.includes('key-marker=private%2Fa%2B2&') ? second : first;
    return { body: `<ListMultipartUploadsResult>${page}</ListMultipartUploadsResult>` };
  });
  const objects = await opened({ ...aws, endpoint: store.url });
  await objects.dropUploads(new Date('2026-07-19T00:00:00Z'));
  const dropped = store.calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
  expect(dropped).toEqual([
    expect.stringContaining('/private/a%2B1?uploadId=1&'),
    expect.stringContaining('/private/a%2B3?uploadId=3&'),
  ]);
});

describe('a store that fails', () => {
  it('is called three times', async () => {
    const store = await fakeStore(() => ({ status: 503, body: '' }));
    const objects = await opened({ ...aws, endpoint: store.url });
    await expect(objects.list('private/')).rejects.toThrow();
    expect(store.calls).toHaveLength(3);
  });

  it.each([
    [404, 'NoSuchBucket'],
    [403, 'AccessDenied'],
  ])('is not mistaken for a missing object: %i %s', async (status, code) => {
    const store = await fakeStore(() => ({ status, body: `<Error><Code>${code}</Code></Error>` }));
    const objects = await opened({ ...aws, endpoint: store.url });
    await expect(objects.read('documents/1', '1')).rejects.toMatchObject({ name: code });
  });
});

async function opened(config: S3Config) {
  const objects = await s3Objects(config);
  onTestFinished(() => objects.close?.());
  return objects;
}

type Call = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string };

async function fakeStore(answer: (call: Call) => { status?: number; body: string }) {
  const calls: Call[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method, url, headers } = incoming;
      const call = { method, url, headers, body: Buffer.concat(chunks).toString() };
      calls.push(call);
      const { status = 200, body } = answer(call);
      outgoing.writeHead(status, { 'content-type': 'application/xml' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** The forms that were posted. */
    asked: () => calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body))),
  };
}

const credentialsIn = (action: string) => ({
  body: `<${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${action}Result><Credentials>
    <AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>temporary</SecretAccessKey>
    <SessionToken>token</SessionToken><Expiration>2026-07-20T07:30:00Z</Expiration>
  </Credentials></${action}Result></${action}Response>`,
});
