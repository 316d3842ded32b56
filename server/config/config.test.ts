import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, readDatabaseConfig, readStoreConfig } from './config.ts';
import { variableNames } from './variables.ts';
import { faultsOf, productionEnv as configured } from '../testing/config.ts';

const unconfigured = [
  'Lender 15 is not configured: set LENDER_15_URL and LENDER_15_KEY, or SANDBOX=1 for the sandbox lenders.',
  'No SMS provider is configured: set SMS_URL and SMS_KEY, or SANDBOX=1 for the sandbox outbox.',
  'No mail server is configured: set SMTP_URL and MAIL_FROM, or SANDBOX=1 for the sandbox outbox.',
  'No virus scanner is configured: set CLAMD to where clamd listens, to none for no scan, or SANDBOX=1.',
  'PUBLIC_URL is missing: the links in messages begin with it. Set it to how people reach the server.',
];

const productionOnly = [
  'DATABASE_URL is missing: outside the sandbox the data is in PostgreSQL.',
  'OBJECTS_KEY is missing: without it the passwords of documents cannot be read again. Keep it with the secrets.',
  'S3_BUCKET is missing: set it, or SINGLE_HOST=1 where one machine alone serves and DATA_DIR keeps the documents.',
  'SERVICING_PROFILES is missing: it names the grievance officers, of whom every page tells. Set it, or SANDBOX=1.',
  'SUPPORT_PHONE is missing: every page says how the support is reached.',
  'SUPPORT_EMAIL is missing: every page says how the support is reached.',
];

