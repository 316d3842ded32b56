/**
 * A back-up restored into another place: the database by pg_dump and pg_restore, then the documents, object by object.
 * All documents are present, and the doctor finds no fault.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openObjects } from '../../server/adapters/index.ts';
import type { Objects } from '../../server/adapters/objects.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { readConfig } from '../../server/config/config.ts';
import { contents } from '../../server/db/schema/documents.ts';
import { createLog } from '../../server/platform/log.ts';
import { openObjectStore } from '../../packages/object-store/open.ts';
import { type App, openApp } from '../contract/app.ts';
import { submitted } from '../contract/fixtures.ts';
import { contentOf, sha256, submittedWithLockedStatement, upload } from '../contract/uploads.ts';
import { createDatabase, installedTools, runSql, startInstalledPostgres } from '../support/postgres.ts';
import { seed } from '../support/seeded.ts';

const tools = installedTools();
const OBJECTS_KEY = 'kept with the secrets, not in the back-up';

async function openPlace(url: string, dataDir: string): Promise<App> {
  const database = {
    env: { DATABASE_URL: url, OBJECTS_KEY },
    dataDir,
    query: (sql: string, values?: unknown[]) => runSql(url, sql, values),
    drop: async () => undefined,
  };
  return openApp(database);
}

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'feepath-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function bytesOf(objects: Objects, key: string): Promise<Buffer | undefined> {
  const stored = await objects.head(key);
  const bytes = stored && (await objects.read(key, stored.eTag));
  if (!bytes) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function openStoreOf(dataDir: string): Promise<Objects> {
  const config = readConfig({ SANDBOX: '1', DATA_DIR: dataDir, OBJECTS_KEY });
  return openObjects({
    config,
    store: await openObjectStore({ config, clock: systemClock, log: createLog('off') }),
  });
}

/** Copies objects the way a store's own tools do. */
async function copyObjects(from: Objects, to: Objects): Promise<void> {
  for (const { key } of await from.list('')) {
    await to.put(key, (await bytesOf(from, key)) ?? Buffer.alloc(0), 'application/octet-stream');
  }
}

/** Runs `npm run admin -- doctor` in a separate process. */
function examine(url: string, dataDir: string): { code: number | null; printed: string } {
  const env = { ...process.env, SANDBOX: '1', DATABASE_URL: url, DATA_DIR: dataDir, OBJECTS_KEY };
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'server/admin.ts', 'doctor'], {
    env,
    encoding: 'utf8',
  });
  return { code: status, printed: stdout };
}

// pg_dump comes with an installed PostgreSQL alone.
it.runIf(tools)('a back-up restored elsewhere has every document and passes the doctor', async () => {
  const bin = tools ?? '';
  const { url: cluster, stop } = await startInstalledPostgres(bin);
  onTestFinished(stop);
  const first = await createDatabase(cluster);
  await seed({ databaseUrl: first.url, dataDir: '' });
  const before = await openPlace(first.url, tempFolder());
  onTestFinished(() => before.close());
  const { loan, path } = await submittedWithLockedStatement(before);
  await upload(before, loan, contentOf('png', [1]), 'pan_photo');
  // Replaced: the former content is still to be deleted.
  await upload(before, loan, contentOf('png', [2]), 'pan_photo');
  await submitted(before);

  const folder = tempFolder();
  const dump = join(folder, 'feepath.dump');
  execFileSync(join(bin, 'pg_dump'), ['--format=custom', '--file', dump, first.url]);
  const second = await createDatabase(cluster);
  execFileSync(join(bin, 'pg_restore'), ['--no-owner', '--exit-on-error', '--dbname', second.url, dump]);

  // The objects are not there yet: the doctor says so, and ends with another code.
  const dataDir = tempFolder();
  const early = examine(second.url, dataDir);
  expect(early.code).toBe(1);
  expect(early.printed).toMatch(/AMISS +Object store +has no installation id/);
  expect(early.printed).toMatch(/AMISS +Documents +3 looked up, 3 have no object/);

  const after = await openStoreOf(dataDir);
  await copyObjects(before.services.adapters.objects, after);
  const restored = examine(second.url, dataDir);
  expect(restored.printed).toMatch(/Nothing is amiss\.\n$/);
  expect(restored.code).toBe(0);

  const app = await openPlace(second.url, dataDir);
  onTestFinished(() => app.close());
  const rows = await app.db.select().from(contents);
  expect(rows).toHaveLength(3);
  for (const { key, sha256: hash } of rows) {
    const bytes = await bytesOf(app.services.adapters.objects, key);
    expect(bytes && sha256(bytes)).toBe(hash);
  }
  const listed = await app.call('listDocuments', { path: { id: loan.id }, token: loan.token });
  expect([listed.status, path.id]).toEqual([200, loan.id]);
});
