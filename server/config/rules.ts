/** Tells what no variable says alone: what is missing beside another one, or cannot be beside it. */
import { isEmbedded, lenderIds } from '../adapters/lenders.ts';
import { providerNames } from '../adapters/provider.ts';
import { isAddressName, isLoopback, sandboxFault } from './sandbox.ts';
import { variableNames } from './variables.ts';

/** The variables that say something, without spaces around it. */
export type Texts = Readonly<Record<string, string>>;

type Rule = [isBroken: unknown, sentence: string];

/** @returns a sentence for each rule that is broken, whether or not single variables are wrong as well */
export function brokenRules(env: Texts, { isServer }: { isServer: boolean }): string[] {
  const sandbox = env.SANDBOX === '1';
  const rules: Rule[] = [
    ...connections.flatMap((one) => connectionRules(env, one, sandbox)),
    [env.SMTP_URL && !env.MAIL_FROM, 'MAIL_FROM is missing: SMTP_URL is set, and mail needs a sender.'],
    ...bucketRules(env),
    ...(sandbox ? [] : productionRules(env)),
    ...Object.keys(env).map(unknownRule),
  ];
  const broken = rules.filter(([isBroken]) => isBroken).map(([, sentence]) => sentence);
  const fault = sandbox && isServer && sandboxFault(env);
  return fault ? [...broken, fault] : broken;
}

const connections: readonly { prefix: string; asker: string; needed?: string }[] = [
  ...lenderIds.map((id) => ({
    prefix: `LENDER_${id}`,
    asker: 'lender',
    ...(isEmbedded(id) && {
      needed: `Lender ${id} is not configured: set LENDER_${id}_URL and LENDER_${id}_KEY, or SANDBOX=1 for the sandbox lenders.`,
    }),
  })),
  ...providerNames.map((name) => ({ prefix: name.toUpperCase(), asker: 'provider' })),
  {
    prefix: 'SMS',
    asker: 'provider',
    needed: 'No SMS provider is configured: set SMS_URL and SMS_KEY, or SANDBOX=1 for the sandbox outbox.',
  },
];

function connectionRules(
  env: Texts,
  { prefix, asker, needed }: (typeof connections)[number],
  sandbox: boolean,
): Rule[] {
  const [url, key] = [`${prefix}_URL`, `${prefix}_KEY`];
  if (env[url]) return [[!env[key], `${key} is missing: ${url} is set, and the ${asker} asks for a key.`]];
  if (needed && !sandbox) return [[true, needed]];
  return [[env[key], `${url} is missing: without it, ${key} means nothing.`]];
}

const ofBucket = [
  'S3_REGION',
  'S3_ENDPOINT',
  'STS_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_ROLE_ARN',
];

/** The regions of AWS in India. */
const indianRegions = ['ap-south-1', 'ap-south-2'];

function bucketRules(env: Texts): Rule[] {
  const idle = ofBucket.filter((name) => env[name]);
  if (!env.S3_BUCKET)
    return [[idle.length > 0, `S3_BUCKET is missing: without it, ${idle.join(', ')} means nothing.`]];
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret, S3_REGION: region = '' } = env;
  const isNamed = /^[a-z0-9-]{1,40}$/.test(region);
  return [
    [!isNamed, 'S3_REGION must be the name of the region of S3_BUCKET, such as ap-south-1.'],
    [
      isNamed && !env.S3_ENDPOINT && !indianRegions.includes(region),
      'S3_REGION must be ap-south-1 or ap-south-2: what is known of loans is stored in India.',
    ],
    [id && !secret, 'S3_SECRET_ACCESS_KEY is missing: S3_ACCESS_KEY_ID is set.'],
    [secret && !id, 'S3_ACCESS_KEY_ID is missing: S3_SECRET_ACCESS_KEY is set.'],
    [
      !id && !secret && env.S3_ENDPOINT,
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing: S3_ENDPOINT is not the one of AWS.',
    ],
    [
      !id && !secret && !env.S3_ENDPOINT && !env.S3_ROLE_ARN,
      "S3_ROLE_ARN is missing: applicants' credentials come from it, or from the user of S3_ACCESS_KEY_ID.",
    ],
  ];
}

