/**
 * AWS Signature Version 4, for a store that speaks S3: the signed parts of a request, their signature and its
 * verification. This file reads no clock, table or body.
 */
import { createHash, createHmac } from 'node:crypto';
import { isSameText } from '../../server/platform/same-text.ts';
import { S3Error } from './errors.ts';
import { parameterOf, type S3Request } from './request.ts';
import { canonicalQuery, uriDecode, uriEncodePath, type Query } from './uri.ts';

/** The signer, and the region of the signature. */
export type SigningKey = { accessKeyId: string; secret: string; region: string };

/** A request's claims about its own signature, not verified yet. */
export type RequestSignature = {
  accessKeyId: string;
  sessionToken: string | undefined;
  /** `YYYYMMDD'T'HHMMSS'Z'`. */
  stamp: string;
  region: string;
  /** The names in small letters, as the request lists them. */
  signedHeaders: string[];
  signature: string;
  /** The signed stand-in for the body: a hash in hex, or one of S3's words. */
  payload: string;
  /** The lifetime of a signed address in seconds; undefined if the header signs. */
  expires: number | undefined;
};

const algorithm = 'AWS4-HMAC-SHA256';
const service = 's3';
/** The largest difference between a client's clock and the server's. */
const skewMs = 15 * 60 * 1000;
/** The longest lifetime of a signed address, in seconds. */
const longestExpiry = 7 * 24 * 60 * 60;

export const unsignedPayload = 'UNSIGNED-PAYLOAD';

/**
 * Reads the signature of a call, from its header or from its address.
 * @throws S3Error AccessDenied without a signature, and the code of a malformed one
 */
export function parseSignature(request: S3Request): RequestSignature {
  const header = request.headers.get('authorization');
  const inAddress = request.query.some(([name]) => /^x-amz-(algorithm|signature|credential)$/i.test(name));
  if (header !== undefined && inAddress) {
    throw new S3Error('InvalidArgument', 'A call is signed in its header or in its address, not in both');
  }
  if (header !== undefined) return readHeader(header, request);
  if (inAddress) return readAddress(request);
  throw new S3Error('AccessDenied', 'Nothing here is open to anonymous calls');
}

function readHeader(header: string, { headers }: S3Request): RequestSignature {
  if (!header.startsWith(`${algorithm} `)) {
    throw new S3Error('InvalidRequest', `The authorization must be ${algorithm}`);
  }
  const pairs = header
    .slice(algorithm.length + 1)
    .split(',')
    .map((part) => {
      const [name = '', ...value] = part.trim().split('=');
      return [name, value.join('=')] as const;
    });
  const parts = new Map(pairs);
  const fault = (message: string) => new S3Error('AuthorizationHeaderMalformed', message);
  const credential = parts.get('Credential');
  const signedHeaders = parts.get('SignedHeaders');
  const signature = parts.get('Signature');
  if (
    pairs.length !== 3 ||
    credential === undefined ||
    signedHeaders === undefined ||
    signature === undefined
  ) {
    throw fault('The authorization needs Credential, SignedHeaders and Signature, once each');
  }
  const stamp = headers.get('x-amz-date');
  if (stamp === undefined || millisecondsOf(stamp) === undefined) {
    throw new S3Error('AccessDenied', 'A signed call needs a valid x-amz-date');
  }
  const payload = headers.get('x-amz-content-sha256');
  if (payload === undefined) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  return {
    ...readScope(credential, stamp, fault),
    sessionToken: headers.get('x-amz-security-token'),
    stamp,
    signedHeaders: signedHeaders.split(';'),
    signature,
    payload,
    expires: undefined,
  };
}

function readAddress({ query, headers }: S3Request): RequestSignature {
  const fault = (message: string) => new S3Error('AuthorizationQueryParametersError', message);
  const need = (name: string): string => {
    const [first, ...others] = query.filter(([one]) => one === name);
    if (first === undefined || others.length > 0) throw fault(`${name} must be given once`);
    return first[1];
  };
  if (need('X-Amz-Algorithm') !== algorithm) throw fault(`X-Amz-Algorithm must be ${algorithm}`);
  const expires = need('X-Amz-Expires');
  if (!/^\d{1,9}$/.test(expires) || Number(expires) < 1 || Number(expires) > longestExpiry) {
    throw fault(`X-Amz-Expires must be a whole number from 1 to ${longestExpiry}`);
  }
  const stamp = need('X-Amz-Date');
  if (millisecondsOf(stamp) === undefined) throw fault("X-Amz-Date must be in the form yyyyMMdd'T'HHmmss'Z'");
  return {
    ...readScope(need('X-Amz-Credential'), stamp, fault),
    sessionToken: parameterOf(query, 'X-Amz-Security-Token'),
    stamp,
    signedHeaders: need('X-Amz-SignedHeaders').split(';'),
    signature: need('X-Amz-Signature'),
    payload:
      headers.get('x-amz-content-sha256') ?? parameterOf(query, 'X-Amz-Content-Sha256') ?? unsignedPayload,
    expires: Number(expires),
  };
}

