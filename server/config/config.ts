/** What the environment says, read once, checked and typed. */
import { resolve } from 'node:path';
import { type ClamdAddress, clamdAddressIn } from '../adapters/clamd-address.ts';
import { isAddress } from '../adapters/email.ts';
import {
  type AskedFields,
  type LendersConfig,
  readAskedFields,
  readLendersConfig,
  readWebhookSecrets,
  type WebhookSecrets,
} from './lenders.ts';
import { type LenderProfiles, readLenderProfiles } from './lender-profiles.ts';
import { type GrievanceRedressal, readGrievanceRedressal } from './grievances.ts';
import { messageVariables, type MessagesConfig, readMessagesConfig } from './messages.ts';
import { checkNames, checkProduction } from './production.ts';
import { checkSandbox } from './sandbox.ts';
import {
  type ProviderSecrets,
  type ProvidersConfig,
  providerVariables,
  readProvidersConfig,
  readProviderSecrets,
} from './providers.ts';
import { type PoolConfig, poolVariables, readPoolConfig } from '../db/pool-config.ts';
import { defaultHashCost } from '../otp/password.ts';
import { readS3Config, type S3Config, s3Variables } from './s3.ts';
import { limitNames, type Rates, rateVariable } from './rates.ts';
import {
  retentionNames,
  type RetentionPeriods,
  retentionPeriods,
  retentionVariable,
} from './retention-periods.ts';

/** Nobody's number and mailbox. */
const demoSupport = { phone: '1800 000 0000', email: 'support@feepath.example' };

export type Config = MessagesConfig & {
  /** 0 lets the system choose. */
  port: number;
  /** The address to listen on; absent for all. */
  host: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The connections to `databaseUrl`. */
  pool: PoolConfig;
  /** What the object store seals its credentials with; absent where DATA_DIR keeps one. */
  objectsKey: string | undefined;
  /** The master keys of what is encrypted in the database, see `loadKeyring`; may be empty. */
  encryptionKeys: string[];
  /** Whether the consumer app has a service worker (decision 80); off, browsers remove the one that they have. */
  serviceWorker: boolean;
  /** The object store of documents; absent where they are stored in DATA_DIR. */
  s3: S3Config | undefined;
  /** A folder that keeps an empty embedded database to copy; for tests, which make many. */
  template: string | undefined;
  /** Whether the start brings PostgreSQL's schema up to date; else `admin -- migrate` does before it. */
  migratesAtStart: boolean;
  /** Whether sandbox adapters, the demo key and fault switches exist (decision 28b). */
  sandbox: boolean;
  /** How the support is reached: the phone as people write it, and a mail address. */
  support: { phone: string; email: string };
  /** What the clock shows at the start; sandbox only. */
  startAt: Date | undefined;
  /** The real lenders that are configured; in a sandbox those on its own machine. */
  lenders: LendersConfig;
  /** What each lender signs its events with: one secret, or two while they are exchanged. */
  webhookSecrets: WebhookSecrets;
  /** The real providers of identity checks, mandates and payments that are configured; in a sandbox as of lenders. */
  providers: ProvidersConfig;
  /** What each of them signs its events with. */
  providerSecrets: ProviderSecrets;
  /** What lenders ask of customers besides. */
  askedFields: AskedFields;
  /** What lenders and platform say of themselves in documents. */
  lenderProfiles: LenderProfiles;
  /** In how many days grievances are answered, and who decides after that. */
  grievances: GrievanceRedressal;
  /** Where clamd listens, `none` where nobody looks for harmful content; absent for the sandbox's scanner. */
  clamd: ClamdAddress | 'none' | undefined;
  /** How people reach the server, for links and for HSTS. */
  publicUrl: string | undefined;
  /** How many proxies of ours append to X-Forwarded-For, see `clientAddress`. */
  trustProxy: number;
  /** Opens the metrics; without one they are open to programs of this machine. */
  metricsToken: string | undefined;
  /** How long a server that stops still takes calls, for balancers to see that it is not ready. */
  drainMs: number;
  /** How long the calls and jobs under way may take then. */
  stopMs: number;
  /** Of clients, at once. */
  maxConnections: number;
  /** Whether replies are held against the contract, and one that differs is a 500. */
  checkReplies: boolean;
  /** The built app. */
  appDir: string;
  /** How long after Submit the page's own push is waited for, before the server pushes by itself. */
  pushAfterMs: number;
  /** How long each request of a one-time password takes at least, so that the time reveals nothing. */
  reentryAnswerMs: number;
  /** How long the answer to such a request waits for the SMS provider to take the number or to refuse it. */
  otpDeliveryMs: number;
  /** Of the hashes of one-time passwords, see `hashPassword`. */
  otpHashCost: number;
  /** In place of the points that the contract gives each limit. */
  rates: Rates;
  /** How long contents are kept that nothing refers to, and how large a part of all of them may be deleted at once. */
  contentRetention: { days: number; maxPercent: number };
  retention: RetentionPeriods;
  log: 'all' | 'errors' | 'off';
};

