/** The operations on whole objects. */
import { authorize } from './credentials.ts';
import { downloadHeaders, isMediaType, parseRange, streamRange } from './downloads.ts';
import { S3Error } from './errors.ts';
import { type S3Operation, type SignedCall, wholeNumber, xmlReply } from './operation.ts';
import { bucketLocation, compareByBytes } from './object-keys.ts';
import { parameterOf } from './request.ts';
import { sizeLimits } from './uploads.ts';
import { uriEncodePath } from './uri.ts';
import { writeXml } from './xml.ts';

const overrides = ['response-content-disposition', 'response-content-type', 'response-cache-control'];

export const objectOperations: readonly S3Operation[] = [
  { name: 'putObject', method: 'PUT', on: 'object', by: [], run: putObject },
  { name: 'getObject', method: 'GET', on: 'object', by: [], takes: overrides, run: getObject },
  { name: 'headObject', method: 'HEAD', on: 'object', by: [], takes: overrides, run: headObject },
  { name: 'deleteObject', method: 'DELETE', on: 'object', by: [], run: deleteObject },
  {
    name: 'listObjects',
    method: 'GET',
    on: 'bucket',
    by: ['list-type'],
    takes: ['continuation-token', 'encoding-type', 'max-keys', 'prefix'],
    run: listObjects,
  },
];

async function putObject({ principal, key, headers, folder, quota, receive }: SignedCall): Promise<Response> {
  authorize(principal, 'put', key);
  const received = receive(sizeLimits.object);
  const { eTag } = await quota.withBytes(key, received.size, () =>
    folder.put(key, contentTypeOf(headers), received),
  );
  return new Response(null, { headers: { etag: `"${eTag}"` } });
}

/** Returns the media type of an object that is to be written. @throws S3Error InvalidArgument */
export function contentTypeOf(headers: ReadonlyMap<string, string>): string {
  const contentType = headers.get('content-type') ?? 'binary/octet-stream';
  if (!isMediaType(contentType)) throw new S3Error('InvalidArgument', 'The content type is no media type');
  return contentType;
}

async function getObject({ request, principal, key, headers: asked, folder }: SignedCall): Promise<Response> {
  authorize(principal, 'get', key);
  const found = await folder.open(key);
  if (!found) throw noSuchKey();
  const { entry, content } = found;
  let isStreamed = false;
  try {
    const about = downloadHeaders(entry, request.query);
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

async function headObject({ request, principal, key, folder }: SignedCall): Promise<Response> {
  authorize(principal, 'get', key);
  const entry = await folder.find(key);
  if (!entry) throw noSuchKey();
  const about = downloadHeaders(entry, request.query);
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
  const encoding = given('encoding-type');
  if (encoding !== undefined && encoding !== 'url') {
    throw new S3Error('InvalidArgument', 'encoding-type must be url');
  }
  const [prefix, token] = [given('prefix') ?? '', given('continuation-token')];
  const maxKeys = Math.min(1000, wholeNumber('max-keys', given('max-keys'), 1000, [0, 999_999_999]));
  authorize(principal, 'list', prefix);
  const after = token === undefined ? '' : lastKeyOf(token);
  const waiting = (await folder.entries(prefix))
    .filter(({ key }) => compareByBytes(key, after) > 0)
    .sort((a, b) => compareByBytes(a.key, b.key));
  const page = waiting.slice(0, maxKeys);
  const next = waiting.length > page.length ? page.at(-1)?.key : undefined;
  const encoded = (text: string) => (encoding === 'url' ? uriEncodePath(text) : text);
  return xmlReply(
    writeXml('ListBucketResult', {
      Name: bucketLocation.bucket,
      Prefix: encoded(prefix),
      EncodingType: encoding,
      MaxKeys: maxKeys,
      KeyCount: page.length,
      IsTruncated: next !== undefined,
      ContinuationToken: token,
      NextContinuationToken: next && tokenOf(next),
      Contents: page.map(({ key, lastModified, eTag, size }) => ({
        Key: encoded(key),
        LastModified: lastModified,
        ETag: `"${eTag}"`,
        Size: size,
        StorageClass: 'STANDARD',
      })),
    }),
  );
}

/** A continuation token is the last key of a page. */
const tokenOf = (key: string): string => Buffer.from(key).toString('base64url');

/** @throws S3Error InvalidArgument */
function lastKeyOf(token: string): string {
  const key = Buffer.from(token, 'base64url').toString('utf8');
  if (token !== '' && tokenOf(key) === token) return key;
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
}

const noSuchKey = () => new S3Error('NoSuchKey', 'The specified key does not exist');
