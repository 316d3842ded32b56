/** One PostgreSQL for all the test files of a project; each test makes databases of its own in it. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  process.stdout.write(`Databases: PGlite, ${postgres.name}\n`);
  project.provide('postgres', { url: postgres.url, name: postgres.name });
  return postgres.stop;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; name: string };
  }
}
