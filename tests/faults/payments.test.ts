/** A server is killed at every step of a payment at once: each is ordered once, charged once and counted once. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { acceptedLoan } from '../contract/accepted-loan.ts';
import { openApp } from '../contract/app.ts';
import { type Callable, callsTo } from '../contract/calls.ts';
import { providerEvent } from '../contract/provider-pages.ts';
import { databases, type TestDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { manualClock } from '../../server/testing/clock.ts';

const secret = Buffer.alloc(32, 'p');
const now = new Date('2026-07-20T06:30:00Z');

type Payment = {
  id: string;
  amount: number;
  currency: string;
  state: string;
  method: string;
  paid_at: string;
};

type Mode =
  | 'answers'
  /** Requests are carried out, without a response. */
  | 'hangs'
  /** Requests to it never arrive. */
  | 'loses';

/** A provider with books. */
async function startPaymentsProvider() {
  const books = new Map<string, { amount: number; payments: Payment[] }>();
  const state: { mode: Mode; received: number } = { mode: 'answers', received: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      state.received += 1;
      if (state.mode === 'loses') return;
      const isNew = request.method === 'POST';
      const { reference = '', amount = 0 } = isNew
        ? (JSON.parse(Buffer.concat(chunks).toString()) as { reference?: string; amount?: number })
        : { reference: request.url?.split('/').at(-1) ?? '' };
      if (isNew && !books.has(reference)) books.set(reference, { amount, payments: [] });
      if (state.mode === 'hangs') return;
      const order = books.get(reference);
      response.writeHead(order ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ url: 'https://pay.example/x', payments: order?.payments ?? [] }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    books,
    state,
    /** Pays the amount of the order. */
    charge(reference: string): void {
      const order = books.get(reference);
      order?.payments.push({
        ...{ id: `pay_${reference}`, amount: order.amount, currency: 'INR', state: 'captured' },
        ...{ method: 'upi', paid_at: now.toISOString() },
      });
    },
    env: {
      PAYMENTS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      PAYMENTS_KEY: 'k',
      PAYMENTS_TIMEOUT_MS: '60000',
      PAYMENTS_WEBHOOK_SECRETS: `whsec_${secret.toString('base64')}`,
      FEEPATH_NOW: now.toISOString(),
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The state of each payment when the server is killed. */
const steps = ['notSent', 'notAnswered', 'announced', 'readByJob', 'beingRecorded'] as const;

type Step = (typeof steps)[number];

const byStep = async <Value>(make: (step: Step) => Promise<Value>): Promise<Record<Step, Value>> => {
  const made: [Step, Value][] = [];
  for (const step of steps) made.push([step, await make(step)]);
  return Object.fromEntries(made) as Record<Step, Value>;
};

describe.each(databases.filter(({ kind }) => kind === 'postgres'))('on $name', ({ open }) => {
  let provider: Awaited<ReturnType<typeof startPaymentsProvider>>;
  let database: TestDatabase;
  let running: TestServer[] = [];
  beforeAll(async () => {
    provider = await startPaymentsProvider();
    database = await open();
  });
  afterEach(async () => {
    await Promise.all(running.map((server) => server.kill9()));
    running = [];
  });
  afterAll(async () => {
    provider?.close();
    await database?.drop();
  });

  async function start(): Promise<TestServer & Callable> {
    const server = await startServer({ database, env: provider.env });
    running.push(server);
    return { ...server, ...callsTo((path, init) => fetch(server.url + path, init)) };
  }

  /** Runs a call until the provider has been asked, in a mode in which it does not answer. */
  async function asked(mode: Mode, run: () => Promise<unknown>): Promise<void> {
    const { received } = provider.state;
    provider.state.mode = mode;
    void run().catch(() => undefined);
    await expect.poll(() => provider.state.received, { timeout: 30_000 }).toBe(received + 1);
  }

  /** Another user of the database, whose transaction is in the way of the server's until it is rolled back. */
  async function inTheWay(...statements: [text: string, values?: unknown[]][]): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
    await client.query('begin');
    for (const [text, values] of statements) await client.query(text, values);
    return client;
  }

  it('each payment is charged and counted once when the server dies at any step', async () => {
    const app = await openApp(database, provider.env);
    const loans = await byStep(() => acceptedLoan(app));
    await app.close();
    const keys = await byStep(async () => randomUUID());
    const create = (server: Callable, step: Step) =>
      server.call('createPaymentOrder', {
        bearer: loans[step].bearer,
        path: { id: loans[step].id },
        headers: { 'idempotency-key': keys[step] },
        body: { purpose: 'advance' },
      });
    const orderOf = async (step: Step): Promise<{ id: string; provider_reference: string }> => {
      const [row] = await database.query(
        'select id, provider_reference from payment_orders where loan_id = $1',
        [loans[step].id],
      );
      return row as { id: string; provider_reference: string };
    };
    const announce = async (server: Callable, step: Step) => {
      const { provider_reference: reference } = await orderOf(step);
      const clock = manualClock(now);
      const signing = { secret, eventId: `event-${step}` };
      const event = providerEvent({ clock }, 'payments', { reference }, signing);
      return (await server.call('receiveProviderEvent', event)).status;
    };

    const first = await start();
    for (const step of ['announced', 'readByJob', 'beingRecorded'] as const) {
      expect((await create(first, step)).status).toBe(200);
      provider.charge((await orderOf(step)).provider_reference);
    }
    // Claiming a job skips a row that is locked by this; announcing a change continues.
    const ofJob = `select from jobs where payload ->> 'id' = $1 for key share`;
    const others = await inTheWay(
      [ofJob, [(await orderOf('announced')).id]],
      ['lock table payments in exclusive mode'],
    );
    expect(await announce(first, 'announced')).toBe(200);
    expect(await announce(first, 'beingRecorded')).toBe(200);
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => database.query(waiting), { timeout: 30_000 }).toHaveLength(1);
    await asked('hangs', () => announce(first, 'readByJob'));
    await asked('loses', () => create(first, 'notSent'));
    await asked('hangs', () => create(first, 'notAnswered'));
    expect(provider.books.size).toBe(4);
    await first.kill9();
    await others.end();
    provider.state.mode = 'answers';

    const second = await start();
    for (const step of ['notSent', 'notAnswered'] as const) {
      const { status, body } = await create(second, step);
      expect([status, body.result?.state]).toEqual([200, 'open']);
      provider.charge((await orderOf(step)).provider_reference);
      expect(await announce(second, step)).toBe(200);
    }
    const advance = (step: Step) => async () => {
      const { bearer, id } = loans[step];
      return (await second.call('readServicing', { bearer, path: { id } })).body.result.advance.state;
    };
    for (const step of steps) await expect.poll(advance(step), { timeout: 60_000 }).toBe('paid');
    for (const step of steps) {
      expect(await announce(second, step)).toBe(409);
      expect((await create(second, step)).body.result).toMatchObject({ state: 'paid' });
    }
    await second.stop();
    running = [];
    expect(provider.books.size).toBe(steps.length);
    const rows = await database.query('select loan_id, state, amount_paise from payments order by loan_id');
    expect(rows.map(({ loan_id, state, amount_paise }) => [loan_id, state, Number(amount_paise)])).toEqual(
      Object.values(loans)
        .map(({ id }) => [id, 'captured', 630_000])
        .toSorted(([one = ''], [other = '']) => (String(one) < String(other) ? -1 : 1)),
    );
  });
});
