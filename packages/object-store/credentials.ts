/**
 * Temporary credentials without a table: the session token has the permissions, signed with the server's key, and the
 * secret is derived from the token, so that every server with the same key knows them.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { platform } from '../../server/platform/platform.ts';
import { isSameText } from '../../server/platform/same-text.ts';
import { readOrCreateText } from './durable-files.ts';
import { S3Error } from './errors.ts';
import { bucketLocation } from './object-keys.ts';
import { presign } from './signature.ts';
import type { Query } from './uri.ts';

export type Permission = 'get' | 'put' | 'delete' | 'list';

/** Permissions below a prefix; the empty prefix is every key. */
export type Grant = { prefix: string; may: Permission[] };

/** The caller: `identity` is an id, such as a loan's, and never a name or an address. */
export type Principal = { identity: string; grants: Grant[] };

export type Credentials = {
  accessKeyId: string;
  secret: string;
  sessionToken: string;
  expiresAt: Date;
};

export const credentialsLifetimeMs = 60 * 60 * 1000;

/**
 * Returns the key that signs the credentials: OBJECTS_KEY where it is set, else the key in DATA_DIR/objects.key, which
 * the first start generates and only the server's user can read. Servers that share a store need the same key.
 */
export const loadOrCreateObjectsKey = async (config: {
  objectsKey: string | undefined;
  dataDir: string;
}): Promise<string> =>
  config.objectsKey ??
  readOrCreateText(join(config.dataDir, 'objects.key'), () => platform.randomBytes(32).toString('base64url'));

/** Returns an applicant, who has all permissions below the loan's own prefix. */
export const loanPrincipal = (loanId: string): Principal => ({
  identity: `loan:${loanId}`,
  grants: [{ prefix: `private/${loanId}/`, may: ['get', 'put', 'delete', 'list'] }],
});

/** @param prefix a key, or the prefix of a list's keys @throws S3Error AccessDenied */
export function authorize({ grants }: Principal, right: Permission, prefix: string): void {
  if (grants.some((grant) => grant.may.includes(right) && prefix.startsWith(grant.prefix))) return;
  throw new S3Error('AccessDenied', 'Access Denied');
}

/** @param key the server's, see `loadOrCreateObjectsKey` */
export function issueCredentials(key: string, principal: Principal, now: Date): Credentials {
  const expiresAt = new Date(now.getTime() + credentialsLifetimeMs);
  const accessKeyId = `ASIA${platform.randomBytes(10).toString('hex').toUpperCase().slice(0, 16)}`;
  const content = { id: accessKeyId, ...principal, expires: expiresAt.getTime() };
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  const sessionToken = `${text}.${sealOf(key, text)}`;
  return { accessKeyId, secret: secretOf(key, sessionToken), sessionToken, expiresAt };
}

/**
 * Returns a URL that opens one object with the permissions of these credentials, without others, until it expires.
 * @param site the public address of the server, see `siteOf`
 * @param asked.query parameters such as `response-content-disposition`
 * @param asked.expiresIn the lifetime in seconds, at most that of the credentials
 */
export function presignedUrl(
  site: string,
  { accessKeyId, secret, sessionToken }: Credentials,
  { object, ...asked }: { object: string; query: Query; now: Date; expiresIn: number },
): string {
  const path = `${bucketLocation.base}/${bucketLocation.bucket}/${object}`;
  const request = { method: 'GET', host: new URL(site).host, path, sessionToken, ...asked };
  return `${site}${presign(request, { accessKeyId, secret, region: bucketLocation.region })}`;
}

/**
 * Returns the principal of a session token, and the secret access key that belongs to it.
 * @throws S3Error InvalidAccessKeyId, InvalidToken or ExpiredToken
 */
export function verifySessionToken(
  key: string,
  { accessKeyId, sessionToken }: { accessKeyId: string; sessionToken: string | undefined },
  now: Date,
): { principal: Principal; secret: string } {
  if (sessionToken === undefined) {
    throw new S3Error(
      'InvalidAccessKeyId',
      'The access key that you gave does not exist; is its token missing?',
    );
  }
  const [text = '', seal = '', ...others] = sessionToken.split('.');
  if (others.length > 0 || !isSameText(seal, sealOf(key, text))) throw invalidToken();
  const { id, expires, ...principal } = contentSchema.parse(
    JSON.parse(Buffer.from(text, 'base64url').toString()),
  );
  if (id !== accessKeyId) {
    throw new S3Error('InvalidAccessKeyId', 'The access key that you gave is not the one of its token');
  }
  if (now.getTime() >= expires) throw new S3Error('ExpiredToken', 'The provided token has expired');
  return { principal, secret: secretOf(key, sessionToken) };
}

const contentSchema = z.strictObject({
  id: z.string(),
  identity: z.string(),
  grants: z.array(
    z.strictObject({ prefix: z.string(), may: z.array(z.enum(['get', 'put', 'delete', 'list'])) }),
  ),
  /** The time in milliseconds since 1970. */
  expires: z.int(),
});

const invalidToken = () =>
  new S3Error('InvalidToken', 'The provided token is malformed or otherwise invalid');

const sealOf = (key: string, text: string): string => hmac(key, 'session token', text);
const secretOf = (key: string, token: string): string => hmac(key, 'secret access key', token);

/** A derived key for each purpose, so that no signature of a token can equal a secret access key. */
const hmac = (key: string, purpose: string, text: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', `feepath ${purpose}`, 32)))
    .update(text)
    .digest('base64url');
