/** What the store refuses: each with S3's status and code, with nothing stored, changed or told. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, loanPrincipal, staffPrincipal } from '../../server/objects/credentials.ts';
import { bucketLocation } from '../../server/objects/bucket-location.ts';
import { uriEncode } from '../../server/objects/uri.ts';
import {
  type Answer,
  codeOf,
  newLoan,
  pathOf,
  type RawCall,
  sha256,
  type SignedParts,
  startStore,
  type TestStore,
} from './objects-store.ts';

const loan = newLoan();
const other = newLoan();
const mine = `private/${loan}/receipt.pdf`;
const theirs = `private/${other}/receipt.pdf`;
const secret = Buffer.from('what only its loan may read');
const bucket = `${bucketLocation.base}/${bucketLocation.bucket}`;

let server: TestStore;
let own: Credentials;
let staff: Credentials;
let foreign: Credentials;
/** Uploads under way, of mine and of theirs, and one of mine that was aborted. */
let uploads: { mine: string; theirs: string; aborted: string };

beforeAll(async () => {
  server = await startStore();
  own = server.credentials(loanPrincipal(loan));
  foreign = server.credentials(loanPrincipal(other));
  staff = server.credentials(staffPrincipal('1'));
  await stored(own, { method: 'PUT', path: pathOf(mine), body: secret });
  await stored(foreign, { method: 'PUT', path: pathOf(theirs), body: secret });
  await stored(staff, { method: 'PUT', path: pathOf('public/terms.pdf'), body: secret });
  uploads = {
    mine: await begun(own, mine),
    theirs: await begun(foreign, theirs),
    aborted: await begun(own, mine),
  };
  for (const number of [1, 2]) {
    const query = `partNumber=${number}&uploadId=${uploads.mine}`;
    await stored(own, { method: 'PUT', path: pathOf(mine), query, body: secret });
  }
  await stored(own, { method: 'DELETE', path: pathOf(mine), query: `uploadId=${uploads.aborted}` });
});
afterAll(() => server.close());

type Row = [what: string, call: () => RawCall, status: number, code: string];

const signed = (parts: SignedParts): RawCall =>
  server.signed({ credentials: own, path: pathOf(mine), ...parts });
const put = (parts: SignedParts = {}): RawCall =>
  signed({ method: 'PUT', body: Buffer.from('new'), ...parts });
const address = (given: Partial<Parameters<TestStore['address']>[1]> = {}): RawCall =>
  server.address(own, { path: pathOf(mine), ...given });

/** The call with some headers changed after it was signed; undefined takes one away. */
function headed(call: RawCall, headers: Record<string, string | undefined>): RawCall {
  const all = Object.entries({ ...call.headers, ...headers }).filter(([, value]) => value !== undefined);
  return { ...call, headers: Object.fromEntries(all) as Record<string, string> };
}

/** The call with its authorization rewritten. */
const authorized = (call: RawCall, from: string | RegExp, to: string): RawCall =>
  headed(call, { authorization: (call.headers.authorization ?? '').replace(from, to) });

const queried = (call: RawCall, from: string | RegExp, to: string): RawCall => ({
  ...call,
  query: call.query.replace(from, to),
});

