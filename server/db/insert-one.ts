import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './open.ts';

/** Inserts a row. @returns the stored row */
export async function insertOne<Table extends PgTable>(
  db: Database,
  table: Table,
  values: Table['$inferInsert'],
): Promise<Table['$inferSelect']> {
  const [row] = (await db.insert(table).values(values).returning()) as Table['$inferSelect'][];
  if (!row) throw new Error('An insert returned no row');
  return row;
}
