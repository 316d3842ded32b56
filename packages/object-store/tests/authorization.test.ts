/** Requests that the store refuses: a signature, a token, an address or a prefix of someone else. */
import { expect, it } from 'vitest';
import { type Credentials, loanPrincipal } from '../credentials.ts';
import { bucketLocation } from '../object-keys.ts';
import { uriEncode } from '../uri.ts';
import { codeOf, pathOf, type RawCall, sha256 } from './store.ts';
import {
  bucket,
  headed,
  loan,
  mine,
  other,
  type Row,
  secret,
  storeOfTwoLoans,
  theirs,
} from './refused-calls.ts';

const { at, signed, put, address, listed, completion, describeRefused } = storeOfTwoLoans();

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
    () => signed({ credentials: { ...at.own, secret: at.foreign.secret } }),
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
    () => ({ ...signed({ query: `uploadId=${at.uploads.mine}` }), query: '' }),
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

const yesterday = () => new Date(at.server.clock.now().getTime() - 24 * 3_600_000);
/** Mine with a token whose content says another thing. */
const tampered = (): Credentials => {
  const [text = '', seal = ''] = at.own.sessionToken.split('.');
  const content = Buffer.from(text, 'base64url').toString().replaceAll(loan, other);
  return { ...at.own, sessionToken: `${Buffer.from(content).toString('base64url')}.${seal}` };
};
const resealed = (): Credentials => ({
  ...at.own,
  sessionToken: at.own.sessionToken.replace(/\.(.)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`),
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
    () => signed({ credentials: at.server.credentials(loanPrincipal(loan), yesterday()) }),
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
  ['an empty token', () => signed({ credentials: { ...at.own, sessionToken: '' } }), 400, 'InvalidToken'],
  ['no token', () => headed(signed({}), { 'x-amz-security-token': undefined }), 403, 'InvalidAccessKeyId'],
  [
    "another's token",
    () => signed({ credentials: { ...at.own, sessionToken: at.foreign.sessionToken } }),
    403,
    'InvalidAccessKeyId',
  ],
];

const ago = (seconds: number) => new Date(at.server.clock.now().getTime() - seconds * 1000);
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
    () => at.server.address(at.server.credentials(loanPrincipal(loan), yesterday()), { path: pathOf(mine) }),
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
    'an address that signs a checksum',
    () => ({
      ...address({ method: 'PUT', query: 'x-amz-checksum-crc32=AAAAAA%3D%3D' }),
      body: Buffer.from('new'),
    }),
    501,
    'NotImplemented',
  ],
];

const anonymous = (method: string, path: string, query = ''): RawCall => ({
  method,
  path,
  query,
  headers: { host: at.server.host },
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
    () => put({ path: pathOf(theirs), query: `partNumber=1&uploadId=${at.uploads.theirs}` }),
    403,
    'AccessDenied',
  ],
  [
    "another's parts",
    () => signed({ path: pathOf(theirs), query: `uploadId=${at.uploads.theirs}` }),
    403,
    'AccessDenied',
  ],
  [
    "the end of another's upload",
    () => signed({ method: 'DELETE', path: pathOf(theirs), query: `uploadId=${at.uploads.theirs}` }),
    403,
    'AccessDenied',
  ],
  [
    "completion of another's upload",
    () => completion([[1, secret]], { path: pathOf(theirs), query: `uploadId=${at.uploads.theirs}` }),
    403,
    'AccessDenied',
  ],
  [
    "another's uploads",
    () => signed({ path: bucket, query: `uploads&prefix=${uriEncode(`private/${other}/`)}` }),
    501,
    'NotImplemented',
  ],
  ['put of staff for a loan', () => put({ credentials: at.staff }), 403, 'AccessDenied'],
  ['deletion by staff', () => signed({ credentials: at.staff, method: 'DELETE' }), 403, 'AccessDenied'],
  [
    'list by staff',
    () => signed({ credentials: at.staff, path: bucket, query: 'list-type=2' }),
    403,
    'AccessDenied',
  ],
];

describeRefused('a signature', signature);
describeRefused('a token', tokens);
describeRefused('an address', addresses);
describeRefused('a stranger', strangers);

it('a refused HEAD has no body', async () => {
  const answer = await at.server.send(signed({ method: 'HEAD', path: pathOf(theirs) }));
  expect([answer.status, answer.body.length]).toEqual([403, 0]);
});

it('the same calls succeed without the fault that was refused', async () => {
  expect((await at.server.send(signed({}))).body).toEqual(secret);
  expect((await at.server.send(address())).body).toEqual(secret);
  const short = pathOf(mine).slice(bucketLocation.base.length);
  expect((await at.server.send(signed({ path: short }))).body).toEqual(secret);
  expect(codeOf(await at.server.send({ ...signed({}), path: short }))).toBe('SignatureDoesNotMatch');
  expect((await at.server.send(signed({ credentials: at.staff }))).body).toEqual(secret);
});
