/** Tests that refusals of the HTTP layer have the contract's shape, and that idle connections end. */
import type { AddressInfo, Server } from 'node:net';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterEach, expect, it } from 'vitest';
import { readBody } from './body.ts';
import { loadContract } from '../contract/contract.ts';
import type { HonoEnv } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';
import { createChecks } from '../contract/validate.ts';
import { asProblem } from './error-to-problem.ts';
import { createHttpServer, httpLimits } from './server.ts';

const contract = loadContract();
const [operation] = contract.operations;
const problemAt = operation?.replies.get(400);
const checkProblem = problemAt && createChecks(contract)(problemAt);

let server: Server | undefined;
afterEach(() => new Promise<void>((done) => (server ? server.close(() => done()) : done())));

async function listen(limits: Partial<typeof httpLimits> = {}, maxConnections = 100): Promise<number> {
  const app = new Hono<HonoEnv>();
  app.get('/', (call) => call.text('good'));
  app.post('/', async (call) => {
    const answer = await readBody(call.req.raw, { maxBytes: 100, timeoutMs: 50 }).catch(asProblem);
    return call.json(answer, 'status' in (answer as object) ? 408 : 200, { connection: 'close' });
  });
  const log = createLog('off');
  server = createHttpServer(app, { log, maxConnections, limits: { ...httpLimits, ...limits } });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

/** Returns the bytes that the server sends before it ends the connection. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => (answer += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

function expectProblem(answer: string, status: number): void {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const body: unknown = JSON.parse(
    answer.slice(answer.indexOf('\r\n\r\n') + 4).replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, ''),
  );
  expect(checkProblem?.(body)).toEqual([]);
}

it.each([
  ['what is not HTTP', 'HELLO\r\n\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400],
  ['headers that are too long', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['an address that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n', 400],
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
  ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n', 400],
  ['an address that is none', 'GET http://[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
  ['a body whose length is none', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
  [
    'a body of two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
  ['an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: all\r\n\r\n', 417],
  ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
])('answers %s in the shape of the contract', async (_, bytes, status) => {
  const answer = await exchange(await listen(), bytes);
  expectProblem(answer, status);
});

it('cuts headers that do not come to an end', async () => {
  const port = await listen({ headersTimeoutMs: 100, checkTimeoutsEveryMs: 20 });
  expectProblem(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n'), 408);
});

it('cuts a body that does not come to an end', async () => {
  const port = await listen();
  const answer = await exchange(
    port,
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  expectProblem(answer, 408);
});

it('ends a connection on which nothing moves', async () => {
  const port = await listen({ idleTimeoutMs: 50 });
  expect(await exchange(port, '')).toBe('');
});

it('takes no more connections than it is allowed to', async () => {
  const port = await listen({}, 1);
  const first = connect(port, '127.0.0.1');
  await new Promise((done) => first.once('connect', done));
  first.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await new Promise((done) => first.once('data', done));
  expect(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
  first.destroy();
});
