/** Multipart uploads that the store refuses: the parts, the completion, and the list of parts. */
import { expect, it } from 'vitest';
import { uriEncode } from '../uri.ts';
import { pathOf, type SignedParts } from './store.ts';
import { headed, mine, type Row, secret, storeOfTwoLoans } from './refused-calls.ts';

const { at, signed, put, completed, completion, describeRefused } = storeOfTwoLoans();

const part = (query: string, more: SignedParts = {}) => put({ query, ...more });
const multipart: Row[] = [
  ['part 0', () => part(`partNumber=0&uploadId=${at.uploads.mine}`), 400, 'InvalidArgument'],
  ['part 10001', () => part(`partNumber=10001&uploadId=${at.uploads.mine}`), 400, 'InvalidArgument'],
  [
    'a part that is no number',
    () => part(`partNumber=1e1&uploadId=${at.uploads.mine}`),
    400,
    'InvalidArgument',
  ],
  ['a part of no upload', () => part(`partNumber=1&uploadId=${'0'.repeat(32)}`), 404, 'NoSuchUpload'],
  [
    'a part of a path',
    () => part(`partNumber=1&uploadId=${uriEncode(`../uploads/${at.uploads.mine}`)}`),
    404,
    'NoSuchUpload',
  ],
  [
    'a part of an aborted upload',
    () => part(`partNumber=1&uploadId=${at.uploads.aborted}`),
    404,
    'NoSuchUpload',
  ],
  [
    'a part of an upload of another key',
    () => part(`partNumber=1&uploadId=${at.uploads.mine}`, { path: pathOf(`${mine}x`) }),
    404,
    'NoSuchUpload',
  ],
  [
    "a part of another's upload under my key",
    () => part(`partNumber=1&uploadId=${at.uploads.theirs}`),
    404,
    'NoSuchUpload',
  ],
  [
    'a part that is not the one of its hash',
    () => ({ ...part(`partNumber=1&uploadId=${at.uploads.mine}`), body: Buffer.from('old') }),
    400,
    'XAmzContentSHA256Mismatch',
  ],
  [
    'a part of 51 MiB',
    () => ({
      ...headed(part(`partNumber=1&uploadId=${at.uploads.mine}`), { 'content-length': '53477376' }),
      body: Buffer.alloc(53_477_376),
    }),
    400,
    'EntityTooLarge',
  ],
  [
    'the parts of an aborted upload',
    () => signed({ query: `uploadId=${at.uploads.aborted}` }),
    404,
    'NoSuchUpload',
  ],
  [
    'completion of an aborted upload',
    () => completion([[1, secret]], { query: `uploadId=${at.uploads.aborted}` }),
    404,
    'NoSuchUpload',
  ],
  [
    'completion of no upload, whatever its body',
    () => completed(' '.repeat(1000), { query: `uploadId=${'0'.repeat(32)}` }),
    404,
    'NoSuchUpload',
  ],
  ['a completion of more than 64 KiB', () => completed(' '.repeat(65_537)), 400, 'EntityTooLarge'],
  [
    'abortion of an aborted upload',
    () => signed({ method: 'DELETE', query: `uploadId=${at.uploads.aborted}` }),
    404,
    'NoSuchUpload',
  ],
  [
    'parts out of order',
    () =>
      completion([
        [2, secret],
        [1, secret],
      ]),
    400,
    'InvalidPartOrder',
  ],
  [
    'a part twice',
    () =>
      completion([
        [1, secret],
        [1, secret],
      ]),
    400,
    'InvalidPartOrder',
  ],
  [
    'a part that was not sent',
    () =>
      completion([
        [1, secret],
        [3, secret],
      ]),
    400,
    'InvalidPart',
  ],
  ['a part that is another', () => completion([[1, 'other']]), 400, 'InvalidPart'],
  [
    'parts that are too small',
    () =>
      completion([
        [1, secret],
        [2, secret],
      ]),
    400,
    'EntityTooSmall',
  ],
  [
    'a size of the whole',
    () => completion([[1, secret]], { headers: { 'x-amz-mp-object-size': '1' } }),
    501,
    'NotImplemented',
  ],
  [
    'a sum of the whole',
    () => completion([[1, secret]], { headers: { 'x-amz-checksum-crc32': 'AAAAAA==' } }),
    501,
    'NotImplemented',
  ],
  [
    'a completion that must be new',
    () => completion([[1, secret]], { headers: { 'if-none-match': '*' } }),
    501,
    'NotImplemented',
  ],
  ['no parts', () => completion([]), 400, 'MalformedXML'],
  ['XML that is cut', () => completed('<CompleteMultipartUpload><Part>'), 400, 'MalformedXML'],
  [
    'XML with entities of its own',
    () =>
      completed(
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>&b;</ETag></Part></CompleteMultipartUpload>',
      ),
    400,
    'MalformedXML',
  ],
  [
    'a list that is not the one of its hash',
    () => ({ ...completion([[1, secret]]), body: completion([[2, secret]]).body }),
    400,
    'XAmzContentSHA256Mismatch',
  ],
];

describeRefused('an upload', multipart);

it('the same call succeeds without the fault that was refused', async () => {
  expect((await at.server.send(completion([[1, secret]]))).status).toBe(200);
});
