import { expect, it } from 'vitest';
import { bucketOf } from './bucket.ts';
import { credentialsFrom } from './testing.ts';

const site = 'http://feepath.example:4000';

it.each([
  ['/', 'documents', 'http://feepath.example:4000/documents'],
  [null, 'documents', 'https://documents.s3.ap-south-1.amazonaws.com/'],
  [null, 'documents.feepath', 'https://s3.ap-south-1.amazonaws.com/documents.feepath'],
  ['https://store.example', 'documents', 'https://store.example/documents'],
  ['https://store.example:9000/', 'documents', 'https://store.example:9000/documents'],
  ['http://localhost:9000', 'documents', 'http://localhost:9000/documents'],
  ['http://127.0.0.1:9000', 'documents', 'http://127.0.0.1:9000/documents'],
  ['http://[::1]:9000', 'documents', 'http://[::1]:9000/documents'],
])('the bucket at %j named %s is at %s', (endpoint, bucket, base) => {
  const found = bucketOf(credentialsFrom(new Date(), 0, { endpoint, bucket }), site);
  expect(found).toMatchObject({ bucket, region: 'ap-south-1' });
  expect(found?.base.href).toBe(base);
});

it.each([
  'http://store.example',
  'http://localhost.example:9000',
  'ftp://store.example',
  'store.example',
  '',
])('the endpoint %j is not safe for a bucket', (endpoint) =>
  expect(bucketOf(credentialsFrom(new Date(), 0, { endpoint }), site)).toBeNull(),
);
