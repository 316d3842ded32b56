/** Connections to PostgreSQL are lost, and the server continues. */
import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { sql } from 'drizzle-orm';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase, transaction } from '../../server/db/open.ts';
import { type Callable, callsTo } from '../contract/calls.ts';
import { createdLoan, readLoan, saveStudents, school, student } from '../contract/fixtures.ts';
import { databases, type TestDatabase } from '../support/databases.ts';
import { createDatabase } from '../support/postgres.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startProxy } from './proxy.ts';

async function openPostgres(): Promise<TestDatabase & { url: string }> {
  const database = await databases.find(({ kind }) => kind === 'postgres')?.open();
  if (!database) throw new Error('There is no PostgreSQL');
  onTestFinished(() => database.drop());
  return { ...database, url: database.env.DATABASE_URL ?? '' };
}

async function start(database: Pick<TestDatabase, 'env' | 'dataDir'>): Promise<TestServer & Callable> {
  const server = await startServer({ database });
  onTestFinished(() => server.kill9());
  return { ...server, ...callsTo((path, init) => fetch(server.url + path, init)) };
}

const filled = () => ({ 'el_details.institution_id': school.id, 'el_details.students': [student()] });

/** The response while the database is down; `callsTo` checks its body against the contract. */
const unavailable = { status: 503, body: { success: false, message: expect.stringContaining('try again') } };

describe('the server', () => {
  it('survives the end of a connection on which a transaction waits', async () => {
    const database = await openPostgres();
    const server = await start(database);
    const loan = await createdLoan(server);
    // Recording that they were handed over touches the loan too.
    const openMessages = () => database.query(`select id from messages where state = 'queued'`);
    await expect.poll(openMessages, { timeout: 30_000 }).toHaveLength(0);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('begin');
    await other.query('select from loans where id = $1 for update', [loan.id]);

    const waiting = saveStudents(server, loan, filled());
    const isWaiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => database.query(`select pid ${isWaiting}`), { timeout: 60_000 }).toHaveLength(1);
    await database.query(`select pg_terminate_backend(pid) ${isWaiting}`);
    const answer = await waiting;
    expect(answer).toMatchObject(unavailable);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);

    await other.query('rollback');
    expect((await saveStudents(server, loan, filled())).status).toBe(200);
    expect((await readLoan(server, loan)).el_details.students).toHaveLength(1);
  });

  it('answers 503 while the database is down and recovers when it is back', async () => {
    const database = await openPostgres();
    const proxy = await startProxy(database.url);
    onTestFinished(() => proxy.close());
    const server = await start({ ...database, env: { DATABASE_URL: proxy.url } });
    const loan = await createdLoan(server);

    await proxy.close();
    const read = () => server.call('getLoan', { path: { id: loan.id }, token: loan.token });
    const answers = [await read(), await saveStudents(server, loan, filled())];
    expect(answers).toMatchObject([unavailable, unavailable]);
    expect(answers.map(({ headers }) => Number(headers.get('retry-after')))).toEqual([5, 5]);
    // The server's own key may be in its memory for some seconds.
    const page = await fetch(`${server.url}/?api_key=unread-${server.key}`);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await page.text()).toContain('try again');
    expect(server.log()).not.toContain(loan.token);

    await proxy.open();
    expect((await saveStudents(server, loan, filled())).status).toBe(200);
  });
});

it('a connection that fails at BEGIN is returned to the pool', async () => {
  const { url, drop } = await createDatabase(inject('postgres').url);
  onTestFinished(drop);
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '', migrates: true });
  onTestFinished(close);
  const one = () => transaction(db, (tx) => tx.execute(sql`select 1`));
  // Synchronous, so that the pool has not yet heard that its idle connection was ended.
  const endOthers = `
    import pg from 'pg';
    const client = new pg.Client({ connectionString: process.env.URL });
    await client.connect();
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
    await client.end();`;
  const program = ['--input-type=module', '--eval', endOthers];
  for (let round = 0; round <= 10; round += 1) {
    await one();
    execFileSync(process.execPath, program, { env: { ...process.env, URL: url } });
    await expect(one()).rejects.toThrow();
  }
  await one();
});
