/**
 * Many parents apply at once during faults, for seconds here and for minutes by `npm run chaos`: acknowledged data is
 * stored, each application reaches its lender once and gets a verdict without a person, and its messages go out. Mails
 * may be doubled, because a mail server does not recognise repeats.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { migratePostgres } from '../../../server/db/migrate.ts';
import { databases, type TestDatabase } from '../../support/databases.ts';
import { isNightly } from '../../support/nightly.ts';
import { createDatabase, runSql, startPostgres } from '../../support/postgres.ts';
import { seed } from '../../support/seeded.ts';
import { runChaos, sizeOf, timeoutOf } from './chaos.ts';
import { missingPrograms, startFailoverCluster } from './patroni.ts';

const nothing = { lost: 0, doubledLoans: 0, stuck: 0, withoutMessages: 0, unexplained: 0 };

const killed = sizeOf({
  short: { servers: 2, parents: 6, seconds: 8 },
  long: { servers: 4, parents: 200, seconds: 180 },
});
/** Two servers are down at once for less of the time. */
const killEveryMs = isNightly ? 2000 : 4000;

it(
  'while calls are cut and servers are killed in turn',
  async () => {
    const database = await databases.find(({ kind }) => kind === 'postgres')?.open();
    if (!database) throw new Error('There is no PostgreSQL');
    onTestFinished(() => database.drop());
    const totals = await runChaos({
      ...killed,
      database,
      async disturb({ until, servers, killServer }) {
        let kills = 0;
        for (; Date.now() < until; kills += 1) {
          await pause(killEveryMs);
          await killServer(kills % servers);
        }
        return `${kills} kills`;
      },
    });
    expect(totals).toMatchObject(nothing);
    expect(totals.applications).toBeGreaterThanOrEqual(killed.parents);
  },
  timeoutOf(killed),
);

/** Returns a database on its own server, with a data folder that is deleted when the test ends. */
function databaseAt(url: string): Pick<TestDatabase, 'env' | 'dataDir' | 'query'> {
  const dataDir = mkdtempSync(join(tmpdir(), 'feepath-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { env: { DATABASE_URL: url }, dataDir, query: (sql, values) => runSql(url, sql, values) };
}

const away = sizeOf({
  short: { servers: 1, parents: 8, seconds: 8 },
  long: { servers: 2, parents: 100, seconds: 90 },
});
const awayMs = away.seconds > 60 ? 30_000 : 2000;

it(
  'while PostgreSQL is restarted, and then stopped for a while',
  async () => {
    const { url: cluster, restart, stop } = await startPostgres();
    onTestFinished(stop);
    if (!restart) return;
    const { url } = await createDatabase(cluster);
    await seed({ databaseUrl: url, dataDir: '' });
    const totals = await runChaos({
      ...away,
      database: databaseAt(url),
      async disturb({ until }) {
        await pause(away.seconds * 200);
        await restart();
        await pause(away.seconds * 100);
        await restart(awayMs);
        await pause(Math.max(0, until - Date.now()));
        return `PostgreSQL restarted, and stopped for ${awayMs / 1000} s`;
      },
    });
    expect(totals).toMatchObject(nothing);
    expect(totals.applications).toBeGreaterThanOrEqual(away.parents);
  },
  timeoutOf(away),
);

const failingOver = { servers: 2, parents: 50, seconds: 150 };

it.runIf(isNightly)(
  'while the primary of a replicated PostgreSQL is killed three times',
  async () => {
    expect(missingPrograms(), 'Debian: postgresql-15 patroni etcd-server haproxy').toEqual([]);
    const { url, killPrimary, stop } = await startFailoverCluster();
    onTestFinished(stop);
    await seed({ databaseUrl: url, dataDir: '' });
    const totals = await runChaos({
      ...failingOver,
      database: databaseAt(url),
      async disturb({ until }) {
        for (let kill = 0; kill < 3; kill += 1) {
          await pause(10_000);
          await killPrimary();
        }
        await pause(Math.max(0, until - Date.now()));
        return '3 primaries killed';
      },
    });
    expect(totals).toMatchObject(nothing);
    expect(totals.applications).toBeGreaterThanOrEqual(failingOver.parents);
  },
  timeoutOf(failingOver),
);

/** A folder with the sources of the version before, and with its packages. */
const versionBefore = process.env.VERSION_BEFORE;
const migrating = { servers: 2, parents: 12, seconds: 45 };

it.runIf(versionBefore)(
  'while a version migrates the database and replaces the servers of the version before, one after the other',
  async () => {
    const { url: cluster, stop } = await startPostgres();
    onTestFinished(stop);
    const { url } = await createDatabase(cluster);
    const totals = await runChaos({
      ...migrating,
      root: versionBefore ?? '',
      database: databaseAt(url),
      async disturb({ until, replaceServer }) {
        await pause(migrating.seconds * 200);
        const before = Date.now();
        const applied = await migratePostgres(url);
        const migratedMs = Date.now() - before;
        // Both servers of the version before on the new schema, then one of each version.
        await pause(migrating.seconds * 300);
        await replaceServer(0);
        await pause(Math.max(0, until - Date.now()));
        return `${applied.length} migrations in ${migratedMs} ms, then both versions`;
      },
    });
    expect(totals).toMatchObject(nothing);
    expect(totals.applications).toBeGreaterThanOrEqual(migrating.parents);
  },
  timeoutOf(migrating),
);
