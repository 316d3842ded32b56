/** Encrypts again with the first key what another one has encrypted, while servers run. */
import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { nomineeEncryptionContext } from '../customers/nominee.ts';
import { type Database, executeSql } from '../db/open.ts';
import { nominees } from '../db/schema/customers.ts';
import { contents } from '../db/schema/documents.ts';
import { reviewers } from '../db/schema/staff.ts';
import type { Keyring, Purpose, RotationResult } from '../encryption/keyring.ts';
import { rotatePersonalData } from './rotate-personal-data.ts';

/** Values that are encrypted by themselves; `placeOf` is what the encryption of a row's value is bound to. */
type EncryptedColumn = {
  key: PgColumn;
  column: PgColumn;
  purpose: Purpose;
  placeOf?: (key: string) => string;
};

const encryptedColumns: readonly EncryptedColumn[] = [
  { key: reviewers.id, column: reviewers.totpSecret, purpose: 'second factor' },
  { key: reviewers.id, column: reviewers.invitedTotpSecret, purpose: 'second factor' },
  { key: contents.key, column: contents.password, purpose: 'document password' },
  {
    key: nominees.customerId,
    column: nominees.encrypted,
    purpose: 'personal data',
    placeOf: nomineeEncryptionContext,
  },
];

/**
 * Resumable: what is encrypted with the first key already is left, and a value that changes meanwhile is not touched.
 * @param batchSize how many rows are read at a time
 */
export async function rotateKeys(db: Database, keyring: Keyring, batchSize = 500): Promise<RotationResult> {
  const { rotated, unreadable } = await rotateColumns(db, keyring, batchSize);
  const personal = await rotatePersonalData(db, keyring, batchSize);
  return { rotated: rotated + personal.rotated, unreadable: unreadable + personal.unreadable };
}

/** Encrypts the columns of `encryptedColumns` again, a value at a time. */
export async function rotateColumns(
  db: Database,
  keyring: Keyring,
  batchSize = 500,
): Promise<RotationResult> {
  const rotation: RotationResult = { rotated: 0, unreadable: 0 };
  for (const { key, column, purpose, placeOf = String } of encryptedColumns) {
    const set = sql`update ${column.table} set ${sql.identifier(column.name)}`;
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows: { key: string; encrypted: string }[] = await executeSql(
        db,
        sql`select ${key}::text as key, ${column} as encrypted from ${column.table}
          where ${key}::text > ${after} and ${column} not like ${`${keyring.currentPrefix}%`}
          order by ${key}::text limit ${batchSize}`,
      );
      for (const row of rows) {
        const text = keyring.decrypt(purpose, placeOf(row.key), row.encrypted);
        rotation[text === undefined ? 'unreadable' : 'rotated'] += 1;
        if (text === undefined) continue;
        const encrypted = keyring.encrypt(purpose, placeOf(row.key), text);
        await executeSql(
          db,
          sql`${set} = ${encrypted} where ${key}::text = ${row.key} and ${column} = ${row.encrypted}`,
        );
      }
      after = rows.at(-1)?.key;
    }
  }
  return rotation;
}
