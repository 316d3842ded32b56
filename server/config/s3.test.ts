import { describe, expect, it } from 'vitest';
import { readConfig, readStoreConfig } from './config.ts';

describe('a bucket for documents', () => {
  const bucket = { S3_BUCKET: 'feepath-documents', S3_REGION: 'ap-south-1' };
  const keys = { S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
  const role = { S3_ROLE_ARN: 'arn:aws:iam::123456789012:role/Applicant' };
  const own = { S3_ENDPOINT: 'https://store.example/' };

  it('is not needed', () => {
    expect(readConfig({ SANDBOX: '1' }).s3).toBeUndefined();
  });

  it.each([
    ['keys', { ...bucket, ...keys }],
    ["a role and AWS's own chain", { ...bucket, ...role }],
    ['both', { ...bucket, ...keys, ...role }],
    ['another store', { ...bucket, ...keys, ...role, ...own }],
    ['and its token service', { ...bucket, ...keys, ...own, STS_ENDPOINT: 'https://sts.example' }],
  ])('is taken with %s', (_, env) => {
    expect(readStoreConfig(env).s3).toMatchObject({
      bucket: 'feepath-documents',
      region: 'ap-south-1',
      endpoint: 'S3_ENDPOINT' in env ? 'https://store.example' : undefined,
      stsEndpoint: 'STS_ENDPOINT' in env ? 'https://sts.example' : undefined,
      keys: 'S3_ACCESS_KEY_ID' in env ? { accessKeyId: 'k', secretAccessKey: 's' } : undefined,
      roleArn: 'S3_ROLE_ARN' in env ? role.S3_ROLE_ARN : undefined,
    });
  });

  it.each([
    ['S3_BUCKET is missing: without it, S3_REGION, S3_ROLE_ARN means nothing.', { S3_REGION: 'x', ...role }],
    ['S3_BUCKET must be 3 to 63 small letters', { ...bucket, ...keys, S3_BUCKET: 'fee.path/*' }],
    ['S3_REGION must be the name', { S3_BUCKET: 'feepath', ...keys }],
    ['S3_REGION must be the name', { ...bucket, ...keys, S3_REGION: 'ap-south-1; x' }],
    [
      'S3_REGION must be ap-south-1 or ap-south-2: what is known of loans is stored in India.',
      { ...bucket, ...keys, S3_REGION: 'eu-west-1' },
    ],
    ['S3_SECRET_ACCESS_KEY is missing', { ...bucket, ...role, S3_ACCESS_KEY_ID: 'k' }],
    ['S3_ACCESS_KEY_ID is missing', { ...bucket, ...role, S3_SECRET_ACCESS_KEY: 's' }],
    ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing', { ...bucket, ...role, ...own }],
    ['S3_ROLE_ARN is missing', bucket],
    ['S3_ROLE_ARN must begin with arn:', { ...bucket, S3_ROLE_ARN: 'Applicant' }],
    ['S3_ENDPOINT must be an address', { ...bucket, ...keys, S3_ENDPOINT: 'store.example' }],
    ['STS_ENDPOINT must be an address', { ...bucket, ...keys, STS_ENDPOINT: 'sts.example' }],
  ])('%s', (fault, env) => {
    const faults = [expect.stringContaining(fault)];
    expect(() => readStoreConfig(env)).toThrow(expect.objectContaining({ faults }));
  });
});
