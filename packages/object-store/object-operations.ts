/** The operations on whole objects. */
import { authorize } from './credentials.ts';
import { checkCondition, downloadHeaders, isMediaType, parseRange, streamRange } from './downloads.ts';
import { S3Error } from './errors.ts';
import type { PutOptions } from './folder.ts';
import { listPageOf, decodeContinuationToken, encodeContinuationToken } from './listing.ts';
import { type S3Operation, type SignedCall, wholeNumber, xmlReply } from './operation.ts';
import { bucketLocation } from './bucket-location.ts';
import { parameterOf } from './request.ts';
import { sizeLimits } from './uploads.ts';
import { uriEncodePath } from './uri.ts';
import { writeXml } from './xml.ts';

const overrides = ['response-content-disposition', 'response-content-type', 'response-cache-control'];

export const objectOperations: readonly S3Operation[] = [
  { name: 'putObject', method: 'PUT', on: 'object', by: [], takes: [], run: putObject },
  { name: 'getObject', method: 'GET', on: 'object', by: [], takes: overrides, run: getObject },
  { name: 'headObject', method: 'HEAD', on: 'object', by: [], takes: overrides, run: headObject },
  { name: 'deleteObject', method: 'DELETE', on: 'object', by: [], takes: [], run: deleteObject },
  {
    name: 'listObjects',
    method: 'GET',
    on: 'bucket',
    by: ['list-type'],
    takes: [
      'continuation-token',
      'delimiter',
      'encoding-type',
      'fetch-owner',
      'max-keys',
      'prefix',
      'start-after',
    ],
    run: listObjects,
  },
];

async function putObject({ principal, key, headers, folder, quota, receive }: SignedCall): Promise<Response> {
  authorize(principal, 'put', key);
  const received = receive(sizeLimits.object);
  const { eTag } = await quota.withBytes(key, received.size, () =>
    folder.put(key, putOptionsOf(headers), received),
  );
  return new Response(null, { headers: { ...received.digests().checksums, etag: `"${eTag}"` } });
}

/**
 * What is said of an object that is to be written.
 * @throws S3Error
 */
export function putOptionsOf(headers: ReadonlyMap<string, string>): PutOptions {
  const contentType = headers.get('content-type') ?? 'binary/octet-stream';
  if (!isMediaType(contentType)) throw new S3Error('InvalidArgument', 'The content type is no media type');
  const encoding = headers.get('content-encoding') ?? 'aws-chunked';
  for (const name of ['content-disposition', 'content-language', 'expires', 'if-match']) {
    if (headers.has(name)) throw new S3Error('NotImplemented', `${name} is not implemented`);
  }
  if (encoding !== 'aws-chunked') throw new S3Error('NotImplemented', 'content-encoding is not implemented');
  return { contentType, onlyNew: isCreateOnly(headers) };
}

/** Whether the call writes only where nothing is. @throws S3Error NotImplemented for any other condition */
export function isCreateOnly(headers: ReadonlyMap<string, string>): boolean {
  const condition = headers.get('if-none-match');
  if (condition === undefined || condition === '*') return condition === '*';
  throw new S3Error('NotImplemented', 'If-None-Match takes * alone here');
}

async function getObject({ request, principal, key, headers: asked, folder }: SignedCall): Promise<Response> {
  authorize(principal, 'get', key);
  const found = await folder.open(key);
  if (!found) throw noSuchKey();
  const { entry, content } = found;
  let isStreamed = false;
  try {
    const about = downloadHeaders(entry, request.query);
    if (checkCondition(asked, entry.eTag) === 'unchanged')
      return new Response(null, { status: 304, headers: about });
    const range = parseRange(asked.get('range'), entry.size);
    const { start, end } = range ?? { start: 0, end: entry.size - 1 };
    const sized = { ...about, 'content-length': String(end + 1 - start) };
    if (end < start) return new Response(null, { headers: sized });
    isStreamed = true;
    const body = streamRange(content, { start, end });
    if (!range) return new Response(body, { headers: sized });
    const headers = { ...sized, 'content-range': `bytes ${start}-${end}/${entry.size}` };
    return new Response(body, { status: 206, headers });
  } finally {
    if (!isStreamed) await content.close();
  }
}

async function headObject({ request, principal, key, headers, folder }: SignedCall): Promise<Response> {
  authorize(principal, 'get', key);
  const entry = await folder.find(key);
  if (!entry) throw noSuchKey();
  const about = downloadHeaders(entry, request.query);
  if (checkCondition(headers, entry.eTag) === 'unchanged')
    return new Response(null, { status: 304, headers: about });
  return new Response(null, { headers: { ...about, 'content-length': String(entry.size) } });
}

async function deleteObject({ principal, key, folder }: SignedCall): Promise<Response> {
  authorize(principal, 'delete', key);
  await folder.remove(key);
  return new Response(null, { status: 204 });
}

async function listObjects({ request: { query }, principal, folder }: SignedCall): Promise<Response> {
  const given = (name: string) => parameterOf(query, name);
  if (given('list-type') !== '2')
    throw new S3Error('NotImplemented', 'Only the second version is implemented');
  if ((given('fetch-owner') ?? 'false') !== 'false') {
    throw new S3Error('NotImplemented', 'fetch-owner is not implemented');
  }
  const encoding = given('encoding-type');
  if (encoding !== undefined && encoding !== 'url') {
    throw new S3Error('InvalidArgument', 'encoding-type must be url');
  }
  const [prefix, delimiter, token] = [
    given('prefix') ?? '',
    given('delimiter') ?? '',
    given('continuation-token'),
  ];
  const maxKeys = Math.min(1000, wholeNumber('max-keys', given('max-keys'), 1000, [0, 999_999_999]));
  const startAfter = given('start-after');
  authorize(principal, 'list', prefix);
  const after = token === undefined ? (startAfter ?? '') : decodeContinuationToken(token);
  const page = listPageOf(await folder.entries(prefix), { prefix, delimiter, maxKeys, after });
  const encoded = (text: string) => (encoding === 'url' ? uriEncodePath(text) : text);
  return xmlReply(
    writeXml('ListBucketResult', {
      Name: bucketLocation.bucket,
      Prefix: encoded(prefix),
      StartAfter: startAfter && encoded(startAfter),
      Delimiter: delimiter === '' ? undefined : encoded(delimiter),
      EncodingType: encoding,
      MaxKeys: maxKeys,
      KeyCount: page.entries.length + page.prefixes.length,
      IsTruncated: page.next !== undefined,
      ContinuationToken: token,
      NextContinuationToken: page.next === undefined ? undefined : encodeContinuationToken(page.next),
      Contents: page.entries.map(({ key, lastModified, eTag, size }) => ({
        Key: encoded(key),
        LastModified: lastModified,
        ETag: `"${eTag}"`,
        Size: size,
        StorageClass: 'STANDARD',
      })),
      CommonPrefixes: page.prefixes.map((one) => ({ Prefix: encoded(one) })),
    }),
  );
}

const noSuchKey = () => new S3Error('NoSuchKey', 'The specified key does not exist');
