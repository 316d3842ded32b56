import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lenderIds } from '../adapters/lenders.ts';
import { ConfigError, readConfig, readDatabaseConfig, readStoreConfig } from './config.ts';
import { sandboxByDefault } from './sandbox.ts';
import { variableNames } from './variables.ts';
import { productionEnv as configured } from '../testing/config.ts';

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};

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

describe('a start without a word about the data', () => {
  it('is a sandbox where nothing is set that a deployment sets', () => {
    const own = { PORT: '4001', DATA_DIR: 'x', PUBLIC_URL: 'http://192.168.1.5:4000', SMS_KEY: ' ' };
    for (const env of [{}, own]) expect(sandboxByDefault(env)).toEqual({ sandbox: true });
    for (const env of [{ DATABASE_URL: 'postgres://x' }, { SANDBOX: '0' }, { SANDBOX: '1' }])
      expect(sandboxByDefault({ ...env, SMS_KEY: 'k' })).toEqual({ sandbox: false });
  });

  it.each(
    Object.entries(configured).filter(
      ([name]) => !/^(DATABASE_URL|MAIL_FROM|CLAMD|SERVICING_PROFILES|SUPPORT_\w+)$/.test(name),
    ),
  )('does not start with %s of a deployment, and says why', (name, value) => {
    expect(sandboxByDefault({ [name]: value })).toEqual({
      sandbox: false,
      fault:
        'DATABASE_URL is missing, and without it this would be a sandbox that is open to everybody, which ' +
        `${name} cannot belong to: set DATABASE_URL, or SANDBOX=1 on a machine of your own.`,
    });
  });

  it.each(['KYC_KEY', 'LENDER_12_WEBHOOK_SECRETS', 'S3_SECRET_ACCESS_KEY', 'ENCRYPTION_KEYS', 'SINGLE_HOST'])(
    'does not start with %s either',
    (name) => expect(sandboxByDefault({ [name]: '1' }).fault).toContain(name),
  );

  it('ends npm start before anything is built', () => {
    const env = { PATH: process.env.PATH, OBJECTS_KEY: configured.OBJECTS_KEY };
    const { status, stderr, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
      env,
      encoding: 'utf8',
    });
    expect([status, stdout, stderr.trim()]).toEqual([
      1,
      '',
      expect.stringMatching(/^DATABASE_URL is missing.*OBJECTS_KEY/),
    ]);
  });
});

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

  it('takes the real adapters that are configured', () => {
    const real = {
      lenders: { 15: { url: 'https://lender.example', key: 'k', timeoutMs: 25_000 } },
      sms: { url: 'https://sms.example/send', key: 's', timeoutMs: 10_000 },
      mail: { url: 'smtps://me:secret@mail.example', from: 'loans@school.example' },
      clamd: { path: '/run/clamav/clamd.ctl' },
    };
    expect(readConfig(configured)).toMatchObject({ ...real, sandbox: false });
    expect(faultsOf({ SANDBOX: '1', SMS_URL: 'http://127.0.0.1:9' })).toEqual([
      'SMS_KEY is missing: SMS_URL is set, and the provider asks for a key.',
    ]);
    expect(faultsOf({ SANDBOX: '1', SMTP_URL: 'smtp://localhost:9' })).toEqual([
      'MAIL_FROM is missing: SMTP_URL is set, and mail needs a sender.',
    ]);
    for (const from of ['Loans <loans@school.example>', 'a@b.example, c@d.example', 'nobody']) {
      expect(faultsOf({ ...configured, MAIL_FROM: from })).toEqual([
        'MAIL_FROM must be one mail address, such as loans@school.example.',
      ]);
    }
    expect(faultsOf({ ...configured, SMTP_URL: 'https://mail.example' })).toEqual([
      'SMTP_URL must be an address that starts with smtps:// or smtp://.',
    ]);
  });

  it('takes each lender by its id, and only the one that applicants push to is needed', () => {
    const eleven = {
      LENDER_11_URL: 'https://eleven.example',
      LENDER_11_KEY: 'e',
      LENDER_11_TIMEOUT_MS: '900',
    };
    expect(readConfig({ ...configured, ...eleven }).lenders).toEqual({
      11: { url: 'https://eleven.example', key: 'e', timeoutMs: 900 },
      15: { url: 'https://lender.example', key: 'k', timeoutMs: 25_000 },
    });
    expect(faultsOf({ SANDBOX: '1', LENDER_11_URL: 'http://localhost:9' })).toEqual([
      'LENDER_11_KEY is missing: LENDER_11_URL is set, and the lender asks for a key.',
    ]);
    expect(faultsOf({ ...configured, LENDER_12_KEY: 'k' })).toEqual([
      'LENDER_12_URL is missing: without it, LENDER_12_KEY means nothing.',
    ]);
    expect(faultsOf({ ...configured, LENDER_12_URL: 'ftp://twelve.example' })).toEqual([
      'LENDER_12_URL must be an address that starts with https:// or http://.',
      'LENDER_12_KEY is missing: LENDER_12_URL is set, and the lender asks for a key.',
    ]);
    expect(faultsOf({ SANDBOX: '1', LENDER_15_TIMEOUT_MS: '0' })).toHaveLength(1);
  });

  it('reads what a lender asks of customers besides, which is nothing without it', () => {
    const askedOf = (value: string) => readConfig({ ...configured, LENDER_15_ASKS: value }).askedFields;
    expect(readConfig(configured).askedFields).toEqual({});
    expect(askedOf('caste, religion')).toEqual({
      15: ['personal_details.caste', 'personal_details.religion'],
    });
    expect(faultsOf({ ...configured, LENDER_15_ASKS: 'religion, pan' })).toEqual([
      'LENDER_15_ASKS must name fields with commas between: religion, caste.',
    ]);
  });

  it('reads one secret of a lender for its events, or two, and has one for those of the sandbox', () => {
    const [one, two] = [Buffer.alloc(24, 'a'), Buffer.alloc(32, 'b')];
    const written = [one, two].map((secret) => `whsec_${secret.toString('base64')}`);
    const secretsOf = (value: string) =>
      readConfig({ ...configured, LENDER_15_WEBHOOK_SECRETS: value }).webhookSecrets;
    expect(secretsOf(written[0] ?? '')).toEqual({ 15: [one] });
    expect(secretsOf(written.join(', '))).toEqual({ 15: [one, two] });
    expect(readConfig(configured).webhookSecrets).toEqual({});
    expect(Object.keys(readConfig({ SANDBOX: '1' }).webhookSecrets)).toEqual(lenderIds.map(String));
    const near = { LENDER_15_URL: 'http://127.0.0.1:9', LENDER_15_KEY: 'k' };
    expect(Object.keys(readConfig({ ...near, SANDBOX: '1' }).webhookSecrets)).toEqual(
      lenderIds.filter((id) => id !== 15).map(String),
    );
    const wrong = [
      'secret',
      'whsec_',
      `whsec_${Buffer.alloc(23).toString('base64')}`,
      [...written, written[0]].join(),
    ];
    for (const value of wrong) {
      expect(faultsOf({ ...configured, LENDER_15_WEBHOOK_SECRETS: value })).toEqual([
        'LENDER_15_WEBHOOK_SECRETS must be one secret, or two with a comma between, each whsec_ and the base64 of at least 24 bytes.',
      ]);
    }
  });

  it('takes the providers of identity checks, mandates and payments, none of which is needed', () => {
    expect(readConfig(configured)).toMatchObject({ providers: {}, providerSecrets: {} });
    const payments = { PAYMENTS_URL: 'https://pay.example', PAYMENTS_KEY: 'p', PAYMENTS_TIMEOUT_MS: '900' };
    expect(readConfig({ ...configured, ...payments }).providers).toEqual({
      payments: { url: 'https://pay.example', key: 'p', timeoutMs: 900 },
    });
    const near = { ...payments, PAYMENTS_URL: 'http://[::1]:9', SANDBOX: '1' };
    expect(Object.keys(readConfig(near).providerSecrets)).toEqual(['kyc', 'mandate']);
    expect(faultsOf({ ...configured, KYC_URL: 'https://kyc.example' })).toEqual([
      'KYC_KEY is missing: KYC_URL is set, and the provider asks for a key.',
    ]);
    expect(faultsOf({ ...configured, MANDATE_KEY: 'm' })).toEqual([
      'MANDATE_URL is missing: without it, MANDATE_KEY means nothing.',
    ]);
    expect(faultsOf({ ...configured, ...payments, PAYMENTS_URL: 'http://pay.example' })).toEqual([
      'PAYMENTS_URL must begin with https://.',
    ]);
    expect(faultsOf({ ...configured, KYC_SECRET: 'x' })).toEqual([
      'KYC_SECRET is no variable of this server.',
    ]);
    expect(faultsOf({ ...configured, KYC_WEBHOOK_SECRETS: 'secret' })).toHaveLength(1);
  });

  it.each(['LENDER_URL', 'LENDER_999_KEY', 'LENDER_15_TIMEOUT'])(
    'refuses %s, which names no lender',
    (name) => {
      expect(faultsOf({ ...configured, [name]: 'x' })).toEqual([
        `${name} names no lender: it must be LENDER_ID_URL, LENDER_ID_KEY, LENDER_ID_TIMEOUT_MS, ` +
          `LENDER_ID_WEBHOOK_SECRETS or LENDER_ID_ASKS, where ID is one of ${lenderIds.join(', ')}.`,
      ]);
    },
  );

  it('knows where nobody scans from where nobody said so', () => {
    expect(readConfig({ SANDBOX: '1' }).clamd).toBeUndefined();
    for (const env of [configured, { SANDBOX: '1' }]) {
      expect(readConfig({ ...env, CLAMD: 'none' }).clamd).toBe('none');
      expect(faultsOf({ ...env, CLAMD: '/run/clamav/clamd.ctl' })).toEqual([
        'CLAMD must be unix:/PATH, tcp://HOST:PORT or none.',
      ]);
    }
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
    ['S3_BUCKET', { S3_BUCKET: 'b-b', S3_REGION: 'r', S3_ROLE_ARN: 'arn:x' }],
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
