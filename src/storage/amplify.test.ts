/** Tests parts of the specification (section 9) that Amplify does without a setting, by reading Amplify's source. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import { s3ErrorCode } from './client.ts';
import { failed, failureOf, StorageError } from './storage-result.ts';

const constants = readFileSync(
  'node_modules/@aws-amplify/storage/dist/esm/providers/s3/utils/constants.mjs',
  'utf8',
);
const valueOf = (name: string) => new RegExp(`^const ${name} = (.+);$`, 'm').exec(constants)?.[1];

it('the constants of Amplify equal those of the specification', () => {
  expect(valueOf('MiB')).toBe('1024 * 1024');
  expect(valueOf('DEFAULT_PART_SIZE')).toBe('5 * MiB');
  expect(limits.storage.partBytes).toBe(5 * 1024 * 1024);
  expect(Number(valueOf('DEFAULT_QUEUE_SIZE'))).toBe(limits.storage.parallelParts);
  expect(Number(valueOf('DEFAULT_PRESIGN_EXPIRATION'))).toBe(limits.storage.signedUrlSeconds);
});

const unreachable = { kind: 'unreachable' };
const answered = (status: number, name: string) => ({ name, metadata: { httpStatusCode: status } });

it.each([
  [answered(403, 'AccessDenied'), { kind: 'refused', status: 403, code: 'AccessDenied' }],
  [answered(404, 'NoSuchUpload'), { kind: 'refused', status: 404, code: 'NoSuchUpload' }],
  [answered(501, 'NotImplemented'), { kind: 'refused', status: 501, code: 'NotImplemented' }],
  [answered(400, 'RequestTimeout'), unreachable],
  [answered(429, 'SlowDown'), unreachable],
  [answered(503, 'ServiceUnavailable'), unreachable],
  [answered(200, 'InternalError'), unreachable],
  [Object.assign(new Error('Network Error'), { name: 'ERR_NETWORK' }), unreachable],
  [new StorageError(failed('noCredentials')), { kind: 'failed', fault: 'noCredentials' }],
  [undefined, unreachable],
])('the error %o becomes %j', (error, failure) => expect(failureOf(error)).toEqual(failure));

it('the S3 error code is read from a refusal that has one', () => {
  const refusal = '<?xml version="1.0"?>\n<Error>\n<Code>ExpiredToken</Code><Message>x</Message></Error>';
  expect(s3ErrorCode(refusal)).toBe('ExpiredToken');
  expect(s3ErrorCode('<ListBucketResult><Key>&lt;Error></Key><Code>x</Code></ListBucketResult>')).toBe('');
  expect(s3ErrorCode('')).toBe('');
});
