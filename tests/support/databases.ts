/**
 * The two databases that the server knows, for `describe.each(databases)`. Each `open()` gives a fresh, empty one.
 * Only in projects whose global setup is `setup-postgres.ts`.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { inject } from 'vitest';
import { lockDataDir } from '../../server/db/lock.ts';

export type TestDatabase = {
  /** What a server needs to use it. */
  env: Record<string, string>;
  /** The server's data folder; the embedded database lies in it. */
  dataDir: string;
  /** Reads or writes past the server. The embedded database must not be held by one: it throws DataDirInUse. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Deletes everything of it; end its servers first. */
  drop: () => Promise<void>;
};

export const databases: { name: string; kind: 'pglite' | 'postgres'; open: () => Promise<TestDatabase> }[] = [
  { name: 'PGlite', kind: 'pglite', open: async () => embedded() },
  { name: inject('postgres').name, kind: 'postgres', open: () => freshPostgres(inject('postgres').url) },
];

/** An embedded database in a temp folder. */
export function embedded(): TestDatabase {
  const dataDir = tempFolder();
  return {
    env: {},
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

async function freshPostgres(server: string): Promise<TestDatabase> {
  const name = `feepath_${randomBytes(6).toString('hex')}`;
  await ask(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const dataDir = tempFolder();
  return {
    env: { DATABASE_URL: url.href },
    dataDir,
    query: (sql, values) => ask(url.href, sql, values),
    drop: async () => {
      await ask(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      remove(dataDir);
    },
  };
}

async function ask(url: string, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

function tempFolder(): string {
  return mkdtempSync(join(tmpdir(), 'feepath-test-'));
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
