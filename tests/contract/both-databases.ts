/**
 * Tests over an app of their own, on both databases or on PostgreSQL alone. What a statement of the queue, a limit, a
 * key, a sweep or a migration does is tested on both. A story of several calls is told on PostgreSQL by day and on both
 * by night: `operations.test.ts` sends every operation to both databases, and the browser tests run on the embedded one,
 * which has one connection and so no locks to meet. A rule that the server applies to what it has read is tested once.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import type { Adapters } from '../../server/adapters/index.ts';
import { databases, databasesByDay, type TestDatabase } from '../support/databases.ts';
import { type App, openApp } from './app.ts';

export type TestContext = { app: App; database: TestDatabase };

/** Gets a holder that is filled before the first test runs. */
type Tests = (given: TestContext) => void;

export function describeOnBothDatabases(what: string, tests: Tests, instead: Partial<Adapters> = {}): void {
  describeOn(databases, { what, tests, instead });
}

/** Runs the tests on PostgreSQL, and by night (`npm run nightly`) on both databases. */
export function describeOnPostgresByDay(what: string, tests: Tests, instead: Partial<Adapters> = {}): void {
  describeOn(databasesByDay, { what, tests, instead });
}

export function describeOnPostgres(what: string, tests: Tests, instead: Partial<Adapters> = {}): void {
  const postgres = databases.filter(({ kind }) => kind === 'postgres');
  describeOn(postgres, { what, tests, instead });
}

function describeOn(
  chosen: typeof databases,
  { what, tests, instead }: { what: string; tests: Tests; instead: Partial<Adapters> },
): void {
  describe.each(chosen)(`${what} on $name`, ({ open }) => {
    const given = {} as TestContext;
    beforeAll(async () => {
      given.database = await open();
      given.app = await openApp(given.database, {}, instead);
    });
    afterAll(async () => {
      await given.app?.close();
      await given.database?.drop();
    });
    tests(given);
  });
}
