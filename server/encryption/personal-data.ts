/**
 * The numbers by which somebody could pass for the applicant or be debited, PAN and account number, are encrypted
 * wherever the database has them (decision 66): in the sections of a loan, drafts, submissions, queries, the timeline
 * and what is pushed; and so are the link and the name of an identity check.
 */
import type { Database } from '../db/open.ts';
import type { JsonValue, Section } from '../db/schema/columns.ts';
import { keyringOf } from './database-keyring.ts';
import type { Keyring, RotationResult } from './keyring.ts';

const purpose = 'personal data';

/** The names of encrypted fields: last parts of form fields, fields of a push, columns of an identity check. */
const encryptedNames: ReadonlySet<string> = new Set([
  'pan',
  'bank_account_no',
  'panNo',
  'nameOnRecord',
  'urlToken',
]);

const isEncryptedField = (name: string): boolean => encryptedNames.has(name.slice(name.lastIndexOf('.') + 1));

/** The same JSON with the encrypted fields at any depth changed by `change`; unchanged objects are the same ones. */
function mapEncryptedFields<Value>(value: Value, change: (text: string) => string | null): Value {
  return visit(value, '', change) as Value;
}

function visit(one: unknown, name: string, change: (text: string) => string | null): unknown {
  if (typeof one === 'string') return isEncryptedField(name) ? change(one) : one;
  if (Array.isArray(one)) return one.map((item) => visit(item, '', change));
  // A row has dates, and an update expressions of SQL.
  if (typeof one !== 'object' || one === null || Object.getPrototypeOf(one) !== Object.prototype) return one;
  let changed: Record<string, unknown> | undefined;
  for (const [inner, item] of Object.entries(one)) {
    const after = visit(item, inner, change);
    if (after !== item) (changed ??= { ...one })[inner] = after;
  }
  return changed ?? one;
}

const isEncrypted = (text: string): boolean => /^v1\.[0-9a-f]{8}\.[\w-]{38,}$/.test(text);

/** Encrypts personal data for a row of the loan. An empty text stays empty. */
export function encryptPersonalData<Value>(db: Database, loanId: string, value: Value): Value {
  const keyring = keyringOf(db);
  return mapEncryptedFields(value, (text) =>
    text === '' || isEncrypted(text) ? text : keyring.encrypt(purpose, loanId, text),
  );
}

/** The hashes by which the desk finds a PAN: one for each key, that of the first key first. */
export const panHashes = (keyring: Keyring, pan: string): string[] => keyring.hashes('search by PAN', pan);

/** The hash of the first key for the PAN of a loan's personal details, stored or in clear; null where it has none. */
export function panHashOf(keyring: Keyring, loanId: string, { pan }: Section): string | null {
  if (typeof pan !== 'string' || pan === '') return null;
  const clear = isEncrypted(pan) ? keyring.decrypt(purpose, loanId, pan) : pan;
  return clear === undefined ? null : (panHashes(keyring, clear)[0] ?? null);
}

/** Decrypts personal data; a value that cannot be decrypted becomes null. */
export function decryptPersonalData<Value>(db: Database, loanId: string, value: Value): Value {
  const keyring = keyringOf(db);
  return mapEncryptedFields(value, (text) =>
    isEncrypted(text) ? (keyring.decrypt(purpose, loanId, text) ?? null) : text,
  );
}

/** The same for the value of one field. */
export const encryptField = (db: Database, loanId: string, field: string, value: JsonValue): JsonValue =>
  encryptPersonalData(db, loanId, { [field]: value })[field] ?? null;

export const decryptField = (db: Database, loanId: string, field: string, value: JsonValue): JsonValue =>
  decryptPersonalData(db, loanId, { [field]: value })[field] ?? null;

/** The same JSON encrypted with the first key; a value that cannot be decrypted is left. */
export function reencryptPersonalData<Value>(
  loanId: string,
  value: Value,
  keyring: Keyring,
): RotationResult & { result: Value } {
  const rotation: RotationResult = { rotated: 0, unreadable: 0 };
  const result = mapEncryptedFields(value, (text) => {
    if (!isEncrypted(text) || text.startsWith(keyring.currentPrefix)) return text;
    const clear = keyring.decrypt(purpose, loanId, text);
    rotation[clear === undefined ? 'unreadable' : 'rotated'] += 1;
    return clear === undefined ? text : keyring.encrypt(purpose, loanId, clear);
  });
  return { ...rotation, result };
}
