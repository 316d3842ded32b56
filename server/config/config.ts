/** Reads, checks and types the environment once. */
import { resolve } from 'node:path';
import type { z } from 'zod/mini';
import { type LenderId, lenderIds } from '../adapters/lenders.ts';
import { type ProviderName, providerNames } from '../adapters/provider.ts';
import { sandboxProfiles } from './lender-profiles.ts';
import { type LimitName, limitNames, rateVariable } from './rates.ts';
import { retentionNames, type RetentionPeriods, retentionVariable } from './retention-periods.ts';
import { brokenRules, type Texts } from './rules.ts';
import { variables } from './variables.ts';

/** Thrown when the environment cannot be started from; `message` has one sentence per fault. */
export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
  }
}

type Env = Record<string, string | undefined>;

/**
 * @param env usually `process.env`; docs/deployment.md lists its variables
 * @param isServer false for a command, which opens nothing to anybody
 * @throws ConfigError naming every variable that is missing or wrong, without its value
 */
export function readConfig(env: Env, { isServer = true } = {}): Config {
  const texts: Texts = Object.fromEntries(
    Object.entries(env).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : [])),
  );
  const { data, error } = variables.safeParse({ single: texts, rates: texts, retention: texts });
  const wrong = (error?.issues ?? []).map(({ path: [, name], message }) => `${String(name)} ${message}`);
  const faults = [...wrong, ...brokenRules(texts, { isServer }), ...payeeFaults(data)];
  if (!data || faults.length > 0) throw new ConfigError(faults);
  return configOf(data, { checkReplies: env.NODE_ENV !== 'production' });
}

export type Config = ReturnType<typeof configOf>;

export type S3Config = NonNullable<Config['s3']>;

/** Signs the events of the sandbox's lenders and providers, which only a sandbox takes. */
export const sandboxWebhookSecret = Buffer.from('feepath-sandbox-webhook-secret');

type Values = z.output<typeof variables>;

/** A provider beside lenders of which none has an account could pay nobody. */
function payeeFaults(data: Values | undefined): string[] {
  const { SERVICING_PROFILES: profiles, PAYMENTS_URL, MANDATE_URL } = data?.single ?? {};
  const lenders = Object.values(profiles?.lenders ?? {});
  if (lenders.length === 0 || lenders.some(({ settlementAccount }) => settlementAccount)) return [];
  return Object.entries({ PAYMENTS_URL, MANDATE_URL }).flatMap(([name, url]) =>
    url ? [`SERVICING_PROFILES has no settlementAccount: ${name} is set, and nobody could be paid.`] : [],
  );
}

