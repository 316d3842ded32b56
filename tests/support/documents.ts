/** Documents as an applicant's page brings them, over the wire: by S3 into the loan's own part, then to the loan. */
import { createHash, randomUUID } from 'node:crypto';
import type {
  DocumentContent,
  DocumentType,
  LoanDocument,
  StorageCredentials,
} from '../../domain/values/wire.ts';
import { apiBase } from '../../server/api/mount.ts';
import { callHeaders } from '../../server/testing/services.ts';

export type Applicant = {
  /** The server's, without a slash at the end. */
  url: string;
  loanId: string;
  token: string;
};

/**
 * @param more further fields of the document: a proof, a password
 * @returns the loan's documents then; the scan may not have finished yet
 */
export async function addDocument(
  { url, loanId, token }: Applicant,
  type: DocumentType,
  content: Uint8Array,
  more: object = {},
): Promise<DocumentContent> {
  const call = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const answer = await fetch(`${url}${apiBase}/v2/loan-document/${path}`, {
      method,
      headers: { ...callHeaders(token), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { result, ...rest } = (await answer.json()) as { result?: Result };
    if (!answer.ok || !result) throw new Error(`${path}: ${answer.status} ${JSON.stringify(rest)}`);
    return result;
  };
  const key = `private/${loanId}/${type}/${randomUUID()}`;
  await putByS3(url, await call('POST', `credentials/${loanId}`), key, content);
  const e_tag = createHash('sha256').update(content).digest('hex');
  const sent = { loan_id: loanId, type, key, size: content.length, e_tag, ...more };
  const added = await call<LoanDocument>('POST', 'add-document/', sent);
  if (!added.content) throw new Error('The loan has not got what it was given');
  return added.content;
}

async function putByS3(
  url: string,
  credentials: StorageCredentials,
  Key: string,
  Body: Uint8Array,
): Promise<void> {
  // Amazon's client says in every run from which year on it will want another Node; its version here is fixed.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const { endpoint, region, bucket: Bucket } = credentials;
  const client = new S3Client({
    ...(endpoint !== null && { endpoint: new URL(endpoint, url).href, forcePathStyle: true }),
    region,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: credentials.access_key_id,
      secretAccessKey: credentials.secret_access_key,
      sessionToken: credentials.session_token,
    },
  });
  try {
    await client.send(new PutObjectCommand({ Bucket, Key, Body }));
  } finally {
    client.destroy();
  }
}
