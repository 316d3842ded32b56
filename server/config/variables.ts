/** Defines the schemas of the server's environment variables; docs/deployment.md explains them. */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { lenderRequestableFields } from '../../domain/forms/fields/consumer.ts';
import { isDate } from '../../domain/values/dates.ts';
import type { FieldOnRequest } from '../../domain/values/wire.ts';
import { clamdAddressIn } from '../adapters/clamd-address.ts';
import { isAddress } from '../adapters/email.ts';
import { lenderIds } from '../adapters/lenders.ts';
import { providerNames } from '../adapters/provider.ts';
import { defaultPool } from '../db/pool-config.ts';
import { defaultHashCost } from '../otp/password.ts';
import { grievanceRedressal, schemeRedressal } from './grievances.ts';
import { lenderProfiles } from './lender-profiles.ts';
import { limitNames, rateVariable } from './rates.ts';
import {
  leastRetentionDays,
  retentionNames,
  retentionPeriods,
  retentionVariable,
} from './retention-periods.ts';

/** The value that `read` makes of a text; undefined is a fault, told in `message` behind the variable's name. */
const readBy = <Value>(read: (text: string) => Value | undefined, message: string) =>
  z.pipe(
    z.string(),
    z.transform((text, { issues }) => {
      const value = read(text);
      if (value !== undefined) return value;
      issues.push({ code: 'custom', message, input: undefined });
      return z.NEVER;
    }),
  );

const text = z.optional(z.string());

const matching = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message));

const flag = (fallback: boolean) =>
  z._default(z.stringbool({ truthy: ['1'], falsy: ['0'], error: 'must be 0 or 1.' }), fallback);

const wholeBetween = (least: number, most: number) =>
  readBy((text) => {
    const number = Number(text);
    return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined;
  }, `must be a whole number from ${least} to ${most}.`);

const whole = (fallback: number, least: number, most: number) =>
  z._default(wholeBetween(least, most), fallback);

const url = (...protocols: string[]) =>
  z.optional(
    z.url({
      protocol: new RegExp(`^(${protocols.join('|')})$`),
      error: `must be an address that starts with ${protocols.map((name) => `${name}://`).join(' or ')}.`,
    }),
  );

/** Its fault names the members that are wrong, and no value. */
const jsonFile = <Schema extends z.ZodMiniType>(schema: Schema, content: string) =>
  z.pipe(
    readBy(jsonIn, `names no file with ${content} (docs/deployment.md).`),
    z.transform((json, { issues }): z.output<Schema> => {
      const { data, error } = schema.safeParse(json);
      if (!error) return data;
      const members = error.issues.map((issue) =>
        [...issue.path, ...('keys' in issue ? issue.keys : [])].join('.'),
      );
      const message = `names a file that is not as docs/deployment.md says: look at ${members.join(', ')}.`;
      issues.push({ code: 'custom', message, input: undefined });
      return z.NEVER;
    }),
  );

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

const listIn = (text: string): string[] => text.split(',').map((one) => one.trim());

const secretMinBytes = 24;

/** HMAC keys: one, or two while they are exchanged. */
const webhookSecrets = z.optional(
  readBy((text) => {
    const secrets = listIn(text).map((one) =>
      Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(one)?.[1] ?? '', 'base64'),
    );
    return secrets.length <= 2 && secrets.every(({ length }) => length >= secretMinBytes)
      ? secrets
      : undefined;
  }, `must be one secret, or two with a comma between, each whsec_ and the base64 of at least ${secretMinBytes} bytes.`),
);

/** The rules have the last part of a field's name as their keys. */
const namesOnRequest = new Map(
  lenderRequestableFields.map((field) => [field.slice(field.lastIndexOf('.') + 1), field as FieldOnRequest]),
);

const askedFields = z.optional(
  readBy(
    (text) => {
      const fields = listIn(text).map((name) => namesOnRequest.get(name));
      return fields.every((field) => field !== undefined) ? fields : undefined;
    },
    `must name fields with commas between: ${[...namesOnRequest.keys()].join(', ')}.`,
  ),
);

type Schemas = Readonly<Record<string, z.ZodMiniType>>;

/** Returns the schemas of `of` under each prefix, such as `KYC_URL`. */
const prefixed = <Prefix extends string, Of extends Schemas>(prefixes: readonly Prefix[], of: Of) =>
  Object.fromEntries(
    prefixes.flatMap((prefix) =>
      Object.entries(of).map(([name, schema]) => [`${prefix}_${name}`, schema] as const),
    ),
  ) as {
    [Name in `${Prefix}_${keyof Of & string}`]: Name extends `${Prefix}_${infer Last}` ? Of[Last] : never;
  };

/** Another company's service. */
const connection = (timeoutMs: number) => ({
  URL: url('https', 'http'),
  KEY: text,
  TIMEOUT_MS: whole(timeoutMs, 1, 600_000),
});

