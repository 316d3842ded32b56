/** Signed addresses that the server gives out itself. */
import { type Bearer, issueCredentials } from './credentials.ts';
import { place } from './place.ts';
import { presign } from './signature.ts';
import type { Query } from './uri.ts';

export type AddressOf = {
  /** How people reach the server, see `siteOf`. */
  site: string;
  /** Of the store, see `settleObjectsKey`. */
  key: string;
  /** For whom the address is; it opens no more than they may open. */
  bearer: Bearer;
  object: string;
  method?: 'GET' | 'PUT';
  /** Such as `response-content-disposition`. */
  query?: Query;
  now: Date;
  /** In seconds, at most an hour: it is signed with temporary credentials. */
  expiresIn: number;
};

/** @returns an address that opens one object for a while, for whoever has it */
export function signedAddress({
  site,
  key,
  bearer,
  object,
  method = 'GET',
  query = [],
  now,
  expiresIn,
}: AddressOf) {
  const { accessKeyId, secret, sessionToken } = issueCredentials(key, bearer, now);
  const path = `${place.base}/${place.bucket}/${object}`;
  const { host } = new URL(site);
  const signed = presign(
    { method, host, path, query, sessionToken, now, expiresIn },
    { accessKeyId, secret, region: place.region },
  );
  return `${site}${signed}`;
}
