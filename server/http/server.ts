/** Node's HTTP server with its limits, whose own refusals have the contract's shape too. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import type { HonoEnv } from '../platform/env.ts';
import { errorFields, type Log } from '../platform/log.ts';
import { Problem } from './problem.ts';
import { asProblem } from './error-to-problem.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;

export const httpLimits = {
  /** The time from the first byte of a request to the end of its headers. */
  headersTimeoutMs: 10 * secondMs,
  /** A whole request. Four parts of a document that share a line of 17 kB/s take twenty minutes each. */
  requestTimeoutMs: 30 * minuteMs,
  /** A connection on which nothing moves; longer than any answer of a lender takes. */
  idleTimeoutMs: 3 * minuteMs,
  /** Longer than a balancer keeps one, which is a minute as a rule: it must not use one that was just closed. */
  keepAliveTimeoutMs: 75 * secondMs,
  checkTimeoutsEveryMs: 5 * secondMs,
};

type Fetch = Hono<HonoEnv>['fetch'];

/**
 * Counts the calls that are being answered. A client that goes away leaves its call behind.
 * @returns `whenIdle`: resolves once no call is being answered
 */
export function countCalls(app: { fetch: Fetch }): { fetch: Fetch; whenIdle: () => Promise<void> } {
  let running = 0;
  let onIdle = () => {};
  const end = () => {
    running -= 1;
    if (running === 0) onIdle();
  };
  return {
    fetch(...call) {
      const answer = app.fetch(...call);
      if (answer instanceof Promise) {
        running += 1;
        answer.then(end, end);
      }
      return answer;
    },
    whenIdle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => (onIdle = resolve))),
  };
}

/** @param options.maxConnections beyond it, new connections are closed at once */
export function createHttpServer(
  app: Pick<Hono<HonoEnv>, 'fetch'>,
  options: { log: Log; maxConnections: number; limits?: typeof httpLimits },
): Server {
  const { log, maxConnections, limits = httpLimits } = options;
  const listener = getRequestListener(app.fetch, {
    errorHandler(error) {
      const problem =
        error instanceof RequestError
          ? new Problem(400, 'The address or the Host is not valid')
          : asProblem(error);
      if (!(error instanceof RequestError)) log.error('request failed', errorFields(error));
      return Response.json(problem, { status: problem.status, headers: { 'cache-control': 'no-store' } });
    },
  });
  const answers = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.checkTimeoutsEveryMs,
      // Node's own refusal of a missing Host has no body; the listener's has.
      requireHostHeader: false,
    },
    (incoming: IncomingMessage, outgoing: ServerResponse) => {
      answers.set(incoming.socket, outgoing);
      if (hostsOf(incoming) > 1) refuse(outgoing, new Problem(400, 'A request has one Host'));
      else void listener(incoming, outgoing);
    },
  );
  server.setTimeout(limits.idleTimeoutMs);
  server.maxConnections = maxConnections;
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    const answer = answers.get(socket);
    const isAnswering = answer !== undefined && answer.headersSent && !answer.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy();
    else writeRefusal(socket, protocolErrors[error.code ?? ''] ?? malformed);
  });
  server.on('checkExpectation', (_, outgoing: ServerResponse) =>
    refuse(outgoing, new Problem(417, 'Only Expect: 100-continue is known')),
  );
  server.on('connect', (_, socket) => writeRefusal(socket, new Problem(405, 'This server is no proxy')));
  return server;
}

/** Counts the Host headers. Node keeps the first of several, and a proxy before it may go by the last. */
const hostsOf = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;

function refuse(outgoing: ServerResponse, problem: Problem): void {
  outgoing.writeHead(problem.status, { 'content-type': 'application/json', connection: 'close' });
  outgoing.end(JSON.stringify(problem));
}

const malformed = new Problem(400, 'The request is not HTTP');

/** The errors of Node's parser. */
const protocolErrors: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: new Problem(431, 'The headers are too long'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new Problem(413, 'The chunk extensions are too long'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'The request did not arrive in time'),
};

/** Answers past the framework, which knows nothing of this request. */
function writeRefusal(socket: Duplex, problem: Problem): void {
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
