/** `Objects` in a bucket, of AWS's or of another store that speaks its protocol. */
import type { ListMultipartUploadsOutput, S3Client } from '@aws-sdk/client-s3';
import { platform } from '../platform/platform.ts';
import type { S3Config } from '../config/config.ts';
import { inlineDisposition, type Objects, type StoredObject } from './objects.ts';
import type { StorageCredentials } from '../../domain/values/wire.ts';
import { policyFor } from './objects-policy.ts';

/** The prefix of clients' uploads, including multipart uploads. */
const uploadsPrefix = 'private/';

export async function s3Objects(config: S3Config): Promise<Objects> {
  const { bucket: Bucket, region, endpoint } = config;
  const s3 = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const issuer = await openIssuer(config);
  const client = new s3.S3Client({
    ...awsClient(config, endpoint),
    forcePathStyle: endpoint !== undefined,
    // Some stores do not support the checksums of AWS.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  return {
    origin: originOf(config),
    credentialsFor: async (loanId) => ({
      provider: 'AWSS3',
      endpoint: endpoint ?? null,
      region,
      bucket: Bucket,
      identity: loanId,
      ...(await issuer.issue(loanId)),
    }),
    async head(Key) {
      const found = await unlessAbsent(client.send(new s3.HeadObjectCommand({ Bucket, Key })));
      return found && storedOf({ Key, Size: found.ContentLength, ...found });
    },
    async read(Key, eTag) {
      const reading = new s3.GetObjectCommand({ Bucket, Key, IfMatch: `"${eTag}"` });
      return (await unlessAbsent(client.send(reading)))?.Body as AsyncIterable<Uint8Array> | undefined;
    },
    async put(Key, Body, ContentType) {
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ContentType }));
    },
    async remove(Key) {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key }));
    },
    async list(Prefix, most = Number.POSITIVE_INFINITY) {
      const found: StoredObject[] = [];
      for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        found.push(...Contents.map(storedOf));
        if (found.length >= most) break;
      }
      return found.slice(0, most);
    },
    async addressOf({ key, contentType, fileName, expiresIn }) {
      const reading = new s3.GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentType: contentType,
        ResponseContentDisposition: inlineDisposition(fileName),
      });
      const until = platform.now() + expiresIn * 1000;
      const address = await getSignedUrl(client, reading, { expiresIn });
      const { expiration } = await client.config.credentials();
      // An address dies with the credentials that signed it.
      return { address, expiresAt: new Date(Math.min(until, expiration?.getTime() ?? until)) };
    },
    async dropUploads(before, prefix = uploadsPrefix) {
      for await (const { Key, UploadId, Initiated } of pendingUploads(client, Bucket, prefix)) {
        if (!Initiated || Initiated >= before) continue;
        await unlessAbsent(client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
      }
    },
    close() {
      client.destroy();
      issuer.close();
    },
  };
}

/** Yields the incomplete multipart uploads, page by page. */
async function* pendingUploads(client: S3Client, Bucket: string, Prefix: string) {
  const { ListMultipartUploadsCommand } = await import('@aws-sdk/client-s3');
  let after: Markers | undefined = {};
  while (after) {
    const page: ListMultipartUploadsOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix, ...after }),
    );
    yield* page.Uploads ?? [];
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    after = IsTruncated && KeyMarker ? { KeyMarker, UploadIdMarker } : undefined;
  }
}

/** The position after which a page of uploads begins. */
type Markers = { KeyMarker?: string; UploadIdMarker?: string | undefined };

/** The site that a page must reach: the bucket's own, or, path style, the endpoint's. */
const originOf = ({ bucket, region, endpoint }: S3Config): string =>
  endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin;

/** Returns the response; undefined if the object or upload is missing or has another content. */
async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && absences.includes(error.name)) return undefined;
    throw error;
  }
}

const absences = ['NotFound', 'NoSuchKey', 'NoSuchUpload', 'PreconditionFailed'];

/** The data that SDKs return about an object. */
type Told = {
  Key?: string | undefined;
  Size?: number | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
};

/** @throws Error where the store leaves out what every object has */
function storedOf({ Key: key, Size: size, ETag, LastModified: lastModified }: Told): StoredObject {
  if (!key || size === undefined || !ETag || !lastModified)
    throw new Error('The store tells too little of an object.');
  return { key, size, eTag: ETag.replace(/^"(.*)"$/, '$1'), lastModified };
}

/** Temporary credentials for a loan's part of a bucket, from the store's security token service. */
type Issued = Pick<
  StorageCredentials,
  'access_key_id' | 'secret_access_key' | 'session_token' | 'expires_at'
>;

type Issuer = {
  /** They open what `policyFor` says, for an hour. @throws Error where the service gives none */
  issue: (loanId: string) => Promise<Issued>;
  close: () => void;
};

/** A server whose own credentials come from a role may ask for no longer. */
const lastSeconds = 60 * 60;

/** Cuts them from the rights of the configured role, else from those of the server's own user. */
async function openIssuer(config: S3Config): Promise<Issuer> {
  const { AssumeRoleCommand, GetFederationTokenCommand, STSClient } = await import('@aws-sdk/client-sts');
  const { bucket, endpoint, stsEndpoint, roleArn } = config;
  const client = new STSClient(awsClient(config, stsEndpoint ?? endpoint));
  const onlyHttps = !endpoint?.startsWith('http:');
  return {
    async issue(loanId) {
      const asked = {
        Policy: JSON.stringify(policyFor(bucket, loanId, { onlyHttps })),
        DurationSeconds: lastSeconds,
      };
      // The service limits the name to 32 characters.
      const name = loanId.replaceAll('-', '');
      const { Credentials: given } = roleArn
        ? await client.send(new AssumeRoleCommand({ ...asked, RoleArn: roleArn, RoleSessionName: name }))
        : await client.send(new GetFederationTokenCommand({ ...asked, Name: name }));
      if (!given?.AccessKeyId || !given.SecretAccessKey || !given.SessionToken || !given.Expiration) {
        throw new Error('The token service gave no credentials.');
      }
      return {
        access_key_id: given.AccessKeyId,
        secret_access_key: given.SecretAccessKey,
        session_token: given.SessionToken,
        expires_at: given.Expiration.toISOString(),
      };
    },
    close: () => client.destroy(),
  };
}

/** A call that is not answered by then is tried again, three times in all. */
const timeouts = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 3000,
    /** The time limit to the first byte of the response. */
    requestTimeout: 20_000,
    throwOnRequestTimeout: true,
    /** The time limit between two chunks of the response. */
    socketTimeout: 10_000,
  },
};

/** @param endpoint undefined for AWS's own */
const awsClient = ({ region, keys }: S3Config, endpoint: string | undefined) => ({
  ...timeouts,
  region,
  ...(endpoint !== undefined && { endpoint }),
  ...(keys && { credentials: keys }),
});
