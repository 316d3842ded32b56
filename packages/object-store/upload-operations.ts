/** The operations on uploads in parts. */
import { authorize } from './credentials.ts';
import { S3Error } from './errors.ts';
import { compareByBytes } from './object-keys.ts';
import { putOptionsOf, isCreateOnly } from './object-operations.ts';
import { type S3Operation, type SignedCall, wholeNumber, xmlReply } from './operation.ts';
import { readPayloadText } from './payload.ts';
import { bucketLocation } from './bucket-location.ts';
import { parameterOf } from './request.ts';
import { sizeLimits } from './uploads.ts';
import { readParts, writeXml } from './xml.ts';

export const uploadOperations: readonly S3Operation[] = [
  { name: 'createMultipartUpload', method: 'POST', on: 'object', by: ['uploads'], takes: [], run: create },
  {
    name: 'uploadPart',
    method: 'PUT',
    on: 'object',
    by: ['partNumber', 'uploadId'],
    takes: [],
    run: uploadPart,
  },
  {
    name: 'listParts',
    method: 'GET',
    on: 'object',
    by: ['uploadId'],
    takes: ['max-parts', 'part-number-marker'],
    run: listParts,
  },
  {
    name: 'completeMultipartUpload',
    method: 'POST',
    on: 'object',
    by: ['uploadId'],
    takes: [],
    run: complete,
  },
  { name: 'abortMultipartUpload', method: 'DELETE', on: 'object', by: ['uploadId'], takes: [], run: abort },
  {
    name: 'listMultipartUploads',
    method: 'GET',
    on: 'bucket',
    by: ['uploads'],
    takes: ['prefix'],
    run: listUploads,
  },
];

/** In bytes: many times the list of the eleven parts that an object of the largest size can have. */
const largestCompletion = 64 * 1024;

async function create({ principal, key, headers, uploads, quota }: SignedCall): Promise<Response> {
  authorize(principal, 'put', key);
  const { contentType } = putOptionsOf(headers);
  const { id } = await quota.withUpload(key, () => uploads.create(key, contentType));
  return xmlReply(
    writeXml('InitiateMultipartUploadResult', { Bucket: bucketLocation.bucket, Key: key, UploadId: id }),
  );
}

async function uploadPart(call: SignedCall): Promise<Response> {
  const { principal, key, uploads, quota, receive, request } = call;
  authorize(principal, 'put', key);
  const number = wholeNumber('partNumber', parameterOf(request.query, 'partNumber'), 0, [1, 10_000]);
  const received = receive(sizeLimits.object);
  const { eTag, checksums } = await quota.withBytes(key, received.size, () =>
    uploads.putPart(idOf(call), key, number, received),
  );
  return new Response(null, { headers: { ...checksums, etag: `"${eTag}"` } });
}

async function listParts(call: SignedCall): Promise<Response> {
  const { principal, key, uploads, request } = call;
  authorize(principal, 'put', key);
  const given = (name: string) => parameterOf(request.query, name);
  const most = Math.min(1000, wholeNumber('max-parts', given('max-parts'), 1000, [1, 999_999_999]));
  const marker = wholeNumber('part-number-marker', given('part-number-marker'), 0, [0, 999_999_999]);
  const id = idOf(call);
  const waiting = (await uploads.parts(id, key)).filter(({ number }) => number > marker);
  const parts = waiting.slice(0, most);
  return xmlReply(
    writeXml('ListPartsResult', {
      Bucket: bucketLocation.bucket,
      Key: key,
      UploadId: id,
      PartNumberMarker: marker,
      NextPartNumberMarker: parts.at(-1)?.number ?? 0,
      MaxParts: most,
      IsTruncated: waiting.length > parts.length,
      StorageClass: 'STANDARD',
      Part: parts.map(({ number, lastModified, eTag, size, checksums }) => ({
        PartNumber: number,
        LastModified: lastModified,
        ETag: `"${eTag}"`,
        Size: size,
        ...Object.fromEntries(Object.entries(checksums).map(([name, sum]) => [memberOf(name), sum])),
      })),
    }),
  );
}

/** `x-amz-checksum-crc32` as XML calls it: `ChecksumCRC32`. */
const memberOf = (header: string): string =>
  `Checksum${header.slice('x-amz-checksum-'.length).toUpperCase()}`;

async function complete(call: SignedCall): Promise<Response> {
  const { principal, key, headers, uploads, receive, request } = call;
  authorize(principal, 'put', key);
  // The sums of this call are those of the object; its body has none.
  const isSum = (name: string) => /^x-amz-checksum-(?!type$|algorithm$)/.test(name);
  const checksums = [...headers].filter(([name]) => isSum(name));
  if (checksums.length > 0 && headers.get('x-amz-checksum-type') !== 'FULL_OBJECT') {
    throw new S3Error('NotImplemented', 'Of the checksums of an upload, FULL_OBJECT is implemented');
  }
  const id = idOf(call);
  // Before the body is read and parsed, which is work.
  await uploads.requireKnown(id, key);
  const body = receive(largestCompletion, new Map([...headers].filter(([name]) => !isSum(name))));
  const size = headers.get('x-amz-mp-object-size');
  const entry = await uploads.complete(id, key, {
    parts: readParts(await readPayloadText(body)),
    onlyNew: isCreateOnly(headers),
    size: size === undefined ? undefined : wholeNumber('x-amz-mp-object-size', size, 0, [0, 999_999_999]),
    checksums: Object.fromEntries(checksums),
  });
  return xmlReply(
    writeXml('CompleteMultipartUploadResult', {
      Location: request.path,
      Bucket: bucketLocation.bucket,
      Key: key,
      ETag: `"${entry.eTag}"`,
    }),
  );
}

async function abort(call: SignedCall): Promise<Response> {
  authorize(call.principal, 'put', call.key);
  await call.uploads.abort(idOf(call), call.key);
  return new Response(null, { status: 204 });
}

async function listUploads({ principal, uploads, request }: SignedCall): Promise<Response> {
  const prefix = parameterOf(request.query, 'prefix') ?? '';
  authorize(principal, 'list', prefix);
  const found = (await uploads.list(prefix)).sort(
    (a, b) => compareByBytes(a.key, b.key) || compareByBytes(a.id, b.id),
  );
  return xmlReply(
    writeXml('ListMultipartUploadsResult', {
      Bucket: bucketLocation.bucket,
      Prefix: prefix,
      MaxUploads: 1000,
      IsTruncated: false,
      Upload: found.map(({ key, id, initiated }) => ({
        Key: key,
        UploadId: id,
        Initiated: initiated,
        StorageClass: 'STANDARD',
      })),
    }),
  );
}

const idOf = ({ request }: SignedCall): string => parameterOf(request.query, 'uploadId') ?? '';
