/** Finds the values of a person in all columns of the database. */
import { sql } from 'drizzle-orm';
import { type Database, executeSql } from '../../server/db/open.ts';
import { loans } from '../../server/db/schema/loans.ts';
import type { Keyring } from '../../server/encryption/keyring.ts';

export type StoredText = { place: string; text: string };

/**
 * Returns all values of all columns of all tables as text.
 * @param keyring decrypts a loan's encrypted values; null leaves them as stored
 */
export async function columnTexts(db: Database, keyring: Keyring | null): Promise<StoredText[]> {
  const tables = await executeSql<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const ids = (await db.select({ id: loans.id }).from(loans)).map(({ id }) => id);
  const decrypted = (text: string): string =>
    text.replace(/v1\.[0-9a-f]{8}\.[\w-]+/g, (encrypted) => {
      const texts = ids.map((id) => keyring?.decrypt('personal data', id, encrypted));
      return texts.find((found) => found !== undefined) ?? encrypted;
    });
  const texts: StoredText[] = [];
  for (const { name } of tables) {
    const columns = await executeSql<{ key: string; value: string | null }>(
      db,
      sql`select one.key, one.value from ${sql.identifier(name)} as t, jsonb_each_text(to_jsonb(t)) as one`,
    );
    for (const { key, value } of columns)
      texts.push({ place: `${name}.${key}`, text: keyring ? decrypted(value ?? '') : (value ?? '') });
  }
  return texts;
}