function readScope(credential: string, stamp: string, fault: (message: string) => S3Error) {
  const [accessKeyId = '', date, region = '', scopedTo, end, ...others] = credential.split('/');
  if (!accessKeyId || scopedTo !== service || end !== 'aws4_request' || others.length > 0) {
    throw fault(`The credential must be KEY/DATE/REGION/${service}/aws4_request`);
  }
  if (date !== stamp.slice(0, 8)) throw fault('The date of the credential is not the date of the call');
  return { accessKeyId, region };
}

/**
 * Holds a call against the signature that it claims.
 * @param signer the secret that belongs to the claimed key, and the region of the store
 * @throws S3Error SignatureDoesNotMatch, RequestTimeTooSkewed, or AccessDenied for an address that has expired, is
 *   not valid yet, or comes with headers that it does not sign
 */
export function verifySignature(
  request: S3Request,
  requestSignature: RequestSignature,
  signer: SigningKey,
  now: Date,
): void {
  if (requestSignature.region !== signer.region) {
    const code =
      requestSignature.expires === undefined
        ? 'AuthorizationHeaderMalformed'
        : 'AuthorizationQueryParametersError';
    throw new S3Error(code, `The region is wrong; expecting '${signer.region}'`);
  }
  verifyTime(requestSignature, now);
  const unsigned = [...request.headers.keys()].filter(
    (name) =>
      (name === 'host' || name.startsWith('x-amz-')) && !requestSignature.signedHeaders.includes(name),
  );
  if (!requestSignature.signedHeaders.includes('host') || unsigned.length > 0) {
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed');
  }
  if (!isSameText(computeSignature(request, requestSignature, signer), requestSignature.signature)) {
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The signature that you gave is not the signature of this call',
    );
  }
}

function verifyTime({ stamp, expires }: RequestSignature, now: Date): void {
  const age = now.getTime() - (millisecondsOf(stamp) ?? Number.NaN);
  if (expires === undefined) {
    if (Math.abs(age) <= skewMs) return;
    throw new S3Error('RequestTimeTooSkewed', 'The time of the call is too far from the time of the server');
  }
  if (age < -skewMs) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (age >= expires * 1000) throw new S3Error('AccessDenied', 'Request has expired');
}

type Signed = Pick<RequestSignature, 'stamp' | 'signedHeaders' | 'payload'>;

/** Computes the signature of a request, in hex; a signature in the query is not part of the signed text. */
export function computeSignature(
  request: S3Request,
  { stamp, signedHeaders, payload }: Signed,
  signer: SigningKey,
): string {
  const scope = scopeOf(stamp, signer.region);
  const canonical = [
    request.method,
    uriEncodePath(uriDecode(request.path)),
    canonicalQuery(request.query.filter(([name]) => name !== 'X-Amz-Signature')),
    ...signedHeaders.map((name) => `${name}:${tidy(request.headers.get(name) ?? '')}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');
  const key = [stamp.slice(0, 8), signer.region, service, 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${signer.secret}`,
  );
  return hmac(key, [algorithm, stamp, scope, sha256Hex(canonical)].join('\n')).toString('hex');
}

/** The request that an address is signed for. `expiresIn` is in seconds, 1 to 604800. */
export type ToSign = {
  method: string;
  /** The host as the client will send it, with its port unless that is the scheme's default. */
  host: string;
  /** The path, not encoded yet. */
  path: string;
  query?: Query;
  sessionToken?: string | undefined;
  now: Date;
  expiresIn: number;
};

/** @returns path and query of a signed address, encoded */
export function presign(
  { method, host, path, query = [], sessionToken, now, expiresIn }: ToSign,
  signer: SigningKey,
) {
  const stamp = formatAmzDate(now);
  const signing: Query = [
    ...query,
    ['X-Amz-Algorithm', algorithm],
    ['X-Amz-Credential', `${signer.accessKeyId}/${scopeOf(stamp, signer.region)}`],
    ['X-Amz-Date', stamp],
    ['X-Amz-Expires', String(expiresIn)],
    ...(sessionToken === undefined ? [] : [['X-Amz-Security-Token', sessionToken] as const]),
    ['X-Amz-SignedHeaders', 'host'],
  ];
  const request = { method, path: uriEncodePath(path), query: signing, headers: new Map([['host', host]]) };
  const signature = computeSignature(
    request,
    { stamp, signedHeaders: ['host'], payload: unsignedPayload },
    signer,
  );
  return `${request.path}?${canonicalQuery(signing)}&X-Amz-Signature=${signature}`;
}

/** `20260720T063000Z`. */
export const formatAmzDate = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

function millisecondsOf(stamp: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) || formatAmzDate(at) !== stamp ? undefined : at.getTime();
}

const scopeOf = (stamp: string, region: string): string =>
  `${stamp.slice(0, 8)}/${region}/${service}/aws4_request`;

const tidy = (value: string): string => value.trim().replaceAll(/\s+/g, ' ');

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
