/**
 * An embedded database as a server leaves it that has started once: migrated, with the seeded institutions in it. A
 * copy of it starts in a third of the time that an empty one takes. The demo key and the demo reviewer are left to
 * each start, because they bear its date.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { openDatabase } from '../../server/db/open.ts';
import { databaseTemplate } from '../../server/testing/database-template.ts';
import { seedInstitutions } from '../../server/seed/seed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The sources of the database: other contents give another database. */
const sources = [
  'server/db/migrations',
  'server/import',
  'server/seed',
  'tests/support/seeded.ts',
  'package-lock.json',
];

/** Its path once `makeSeededDatabase` has made it. */
export const seededDatabase = join(root, 'dist', 'test-database', digestOf(sources));

/** Does nothing where it is there. */
export async function makeSeededDatabase(): Promise<void> {
  if (existsSync(seededDatabase)) return;
  const dataDir = `${seededDatabase}.${randomUUID()}`;
  mkdirSync(dataDir, { recursive: true });
  try {
    await seed({ dataDir, template: databaseTemplate });
    await dropOthers(join(dataDir, 'db'));
    renameSync(join(dataDir, 'db'), seededDatabase);
  } catch (error) {
    // Two checks may make it at once; both results are equal.
    if (!existsSync(seededDatabase)) throw error;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** PostgreSQL's templates are half of the files, and no other database is made there. */
async function dropOthers(folder: string): Promise<void> {
  const database = await PGlite.create(folder);
  try {
    await database.query('UPDATE pg_database SET datistemplate = false');
    for (const name of ['template0', 'template1']) await database.query(`DROP DATABASE ${name}`);
  } finally {
    await database.close();
  }
}

/** Migrates a database and fills it with the institutions. */
export async function seed(database: Parameters<typeof openDatabase>[0]): Promise<void> {
  const { db, close } = await openDatabase({ ...database, migrates: true });
  try {
    await seedInstitutions(db);
  } finally {
    await close();
  }
}

/** @param paths folders and files, relative to the repository's root; files have a point in their path */
export function digestOf(paths: readonly string[]): string {
  const files = paths.flatMap((path) =>
    path.includes('.')
      ? [path]
      : readdirSync(join(root, path), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
          .sort(),
  );
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
