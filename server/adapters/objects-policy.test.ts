import { describe, expect, it } from 'vitest';
import { allows, type IamCall, type PolicyDocument } from '../../tests/support/iam.ts';
import { policyFor } from './objects-policy.ts';

const loan = '3f0e8c1a-5b7d-4e21-9c64-a1b2c3d4e5f6';
const sibling = '3f0e8c1a-5b7d-4e21-9c64-a1b2c3d4e5f7';
const bucket = 'feepath-documents';
const arn = `arn:aws:s3:::${bucket}`;
const byHttps = { 'aws:SecureTransport': 'true' };

const at = (action: string, key: string, context: Record<string, string> = byHttps): IamCall => ({
  action: `s3:${action}`,
  resource: `${arn}/${key}`,
  context,
});

const onBucket = (action: string, context: Record<string, string> = {}): IamCall => ({
  action: `s3:${action}`,
  resource: arn,
  context: { ...byHttps, ...context },
});

const list = (prefix?: string) => onBucket('ListBucket', prefix === undefined ? {} : { 's3:prefix': prefix });

const allowed: [name: string, call: IamCall][] = [
  ['put', at('PutObject', `private/${loan}/pan_photo/1`)],
  ['put deeper', at('PutObject', `private/${loan}/a/b/c/d.png`)],
  ['read', at('GetObject', `private/${loan}/pan_photo/1`)],
  ['remove', at('DeleteObject', `private/${loan}/pan_photo/1`)],
  ['give up an upload', at('AbortMultipartUpload', `private/${loan}/pan_photo/1`)],
  ['tell its parts', at('ListMultipartUploadParts', `private/${loan}/pan_photo/1`)],
  ['an action in other capitals', at('putobject', `private/${loan}/a`)],
  ['list its own', list(`private/${loan}/`)],
  ['list a part of its own', list(`private/${loan}/pan_photo/`)],
];

const refused: [name: string, call: IamCall][] = [
  ["put at another's", at('PutObject', `private/${sibling}/a`)],
  ["read another's", at('GetObject', `private/${sibling}/a`)],
  ['put where an id begins alike', at('PutObject', `private/${loan}7/a`)],
  ['put at the prefix without its slash', at('PutObject', `private/${loan}`)],
  ['put in private itself', at('PutObject', 'private/a')],
  ['put at private', at('PutObject', 'private/')],
  ['put in capitals', at('PutObject', `PRIVATE/${loan}/a`)],
  ['put below another root', at('PutObject', `a/private/${loan}/a`)],
  ['put in the documents', at('PutObject', `documents/${loan}/pan_photo/1`)],
  ['read the documents', at('GetObject', `documents/${loan}/pan_photo/1`)],
  ['remove from the documents', at('DeleteObject', `documents/${loan}/pan_photo/1`)],
  ['put in public', at('PutObject', 'public/a')],
  ['read what is public', at('GetObject', 'public/a')],
  ['put at the root', at('PutObject', 'a')],
  ['put in another bucket', { ...at('PutObject', ''), resource: `arn:aws:s3:::other/private/${loan}/a` }],
  [
    'put in a bucket whose name begins alike',
    { ...at('PutObject', ''), resource: `${arn}-2/private/${loan}/a` },
  ],
  ['list everything', list()],
  ['list with an empty prefix', list('')],
  ['list the loans', list('private/')],
  ['list ids that begin alike', list(`private/${loan}`)],
  ["list another's", list(`private/${sibling}/`)],
  ['list the documents', list('documents/')],
  ["list the loan's documents", list(`documents/${loan}/`)],
  ['list another bucket', { ...list(`private/${loan}/`), resource: 'arn:aws:s3:::other' }],
  ['list uploads', onBucket('ListBucketMultipartUploads', { 's3:prefix': `private/${loan}/` })],
  ['list versions', onBucket('ListBucketVersions', { 's3:prefix': `private/${loan}/` })],
  ['read a version', at('GetObjectVersion', `private/${loan}/a`)],
  ['remove a version', at('DeleteObjectVersion', `private/${loan}/a`)],
  ['open it to others', at('PutObjectAcl', `private/${loan}/a`)],
  ['read who may', at('GetObjectAcl', `private/${loan}/a`)],
  ['tag', at('PutObjectTagging', `private/${loan}/a`)],
  ['lock', at('PutObjectRetention', `private/${loan}/a`)],
  ['replicate', at('ReplicateObject', `private/${loan}/a`)],
  ['write the policy', onBucket('PutBucketPolicy')],
  ['write the CORS rules', onBucket('PutBucketCORS')],
  ['remove the bucket', onBucket('DeleteBucket')],
  ['see the buckets', { action: 's3:ListAllMyBuckets', resource: '*', context: byHttps }],
  [
    'pass a role on',
    { action: 'sts:AssumeRole', resource: 'arn:aws:iam::123456789012:role/Admin', context: byHttps },
  ],
  [
    'open a key',
    { action: 'kms:Decrypt', resource: 'arn:aws:kms:ap-south-1:123456789012:key/1', context: byHttps },
  ],
  [
    'put by http',
    at('PutObject', `private/${loan}/a`, {
      'aws:SecureTransport': 'false',
    }),
  ],
  ['put by who knows what', at('PutObject', `private/${loan}/a`, {})],
  [
    'list by http',
    onBucket('ListBucket', { 's3:prefix': `private/${loan}/`, 'aws:SecureTransport': 'false' }),
  ],
];

