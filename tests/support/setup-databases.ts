/**
 * One PostgreSQL for all the test files of a project, and the templates that a test copies instead of migrating and
 * seeding a database: a database of that PostgreSQL, and the folder of an embedded one.
 */
import type { TestProject } from 'vitest/node';
import { createDatabase, startPostgres } from './postgres.ts';
import { makeSeededDatabase, seed } from './seeded.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, name, stop } = await startPostgres();
  process.stdout.write(`Databases: PGlite, ${name}\n`);
  const seeded = await createDatabase(url);
  await Promise.all([makeSeededDatabase(), seed({ databaseUrl: seeded.url, dataDir: '' })]);
  project.provide('postgres', { url, name, seeded: seeded.name });
  return async () => {
    await seeded.drop();
    await stop();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** `seeded` is the database that others are copied from; it must have no connections. */
    postgres: { url: string; name: string; seeded: string };
  }
}
