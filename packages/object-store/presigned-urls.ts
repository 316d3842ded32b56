/** Presigned URLs of the embedded object store. */
import { type Principal, issueCredentials } from './credentials.ts';
import { bucketLocation } from './object-keys.ts';
import { presign } from './signature.ts';
import type { Query } from './uri.ts';

export type PresignedUrlOptions = {
  /** The public address of the server, see `siteOf`. */
  site: string;
  /** The store's key, see `loadOrCreateObjectsKey`. */
  key: string;
  /** The principal whose permissions the URL has. */
  principal: Principal;
  object: string;
  /** Parameters such as `response-content-disposition`. */
  query?: Query;
  now: Date;
  /** The lifetime in seconds, at most an hour: it is signed with temporary credentials. */
  expiresIn: number;
};

/** @returns a URL that opens one object until it expires, without further credentials */
export function presignedUrl({
  site,
  key,
  principal,
  object,
  query = [],
  now,
  expiresIn,
}: PresignedUrlOptions) {
  const { accessKeyId, secret, sessionToken } = issueCredentials(key, principal, now);
  const path = `${bucketLocation.base}/${bucketLocation.bucket}/${object}`;
  const { host } = new URL(site);
  const signed = presign(
    { method: 'GET', host, path, query, sessionToken, now, expiresIn },
    { accessKeyId, secret, region: bucketLocation.region },
  );
  return `${site}${signed}`;
}
