/**
 * What the environment says of the lenders: `LENDER_{id}_URL`, `_KEY`, `_TIMEOUT_MS`, `_WEBHOOK_SECRETS` and
 * `_ASKS` for each of the table.
 */
import { fieldsOnRequest } from '../../domain/forms/fields/consumer.ts';
import type { FieldOnRequest } from '../../domain/values/wire.ts';
import type { LenderConnection } from '../adapters/lender.ts';
import { type LenderId, lenderIds, lenders } from '../adapters/lenders.ts';

/** HMAC keys, of those lenders that may send events. */
export type WebhookSecrets = Partial<Record<LenderId, readonly Buffer[]>>;

/** What lenders ask of customers besides (decision 82). */
export type AskedFields = Partial<Record<LenderId, readonly FieldOnRequest[]>>;

export type LendersConfig = Partial<Record<LenderId, LenderConnection>>;

export type Reading = {
  env: Record<string, string | undefined>;
  /** Whether sandbox lenders replace those that are not configured. */
  sandbox: boolean;
  /** What a variable says. */
  text: (name: string) => string | undefined;
  /** What it says where it is an address; another text is a fault. */
  url: (name: string, protocols: string[]) => string | undefined;
  /** What it says where it is a whole number within the range; another text is a fault. */
  whole: (name: string, fallback: number, range: [number, number]) => number;
  /** Gets a sentence for each variable that is missing or wrong. */
  faults: string[];
};

/** @returns the real lenders that are configured */
export function readLendersConfig({ env, sandbox, text, url, whole, faults }: Reading): LendersConfig {
  const connections: LendersConfig = {};
  const known = new Set<string>();
  for (const id of lenderIds) {
    const names = namesOf(id);
    for (const name of Object.values(names)) known.add(name);
    const address = url(names.url, ['https:', 'http:']);
    const key = text(names.key);
    const timeoutMs = whole(names.timeout, 25_000, [1, 600_000]);
    if (address && key) connections[id] = { url: address, key, timeoutMs };
    else if (address)
      faults.push(`${names.key} is missing: ${names.url} is set, and the lender asks for a key.`);
    else if (!text(names.url) && !sandbox && lenders[id].flows.length > 0) {
      faults.push(
        `Lender ${id} is not configured: set ${names.url} and ${names.key}, or SANDBOX=1 for the sandbox lenders.`,
      );
    } else if (!text(names.url) && key) {
      faults.push(`${names.url} is missing: without it, ${names.key} means nothing.`);
    }
  }
  for (const name of Object.keys(env)) {
    if (!name.startsWith('LENDER_') || known.has(name) || !text(name)) continue;
    faults.push(
      `${name} names no lender: it must be LENDER_ID_URL, LENDER_ID_KEY, LENDER_ID_TIMEOUT_MS, ` +
        `LENDER_ID_WEBHOOK_SECRETS or LENDER_ID_ASKS, where ID is one of ${lenderIds.join(', ')}.`,
    );
  }
  return connections;
}

const namesOf = (id: LenderId) => ({
  url: `LENDER_${id}_URL`,
  key: `LENDER_${id}_KEY`,
  timeout: `LENDER_${id}_TIMEOUT_MS`,
  webhookSecrets: `LENDER_${id}_WEBHOOK_SECRETS`,
  asks: `LENDER_${id}_ASKS`,
});

/** By the last part of a field's name. */
const namesOnRequest = new Map(
  fieldsOnRequest.map((field) => [field.slice(field.lastIndexOf('.') + 1), field as FieldOnRequest]),
);

export function readAskedFields({ text, faults }: Pick<Reading, 'text' | 'faults'>): AskedFields {
  const asked: AskedFields = {};
  for (const id of lenderIds) {
    const { asks } = namesOf(id);
    const value = text(asks);
    if (!value) continue;
    const fields = value.split(',').map((name) => namesOnRequest.get(name.trim()));
    const known = fields.filter((field) => field !== undefined);
    if (known.length === fields.length) asked[id] = known;
    else
      faults.push(`${asks} must name fields with commas between: ${[...namesOnRequest.keys()].join(', ')}.`);
  }
  return asked;
}

/** Signs the events of the sandbox's lenders and providers, which only a sandbox takes. */
export const sandboxWebhookSecret = Buffer.from('feepath-sandbox-webhook-secret');

const secretMinBytes = 24;

/** @returns those of lenders that are configured, and of the sandbox's lenders */
export function readWebhookSecrets({
  sandbox,
  lenders: connections,
  text,
  faults,
}: Pick<Reading, 'sandbox' | 'text' | 'faults'> & { lenders: LendersConfig }): WebhookSecrets {
  const secrets: WebhookSecrets = {};
  for (const id of lenderIds) {
    const read = readSecrets(namesOf(id).webhookSecrets, { text, faults });
    if (read) secrets[id] = read;
    else if (sandbox && !connections[id]) secrets[id] = [sandboxWebhookSecret];
  }
  return secrets;
}

/** One secret, or two while they are exchanged; undefined where the variable says nothing, or something else. */
export function readSecrets(
  name: string,
  { text, faults }: Pick<Reading, 'text' | 'faults'>,
): readonly Buffer[] | undefined {
  const value = text(name);
  if (!value) return undefined;
  const read = value.split(',').map((one) => secretIn(one.trim()));
  if (read.length <= 2 && read.every((one) => one !== undefined)) return read;
  faults.push(
    `${name} must be one secret, or two with a comma between, each whsec_ and the base64 of at least ` +
      `${secretMinBytes} bytes.`,
  );
  return undefined;
}

function secretIn(text: string): Buffer | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(base64 ?? '', 'base64');
  return bytes.length >= secretMinBytes ? bytes : undefined;
}