function configOf({ single, rates, retention }: Values, { checkReplies }: { checkReplies: boolean }) {
  const sandbox = single.SANDBOX;
  return {
    /** 0 lets the system choose. */
    port: single.PORT,
    /** The address to listen on; absent for all. A sandbox, whose passwords everybody knows, is for its own machine. */
    host: single.HOST ?? (sandbox ? '127.0.0.1' : undefined),
    dataDir: resolve(single.DATA_DIR),
    databaseUrl: single.DATABASE_URL,
    /** The connections to `databaseUrl`. */
    pool: {
      size: single.DATABASE_POOL_SIZE,
      connectTimeoutMs: single.DATABASE_CONNECT_TIMEOUT_MS,
      statementTimeoutMs: single.DATABASE_STATEMENT_TIMEOUT_MS,
      lockTimeoutMs: single.DATABASE_LOCK_TIMEOUT_MS,
      idleTransactionTimeoutMs: single.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    },
    /** The key that encrypts the object store's credentials; absent if DATA_DIR keeps one. */
    objectsKey: single.OBJECTS_KEY,
    /** The master keys of what is encrypted in the database, see `loadKeyring`; may be empty. */
    encryptionKeys: single.ENCRYPTION_KEYS,
    /** True if the consumer app has a service worker (decision 80); else browsers remove the one that they have. */
    serviceWorker: single.SERVICE_WORKER,
    /** The object store of documents; absent where they are stored in DATA_DIR. */
    s3: bucketOf(single),
    /** A folder that keeps an empty embedded database to copy; for tests, which make many. */
    template: single.PGLITE_TEMPLATE,
    /**
     * True if PostgreSQL is migrated at the start; else `admin -- migrate` does it before: the schema that several
     * servers share changes once and by command.
     */
    migratesAtStart: sandbox || single.SINGLE_HOST,
    /** True if sandbox adapters, the demo key and fault switches exist (decision 28). */
    sandbox,
    /** The contact data of the support: the phone in a readable format, and a mail address. */
    support: { phone: single.SUPPORT_PHONE, email: single.SUPPORT_EMAIL },
    /** The initial time of the clock; sandbox only. */
    startAt: single.FEEPATH_NOW,
    /** The real lenders that are configured; in a sandbox those on its own machine. */
    lenders: tableOf<LenderId, Connection>(lenderIds, (id) => connectionOf(single, `LENDER_${id}`)),
    /** The secrets with which lenders sign their events: one each, or two during a rotation. */
    webhookSecrets: tableOf<LenderId, Secrets>(lenderIds, (id) => secretsOf(single, `LENDER_${id}`)),
    /** The real providers of identity checks, mandates and payments that are configured; in a sandbox as of lenders. */
    providers: tableOf<ProviderName, Connection>(providerNames, (name) =>
      connectionOf(single, variablePrefix(name)),
    ),
    /** The secrets with which the providers sign their events. */
    providerSecrets: tableOf<ProviderName, Secrets>(providerNames, (name) =>
      secretsOf(single, variablePrefix(name)),
    ),
    /** The additional fields that lenders ask customers for (decision 81). */
    askedFields: tableOf<LenderId, NonNullable<Single['LENDER_15_ASKS']>>(
      lenderIds,
      (id) => single[`LENDER_${id}_ASKS`],
    ),
    /** The data of lenders and platform for documents. */
    lenderProfiles: single.SERVICING_PROFILES ?? sandboxProfiles,
    /** The number of days in which grievances are answered, and the authority that decides after that. */
    grievances: single.GRIEVANCE_REDRESSAL,
    /** The real provider of SMS; absent in the sandbox unless one runs on its machine. */
    sms: connectionOf(single, 'SMS'),
    /** The real mail server and the sender's address; absent in the sandbox unless one runs on its machine. */
    mail: single.SMTP_URL && single.MAIL_FROM ? { url: single.SMTP_URL, from: single.MAIL_FROM } : undefined,
    /** The address of clamd, `none` without a scanner; absent for the sandbox's scanner. */
    clamd: single.CLAMD,
    /** The public address of the server, for links and for HSTS. */
    publicUrl: single.PUBLIC_URL,
    /** The number of our proxies that append to X-Forwarded-For, see `clientAddress`. */
    trustProxy: single.TRUST_PROXY,
    /** Opens the metrics; without one they are open to programs of this machine. */
    metricsToken: single.METRICS_TOKEN,
    /**
     * The time for which a stopping server still takes calls. A balancer notices within seconds that it is not ready; a
     * sandbox has no balancer.
     */
    drainMs: single.DRAIN_MS ?? (sandbox ? 0 : 5000),
    /** The time limit of pending calls and jobs after that. */
    stopMs: single.STOP_MS,
    /** The limit of clients' simultaneous connections. */
    maxConnections: single.MAX_CONNECTIONS,
    /** True if replies are checked against the contract; a wrong reply becomes a 500. */
    checkReplies,
    appDir: resolve(single.APP_DIR),
    /** The time after Submit for which the server waits for the page's push before it pushes by itself. */
    pushAfterMs: 1000 * single.PUSH_AFTER_SECONDS,
    /** The amount above which a second person confirms the decision of staff about a payment. */
    twoPeopleAbovePaise: 100 * single.TWO_PEOPLE_ABOVE_RUPEES,
    /** A late charge above both is put before staff. */
    lateChargeBound: { paise: 100 * single.LATE_CHARGE_RUPEES, percent: single.LATE_CHARGE_PERCENT },
    /** The bank holidays, ISO dates: no working days of an offer's validity. */
    holidays: single.HOLIDAYS,
    /** The minimum duration of a request for a one-time password, so that the time reveals nothing. */
    reentryAnswerMs: single.REENTRY_ANSWER_MS,
    /** The time for which the response to such a request waits for the SMS provider to accept or refuse the number. */
    otpDeliveryMs: single.OTP_DELIVERY_MS,
    /** The cost of hashing one-time passwords, see `hashPassword`. */
    otpHashCost: single.OTP_HASH_COST,
    /** Points for a minute, in place of those that the contract gives each limit. */
    rates: tableOf<LimitName, number>(limitNames, (name) => rates[rateVariable(name)]),
    /** The days for which unreferenced contents are kept, and the largest percentage to be deleted at once. */
    contentRetention: {
      days: single.CONTENT_RETENTION_DAYS,
      maxPercent: single.CONTENT_DELETION_MAX_PERCENT,
    },
    retention: tableOf(retentionNames, (name) => retention[retentionVariable(name)]) as RetentionPeriods,
    log: single.LOG,
  };
}

