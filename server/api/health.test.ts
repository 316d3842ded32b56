import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServices, type TestServices } from '../testing/services.ts';
import { healthPages } from './health.ts';
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
  it('is ready until it stops, and alive until it has', async () => {
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

  it('are for programs of this machine, or for who has the token', async () => {
    expect((await get('/metrics', { env: elsewhere })).status).toBe(404);
    const token = 'a token of the operator';
    expect((await get('/metrics', { token })).status).toBe(404);
    expect((await get('/metrics', { token, authorization: 'Bearer another' })).status).toBe(404);
    expect((await get('/metrics', { token, authorization: `Bearer ${token}`, env: elsewhere })).status).toBe(
      200,
    );
  });

  it('say that the database is away', async () => {
    const closed = await openTestServices();
    const own = createMetrics(closed);
    await closed.close();
    expect(await own.text()).toContain('feepath_database_up 0');
    own.close();
  });
});
