/** Requests that the store refuses with valid permissions: keys, bodies, and unsupported operations. */
import { expect, it } from 'vitest';
import { bucketLocation } from '../object-keys.ts';
import { uriEncode } from '../uri.ts';
import { pathOf, type RawCall, type SignedParts } from './store.ts';
import { bucket, headed, loan, mine, other, type Row, storeOfTwoLoans, theirs } from './refused-calls.ts';

const { at, signed, put, listed, describeRefused } = storeOfTwoLoans();

/** Returns a request with a path below the own prefix that is signed and sent unchanged. */
const rawly = (rest: string, parts: SignedParts = {}): RawCall =>
  put({ path: `${bucket}/private/${loan}/${rest}`, ...parts });
const keys: Row[] = [
  ['..', () => rawly(`../${other}/receipt.pdf`), 400, 'InvalidArgument'],
  [
    '.. to read',
    () => signed({ path: `${bucket}/private/${loan}/../${other}/receipt.pdf` }),
    400,
    'InvalidArgument',
  ],
  ['.. out of the bucket', () => rawly('../../../../etc/passwd'), 400, 'InvalidArgument'],
  ['%2e%2e', () => rawly(`%2e%2e/${other}/receipt.pdf`), 400, 'InvalidArgument'],
  ['..%2f', () => rawly(`..%2f${other}%2freceipt.pdf`), 400, 'InvalidArgument'],
  ['%2e%2e%2f', () => rawly('%2e%2e%2f%2e%2e%2fx'), 400, 'InvalidArgument'],
  ['.', () => rawly('./receipt.pdf'), 400, 'InvalidArgument'],
  ['%2e', () => rawly('%2e/receipt.pdf'), 400, 'InvalidArgument'],
  ['an empty segment', () => rawly('/receipt.pdf'), 400, 'InvalidArgument'],
  ['a slash at the end', () => rawly('folder/'), 400, 'InvalidArgument'],
  ['a slash at the beginning', () => put({ path: `${bucket}//private/${loan}/x` }), 400, 'InvalidArgument'],
  [
    'an encoded slash at the beginning',
    () => put({ path: `${bucket}/%2fprivate/${loan}/x` }),
    400,
    'InvalidArgument',
  ],
  ['a NUL', () => rawly('a%00.pdf'), 400, 'InvalidArgument'],
  ['a new line', () => rawly('a%0Ab'), 400, 'InvalidArgument'],
  ['1025 bytes', () => rawly('a'.repeat(1025 - `private/${loan}/`.length)), 400, 'KeyTooLongError'],
  ['no UTF-8', () => ({ ...put(), path: `${bucket}/private/${loan}/%c0%ae%c0%ae` }), 400, 'InvalidURI'],
  ['a lone %', () => ({ ...put(), path: `${bucket}/private/${loan}/100%` }), 400, 'InvalidURI'],
  ['another bucket', () => signed({ path: `${bucketLocation.base}/other/${mine}` }), 404, 'NoSuchBucket'],
  [
    'a bucket of ..',
    () => signed({ path: `${bucketLocation.base}/../${bucketLocation.bucket}/${mine}` }),
    404,
    'NoSuchBucket',
  ],
];

const bodies: Row[] = [
  [
    'a body that is not the one of its hash',
    () => ({ ...put(), body: Buffer.from('old') }),
    400,
    'XAmzContentSHA256Mismatch',
  ],
  ['a hash that is none', () => put({ payload: 'abc' }), 400, 'InvalidArgument'],
  ['a content-md5', () => put({ headers: { 'content-md5': 'abc' } }), 501, 'NotImplemented'],
  ['a checksum', () => put({ headers: { 'x-amz-checksum-crc32': 'AAAAAA==' } }), 501, 'NotImplemented'],
  [
    'no length',
    () => headed(put(), { 'content-length': undefined, 'transfer-encoding': 'chunked' }),
    411,
    'MissingContentLength',
  ],
  [
    '51 MiB',
    () => ({
      ...headed(put(), { 'content-length': String(51 * 1024 * 1024) }),
      body: Buffer.alloc(51 * 1024 * 1024),
    }),
    400,
    'EntityTooLarge',
  ],
  ['a stream in chunks', () => put({ payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' }), 501, 'NotImplemented'],
  [
    'a stream in signed chunks',
    () => put({ payload: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD' }),
    501,
    'NotImplemented',
  ],
  [
    'a content type that is none',
    () => put({ headers: { 'content-type': 'image' } }),
    400,
    'InvalidArgument',
  ],
  ['an encoded content', () => put({ headers: { 'content-encoding': 'gzip' } }), 501, 'NotImplemented'],
  ['metadata', () => put({ headers: { 'x-amz-meta-name': 'x' } }), 501, 'NotImplemented'],
  [
    'a copy',
    () => put({ headers: { 'x-amz-copy-source': `/${bucketLocation.bucket}/${theirs}` } }),
    501,
    'NotImplemented',
  ],
  ['an object that must be new', () => put({ headers: { 'if-none-match': '*' } }), 501, 'NotImplemented'],
];

const all = `private/${loan}/`;
const others: Row[] = [
  ['a key that is not there', () => signed({ path: pathOf(`${mine}x`) }), 404, 'NoSuchKey'],
  ['bytes that are not there', () => signed({ headers: { range: 'bytes=1000-' } }), 416, 'InvalidRange'],
  ['an object under a condition', () => signed({ headers: { 'if-match': '"abc"' } }), 501, 'NotImplemented'],
  [
    'a content type that is no header',
    () => signed({ query: 'response-content-type=a%0D%0Ab' }),
    400,
    'InvalidArgument',
  ],
  [
    'a disposition that is no header',
    () => signed({ query: 'response-content-disposition=inline%0D%0Ax' }),
    400,
    'InvalidArgument',
  ],
  ['a place in a list that is none', () => listed(all, '&continuation-token=%21'), 400, 'InvalidArgument'],
  ['a page of -1', () => listed(all, '&max-keys=-1'), 400, 'InvalidArgument'],
  ['a list in groups', () => listed(all, '&delimiter=%2F'), 501, 'NotImplemented'],
  ['a prefix twice', () => listed(all, '&prefix=private%2F'), 400, 'InvalidArgument'],
  [
    'the first version of a list',
    () => signed({ path: bucket, query: `prefix=${uriEncode(all)}` }),
    501,
    'NotImplemented',
  ],
  ['who may do what', () => signed({ query: 'acl' }), 501, 'NotImplemented'],
  ['a version', () => signed({ query: 'versionId=1' }), 501, 'NotImplemented'],
  [
    'many deletions at once',
    () => signed({ method: 'POST', path: bucket, query: 'delete' }),
    501,
    'NotImplemented',
  ],
  ['the deletion of the bucket', () => signed({ method: 'DELETE', path: bucket }), 501, 'NotImplemented'],
  ['the buckets', () => signed({ path: bucketLocation.base }), 501, 'NotImplemented'],
  ['a patch', () => signed({ method: 'PATCH' }), 405, 'MethodNotAllowed'],
];

describeRefused('a key', keys);
describeRefused('a body', bodies);
describeRefused('anything else', others);

it('the same call succeeds without the fault that was refused', async () => {
  expect((await at.server.send(listed(all))).status).toBe(200);
});
