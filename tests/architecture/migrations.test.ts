/** The migrations are whole: a journal in order, one snapshot, and nothing in the schema that no migration brings. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';
import { migrationsFolder, migrationsOf } from '../../server/db/migrate.ts';

const migrations = migrationsOf();
const meta = join(migrationsFolder, 'meta');
const snapshots = () => readdirSync(meta).filter((file) => file.endsWith('_snapshot.json'));

it('migrations are in the journal in the order of numbers and times, each with its file', () => {
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
  expect(migrations.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted());
  const times = migrations.map(({ when }) => when);
  // Drizzle leaves out, without a word, what is not later than the last migration that a database has.
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  expect(migrations.map(({ tag }) => Number(tag.slice(0, 4)))).toEqual(migrations.map((_, n) => n));
});

it('only the newest migration has a snapshot', () => {
  const newest = `${migrations.at(-1)?.tag.slice(0, 4)}_snapshot.json`;
  expect(
    snapshots(),
    `server/db/migrations/meta keeps ${newest} alone: make a migration by npm run migration, which deletes the older ones`,
  ).toEqual([newest]);
});

it('the migrations create everything in server/db/schema', async () => {
  const folder = join(import.meta.dirname, '../../server/db/schema');
  const modules = readdirSync(folder).map((file) => import(join(folder, file)) as Promise<object>);
  const tables: Record<string, unknown> = Object.assign({}, ...(await Promise.all(modules)));
  const [newest = ''] = snapshots();
  const snapshot = JSON.parse(readFileSync(join(meta, newest), 'utf8')) as DrizzleSnapshotJSON;
  const missing = await generateMigration(snapshot, generateDrizzleJson(tables, snapshot.id));
  expect(missing, 'No migration brings this: npm run migration -- NAME').toEqual([]);
});