/** The rules are in groups, each of which reads the same texts: names made from a table have no types of their own. */
export const variables = z.object({
  single: z.object({
    PORT: whole(4000, 0, 65_535),
    HOST: text,
    DATA_DIR: z._default(z.string(), '.data'),
    APP_DIR: z._default(z.string(), 'dist/app'),
    DATABASE_URL: url('postgres', 'postgresql'),
    DATABASE_POOL_SIZE: whole(defaultPool.size, 2, 1000),
    DATABASE_CONNECT_TIMEOUT_MS: whole(defaultPool.connectTimeoutMs, 1, 600_000),
    DATABASE_STATEMENT_TIMEOUT_MS: whole(defaultPool.statementTimeoutMs, 0, 600_000),
    DATABASE_LOCK_TIMEOUT_MS: whole(defaultPool.lockTimeoutMs, 0, 600_000),
    DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: whole(defaultPool.idleTransactionTimeoutMs, 0, 600_000),
    PGLITE_TEMPLATE: text,
    SANDBOX: flag(false),
    SINGLE_HOST: flag(false),
    ...prefixed(
      lenderIds.map((id) => `LENDER_${id}` as const),
      { ...connection(25_000), WEBHOOK_SECRETS: webhookSecrets, ASKS: askedFields },
    ),
    ...prefixed(
      providerNames.map((name) => name.toUpperCase() as Uppercase<typeof name>),
      { ...connection(10_000), WEBHOOK_SECRETS: webhookSecrets },
    ),
    ...prefixed(['SMS'], connection(10_000)),
    SMTP_URL: url('smtps', 'smtp'),
    // A plain address; the sender's name is the product's.
    MAIL_FROM: z.optional(
      matching(/^[^\s@<>",;:]+@[^\s@<>",;:]+$/, 'must be one mail address, such as loans@school.example.'),
    ),
    SERVICING_PROFILES: z.optional(jsonFile(lenderProfiles, 'the profiles of lenders')),
    GRIEVANCE_REDRESSAL: z._default(
      jsonFile(grievanceRedressal, 'the rules for grievances'),
      schemeRedressal,
    ),
    CLAMD: z.optional(
      readBy(
        (text) => (text === 'none' ? text : clamdAddressIn(text)),
        'must be unix:/PATH, tcp://HOST:PORT or none.',
      ),
    ),
    OBJECTS_KEY: z.optional(z.string().check(z.minLength(32, 'must have 32 characters or more.'))),
    ENCRYPTION_KEYS: z._default(
      readBy((text) => {
        const keys = listIn(text).filter(Boolean);
        return keys.every(({ length }) => length >= 32) ? keys : undefined;
      }, 'must be keys of 32 characters or more, with commas between them.'),
      [],
    ),
    // The bucket is part of addresses and policies, and so is the region, which brokenRules looks at.
    S3_BUCKET: z.optional(
      matching(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, 'must be 3 to 63 small letters, digits and hyphens.'),
    ),
    S3_REGION: z._default(z.string(), ''),
    S3_ENDPOINT: url('https', 'http'),
    STS_ENDPOINT: url('https', 'http'),
    S3_ACCESS_KEY_ID: text,
    S3_SECRET_ACCESS_KEY: text,
    S3_ROLE_ARN: z.optional(matching(/^arn:\S+$/, 'must begin with arn: and have no spaces.')),
    CONTENT_RETENTION_DAYS: whole(7, 1, 3650),
    CONTENT_DELETION_MAX_PERCENT: whole(10, 1, 100),
    // The defaults belong to no one.
    SUPPORT_PHONE: z._default(z.string(), '1800 000 0000'),
    SUPPORT_EMAIL: z._default(
      z.string().check(z.refine(isAddress, 'must be a mail address.')),
      'support@feepath.example',
    ),
    PUBLIC_URL: url('https', 'http'),
    TRUST_PROXY: whole(0, 0, 10),
    METRICS_TOKEN: text,
    DRAIN_MS: z.optional(wholeBetween(0, 600_000)),
    // Longer than a lender takes.
    STOP_MS: whole(30_000, 0, 600_000),
    MAX_CONNECTIONS: whole(5000, 1, 1_000_000),
    SERVICE_WORKER: flag(true),
    PUSH_AFTER_SECONDS: whole(10, 0, 3600),
    TWO_PEOPLE_ABOVE_RUPEES: whole(25_000, 0, 100_000_000),
    LATE_CHARGE_RUPEES: whole(500, 0, 100_000),
    LATE_CHARGE_PERCENT: whole(10, 0, 100),
    HOLIDAYS: z._default(
      readBy((text) => {
        const days = listIn(text);
        return days.every(isDate) ? days : undefined;
      }, 'must be dates with commas between them, such as 2027-01-26,2027-08-15.'),
      [],
    ),
    REENTRY_ANSWER_MS: whole(100, 0, 10_000),
    OTP_DELIVERY_MS: whole(2000, 0, 10_000),
    OTP_HASH_COST: whole(defaultHashCost, 1, defaultHashCost),
    LOG: z._default(z.enum(['all', 'errors', 'off'], 'must be all, errors or off.'), 'all'),
    FEEPATH_NOW: z.optional(
      readBy(
        (text) => (Number.isNaN(Date.parse(text)) ? undefined : new Date(text)),
        'must be an ISO 8601 instant.',
      ),
    ),
  }),
  rates: z.object(
    Object.fromEntries(
      limitNames.map((name) => [rateVariable(name), z.optional(wholeBetween(1, 1_000_000))]),
    ),
  ),
  retention: z.object(
    Object.fromEntries(
      retentionNames.map((name) => [
        retentionVariable(name),
        whole(retentionPeriods[name], leastRetentionDays[name] ?? 1, 36_500),
      ]),
    ),
  ),
});

export const variableNames: ReadonlySet<string> = new Set(
  Object.values(variables.shape).flatMap(({ shape }) => Object.keys(shape)),
);