/** The variables that a server needs where people are served, so that a lost one does not leave it half open. */
function productionRules(env: Texts): Rule[] {
  const mail = env.SMTP_URL ?? '';
  return [
    [!mail, 'No mail server is configured: set SMTP_URL and MAIL_FROM, or SANDBOX=1 for the sandbox outbox.'],
    [
      !env.CLAMD,
      'No virus scanner is configured: set CLAMD to where clamd listens, to none for no scan, or SANDBOX=1.',
    ],
    [
      !env.PUBLIC_URL,
      'PUBLIC_URL is missing: the links in messages begin with it. Set it to how people reach the server.',
    ],
    [env.FEEPATH_NOW, 'FEEPATH_NOW sets the clock and is allowed only with SANDBOX=1.'],
    [
      env.OTP_HASH_COST,
      'OTP_HASH_COST weakens what one-time passwords are stored as and is allowed only with SANDBOX=1.',
    ],
    [!env.DATABASE_URL, 'DATABASE_URL is missing: outside the sandbox the data is in PostgreSQL.'],
    [
      !env.OBJECTS_KEY,
      'OBJECTS_KEY is missing: without it the passwords of documents cannot be read again. Keep it with the secrets.',
    ],
    [
      !env.S3_BUCKET && env.SINGLE_HOST !== '1',
      'S3_BUCKET is missing: set it, or SINGLE_HOST=1 where one machine alone serves and DATA_DIR keeps the documents.',
    ],
    [
      !env.SERVICING_PROFILES,
      'SERVICING_PROFILES is missing: it names the grievance officers, of whom every page tells. Set it, or SANDBOX=1.',
    ],
    ...['SUPPORT_PHONE', 'SUPPORT_EMAIL'].map((name): Rule => [
      !env[name],
      `${name} is missing: every page says how the support is reached.`,
    ]),
    ...Object.entries(env).map(([name, value]): Rule => [
      isAddressName(name) && value.startsWith('http:') && !isLoopback(value),
      `${name} must begin with https://.`,
    ]),
    [
      isReadOnTheWay(env),
      'DATABASE_URL must end with ?sslmode=verify-full where the database is on another machine.',
    ],
    [
      mail.startsWith('smtp:') && !isLoopback(mail) && !isTlsRequired(mail),
      'SMTP_URL must begin with smtps://, or end with ?requireTLS=true.',
    ],
  ];
}

/** Says whether a database is on another machine, and its certificate is not held against its name. */
function isReadOnTheWay({ DATABASE_URL = '', PGHOST = '' }: Texts): boolean {
  if (!/^postgres(ql)?:/.test(DATABASE_URL) || !URL.canParse(DATABASE_URL)) return false;
  const { hostname, searchParams } = new URL(DATABASE_URL);
  // A host of the query is the one that is taken, and PGHOST where there is none; a path is a socket of this machine.
  const host = searchParams.get('host') || hostname || PGHOST;
  const isHere = host === '' || host.startsWith('/') || isLoopback(`postgres://${host}`);
  return !isHere && searchParams.get('sslmode') !== 'verify-full';
}

const isTlsRequired = (address: string): boolean =>
  URL.canParse(address) && new URL(address).searchParams.get('requireTLS') === 'true';

/** Prefixes of variables that are ours alone. */
const prefixes =
  /^(DATABASE_(POOL|CONNECT|STATEMENT|LOCK|IDLE)|RATE|S3|STS|SMS|SMTP|MAIL|OBJECTS|KYC|MANDATE|PAYMENTS|LENDER|ENCRYPTION|RETENTION|CONTENT|GRIEVANCE|PGLITE|FEEPATH|SINGLE)_/;

/** A variable with a prefix of ours that means nothing is mistyped, or no longer in use. */
const unknownRule = (name: string): Rule => [
  prefixes.test(name) && !variableNames.has(name),
  name.startsWith('LENDER_')
    ? `${name} names no lender: it must be LENDER_ID_URL, LENDER_ID_KEY, LENDER_ID_TIMEOUT_MS, ` +
      `LENDER_ID_WEBHOOK_SECRETS or LENDER_ID_ASKS, where ID is one of ${lenderIds.join(', ')}.`
    : `${name} is no variable of this server.`,
];
