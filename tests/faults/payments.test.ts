/** Servers are killed at each step of a payment: it is ordered once, found by its reference, and counted once. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../server/clock.ts';
import { acceptedLoan } from '../contract/accepted-loan.ts';
import { openApp } from '../contract/app.ts';
import { type Callable, callsTo } from '../contract/calls.ts';
import { providerEvent } from '../contract/provider-pages.ts';
import { databases, type TestDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

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

/** A provider with books, which does what it is asked and, where it hangs, never answers. */
async function startPaymentsProvider() {
  const books = new Map<string, { amount: number; payments: Payment[] }>();
  const state = { hangs: false, received: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isNew = request.method === 'POST';
      const { reference = '', amount = 0 } = isNew
        ? (JSON.parse(Buffer.concat(chunks).toString()) as { reference?: string; amount?: number })
        : { reference: request.url?.split('/').at(-1) ?? '' };
      if (isNew && !books.has(reference)) books.set(reference, { amount, payments: [] });
      state.received += 1;
      if (state.hangs) return;
      const order = books.get(reference);
      response.writeHead(order ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ url: 'https://pay.example/x', payments: order?.payments ?? [] }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    books,
    state,
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

  /** Runs a call, and kills the server once the provider was asked, before it answers. */
  async function killedWhileAsking(server: TestServer, run: () => Promise<unknown>): Promise<void> {
    const { received } = provider.state;
    provider.state.hangs = true;
    const cut = run().catch(() => undefined);
    await expect.poll(() => provider.state.received, { timeout: 30_000 }).toBe(received + 1);
    await server.kill9();
    await cut;
    provider.state.hangs = false;
  }

  it('a payment is ordered once, and found where the server died between the charge and its record', async () => {
    const app = await openApp(database, provider.env);
    const loan = await acceptedLoan(app);
    await app.close();
    const { bearer, id } = loan;
    const create = (server: Callable) =>
      server.call('createPaymentOrder', {
        bearer,
        path: { id },
        headers: { 'idempotency-key': '3a8d2c7e-8a0b-4f5e-9a51-0d5be2b7a6c1' },
        body: { purpose: 'advance' },
      });

    const first = await start();
    await killedWhileAsking(first, () => create(first));
    const second = await start();
    const { status, body } = await create(second);
    expect([status, body.result?.state]).toEqual([200, 'open']);
    expect(provider.books.size).toBe(1);

    const [[reference, order] = ['', undefined]] = provider.books;
    order?.payments.push({
      ...{ id: 'pay_1', amount: order.amount, currency: 'INR', state: 'captured', method: 'upi' },
      paid_at: now.toISOString(),
    });
    const event = providerEvent({ clock: manualClock(now) }, 'payments', { reference }, { secret });
    await killedWhileAsking(second, async () => {
      expect((await second.call('receiveProviderEvent', event)).status).toBe(200);
    });

    const third = await start();
    const advance = async () =>
      (await third.call('readServicing', { bearer, path: { id } })).body.result.advance.state;
    await expect.poll(advance, { timeout: 60_000 }).toBe('paid');
    expect((await third.call('receiveProviderEvent', event)).status).toBe(409);
    expect((await create(third)).body.result).toMatchObject({ state: 'paid' });
    expect(provider.books.size).toBe(1);
    await third.stop();
    running = [];
    const rows = await database.query('select state, amount_paise from payments');
    expect(rows.map(({ state, amount_paise }) => [state, Number(amount_paise)])).toEqual([
      ['captured', 630_000],
    ]);
  });
});
