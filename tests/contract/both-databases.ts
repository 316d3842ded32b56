/** The same tests on both databases, each over an app of its own. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { Adapters } from '../../server/adapters/index.ts';
import { databases, type TestDatabase } from '../support/databases.ts';
import { type App, openApp } from './app.ts';

export type TestContext = { app: App; database: TestDatabase };

/** @param tests get a holder that is filled before the first test runs */
export function describeOnBothDatabases(
  what: string,
  tests: (given: TestContext) => void,
  instead: Partial<Adapters> = {},
): void {
  describe.each(databases)(`${what} on $name`, ({ open }) => {
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
