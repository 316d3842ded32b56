/**
 * The two databases that the server supports, for `describe.each(databases)`. `open()` gives a fresh one, migrated and
 * seeded, `open('empty')` one that its first server must migrate and seed itself. They exist in projects whose global
 * setup is `setup-databases.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { lockDataDir } from '../../server/db/lock.ts';
import { databaseTemplate } from '../../server/testing/database-template.ts';
import { isNightly } from './nightly.ts';
import { runSql, createDatabase } from './postgres.ts';
import { seededDatabase } from './seeded.ts';

export type TestDatabase = {
  /** The settings that a server needs to use it. */
  env: Record<string, string>;
  /** The server's data folder; the embedded database is in it. */
  dataDir: string;
  /** Reads or writes past the server. The embedded database must not be held by one: it throws DataDirInUse. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Deletes everything of it; end its servers first. */
  drop: () => Promise<void>;
};

type Kind = { name: string; kind: 'pglite' | 'postgres'; open: (as?: 'empty') => Promise<TestDatabase> };

export const databases: Kind[] = [
  { name: 'PGlite', kind: 'pglite', open: async (as) => embedded(as) },
  { name: inject('postgres').name, kind: 'postgres', open: freshPostgres },
];

/** Describes a law that is the same on both databases and takes minutes: by day on that of installations alone. */
export const databasesByDay = databases.filter(({ kind }) => isNightly || kind === 'postgres');

/** An embedded database in a temp folder. */
export function embedded(as?: 'empty'): TestDatabase {
  const dataDir = tempFolder();
  return {
    env: { PGLITE_TEMPLATE: as === 'empty' ? databaseTemplate : seededDatabase },
    dataDir,
    query: async (sql, values) => {
      const release = await lockDataDir(dataDir);
      const database = await PGlite.create(join(dataDir, 'db'));
      try {
        return (await database.query<Record<string, unknown>>(sql, values)).rows;
      } finally {
        await database.close();
        release();
      }
    },
    drop: async () => remove(dataDir),
  };
}

async function freshPostgres(as?: 'empty'): Promise<TestDatabase> {
  const { url: server, seeded } = inject('postgres');
  const { url, drop } = await createDatabase(server, as === 'empty' ? undefined : seeded);
  const dataDir = tempFolder();
  return {
    env: { DATABASE_URL: url },
    dataDir,
    query: (sql, values) => runSql(url, sql, values),
    drop: async () => {
      await drop();
      remove(dataDir);
    },
  };
}

function tempFolder(): string {
  return mkdtempSync(join(tmpdir(), 'feepath-test-'));
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
