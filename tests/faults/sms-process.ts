/**
 * An SMS provider in a separate process that counts by Idempotency-Key. The number's last digit decides the treatment
 * of the first call of a key; a repeat is answered, and delivered if it was not delivered before. It prints `listening
 * PORT`. `GET /books` returns its records.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * - `deaf`: the call reaches the door and never the books
 * - `slow`: it is delivered only after the caller has gone
 * - `mute`: it is delivered at once and never answered
 */
const treatments: Record<string, 'deaf' | 'slow' | 'mute'> = { '1': 'deaf', '2': 'slow', '3': 'mute' };

/** The records by Idempotency-Key. */
export type SmsRecords = Record<string, { to: string; calls: number; delivered: number }>;

const books: SmsRecords = {};

const server = createServer((request, response) => {
  if (request.url === '/books') send(response, 200, books);
  else void take(request, response);
});

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { to } = (await read(request)) as { to: string };
  const sms = (books[String(request.headers['idempotency-key'])] ??= { to, calls: 0, delivered: 0 });
  sms.calls += 1;
  const treatment = sms.calls === 1 ? treatments[to.slice(-1)] : undefined;
  if (treatment === 'deaf') return;
  const deliver = () => {
    sms.delivered ||= 1;
  };
  if (treatment === 'slow') {
    request.socket.once('close', deliver);
    return;
  }
  deliver();
  if (treatment !== 'mute') send(response, 202, {});
}

async function read(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`);
});