describe('readConfig', () => {
  it('needs nothing in the sandbox', () => {
    expect(readConfig({ SANDBOX: '1' })).toMatchObject({
      port: 4000,
      sandbox: true,
      lenders: {},
      askedFields: {},
      databaseUrl: undefined,
      checkReplies: true,
    });
    expect(readConfig({ SANDBOX: '1' }).host).toBe('127.0.0.1');
    expect(readConfig({ SANDBOX: '1', HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    expect(readConfig({ SANDBOX: '1' }).support).toEqual({
      phone: '1800 000 0000',
      email: 'support@feepath.example',
    });
    expect(faultsOf({ SANDBOX: '1', SUPPORT_EMAIL: 'help' })).toEqual([
      'SUPPORT_EMAIL must be a mail address.',
    ]);
    expect(faultsOf({ SANDBOX: '1', HOLIDAYS: '2027-01-26, Diwali' })).toEqual([
      'HOLIDAYS must be dates with commas between them, such as 2027-01-26,2027-08-15.',
    ]);
    expect(readConfig({ SANDBOX: '1' }).dataDir).toMatch(/\/\.data$/);
    expect(readConfig({ SANDBOX: '1', NODE_ENV: 'production' }).checkReplies).toBe(false);
  });

  it('names the adapter that is not configured outside the sandbox', () => {
    expect(faultsOf({})).toEqual([...unconfigured, ...productionOnly]);
    for (const one of Object.keys(configured).filter((name) => !name.startsWith('S3_'))) {
      expect(faultsOf({ ...configured, [one]: '' })).toEqual([expect.stringContaining(one)]);
    }
  });

  it('migrates at the start where no other server shares the database', () => {
    const migrates = (env: Record<string, string>) => readConfig(env).migratesAtStart;
    const alone = { ...configured, SINGLE_HOST: '1' };
    expect([configured, alone, { SANDBOX: '1' }].map(migrates)).toEqual([false, true, true]);
  });

  it('names the grievance officers of the platform and of each lender, and who decides after them', () => {
    const { lenderProfiles, grievances } = readConfig(configured);
    expect(lenderProfiles.platform.officer.email).toBe('grievances@loans.example');
    expect(lenderProfiles.lenders[15]?.officer.phone).toBe('1800 000 0015');
    expect(grievances).toMatchObject({
      answerDays: 30,
      ombudsman: { site: 'cms.rbi.org.in', phone: '14448' },
    });
    expect(readConfig({ SANDBOX: '1' }).lenderProfiles.platform.officer.name).not.toBe('-');
  });

  it('takes the rules for grievances from a file with a version', () => {
    const folder = mkdtempSync(join(tmpdir(), 'feepath-rules-'));
    const path = join(folder, 'grievances.json');
    const rules = { ...readConfig(configured).grievances, version: '2027-04-01', answerDays: 21 };
    const readFrom = (content: object) => {
      writeFileSync(path, JSON.stringify(content));
      return { ...configured, GRIEVANCE_REDRESSAL: path };
    };
    expect(readConfig(readFrom(rules)).grievances).toEqual(rules);
    const fault = 'GRIEVANCE_REDRESSAL names no file with the rules for grievances (docs/deployment.md).';
    for (const [wrong, members] of [
      [{ answerDays: 31 }, 'answerDays'],
      [{ version: 'new', days: 1 }, 'version, days'],
      [{ ombudsman: { ...rules.ombudsman, site: 'https://cms.rbi.org.in' } }, 'ombudsman.site'],
    ] as const)
      expect(faultsOf(readFrom({ ...rules, ...wrong }))).toEqual([
        `GRIEVANCE_REDRESSAL names a file that is not as docs/deployment.md says: look at ${members}.`,
      ]);
    const { platform, lenders } = readConfig(configured).lenderProfiles;
    readFrom({ platform, lenders: { ...lenders, 99: lenders[15] } });
    expect(faultsOf({ ...configured, SERVICING_PROFILES: path })).toEqual([
      'SERVICING_PROFILES names a file that is not as docs/deployment.md says: look at lenders.99.',
    ]);
    rmSync(folder, { recursive: true });
    expect(faultsOf({ ...configured, GRIEVANCE_REDRESSAL: path })).toEqual([fault]);
  });

  it('refuses a provider beside lenders of which none has an account to be paid to', () => {
    const folder = mkdtempSync(join(tmpdir(), 'feepath-payees-'));
    const path = join(folder, 'profiles.json');
    const { platform, lenders } = readConfig(configured).lenderProfiles;
    const without = { ...lenders[15], settlementAccount: null };
    const providers = { PAYMENTS_URL: 'https://pay.example', PAYMENTS_KEY: 'p' };
    const faultsWith = (profiles: object, env: object) => {
      writeFileSync(path, JSON.stringify({ platform, lenders: profiles }));
      return faultsOf({ ...configured, ...env, SERVICING_PROFILES: path });
    };
    expect(faultsWith({ 15: without }, providers)).toEqual([
      'SERVICING_PROFILES has no settlementAccount: PAYMENTS_URL is set, and nobody could be paid.',
    ]);
    expect(faultsWith({ 15: without }, {})).toEqual([]);
    expect(faultsWith({ ...lenders, 12: without }, providers)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('limits the connections to PostgreSQL in number and in time', () => {
    expect(readConfig(configured).pool).toEqual({
      size: 10,
      connectTimeoutMs: 10_000,
      statementTimeoutMs: 30_000,
      lockTimeoutMs: 5000,
      idleTransactionTimeoutMs: 60_000,
    });
    const own = { DATABASE_POOL_SIZE: '40', DATABASE_STATEMENT_TIMEOUT_MS: '0' };
    expect(readConfig({ ...configured, ...own }).pool).toMatchObject({ size: 40, statementTimeoutMs: 0 });
    expect(faultsOf({ ...configured, DATABASE_POOL_SIZE: '1', DATABASE_LOCK_TIMEOUT: '5' })).toEqual([
      'DATABASE_POOL_SIZE must be a whole number from 2 to 1000.',
      'DATABASE_LOCK_TIMEOUT is no variable of this server.',
    ]);
  });

  it('wants encrypted ways outside the sandbox, but on its own machine', () => {
    const open = {
      PUBLIC_URL: 'http://loans.example',
      SMS_URL: 'http://sms.example/send',
      LENDER_15_URL: 'http://lender.example',
      SMTP_URL: 'smtp://mail.example',
      DATABASE_URL: 'postgres://feepath@db.example/feepath?sslmode=require',
    };
    expect(faultsOf({ ...configured, ...open })).toEqual([
      'LENDER_15_URL must begin with https://.',
      'SMS_URL must begin with https://.',
      'PUBLIC_URL must begin with https://.',
      'DATABASE_URL must end with ?sslmode=verify-full where the database is on another machine.',
      'SMTP_URL must begin with smtps://, or end with ?requireTLS=true.',
    ]);
    expect(faultsOf({ SANDBOX: '1', PUBLIC_URL: open.PUBLIC_URL })).toEqual([]);
    const near = { SMS_URL: 'http://127.0.0.1:9000/send', SMTP_URL: 'smtp://mail.example?requireTLS=true' };
    expect(faultsOf({ ...configured, ...near })).toEqual([]);
    for (const DATABASE_URL of [
      'postgres://feepath@127.0.0.1/feepath',
      'postgres:///feepath?host=/run/postgresql',
    ])
      expect(faultsOf({ ...configured, DATABASE_URL })).toEqual([]);
    // The host of the query is the one that is connected to.
    for (const elsewhere of [
      { DATABASE_URL: 'postgres://feepath@127.0.0.1/feepath?host=db.example' },
      { DATABASE_URL: 'postgres:///feepath', PGHOST: 'db.example' },
    ])
      expect(faultsOf({ ...configured, ...elsewhere })).toEqual([
        'DATABASE_URL must end with ?sslmode=verify-full where the database is on another machine.',
      ]);
    // The driver takes this one, `URL` does not.
    const DATABASE_URL = 'postgres://feepath:word@/feepath?host=db.example';
    expect(faultsOf({ ...configured, DATABASE_URL })).toEqual([
      'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
    ]);
  });

  it('wants a bucket, or that one machine alone serves', () => {
    const isOfBucket = (name: string) => name.startsWith('S3_');
    const rest = Object.fromEntries(Object.entries(configured).filter(([name]) => !isOfBucket(name)));
    expect(faultsOf(rest)).toEqual([productionOnly[2]]);
    expect(faultsOf({ ...rest, SINGLE_HOST: '1' })).toEqual([]);
  });

  it.each(['RATE_CREATED', 'S3_BUKET', 'OBJECTS_KEYS', 'ENCRYPTION_KEY', 'RETENTION_DAYS', 'CONTENT_DAYS'])(
    'names %s, which means nothing',
    (name) => {
      expect(faultsOf({ ...configured, [name]: 'x' })).toEqual([`${name} is no variable of this server.`]);
      expect(faultsOf({ SANDBOX: '1', [name]: '' })).toEqual([]);
    },
  );

  it('sets the clock in the sandbox only', () => {
    const now = '2026-07-20T06:30:00Z';
    expect(readConfig({ SANDBOX: '1', FEEPATH_NOW: now }).startAt).toEqual(new Date(now));
    expect(faultsOf({ SANDBOX: '1', FEEPATH_NOW: 'noon' })).toHaveLength(1);
    expect(faultsOf({ ...configured, FEEPATH_NOW: now })).toHaveLength(1);
  });

  it('makes the hashes of one-time passwords cheaper in the sandbox only', () => {
    expect(readConfig(configured).otpHashCost).toBe(14);
    expect(readConfig({ SANDBOX: '1' }).otpHashCost).toBe(14);
    expect(readConfig({ SANDBOX: '1', OTP_HASH_COST: '1' }).otpHashCost).toBe(1);
    expect(faultsOf({ ...configured, OTP_HASH_COST: '1' })).toHaveLength(1);
  });

  it.each([
    ['PUBLIC_URL', { PUBLIC_URL: configured.PUBLIC_URL }],
    ['LENDER_11_URL', { LENDER_11_URL: 'http://eleven.example', LENDER_11_KEY: 'k' }],
    ['KYC_URL', { KYC_URL: 'https://kyc.example', KYC_KEY: 'k' }],
    ['SMS_URL', { SMS_URL: configured.SMS_URL, SMS_KEY: 'k' }],
    ['SMTP_URL', { SMTP_URL: configured.SMTP_URL, MAIL_FROM: configured.MAIL_FROM }],
    ['S3_BUCKET', { S3_BUCKET: 'b-b', S3_REGION: 'ap-south-1', S3_ROLE_ARN: 'arn:x' }],
  ])('opens no sandbox to everybody with %s of a deployment', (name, env) => {
    expect(faultsOf({ SANDBOX: '1', ...env })).toEqual([
      `SANDBOX=1 opens the server to everybody and is refused with ${name}: a sandbox has no https:// address and ` +
        'no services but those on its own machine.',
    ]);
    expect(faultsOf({ SANDBOX: '1', ...configured })).toHaveLength(1);
  });

  it('lets commands read where the data of a deployment is', () => {
    expect(readStoreConfig(configured)).toMatchObject({ s3: { bucket: 'feepath-documents' } });
    expect(readDatabaseConfig(configured)).toMatchObject({ publicUrl: 'https://loans.example' });
  });

  it('tells every fault at once', () => {
    const env = { SANDBOX: 'yes', PORT: '70000', DATABASE_URL: 'mysql://x', LOG: 'loud', RATE_CREATE: '0' };
    expect(faultsOf(env)).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
      'SANDBOX must be 0 or 1.',
      'LOG must be all, errors or off.',
      'RATE_CREATE must be a whole number from 1 to 1000000.',
      ...unconfigured,
      ...productionOnly.slice(1),
    ]);
  });

  it('takes keys of 32 characters or more', () => {
    const key = 'x'.repeat(32);
    expect(readConfig({ SANDBOX: '1', OBJECTS_KEY: key }).objectsKey).toBe(key);
    expect(() => readConfig({ SANDBOX: '1', OBJECTS_KEY: 'short' })).toThrow('OBJECTS_KEY');
    const read = (list: string) => readConfig({ SANDBOX: '1', ENCRYPTION_KEYS: list }).encryptionKeys;
    expect(read(`${key}, ${'y'.repeat(40)},`)).toEqual([key, 'y'.repeat(40)]);
    expect(read('')).toEqual([]);
    expect(() => read(`${key},short`)).toThrow('ENCRYPTION_KEYS');
  });

  it('tells no value of a variable', () => {
    const value = 'hunter2, x';
    const faults = [{}, { SANDBOX: '1' }].flatMap((more) =>
      faultsOf({ ...Object.fromEntries([...variableNames].map((name) => [name, value])), ...more }),
    );
    expect(faults.length).toBeGreaterThan(60);
    expect(faults.filter((fault) => fault.includes('hunter2'))).toEqual([]);
  });
});
