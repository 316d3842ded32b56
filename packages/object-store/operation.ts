/** The implementation of an S3 operation, and the rule by which its requests are recognised. */
import { S3Error } from './errors.ts';
import type { Principal } from './credentials.ts';
import type { ObjectFolder } from './folder.ts';
import type { Payload } from './payload.ts';
import type { Quota } from './quota.ts';
import type { S3Request } from './request.ts';
import type { Uploads } from './uploads.ts';

/** A call that is signed as it must be. */
export type SignedCall = {
  request: S3Request;
  /** The headers, with those that a signed address has in its query. */
  headers: ReadonlyMap<string, string>;
  /** Empty where the call is about the bucket. */
  key: string;
  principal: Principal;
  folder: ObjectFolder;
  uploads: Uploads;
  quota: Quota;
  /** The body, at most so many bytes. @throws S3Error */
  receive: (largest: number) => Payload;
};

/** The names in fault switches and logs. */
export type S3OperationName =
  | 'putObject'
  | 'getObject'
  | 'headObject'
  | 'deleteObject'
  | 'listObjects'
  | 'createMultipartUpload'
  | 'uploadPart'
  | 'listParts'
  | 'completeMultipartUpload'
  | 'abortMultipartUpload';

export type S3Operation = {
  name: S3OperationName;
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  on: 'bucket' | 'object';
  /** The parameters of the query that tell it from others. */
  by: string[];
  /** The parameters that it may have beside. */
  takes?: string[];
  /** @throws S3Error */
  run: (call: SignedCall) => Promise<Response>;
};

/** Parameters that any call may have: the name that SDKs give theirs, and what belongs to a signature or a header. */
const isForAny = (name: string): boolean => name === 'x-id' || /^x-amz-/i.test(name);

/** @returns undefined for unsupported operations, and for a parameter that the operation would ignore */
export function matchS3Operation(
  operations: readonly S3Operation[],
  { method, query }: S3Request,
  on: S3Operation['on'],
): S3Operation | undefined {
  const names = query.map(([name]) => name).filter((name) => !isForAny(name));
  return operations.find(
    (one) =>
      one.method === method &&
      one.on === on &&
      one.by.every((name) => names.includes(name)) &&
      names.every((name) => one.by.includes(name) || one.takes?.includes(name)),
  );
}

/** The headers of S3's that no operation here would overlook. */
const known = [
  'x-amz-algorithm',
  'x-amz-content-sha256',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-security-token',
  'x-amz-signature',
  'x-amz-signedheaders',
  'x-amz-user-agent',
];

/** Headers that would change the content written or read, or that are conditions on it. */
const refused = [
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-md5',
  'expires',
  'if-match',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
];

/** Returns the headers of a call, with those that a signed address has in its query. @throws S3Error NotImplemented */
export function headersOf({ headers, query }: S3Request): ReadonlyMap<string, string> {
  const hoisted = query
    .filter(([name]) => /^x-amz-/i.test(name))
    .map(([name, value]) => [name.toLowerCase(), value] as const);
  const all = new Map([...hoisted, ...headers]);
  for (const name of all.keys()) {
    if (refused.includes(name) || (name.startsWith('x-amz-') && !known.includes(name))) {
      throw new S3Error('NotImplemented', `${name} is not implemented`);
    }
  }
  return all;
}

/** Returns a whole number of the query. @throws S3Error InvalidArgument */
export function wholeNumber(
  name: string,
  text: string | undefined,
  fallback: number,
  [least, most]: [number, number],
) {
  if (text === undefined) return fallback;
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new S3Error('InvalidArgument', `${name} must be a whole number from ${least} to ${most}`);
}

export const xmlReply = (xml: string): Response =>
  new Response(xml, { headers: { 'content-type': 'application/xml' } });
