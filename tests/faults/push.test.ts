/** Servers are killed and many press Submit at once: the lender has one loan each time (decision 27). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushRequestOf } from '../../domain/lending/push-request.ts';
import { type Callable, callsTo } from '../contract/calls.ts';
import { application, push, readLoan, saveApplication, submitted } from '../contract/fixtures.ts';
import { databasesByDay, type TestDatabase } from '../support/databases.ts';
import { isNightly } from '../support/nightly.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type LenderProcess, startLender } from './lender.ts';
import type { Mode } from './lender-process.ts';

describe.each(databasesByDay)('on $name', ({ open, kind }) => {
  let lender: LenderProcess;
  let database: TestDatabase;
  let running: TestServer[] = [];

  beforeAll(async () => {
    lender = await startLender();
  });
  afterAll(() => lender?.stop());
  beforeEach(async () => {
    database = await open();
    await lender.setMode({ mode: 'answers' });
  });
  afterEach(async () => {
    await Promise.all(running.map((server) => server.kill9()));
    running = [];
    await database.drop();
  });

  async function start(env: Record<string, string> = {}): Promise<TestServer & Callable> {
    const server = await startServer({ database, env: { ...lender.env, ...env } });
    running.push(server);
    return { ...server, ...callsTo((path, init) => fetch(server.url + path, init)) };
  }

  const loansOf = async (known: readonly string[]) =>
    Object.entries((await lender.books()).loans).filter(([reference]) => !known.includes(reference));
  const references = async () => Object.keys((await lender.books()).loans);

  /**
   * Submits, presses Submit, and kills the server once the lender has received the submission: from the press, or
   * from the server's own push, which a slow machine lets come first. Answers the submitted loan.
   */
  async function killedWhilePushing(server: TestServer & Callable, mode: Mode) {
    await lender.setMode(mode);
    const { received } = await lender.books();
    const opened = await submitted(server);
    const lost = push(server, opened).then(
      () => 'answered',
      () => 'lost',
    );
    await expect.poll(async () => (await lender.books()).received, { timeout: 20_000 }).toBe(received + 1);
    await server.kill9();
    expect(await lost).toBe('lost');
    return opened;
  }

  /** Expires the leases of a killed server, as six seconds would. */
  const endLeases = async () => {
    const past = "clock_timestamp() - interval '1 second'";
    await database.query(`update lender_loans set held_until = ${past} where holder is not null`);
    await database.query(`update jobs set lease_until = ${past} where holder is not null`);
  };

  const kills: [when: string, mode: Mode][] = [['after the lender accepted', { mode: 'booksWithoutAnswer' }]];
  // The lender's records by then do not depend on the database.
  if (isNightly && kind === 'postgres')
    kills.push(
      ['before the lender has anything', { mode: 'drops' }],
      ['during the call, which the lender books afterwards', { mode: 'booksAfterDisconnect' }],
    );

  it.each(kills)('a server killed %s leads to one lender loan without another Submit', async (_, mode) => {
    const known = await references();
    const soon = { PUSH_AFTER_SECONDS: '1' };
    const first = await start(soon);
    const opened = await killedWhilePushing(first, mode);

    await lender.setMode({ mode: 'answers' });
    await endLeases();
    const second = await start(soon);
    await expect
      .poll(async () => (await readLoan(second, opened)).status, { timeout: 60_000 })
      .toBe('approved');
    // The page that comes back hears the same.
    const { status, body } = await push(second, opened);
    expect([status, body.result]).toEqual([200, { status: 'APPROVED' }]);
    expect(await loansOf(known)).toMatchObject([[expect.any(String), { submission: 1, calls: 1 }]]);
  });

  it('a server killed after the acceptance and a later change lead to one lender loan', async () => {
    const known = await references();
    const first = await start();
    const opened = await killedWhilePushing(first, { mode: 'booksWithoutAnswer' });

    await lender.setMode({ mode: 'answers' });
    await endLeases();
    const second = await start();
    await expect
      .poll(async () => (await readLoan(second, opened)).status, { timeout: 20_000 })
      .toBe('submitted');
    const saved = await saveApplication(second, opened, application('7777'));
    const { body } = await push(second, { ...opened, loan: saved.body.result });
    expect(body.result.status).toBe('APPROVED');
    expect(await loansOf(known)).toMatchObject([
      [expect.any(String), { submission: 2, calls: 2, panNo: 'ABCDE7777F' }],
    ]);
  });

  it('50 simultaneous pushes make one call and one lender loan and get the same answer', async () => {
    const known = await references();
    const servers = [await start(), ...(kind === 'postgres' ? [await start()] : [])];
    const [one] = servers;
    if (!one) throw new Error('A server runs');
    const opened = await submitted(one);
    await lender.setMode({ mode: 'answers', afterMs: 700 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => push(servers[n % servers.length] ?? one, opened)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(answers.map(({ body }) => body.result)).toEqual(Array(50).fill({ status: 'APPROVED' }));
    expect(await loansOf(known)).toMatchObject([[expect.any(String), { submission: 1, calls: 1 }]]);
  });

  // The embedded database has one server at a time.
  if (kind === 'pglite') return;

  it('a waiting server takes over the push of a server that dies', async () => {
    const known = await references();
    const [first, second] = [await start(), await start()];
    const opened = await submitted(first);
    const { token, loan } = opened;
    await lender.setMode({ mode: 'booksWithoutAnswer' });
    const { received } = await lender.books();
    const lost = push(first, opened).catch(() => 'lost');
    await expect.poll(async () => (await lender.books()).received, { timeout: 20_000 }).toBe(received + 1);
    const waiting = second.call('createOnLender', {
      path: { lender_id: 15 },
      token,
      body: pushRequestOf(loan),
    });
    await lender.setMode({ mode: 'answers' });
    await first.kill9();
    expect(await lost).toBe('lost');
    expect((await waiting).body.result).toEqual({ status: 'APPROVED' });
    expect(await loansOf(known)).toMatchObject([[expect.any(String), { submission: 1, calls: 1 }]]);
  });
});