/** Thrown when the environment cannot be started from; `message` has one sentence per fault. */
export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
  }
}

type Env = Record<string, string | undefined>;

/** Those with a prefix that is ours alone, without those of the bucket. */
const prefixedVariables = [
  ...poolVariables,
  ...limitNames.map(rateVariable),
  ...retentionNames.map(retentionVariable),
  ...messageVariables,
  ...['OBJECTS_KEY', 'ENCRYPTION_KEYS', 'S3_BUCKET', 'SINGLE_HOST'],
  ...['CONTENT_RETENTION_DAYS', 'CONTENT_DELETION_MAX_PERCENT', 'FEEPATH_NOW', 'PGLITE_TEMPLATE'],
  'GRIEVANCE_REDRESSAL',
];

/**
 * @param env usually `process.env`; docs/deployment.md lists its variables
 * @param isServer false for a command, which opens nothing to anybody
 * @throws ConfigError naming every variable that is missing or wrong
 */
export function readConfig(env: Env, { isServer = true } = {}): Config {
  const faults: string[] = [];

  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const flag = (name: string, fallback = '0'): boolean => {
    const value = text(name) ?? fallback;
    if (!['0', '1'].includes(value)) faults.push(`${name} must be 0 or 1.`);
    return value === '1';
  };
  const whole = (name: string, fallback: number, [least, most]: [number, number]): number => {
    const value = text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    faults.push(`${name} must be a whole number from ${least} to ${most}.`);
    return fallback;
  };
  const url = (name: string, protocols: string[]): string | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    faults.push(
      `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
    return undefined;
  };

  const sandbox = flag('SANDBOX');
  const lenders = readLendersConfig({ env, sandbox, text, url, whole, faults });
  const providers = readProvidersConfig({ text, url, whole, faults });

  const messages = readMessagesConfig({ sandbox, text, url, whole, faults });

  const clamd = text('CLAMD');
  const clamdAddress = clamd === 'none' ? clamd : clamdAddressIn(clamd ?? '');
  if (clamd && !clamdAddress) faults.push('CLAMD must be unix:/PATH, tcp://HOST:PORT or none.');
  if (!sandbox && !clamd) {
    faults.push(
      'No virus scanner is configured: set CLAMD to where clamd listens, to none for no scan, or SANDBOX=1.',
    );
  }
  if (!sandbox && !text('PUBLIC_URL')) {
    faults.push(
      'PUBLIC_URL is missing: the links in messages begin with it. Set it to how people reach the server.',
    );
  }

  const startAt = text('FEEPATH_NOW');
  if (startAt && !sandbox) faults.push('FEEPATH_NOW sets the clock and is allowed only with SANDBOX=1.');
  if (startAt && Number.isNaN(Date.parse(startAt))) faults.push('FEEPATH_NOW must be an ISO 8601 instant.');

  if (text('OTP_HASH_COST') && !sandbox)
    faults.push(
      'OTP_HASH_COST weakens what one-time passwords are stored as and is allowed only with SANDBOX=1.',
    );

  const objectsKey = text('OBJECTS_KEY');
  if (objectsKey && objectsKey.length < 32) faults.push('OBJECTS_KEY must have 32 characters or more.');
  const encryptionKeys = (text('ENCRYPTION_KEYS') ?? '').split(',').filter((key) => key.trim() !== '');
  if (encryptionKeys.some((key) => key.trim().length < 32))
    faults.push('ENCRYPTION_KEYS must be keys of 32 characters or more, with commas between them.');

  const supportEmail = text('SUPPORT_EMAIL') ?? demoSupport.email;
  if (!isAddress(supportEmail)) faults.push('SUPPORT_EMAIL must be a mail address.');

  const s3 = readS3Config({ text, url, faults });

  if (!sandbox) checkProduction({ env, text, flag, faults });
  else if (isServer) checkSandbox(env, faults);
  checkNames({ env, text, flag, faults }, [...prefixedVariables, ...s3Variables, ...providerVariables]);

  const log = text('LOG') ?? 'all';
  if (!isLogLevel(log)) faults.push('LOG must be all, errors or off.');

  const config: Config = {
    port: whole('PORT', 4000, [0, 65535]),
    // A sandbox, whose passwords everybody knows, is for programs of its own machine.
    host: text('HOST') ?? (sandbox ? '127.0.0.1' : undefined),
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    pool: readPoolConfig(whole),
    objectsKey,
    encryptionKeys: encryptionKeys.map((key) => key.trim()),
    serviceWorker: flag('SERVICE_WORKER', '1'),
    s3,
    template: text('PGLITE_TEMPLATE'),
    // Where several servers share a database, its schema changes once and by command.
    migratesAtStart: sandbox || flag('SINGLE_HOST'),
    sandbox,
    support: {
      phone: text('SUPPORT_PHONE') ?? demoSupport.phone,
      email: supportEmail,
    },
    startAt: startAt ? new Date(startAt) : undefined,
    lenders,
    askedFields: readAskedFields({ text, faults }),
    lenderProfiles: readLenderProfiles(text('SERVICING_PROFILES'), { sandbox, faults }),
    grievances: readGrievanceRedressal(text('GRIEVANCE_REDRESSAL'), faults),
    webhookSecrets: readWebhookSecrets({ sandbox, lenders, text, faults }),
    providers,
    providerSecrets: readProviderSecrets({ sandbox, providers, text, faults }),
    ...messages,
    clamd: clamdAddress,
    publicUrl: url('PUBLIC_URL', ['https:', 'http:']),
    trustProxy: whole('TRUST_PROXY', 0, [0, 10]),
    metricsToken: text('METRICS_TOKEN'),
    // A balancer sees within seconds that the server is not ready; nobody balances a sandbox.
    drainMs: whole('DRAIN_MS', sandbox ? 0 : 5000, [0, 600_000]),
    // Longer than a lender takes.
    stopMs: whole('STOP_MS', 30_000, [0, 600_000]),
    maxConnections: whole('MAX_CONNECTIONS', 5000, [1, 1_000_000]),
    checkReplies: env.NODE_ENV !== 'production',
    appDir: resolve(text('APP_DIR') ?? 'dist/app'),
    reentryAnswerMs: whole('REENTRY_ANSWER_MS', 100, [0, 10_000]),
    otpDeliveryMs: whole('OTP_DELIVERY_MS', 2000, [0, 10_000]),
    otpHashCost: whole('OTP_HASH_COST', defaultHashCost, [1, defaultHashCost]),
    pushAfterMs: 1000 * whole('PUSH_AFTER_SECONDS', 10, [0, 3600]),
    rates: Object.fromEntries(
      limitNames
        .filter((name) => text(rateVariable(name)) !== undefined)
        .map((name) => [name, whole(rateVariable(name), 1, [1, 1_000_000])]),
    ),
    contentRetention: {
      days: whole('CONTENT_RETENTION_DAYS', 7, [1, 3650]),
      maxPercent: whole('CONTENT_DELETION_MAX_PERCENT', 10, [1, 100]),
    },
    retention: Object.fromEntries(
      retentionNames.map((name) => [
        name,
        whole(retentionVariable(name), retentionPeriods[name], [name === 'tokens' ? 31 : 1, 36_500]),
      ]),
    ) as RetentionPeriods,
    log: isLogLevel(log) ? log : 'all',
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/**
 * Where the data is, and the site that links lead to: all that an admin command needs to know.
 * @throws ConfigError
 */
export function readDatabaseConfig(
  env: Env,
): Pick<Config, 'databaseUrl' | 'dataDir' | 'sandbox' | 'objectsKey' | 'publicUrl' | 'port'> {
  const { databaseUrl, dataDir, objectsKey, publicUrl, port } = readForCommand(env, [
    'DATABASE_URL',
    'DATA_DIR',
    'OBJECTS_KEY',
    'PUBLIC_URL',
    'PORT',
  ]);
  return { databaseUrl, dataDir, objectsKey, publicUrl, port, sandbox: env.SANDBOX === '1' };
}

const storeVariables = ['OBJECTS_KEY', 'ENCRYPTION_KEYS', 'S3_BUCKET', ...s3Variables];

/**
 * Where the data and the documents are: what an admin command needs that opens the object store.
 * @throws ConfigError
 */
export const readStoreConfig = (env: Env): Config =>
  readForCommand(env, ['DATABASE_URL', 'DATA_DIR', ...storeVariables]);

/** Nothing else is needed, as in a sandbox. */
const readForCommand = (env: Env, names: readonly string[]): Config =>
  readConfig(
    { ...Object.fromEntries(names.map((name) => [name, env[name]])), SANDBOX: '1' },
    { isServer: false },
  );

const isLogLevel = (value: string): value is Config['log'] => ['all', 'errors', 'off'].includes(value);
