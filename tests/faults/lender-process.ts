/**
 * A lender in a separate process that counts its loans by reference and misbehaves on command. It prints `listening
 * PORT`. `PUT /mode` with `{mode}` sets its treatment of submissions from then on, `GET /books` returns its records.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * - `answers`: books and answers, after `afterMs`
 * - `drops`: a submission is received and not booked
 * - `booksAfterDisconnect`: books once the caller has disconnected
 * - `booksWithoutAnswer`: books at once and never answers
 */
export type Mode = {
  mode: 'answers' | 'drops' | 'booksAfterDisconnect' | 'booksWithoutAnswer';
  afterMs?: number;
};
export type LenderRecords = {
  /** Submissions that were received, booked or not. */
  received: number;
  /** The number of bookings and updates of each loan, by reference. */
  loans: Record<string, { submission: number; calls: number; panNo: string }>;
};

let mode: Mode = { mode: 'answers' };
const books: LenderRecords = { received: 0, loans: {} };

const server = createServer((request, response) => {
  const { method, url = '' } = request;
  if (url === '/mode' && method === 'PUT') {
    void read(request).then((body) => {
      mode = body as Mode;
      send(response, 200, {});
    });
  } else if (url === '/books') send(response, 200, books);
  else if (url === '/loans' && method === 'POST') void receive(request, response);
  else if (url.startsWith('/loans/')) answerLookup(url.slice('/loans/'.length), response);
  else send(response, 404, {});
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = (await read(request)) as { reference: string; submission: number; panNo: string };
  const now = mode;
  books.received += 1;
  if (now.mode === 'drops') return;
  if (now.mode === 'booksAfterDisconnect') {
    request.socket.once('close', () => book(sent));
    return;
  }
  book(sent);
  if (now.mode === 'answers') setTimeout(() => send(response, 200, approved), now.afterMs ?? 0);
}

function book({ reference, submission, panNo }: { reference: string; submission: number; panNo: string }) {
  const known = books.loans[reference];
  books.loans[reference] =
    known && known.submission >= submission
      ? { ...known, calls: known.calls + 1 }
      : { submission, panNo, calls: (known?.calls ?? 0) + 1 };
}

function answerLookup(reference: string, response: ServerResponse): void {
  const loan = books.loans[reference];
  send(response, loan ? 200 : 404, loan ? { submission: loan.submission, ...approved } : {});
}

const approved = { status: 'APPROVED' };

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
