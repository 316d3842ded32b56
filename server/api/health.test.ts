import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServices, type TestServices } from '../testing/services.ts';
import { healthPages } from './health.ts';
import { requireSameClock } from '../db/clock-difference.ts';
import { systemClock } from '../platform/clock.ts';
import { createMetrics, type Metrics } from './metrics.ts';

let services: TestServices;
let metrics: Metrics;
let isStopping = false;
beforeAll(async () => {
  services = await openTestServices();
  metrics = createMetrics(services, () => ({ total: 3, idle: 2, waiting: 1 }));
});
afterAll(async () => {
  metrics.close();
  await services.close();
});

const here = { incoming: { socket: { remoteAddress: '127.0.0.1' }, httpVersion: '1.1' } };
const elsewhere = { incoming: { socket: { remoteAddress: '203.0.113.9' }, httpVersion: '1.1' } };

async function get(path: string, { env = here, token = '', authorization = '' } = {}) {
  const pages = healthPages({
    ...{ db: services.db, metrics, metricsToken: token || undefined },
    isStopping: () => isStopping,
  });
  const answer = await pages.request(path, { headers: authorization ? { authorization } : {} }, env);
  return { status: answer.status, text: await answer.text() };
}

describe('the health of a server', () => {
  it('is ready until it begins to stop, and alive until it has stopped', async () => {
    expect(await get('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' });
    isStopping = true;
    expect(await get('/readyz')).toEqual({ status: 503, text: '{"status":"stopping"}' });
    expect((await get('/healthz')).status).toBe(200);
    isStopping = false;
  });

  it('is not ready without its database', async () => {
    const closed = await openTestServices();
    await closed.close();
    const pages = healthPages({ db: closed.db, metrics, metricsToken: undefined, isStopping: () => false });
    expect((await pages.request('/readyz')).status).toBe(503);
    expect((await pages.request('/healthz')).status).toBe(200);
  });

  it('is ready while calls use all connections, and not ready where the database answers none', async () => {
    const execute = () => new Promise<never>(() => {});
    const db = { execute } as unknown as TestServices['db'];
    const statusWhere = async (hasAnswered: boolean) => {
      const asked = { db, metrics, metricsToken: undefined, isStopping: () => false };
      const pages = healthPages({ ...asked, hasAnsweredWithin: () => hasAnswered });
      return (await pages.request('/readyz')).status;
    };
    expect(await Promise.all([statusWhere(true), statusWhere(false)])).toEqual([200, 503]);
  });

  it('is not ready, and does not start, where its clock differs from that of the database', async () => {
    const { db: own } = services;
    const execute = async (by: number) => ({ rows: [{ ms: String(systemClock.now().getTime() + by) }] });
    const dbWith = (by: number) => ({ execute: () => execute(by) }) as unknown as typeof own;
    for (const by of [-10_000, 10_000]) {
      const db = dbWith(by);
      const pages = healthPages({ db, metrics, metricsToken: undefined, isStopping: () => false });
      const answer = await pages.request('/readyz');
      expect([answer.status, await answer.text()]).toEqual([503, '{"status":"clock differs"}']);
      await expect(requireSameClock(db)).rejects.toThrow(/differ by \d+ ms/);
    }
    await requireSameClock(dbWith(1000));
    await requireSameClock(own);
  });
});

describe('the metrics', () => {
  it('count calls by operation and status, the pool, and what waits in the database', async () => {
    metrics.observe('getLoan', 200, 0.02);
    metrics.countMessage('sms', 'sent');
    metrics.countAccessRefused('lender 15');
    const { status, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('feepath_access_refused_total{company="lender 15"} 1');
    expect(text).toContain('feepath_call_duration_seconds_count{operation="getLoan",status="200"} 1');
    expect(text).toContain('feepath_database_connections{state="waiting"} 1');
    expect(text).toContain('feepath_messages_total{channel="sms",end="sent"} 1');
    expect(text).toContain('feepath_database_up 1');
    expect(text).toContain('feepath_waiting{what="push"} 0');
    expect(text).toContain('feepath_grievances{state="overdue"} 0');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  it('are served to programs on this machine and to callers with the token', async () => {
    expect((await get('/metrics', { env: elsewhere })).status).toBe(404);
    const token = 'a token of the operator';
    expect((await get('/metrics', { token })).status).toBe(404);
    expect((await get('/metrics', { token, authorization: 'Bearer another' })).status).toBe(404);
    expect((await get('/metrics', { token, authorization: `Bearer ${token}`, env: elsewhere })).status).toBe(
      200,
    );
  });

  it('count rows once a minute, and report the database as up where counting fails', async () => {
    const { db, clock } = services;
    const execute = db.execute.bind(db);
    let select = db.select.bind(db);
    let counts = 0;
    const counted = { execute, $count: db.$count.bind(db), select: (columns: never) => select(columns) };
    const own = createMetrics({
      clock,
      db: new Proxy(counted, {
        get: (target, name) => {
          if (name === 'select') counts += 1;
          return Reflect.get(target, name) as unknown;
        },
      }) as unknown as typeof db,
    });
    const waiting = 'feepath_waiting{what="push"} 0';
    expect(await own.text()).toContain(waiting);
    const first = counts;
    expect(first).toBeGreaterThan(0);
    expect(await own.text()).toContain(waiting);
    expect(counts).toBe(first);
    clock.pass(60_000);
    select = () => {
      throw new Error('A statement took too long');
    };
    const text = await own.text();
    expect(counts).toBeGreaterThan(first);
    expect(text).toContain('feepath_database_up 1');
    expect(text).not.toContain(waiting);
    own.close();
  });

  it('report that the database is down', async () => {
    const closed = await openTestServices();
    const own = createMetrics(closed);
    await closed.close();
    expect(await own.text()).toContain('feepath_database_up 0');
    own.close();
  });
});
