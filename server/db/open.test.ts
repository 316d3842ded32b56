import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseTemplate as template } from '../testing/database-template.ts';
import { DataDirInUse, lockDataDir } from './lock.ts';
import { afterCommit, openDatabase, executeSql, transaction } from './open.ts';
import { courses, institutions } from './schema/institutions.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'feepath-open-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const lockFile = () => join(dataDir, 'lock');

describe('the lock of a data folder', () => {
  it('refuses a second holder with a sentence and lets the next one in afterwards', async () => {
    const unlock = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow(
      `The data folder ${dataDir} is in use by process ${process.pid}.`,
    );
    unlock();
    expect(existsSync(lockFile())).toBe(false);
    (await lockDataDir(dataDir))();
  });

  it('takes over from a process that is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    writeFileSync(lockFile(), JSON.stringify({ pid: child.pid, started: '', id: 'gone' }));
    const unlock = await lockDataDir(dataDir);
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
    unlock();
  });

  it.runIf(existsSync('/proc/self/stat'))(
    'takes over where the number belongs to another process now',
    async () => {
      writeFileSync(lockFile(), JSON.stringify({ pid: process.pid, started: 'another boot/1', id: 'gone' }));
      (await lockDataDir(dataDir))();
    },
  );

  it.runIf(existsSync('/proc/self/stat'))(
    'takes over from a process whose parent has not heard of its end',
    async () => {
      const parent = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 30'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      writeFileSync(lockFile(), JSON.stringify({ pid, started: '', id: 'gone' }));
      (await lockDataDir(dataDir))();
      parent.kill();
    },
  );

  it('takes over from a file that says nothing', async () => {
    writeFileSync(lockFile(), '');
    (await lockDataDir(dataDir))();
  });

  it('lets one in of many that come at once to a dead lock', async () => {
    writeFileSync(lockFile(), JSON.stringify({ pid: 999_999_999, started: '', id: 'gone' }));
    const came = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataDir(dataDir)));
    expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('the embedded database', () => {
  it('keeps what was written, undoes what failed, and refuses a second opening', async () => {
    const first = await openDatabase({ dataDir, template });
    const school = { id: 7, name: 'School', commercialType: 'HYBRID' as const, prefferdLenders: [11, 15] };
    await first.db.insert(institutions).values(school);
    const half = transaction(first.db, async (tx) => {
      await tx.update(institutions).set({ name: 'Half done' }).where(eq(institutions.id, 7));
      throw new Error('enough');
    });
    await expect(half).rejects.toThrow('enough');
    await expect(openDatabase({ dataDir, template })).rejects.toThrow(DataDirInUse);
    await first.close();
    await first.close();

    const second = await openDatabase({ dataDir, template });
    await second.db.insert(courses).values({ id: 1, institutionId: 7, title: 'A', fee: 9_999_999_999 });
    expect(await second.db.select().from(institutions)).toMatchObject([school]);
    expect(await second.db.select().from(courses)).toMatchObject([{ fee: 9_999_999_999, otherFee: 0 }]);
    expect(await executeSql<{ n: number }>(second.db, sql`select count(*)::int as n from courses`)).toEqual([
      { n: 1 },
    ]);
    await second.close();
  });
});

it('leaves turns to the event loop while many statements wait for the embedded database', async () => {
  const { db, close } = await openDatabase({ dataDir, template });
  let turns = 0;
  let immediate = setImmediate(function count() {
    turns += 1;
    immediate = setImmediate(count);
  });
  const work = sql`select count(*) from generate_series(1, 30000)`;
  await Promise.all(Array.from({ length: 20 }, () => db.execute(work)));
  clearImmediate(immediate);
  expect(turns).toBeGreaterThan(1);
  await close();
});

describe('a transaction', () => {
  it('is run again after what concurrent ones do to it, and does what waits for its commit', async () => {
    const { db, close } = await openDatabase({ dataDir, template });
    const fail = (code: string) =>
      sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`);
    /** Returns how often a transaction runs whose first statements fail. */
    const runsOf = async (code: string, failures: number) => {
      let runs = 0;
      const work = transaction(db, async (tx) => {
        runs += 1;
        if (runs <= failures) await tx.execute(fail(code));
      });
      const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
      return { runs, isDone: error === undefined };
    };
    for (const code of ['40001', '40P01', '55P03']) {
      expect(await runsOf(code, 2)).toEqual({ runs: 3, isDone: true });
      expect(await runsOf(code, 9)).toEqual({ runs: 4, isDone: false });
    }
    expect(await runsOf('23505', 1)).toEqual({ runs: 1, isDone: false });

    const done: string[] = [];
    await transaction(db, async (tx) => {
      afterCommit(tx, () => done.push('outer'));
      await transaction(tx, async (inner) => afterCommit(inner, () => done.push('inner')));
      const undone = transaction(tx, async (inner) => {
        afterCommit(inner, () => done.push('rolled back'));
        throw new Error('enough');
      });
      await expect(undone).rejects.toThrow('enough');
      expect(done).toEqual([]);
    });
    expect(done).toEqual(['outer', 'inner']);
    await close();
  });
});
