/** Fills an empty sandbox with the set of institutions in this folder. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type Database, transaction } from '../db/open.ts';
import { hasNoInstitutions, importInstitutions } from '../import/institutions.ts';

/** Any number but that of the migrations' lock. */
const seedLock = 7_331_203;

/** Seeds the whole set in one transaction, even if several servers start at once. */
export async function seedInstitutions(db: Database): Promise<void> {
  if (!(await hasNoInstitutions(db))) return;
  const text = readFileSync(new URL('./institutions.csv', import.meta.url), 'utf8');
  await transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    if (!(await hasNoInstitutions(tx))) return;
    const { refused } = await importInstitutions(tx, text);
    const [first] = refused;
    if (first) throw new Error(`server/seed/institutions.csv, line ${first.line}: ${first.reason}`);
  });
}
