/** Signature V4 against the examples that AWS publishes for S3, and against every single change of a signed call. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { S3Error } from './errors.ts';
import type { S3Request } from './request.ts';
import {
  presign,
  parseSignature,
  computeSignature,
  type SigningKey,
  formatAmzDate,
  verifySignature,
} from './signature.ts';
import { uriEncode, parseQuery } from './uri.ts';

const example: SigningKey = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const day = new Date('2013-05-24T00:00:00Z');
const stamp = '20130524T000000Z';
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const host = 'examplebucket.s3.amazonaws.com';

describe("AWS's examples", () => {
  it.each([
    {
      name: 'GET an object with a range',
      method: 'GET',
      path: '/test.txt',
      query: '',
      own: { range: 'bytes=0-9' },
      payload: empty,
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      name: 'PUT an object',
      method: 'PUT',
      path: '/test$file.text',
      query: '',
      own: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      payload: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      name: 'GET a bucket lifecycle',
      method: 'GET',
      path: '/',
      query: 'lifecycle',
      own: {},
      payload: empty,
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      name: 'list a bucket',
      method: 'GET',
      path: '/',
      query: 'max-keys=2&prefix=J',
      own: {},
      payload: empty,
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
    {
      name: 'PUT in signed chunks',
      method: 'PUT',
      path: '/examplebucket/chunkObject.txt',
      query: '',
      own: {
        host: 's3.amazonaws.com',
        'content-encoding': 'aws-chunked',
        'content-length': '66824',
        'x-amz-decoded-content-length': '66560',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      payload: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
      signature: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    },
  ])('$name', ({ method, path, query, own, payload, signature }) => {
    const headers = new Map(
      Object.entries({ host, 'x-amz-date': stamp, 'x-amz-content-sha256': payload, ...own }),
    );
    const request: S3Request = { method, path, query: parseQuery(query), headers };
    const signedHeaders = [...headers.keys()].sort();
    expect(computeSignature(request, { stamp, signedHeaders, payload }, example)).toBe(signature);
    const signed = withAuthorization(request, signedHeaders, signature);
    expect(() => verifySignature(signed, parseSignature(signed), example, day)).not.toThrow();
  });

  it('a signed address', () => {
    const address = presign({ method: 'GET', host, path: '/test.txt', now: day, expiresIn: 86_400 }, example);
    expect(address).toContain(
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
    expect(address).toContain(
      'X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request',
    );
  });
});

describe('a signed address', () => {
  const texts = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
  const addresses = fc.record({
    method: fc.constantFrom('GET', 'PUT', 'DELETE'),
    path: texts.map((text) => `/${text}`),
    query: fc.array(fc.tuple(texts, texts), { maxLength: 3 }),
    expiresIn: fc.integer({ min: 1, max: 604_800 }),
  });

  it('is valid from its signature until it expires', () => {
    fc.assert(
      fc.property(addresses, ({ method, path, query, expiresIn }) => {
        const address = presign({ method, host, path, query, now: day, expiresIn }, example);
        const request = requestOf(method, address);
        const at = (seconds: number) => outcomeOf(request, new Date(day.getTime() + seconds * 1000));
        expect([at(0), at(expiresIn - 0.001), at(expiresIn)]).toEqual(['valid', 'valid', 'AccessDenied']);
      }),
    );
  });

  it('is refused after any one change', () => {
    fc.assert(
      fc.property(addresses, fc.nat(), fc.constantFrom('a', '0', '%41', '-'), (given, at, other) => {
        const address = presign({ host, now: day, ...given }, example);
        const place = 1 + (at % (address.length - 1));
        const changed = address.slice(0, place) + other + address.slice(place + 1);
        fc.pre(!sameAddress(changed, address));
        expect(outcomeOf(requestOf(given.method, changed), day)).not.toBe('valid');
      }),
      { numRuns: 300 },
    );
  });

  it('is refused with another method, host, region or secret', () => {
    const address = presign({ method: 'GET', host, path: '/a', now: day, expiresIn: 60 }, example);
    const request = requestOf('GET', address);
    expect(outcomeOf({ ...request, method: 'PUT' }, day)).toBe('SignatureDoesNotMatch');
    expect(outcomeOf({ ...request, headers: new Map([['host', 'other']]) }, day)).toBe(
      'SignatureDoesNotMatch',
    );
    expect(outcomeOf(request, day, { ...example, region: 'eu-west-1' })).toBe(
      'AuthorizationQueryParametersError',
    );
    expect(outcomeOf(request, day, { ...example, secret: 'other' })).toBe('SignatureDoesNotMatch');
  });
});

it('a header is normalised as in AWS, and the order of the query does not matter', () => {
  const headers = new Map([
    ['host', host],
    ['x-amz-date', stamp],
    ['x-amz-content-sha256', empty],
    ['x-amz-user-agent', '  two   spaces '],
  ]);
  const signedHeaders = [...headers.keys()].sort();
  const request: S3Request = { method: 'GET', path: '/a%20b', query: parseQuery('b=2&a=1&a=0'), headers };
  const signature = computeSignature(request, { stamp, signedHeaders, payload: empty }, example);
  const other: S3Request = {
    ...request,
    path: '/%61%20b',
    query: parseQuery('a=1&b=2&a=0'),
    headers: new Map([...headers, ['x-amz-user-agent', 'two spaces']]),
  };
  const signed = withAuthorization(other, signedHeaders, signature);
  expect(outcomeOf(signed, day)).toBe('valid');
});

it.each([
  [-15 * 60, 'valid'],
  [15 * 60, 'valid'],
  [-15 * 60 - 1, 'RequestTimeTooSkewed'],
  [15 * 60 + 1, 'RequestTimeTooSkewed'],
])('a clock that is %i seconds off: %s', (seconds, outcome) => {
  const at = formatAmzDate(new Date(day.getTime() + seconds * 1000));
  const headers = new Map([
    ['host', host],
    ['x-amz-date', at],
    ['x-amz-content-sha256', empty],
  ]);
  const signedHeaders = [...headers.keys()].sort();
  const request: S3Request = { method: 'GET', path: '/', query: [], headers };
  const signature = computeSignature(request, { stamp: at, signedHeaders, payload: empty }, example);
  expect(outcomeOf(withAuthorization(request, signedHeaders, signature, at), day)).toBe(outcome);
});

function withAuthorization(
  request: S3Request,
  signedHeaders: string[],
  signature: string,
  at = stamp,
): S3Request {
  const credential = `${example.accessKeyId}/${at.slice(0, 8)}/${example.region}/s3/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${signedHeaders.join(';')},Signature=${signature}`;
  return { ...request, headers: new Map([...request.headers, ['authorization', authorization]]) };
}

function requestOf(method: string, address: string): S3Request {
  const [path = '', query = ''] = address.split('?');
  return { method, path, query: parseQueryOr(query), headers: new Map([['host', host]]) };
}

/** An address that a change has made unreadable is refused before anything is asked of it. */
function parseQueryOr(query: string): S3Request['query'] {
  try {
    return parseQuery(query);
  } catch {
    return [];
  }
}

function outcomeOf(request: S3Request, now: Date, signer = example): string {
  try {
    const requestSignature = parseSignature(request);
    verifySignature(request, requestSignature, signer, now);
    return requestSignature.accessKeyId === signer.accessKeyId ? 'valid' : 'InvalidAccessKeyId';
  } catch (error) {
    if (error instanceof S3Error) return error.code;
    throw error;
  }
}

/** Returns whether both are equal after decoding, such as `A` and `%41`. */
function sameAddress(a: string, b: string): boolean {
  const plain = (address: string) => {
    const [path = '', query = ''] = address.split('?');
    try {
      const pairs = parseQuery(query).map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`);
      return `${decodeURIComponent(path)}?${pairs.sort().join('&')}`;
    } catch {
      return address;
    }
  };
  return plain(a) === plain(b);
}