type Single = Values['single'];

type Connection = NonNullable<ReturnType<typeof connectionOf>>;

type Secrets = readonly Buffer[];

type EventsPrefix = `LENDER_${LenderId}` | Uppercase<ProviderName>;

const variablePrefix = (name: ProviderName) => name.toUpperCase() as Uppercase<ProviderName>;

/** The keys that have a value, with it. */
const tableOf = <Key extends string | number, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value | undefined,
): Partial<Record<Key, Value>> =>
  Object.fromEntries(
    keys.map((key) => [key, valueOf(key)] as const).filter(([, value]) => value !== undefined),
  ) as Partial<Record<Key, Value>>;

function connectionOf(single: Single, prefix: EventsPrefix | 'SMS') {
  const [url, key] = [single[`${prefix}_URL`], single[`${prefix}_KEY`]];
  return url && key ? { url, key, timeoutMs: single[`${prefix}_TIMEOUT_MS`] } : undefined;
}

/** Returns the sender's secrets; without a configured connection, those of the sandbox. */
const secretsOf = (single: Single, prefix: EventsPrefix): Secrets | undefined =>
  single[`${prefix}_WEBHOOK_SECRETS`] ??
  (single.SANDBOX && !connectionOf(single, prefix) ? [sandboxWebhookSecret] : undefined);

function bucketOf(single: Single) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = single;
  if (!bucket) return undefined;
  return {
    bucket,
    region: single.S3_REGION,
    /** Another store's site, path style, without a slash at the end; absent for AWS's own. */
    endpoint: single.S3_ENDPOINT?.replace(/\/$/, ''),
    /** The address where that store issues credentials; absent if it is the same. */
    stsEndpoint: single.STS_ENDPOINT,
    /** The server's own; absent where AWS's own chain finds them. */
    keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    /** The role from which applicants' credentials are derived; absent if they are derived from those of the keys. */
    roleArn: single.S3_ROLE_ARN,
  };
}

/** The place of the data, and the site that links lead to: all that an admin command needs to know. */
type DatabaseConfig = Pick<
  Config,
  'databaseUrl' | 'dataDir' | 'sandbox' | 'objectsKey' | 'publicUrl' | 'port'
>;

/** @throws ConfigError */
export const readDatabaseConfig = (env: Env): DatabaseConfig => ({
  ...readForCommand(env, ['DATABASE_URL', 'DATA_DIR', 'OBJECTS_KEY', 'PUBLIC_URL', 'PORT']),
  sandbox: env.SANDBOX === '1',
});

/**
 * Reads the configuration of the data and the documents, for admin commands that open the object store.
 * @throws ConfigError
 */
export const readStoreConfig = (env: Env): Config =>
  readForCommand(
    env,
    Object.keys(env).filter((name) =>
      /^(DATABASE_URL|DATA_DIR|OBJECTS_KEY|ENCRYPTION_KEYS|S3_\w+|STS_ENDPOINT)$/.test(name),
    ),
  );

/** Reads the named variables with the defaults of a sandbox, since a command needs no others. */
const readForCommand = (env: Env, names: readonly string[]): Config =>
  readConfig(
    { ...Object.fromEntries(names.map((name) => [name, env[name]])), SANDBOX: '1' },
    { isServer: false },
  );
