/** A statement of the IAM policy that gives an applicant access to a bucket. */

export type Statement = {
  Effect: 'Allow';
  Action: string[];
  Resource: string;
  Condition?: Record<string, Record<string, string>>;
};

export type Policy = { Version: '2012-10-17'; Statement: Statement[] };

/** The actions that a client needs to upload at once or in parts, to resume, to read and to delete. */
const objectActions = [
  's3:GetObject',
  's3:PutObject',
  's3:DeleteObject',
  's3:AbortMultipartUpload',
  's3:ListMultipartUploadParts',
];

/**
 * A session policy: it opens `private/{loanId}/` and nothing else.
 * @param onlyHttps whether the store is reached by https, and then by nothing else
 * @throws Error where the id is no UUID: in a policy, any other text could say more than an id
 */
export function policyFor(
  bucket: string,
  loanId: string,
  { onlyHttps }: { onlyHttps: boolean } = { onlyHttps: true },
): Policy {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(loanId))
    throw new Error("A loan's id must be a UUID");
  const everything = `private/${loanId}/*`;
  const byHttps = onlyHttps ? { Bool: { 'aws:SecureTransport': 'true' } } : {};
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: objectActions,
        Resource: `arn:aws:s3:::${bucket}/${everything}`,
        ...(onlyHttps && { Condition: byHttps }),
      },
      {
        Effect: 'Allow',
        Action: ['s3:ListBucket'],
        Resource: `arn:aws:s3:::${bucket}`,
        Condition: { StringLike: { 's3:prefix': everything }, ...byHttps },
      },
    ],
  };
}