const signature: Row[] = [
  ['another access key', () => authorized(signed({}), /ASIA\w/, 'ASIAZ'), 403, 'InvalidAccessKeyId'],
  [
    'another day',
    () => authorized(signed({}), /\/20\d{6}\//, '/20200101/'),
    400,
    'AuthorizationHeaderMalformed',
  ],
  ['another region', () => signed({ region: 'us-east-1' }), 400, 'AuthorizationHeaderMalformed'],
  ['another service', () => authorized(signed({}), '/s3/', '/ec2/'), 400, 'AuthorizationHeaderMalformed'],
  [
    'another end of scope',
    () => authorized(signed({}), 'aws4_request', 'aws5_request'),
    400,
    'AuthorizationHeaderMalformed',
  ],
  [
    'one digit of the signature changed',
    () => authorized(signed({}), /(?<=Signature=)./, 'x'),
    403,
    'SignatureDoesNotMatch',
  ],
  ['the signature cut short', () => authorized(signed({}), /.$/, ''), 403, 'SignatureDoesNotMatch'],
  ['no signature', () => authorized(signed({}), /, Signature=.*/, ''), 400, 'AuthorizationHeaderMalformed'],
  [
    'a part of it twice',
    () => authorized(signed({}), 'Credential=', 'Signature=a, Credential='),
    400,
    'AuthorizationHeaderMalformed',
  ],
  [
    'another secret',
    () => signed({ credentials: { ...own, secret: foreign.secret } }),
    403,
    'SignatureDoesNotMatch',
  ],
  ['another method', () => ({ ...signed({}), method: 'DELETE' }), 403, 'SignatureDoesNotMatch'],
  ['another key', () => ({ ...signed({}), path: pathOf(`${mine}x`) }), 403, 'SignatureDoesNotMatch'],
  [
    'a parameter more',
    () => ({ ...signed({}), query: 'response-content-type=text%2Fhtml' }),
    403,
    'SignatureDoesNotMatch',
  ],
  [
    'a parameter less',
    () => ({ ...signed({ query: `uploadId=${uploads.mine}` }), query: '' }),
    403,
    'SignatureDoesNotMatch',
  ],
  ['another host', () => headed(signed({}), { host: 'example.com' }), 403, 'SignatureDoesNotMatch'],
  [
    'another content type than signed',
    () => headed(put({ headers: { 'content-type': 'image/png' } }), { 'content-type': 'text/html' }),
    403,
    'SignatureDoesNotMatch',
  ],
  [
    'another hash of the body than signed',
    () => headed(put(), { 'x-amz-content-sha256': sha256('other') }),
    403,
    'SignatureDoesNotMatch',
  ],
  [
    'an x-amz header that is not signed',
    () => headed(signed({}), { 'x-amz-user-agent': 'x' }),
    403,
    'AccessDenied',
  ],
  ['a signature that leaves the host out', () => authorized(signed({}), 'host;', ''), 403, 'AccessDenied'],
  ['no x-amz-date', () => headed(signed({}), { 'x-amz-date': undefined }), 403, 'AccessDenied'],
  [
    'a date that is none',
    () => headed(signed({}), { 'x-amz-date': '20260231T000000Z' }),
    403,
    'AccessDenied',
  ],
  [
    'no hash of the body',
    () => headed(signed({}), { 'x-amz-content-sha256': undefined }),
    400,
    'InvalidRequest',
  ],
  [
    "the signature of S3's second version",
    () => headed(signed({}), { authorization: 'AWS AKIA:abc=' }),
    400,
    'InvalidRequest',
  ],
  ['a clock 16 minutes behind', () => signed({ ahead: -16 * 60 }), 403, 'RequestTimeTooSkewed'],
  ['a clock 16 minutes ahead', () => signed({ ahead: 16 * 60 }), 403, 'RequestTimeTooSkewed'],
];

const yesterday = () => new Date(server.clock.now().getTime() - 24 * 3_600_000);
/** Mine with a token whose content says another thing. */
const tampered = (): Credentials => {
  const [text = '', seal = ''] = own.sessionToken.split('.');
  const content = Buffer.from(text, 'base64url').toString().replaceAll(loan, other);
  return { ...own, sessionToken: `${Buffer.from(content).toString('base64url')}.${seal}` };
};
const resealed = (): Credentials => ({
  ...own,
  sessionToken: own.sessionToken.replace(/\.(.)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`),
});
const fromElsewhere: Credentials = {
  accessKeyId: 'ASIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: 'IQoJb3JpZ2luX2VjEXAMPLE',
  expiresAt: new Date(),
};

const tokens: Row[] = [
  [
    'an expired token',
    () => signed({ credentials: server.credentials(loanPrincipal(loan), yesterday()) }),
    400,
    'ExpiredToken',
  ],
  [
    'a token that says another loan',
    () => signed({ path: pathOf(theirs), credentials: tampered() }),
    400,
    'InvalidToken',
  ],
  ['a token with another seal', () => signed({ credentials: resealed() }), 400, 'InvalidToken'],
  ['a token from elsewhere', () => signed({ credentials: fromElsewhere }), 400, 'InvalidToken'],
  ['an empty token', () => signed({ credentials: { ...own, sessionToken: '' } }), 400, 'InvalidToken'],
  ['no token', () => headed(signed({}), { 'x-amz-security-token': undefined }), 403, 'InvalidAccessKeyId'],
  [
    "another's token",
    () => signed({ credentials: { ...own, sessionToken: foreign.sessionToken } }),
    403,
    'InvalidAccessKeyId',
  ],
];

const ago = (seconds: number) => new Date(server.clock.now().getTime() - seconds * 1000);
const addresses: Row[] = [
  ['an address that has expired', () => address({ at: ago(61), expiresIn: 60 }), 403, 'AccessDenied'],
  ['an address of tomorrow', () => address({ at: ago(-24 * 3600) }), 403, 'AccessDenied'],
  [
    'an address that is made to last',
    () => queried(address({ at: ago(61), expiresIn: 60 }), 'Expires=60', 'Expires=6000'),
    403,
    'SignatureDoesNotMatch',
  ],
  ['an address for 0 s', () => address({ expiresIn: 0 }), 400, 'AuthorizationQueryParametersError'],
  [
    'an address for more than a week',
    () => address({ expiresIn: 604_801 }),
    400,
    'AuthorizationQueryParametersError',
  ],
  [
    'an address for ever',
    () => queried(address(), /X-Amz-Expires=\d+&/, ''),
    400,
    'AuthorizationQueryParametersError',
  ],
  [
    'an address with two dates',
    () => queried(address(), /(X-Amz-Date=\w+)/, '$1&$1'),
    400,
    'AuthorizationQueryParametersError',
  ],
  [
    'an address for another key',
    () => ({ ...address(), path: pathOf(theirs) }),
    403,
    'SignatureDoesNotMatch',
  ],
  ['an address for another method', () => ({ ...address(), method: 'DELETE' }), 403, 'SignatureDoesNotMatch'],
  [
    'an address with another disposition',
    () => queried(address({ query: 'response-content-disposition=attachment' }), 'attachment', 'inline'),
    403,
    'SignatureDoesNotMatch',
  ],
  [
    'an address whose token has expired',
    () => server.address(server.credentials(loanPrincipal(loan), yesterday()), { path: pathOf(mine) }),
    400,
    'ExpiredToken',
  ],
  [
    'an address and an authorization',
    () => headed(address(), { authorization: signed({}).headers.authorization }),
    400,
    'InvalidArgument',
  ],
  ['an address of another loan', () => address({ path: pathOf(theirs) }), 403, 'AccessDenied'],
  [
    'an address that signs the sum of nothing, with something',
    () => ({
      ...address({ method: 'PUT', query: 'x-amz-checksum-crc32=AAAAAA%3D%3D' }),
      body: Buffer.from('new'),
    }),
    400,
    'BadDigest',
  ],
];

const anonymous = (method: string, path: string, query = ''): RawCall => ({
  method,
  path,
  query,
  headers: { host: server.host },
  body: Buffer.alloc(0),
});
const strangers: Row[] = [
  ['an anonymous read', () => anonymous('GET', pathOf(mine)), 403, 'AccessDenied'],
  [
    'an anonymous read of what is public',
    () => anonymous('GET', pathOf('public/terms.pdf')),
    403,
    'AccessDenied',
  ],
  ['an anonymous put', () => anonymous('PUT', pathOf(mine)), 403, 'AccessDenied'],
  ['an anonymous deletion', () => anonymous('DELETE', pathOf(mine)), 403, 'AccessDenied'],
  ['an anonymous list', () => anonymous('GET', bucket, 'list-type=2'), 403, 'AccessDenied'],
  ['an anonymous look at the buckets', () => anonymous('GET', bucketLocation.base), 403, 'AccessDenied'],
  ['an anonymous preflight', () => anonymous('OPTIONS', pathOf(mine)), 403, 'AccessDenied'],
  ['get of another loan', () => signed({ path: pathOf(theirs) }), 403, 'AccessDenied'],
  [
    'get of what another loan does not have',
    () => signed({ path: pathOf(`${theirs}x`) }),
    403,
    'AccessDenied',
  ],
  ['put for another loan', () => put({ path: pathOf(theirs) }), 403, 'AccessDenied'],
  ['put of what is public', () => put({ path: pathOf('public/terms.pdf') }), 403, 'AccessDenied'],
  ['deletion of another loan', () => signed({ method: 'DELETE', path: pathOf(theirs) }), 403, 'AccessDenied'],
  ['list of another loan', () => listed(`private/${other}/`), 403, 'AccessDenied'],
  ['list of all loans', () => listed('private/'), 403, 'AccessDenied'],
  ['list of everything', () => listed(''), 403, 'AccessDenied'],
  [
    'a loan whose id begins with mine',
    () => signed({ path: pathOf(`private/${loan}0/receipt.pdf`) }),
    403,
    'AccessDenied',
  ],
  [
    'an upload for another loan',
    () => signed({ method: 'POST', path: pathOf(theirs), query: 'uploads' }),
    403,
    'AccessDenied',
  ],
  [
    "a part of another's upload",
    () => put({ path: pathOf(theirs), query: `partNumber=1&uploadId=${uploads.theirs}` }),
    403,
    'AccessDenied',
  ],
  [
    "another's parts",
    () => signed({ path: pathOf(theirs), query: `uploadId=${uploads.theirs}` }),
    403,
    'AccessDenied',
  ],
  [
    "the end of another's upload",
    () => signed({ method: 'DELETE', path: pathOf(theirs), query: `uploadId=${uploads.theirs}` }),
    403,
    'AccessDenied',
  ],
  [
    "completion of another's upload",
    () => completion([[1, secret]], { path: pathOf(theirs), query: `uploadId=${uploads.theirs}` }),
    403,
    'AccessDenied',
  ],
  [
    "another's uploads",
    () => signed({ path: bucket, query: `uploads&prefix=${uriEncode(`private/${other}/`)}` }),
    403,
    'AccessDenied',
  ],
  ['put of staff for a loan', () => put({ credentials: staff }), 403, 'AccessDenied'],
  ['deletion by staff', () => signed({ credentials: staff, method: 'DELETE' }), 403, 'AccessDenied'],
  [
    'list by staff',
    () => signed({ credentials: staff, path: bucket, query: 'list-type=2' }),
    403,
    'AccessDenied',
  ],
];

/** A path below my prefix that is signed and sent as it is. */
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

const streamed = (body: string, length: number, more: Record<string, string> = {}): RawCall =>
  put({
    body: Buffer.from(body),
    payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    headers: {
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': String(length),
      'x-amz-trailer': 'x-amz-checksum-crc32',
      ...more,
    },
  });
const md5 = (text: string) => createHash('md5').update(text).digest('base64');
const bodies: Row[] = [
  [
    'a body that is not the one of its hash',
    () => ({ ...put(), body: Buffer.from('old') }),
    400,
    'XAmzContentSHA256Mismatch',
  ],
  ['a hash that is none', () => put({ payload: 'abc' }), 400, 'InvalidArgument'],
  ['a lying content-md5', () => put({ headers: { 'content-md5': md5('other') } }), 400, 'BadDigest'],
  ['a content-md5 that is none', () => put({ headers: { 'content-md5': 'abc' } }), 400, 'InvalidDigest'],
  [
    'a lying x-amz-checksum-crc32',
    () => put({ headers: { 'x-amz-checksum-crc32': 'AAAAAA==' } }),
    400,
    'BadDigest',
  ],
  [
    'a lying x-amz-checksum-sha256',
    () =>
      put({ headers: { 'x-amz-checksum-sha256': createHash('sha256').update('other').digest('base64') } }),
    400,
    'BadDigest',
  ],
  [
    'a checksum that is none',
    () => put({ headers: { 'x-amz-checksum-crc32': 'zz' } }),
    400,
    'InvalidRequest',
  ],
  [
    'a checksum that is not known here',
    () => put({ headers: { 'x-amz-checksum-crc64nvme': 'AAAAAAAAAAA=' } }),
    501,
    'NotImplemented',
  ],
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
  ['51 MiB as a decoded length', () => streamed('0\r\n\r\n', 51 * 1024 * 1024), 400, 'EntityTooLarge'],
  [
    'a decoded length too long',
    () => streamed('3\r\nnew\r\n0\r\nx-amz-checksum-crc32:a+NERQ==\r\n\r\n', 4),
    400,
    'IncompleteBody',
  ],
  ['a decoded length too short', () => streamed('3\r\nnew\r\n0\r\n\r\n', 2), 400, 'IncompleteBody'],
  ['a stream that ends early', () => streamed('9\r\nnew', 9), 400, 'IncompleteBody'],
  ['a stream that is none', () => streamed('new bytes that are no chunks\r\n', 3), 400, 'InvalidRequest'],
  [
    'a lying sum at the end',
    () => streamed('3\r\nnew\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n', 3),
    400,
    'BadDigest',
  ],
  ['no sum at the end', () => streamed('3\r\nnew\r\n0\r\n\r\n', 3), 400, 'BadDigest'],
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
  ['an object that must be new', () => put({ headers: { 'if-none-match': '*' } }), 412, 'PreconditionFailed'],
];

type Named = [number: number, content: Buffer | string];
function completion(parts: Named[], more: SignedParts = {}): RawCall {
  const xml = parts.map(([number, content]) => {
    const eTag = createHash('md5').update(content).digest('hex');
    return `<Part><PartNumber>${number}</PartNumber><ETag>"${eTag}"</ETag></Part>`;
  });
  return completed(`<CompleteMultipartUpload>${xml.join('')}</CompleteMultipartUpload>`, more);
}
const completed = (xml: string, more: SignedParts = {}): RawCall =>
  signed({ method: 'POST', query: `uploadId=${uploads.mine}`, body: Buffer.from(xml), ...more });
const part = (query: string, more: SignedParts = {}) => put({ query, ...more });
const multipart: Row[] = [
  ['part 0', () => part(`partNumber=0&uploadId=${uploads.mine}`), 400, 'InvalidArgument'],
  ['part 10001', () => part(`partNumber=10001&uploadId=${uploads.mine}`), 400, 'InvalidArgument'],
  ['a part that is no number', () => part(`partNumber=1e1&uploadId=${uploads.mine}`), 400, 'InvalidArgument'],
  ['a part of no upload', () => part(`partNumber=1&uploadId=${'0'.repeat(32)}`), 404, 'NoSuchUpload'],
  [
    'a part of a path',
    () => part(`partNumber=1&uploadId=${uriEncode(`../uploads/${uploads.mine}`)}`),
    404,
    'NoSuchUpload',
  ],
  [
    'a part of an aborted upload',
    () => part(`partNumber=1&uploadId=${uploads.aborted}`),
    404,
    'NoSuchUpload',
  ],
  [
    'a part of an upload of another key',
    () => part(`partNumber=1&uploadId=${uploads.mine}`, { path: pathOf(`${mine}x`) }),
    404,
    'NoSuchUpload',
  ],
  [
    "a part of another's upload under my key",
    () => part(`partNumber=1&uploadId=${uploads.theirs}`),
    404,
    'NoSuchUpload',
  ],
  [
    'a part that is not the one of its hash',
    () => ({ ...part(`partNumber=1&uploadId=${uploads.mine}`), body: Buffer.from('old') }),
    400,
    'XAmzContentSHA256Mismatch',
  ],
  [
    'a part of 51 MiB',
    () => ({
      ...headed(part(`partNumber=1&uploadId=${uploads.mine}`), { 'content-length': '53477376' }),
      body: Buffer.alloc(53_477_376),
    }),
    400,
    'EntityTooLarge',
  ],
  [
    'the parts of an aborted upload',
    () => signed({ query: `uploadId=${uploads.aborted}` }),
    404,
    'NoSuchUpload',
  ],
  [
    'completion of an aborted upload',
    () => completion([[1, secret]], { query: `uploadId=${uploads.aborted}` }),
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
    () => signed({ method: 'DELETE', query: `uploadId=${uploads.aborted}` }),
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
    'another size of the whole',
    () => completion([[1, secret]], { headers: { 'x-amz-mp-object-size': '1' } }),
    400,
    'InvalidRequest',
  ],
  [
    'another sum of the whole',
    () =>
      completion([[1, secret]], {
        headers: { 'x-amz-checksum-crc32': 'AAAAAA==', 'x-amz-checksum-type': 'FULL_OBJECT' },
      }),
    400,
    'BadDigest',
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

const listed = (prefix: string, more = ''): RawCall =>
  signed({ path: bucket, query: `list-type=2&prefix=${uriEncode(prefix)}${more}` });
const all = `private/${loan}/`;
const others: Row[] = [
  ['a key that is not there', () => signed({ path: pathOf(`${mine}x`) }), 404, 'NoSuchKey'],
  ['bytes that are not there', () => signed({ headers: { range: 'bytes=1000-' } }), 416, 'InvalidRange'],
  [
    'an object that is another',
    () => signed({ headers: { 'if-match': '"abc"' } }),
    412,
    'PreconditionFailed',
  ],
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

describe.each<[string, Row[]]>([
  ['a signature', signature],
  ['a token', tokens],
  ['an address', addresses],
  ['a stranger', strangers],
  ['a key', keys],
  ['a body', bodies],
  ['an upload', multipart],
  ['anything else', others],
])('%s', (_, rows) => {
  it.each(rows)('%s', async (_what, call, status, code) => {
    const before = server.state();
    const answer = await server.send(call());
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(server.state()).toEqual(before);
    for (const told of [secret.toString(), server.dataDir, loan, other]) {
      expect(answer.body.toString()).not.toContain(told);
    }
    expect(answer.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
  });
});

it('a HEAD is refused without a word', async () => {
  const answer = await server.send(signed({ method: 'HEAD', path: pathOf(theirs) }));
  expect([answer.status, answer.body.length]).toEqual([403, 0]);
});

it('what was refused had been possible but for what was wrong with it', async () => {
  expect((await server.send(signed({}))).body).toEqual(secret);
  expect((await server.send(address())).body).toEqual(secret);
  const short = pathOf(mine).slice(bucketLocation.base.length);
  expect((await server.send(signed({ path: short }))).body).toEqual(secret);
  expect(codeOf(await server.send({ ...signed({}), path: short }))).toBe('SignatureDoesNotMatch');
  expect((await server.send(signed({ credentials: staff }))).body).toEqual(secret);
  expect((await server.send(listed(all))).status).toBe(200);
  expect(
    (await server.send(streamed('3\r\nnew\r\n0\r\nx-amz-checksum-crc32:a+NERQ==\r\n\r\n', 3))).status,
  ).toBe(200);
  expect((await server.send(completion([[1, secret]]))).status).toBe(200);
});

async function stored(credentials: Credentials, parts: SignedParts): Promise<Answer> {
  const answer = await server.send(server.signed({ credentials, ...parts }));
  expect(answer.status).toBeLessThan(300);
  return answer;
}

async function begun(credentials: Credentials, key: string): Promise<string> {
  const answer = await stored(credentials, { method: 'POST', path: pathOf(key), query: 'uploads' });
  return /<UploadId>(\w+)</.exec(answer.body.toString())?.[1] ?? '';
}
