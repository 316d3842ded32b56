/** The operations on uploads in parts. */
import { authorize } from './credentials.ts';
import { contentTypeOf } from './object-operations.ts';
import { type S3Operation, type SignedCall, wholeNumber, xmlReply } from './operation.ts';
import { readPayloadText } from './payload.ts';
import { bucketLocation } from './object-keys.ts';
import { parameterOf } from './request.ts';
import { sizeLimits } from './uploads.ts';
import { readParts, writeXml } from './xml.ts';

export const uploadOperations: readonly S3Operation[] = [
  { name: 'createMultipartUpload', method: 'POST', on: 'object', by: ['uploads'], run: create },
  { name: 'uploadPart', method: 'PUT', on: 'object', by: ['partNumber', 'uploadId'], run: uploadPart },
  {
    name: 'listParts',
    method: 'GET',
    on: 'object',
    by: ['uploadId'],
    takes: ['max-parts', 'part-number-marker'],
    run: listParts,
  },
  { name: 'completeMultipartUpload', method: 'POST', on: 'object', by: ['uploadId'], run: complete },
  { name: 'abortMultipartUpload', method: 'DELETE', on: 'object', by: ['uploadId'], run: abort },
];

/** The limit in bytes: many times the list of the eleven parts that an object of the largest size can have. */
const largestCompletion = 64 * 1024;

async function create({ principal, key, headers, uploads, quota }: SignedCall): Promise<Response> {
  authorize(principal, 'put', key);
  const contentType = contentTypeOf(headers);
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
  const { eTag } = await quota.withBytes(key, received.size, () =>
    uploads.putPart(idOf(call), key, number, received),
  );
  return new Response(null, { headers: { etag: `"${eTag}"` } });
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
      Part: parts.map(({ number, lastModified, eTag, size }) => ({
        PartNumber: number,
        LastModified: lastModified,
        ETag: `"${eTag}"`,
        Size: size,
      })),
    }),
  );
}

async function complete(call: SignedCall): Promise<Response> {
  const { principal, key, uploads, receive, request } = call;
  authorize(principal, 'put', key);
  const id = idOf(call);
  // The check comes first because reading and parsing the body costs time.
  await uploads.requireKnown(id, key);
  const text = await readPayloadText(receive(largestCompletion));
  const entry = await uploads.complete(id, key, readParts(text));
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

const idOf = ({ request }: SignedCall): string => parameterOf(request.query, 'uploadId') ?? '';