describe("an applicant's policy", () => {
  const policy = policyFor(bucket, loan);

  it.each(allowed)('allows the applicant to %s', (_, call) => {
    expect(allows(policy, call)).toBe(true);
  });

  it.each(refused)('does not allow the applicant to %s', (_, call) => {
    expect(allows(policy, call)).toBe(false);
  });

  it('does not require https where the store has none', () => {
    const plain = policyFor(bucket, loan, { onlyHttps: false });
    const withoutContext = ({
      context: { 'aws:SecureTransport': _, ...context } = {},
      ...call
    }: IamCall) => ({
      ...call,
      context,
    });
    for (const [, call] of allowed) expect(allows(plain, withoutContext(call))).toBe(true);
    const others = refused.filter(([name]) => !/ by (http|who)/.test(name));
    for (const [, call] of others) expect(allows(plain, withoutContext(call))).toBe(false);
  });

  it('is shorter than the limit of a token service', () => {
    expect(JSON.stringify(policyFor('b'.repeat(63), loan)).length).toBeLessThan(2048);
  });

  it.each([
    '',
    '*',
    '7',
    `${loan}/`,
    `${loan}*`,
    `${loan}\n`,
    loan.toUpperCase(),
    '../documents',
    '${aws:userid}',
    `${loan}"],"Resource":"*`,
  ])('is refused for an id that is not a UUID: %j', (id) => {
    expect(() => policyFor(bucket, id)).toThrow('UUID');
  });
});

describe('the policy evaluation of these tests', () => {
  const call = { action: 's3:GetObject', resource: `${arn}/a`, context: { 's3:prefix': 'a' } };
  const allow = { Effect: 'Allow', Action: 's3:*', Resource: '*' } as const;
  const policyOf = (...Statement: PolicyDocument['Statement']): PolicyDocument => ({
    Version: '2012-10-17',
    Statement,
  });
  const rows: [name: string, policy: PolicyDocument, expected: boolean][] = [
    ['nothing is allowed by itself', policyOf(), false],
    ['an Allow allows', policyOf(allow), true],
    ['a Deny beats it', policyOf(allow, { ...allow, Effect: 'Deny', Action: ['s3:Get*'] }), false],
    [
      'a Deny of something else does not',
      policyOf(allow, { ...allow, Effect: 'Deny', Action: 's3:Put*' }),
      true,
    ],
    ['a question mark is one character', policyOf({ ...allow, Resource: `${arn}/?` }), true],
    ['and not none', policyOf({ ...allow, Resource: `${arn}/a?` }), false],
    ['a dot is a dot', policyOf({ ...allow, Resource: `${arn}/.` }), false],
    ['Null asks for absence', policyOf({ ...allow, Condition: { Null: { 's3:prefix': 'true' } } }), false],
    ['or for presence', policyOf({ ...allow, Condition: { Null: { 's3:prefix': 'false' } } }), true],
    [
      'a key that is absent fits nothing',
      policyOf({ ...allow, Condition: { StringLike: { 's3:x': '*' } } }),
      false,
    ],
    [
      'one value of several is enough',
      policyOf({ ...allow, Condition: { StringEquals: { 's3:prefix': ['b', 'a'] } } }),
      true,
    ],
    [
      'every operator must hold',
      policyOf({
        ...allow,
        Condition: { StringEquals: { 's3:prefix': 'a' }, Null: { 's3:prefix': 'true' } },
      }),
      false,
    ],
  ];

  it.each(rows)('%s', (_, policy, expected) => {
    expect(allows(policy, call)).toBe(expected);
  });

  it('throws for any element that it does not evaluate', () => {
    const numeric = policyOf({ ...allow, Condition: { NumericLessThan: { 's3:max-keys': '10' } } });
    expect(() => allows(numeric, call)).toThrow('not evaluated');
    expect(() => allows(policyOf({ ...allow, Resource: '${aws:userid}' }), call)).toThrow('not evaluated');
    expect(() => allows(policyOf({ ...allow, ...{ NotAction: 's3:*' } }), call)).toThrow('not evaluated');
  });
});
