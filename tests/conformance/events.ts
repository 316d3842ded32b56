/** The place where Feepath takes events: verifies each, refuses the first one for a while, and keeps them all. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemOfEvent } from './document.ts';

export type Received = {
  at: number;
  id: string;
  timestamp: string;
  reference: string;
  /** The problem of its signature, its headers or its body; null if there is none. */
  problem: string | null;
  status: number;
};

export type EventListener = { url: string; received: Received[]; close: () => Promise<void> };

/** @param port 0 for any that is free */
export async function listenForEvents(secret: string, port: number): Promise<EventListener> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const event = verify(request, body, secret);
      const seen = received.some((one) => one.id === event.id && one.status === 200);
      // The very first one is to come again.
      const status = event.problem !== null ? 401 : received.length === 0 ? 503 : seen ? 409 : 200;
      received.push({ ...event, status });
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(status === 503 && { 'retry-after': '1' }),
      });
      response.end(JSON.stringify({ success: status === 200 }));
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function verify(request: IncomingMessage, body: Buffer, secret: string): Omit<Received, 'status'> {
  const header = (name: string) => String(request.headers[name] ?? '');
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  const parsed = parse(body);
  const wrongs = [
    header('webhook-signature').split(' ').includes(right) ? null : 'the signature is not one of this body',
    /^[\w-]{1,100}$/.test(id) ? null : `the id '${id}'`,
    Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300 ? null : `the time stamp '${timestamp}'`,
    header('content-type').startsWith('application/json') ? null : 'no JSON by its content type',
    body.byteLength <= 4096 ? null : `${body.byteLength} bytes`,
    problemOfEvent(parsed),
  ].filter((one) => one !== null);
  const reference = (parsed as { reference?: unknown } | undefined)?.reference;
  return {
    ...{ at: Date.now(), id, timestamp, reference: String(reference) },
    problem: wrongs.length > 0 ? wrongs.join('; ') : null,
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
