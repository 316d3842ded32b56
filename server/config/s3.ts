/** What the environment says of a bucket for documents. */

export type S3Config = {
  bucket: string;
  region: string;
  /** Another store's site, path style, without a slash at the end; absent for AWS's own. */
  endpoint: string | undefined;
  /** Where that store gives out credentials; absent where it is the same. */
  stsEndpoint: string | undefined;
  /** The server's own; absent where AWS's own chain finds them. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Whose rights applicants' credentials are cut from; absent where they are cut from those of the keys. */
  roleArn: string | undefined;
};

type Reading = {
  /** What a variable says. */
  text: (name: string) => string | undefined;
  /** What it says where it is an address; another text is a fault. */
  url: (name: string, protocols: string[]) => string | undefined;
  /** Gets a sentence for each variable that is missing or wrong. */
  faults: string[];
};

/** @returns undefined where no bucket is named */
export function readS3Config({ text, url, faults }: Reading): S3Config | undefined {
  const bucket = text('S3_BUCKET');
  if (!bucket) {
    const idle = s3Variables.filter((name) => text(name));
    if (idle.length > 0) faults.push(`S3_BUCKET is missing: without it, ${idle.join(', ')} means nothing.`);
    return undefined;
  }
  const region = text('S3_REGION') ?? '';
  const roleArn = text('S3_ROLE_ARN');
  const [accessKeyId, secretAccessKey] = [text('S3_ACCESS_KEY_ID'), text('S3_SECRET_ACCESS_KEY')];

  // Both are part of addresses and policies.
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket))
    faults.push('S3_BUCKET must be 3 to 63 small letters, digits and hyphens.');
  if (!/^[a-z0-9-]{1,40}$/.test(region))
    faults.push('S3_REGION must be the name of the region of S3_BUCKET, such as ap-south-1.');
  if (roleArn && !/^arn:\S+$/.test(roleArn))
    faults.push('S3_ROLE_ARN must begin with arn: and have no spaces.');
  if (accessKeyId && !secretAccessKey)
    faults.push('S3_SECRET_ACCESS_KEY is missing: S3_ACCESS_KEY_ID is set.');
  if (secretAccessKey && !accessKeyId)
    faults.push('S3_ACCESS_KEY_ID is missing: S3_SECRET_ACCESS_KEY is set.');
  if (!accessKeyId && !secretAccessKey) {
    if (text('S3_ENDPOINT'))
      faults.push(
        'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing: S3_ENDPOINT is not the one of AWS.',
      );
    else if (!roleArn)
      faults.push(
        "S3_ROLE_ARN is missing: applicants' credentials come from it, or from the user of S3_ACCESS_KEY_ID.",
      );
  }
  return {
    bucket,
    region,
    endpoint: url('S3_ENDPOINT', ['https:', 'http:'])?.replace(/\/$/, ''),
    stsEndpoint: url('STS_ENDPOINT', ['https:', 'http:']),
    keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    roleArn,
  };
}

/** What says more of the bucket that S3_BUCKET names. */
export const s3Variables = [
  'S3_REGION',
  'S3_ENDPOINT',
  'STS_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_ROLE_ARN',
];
