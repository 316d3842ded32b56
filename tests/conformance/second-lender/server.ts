/**
 * The second lender: a server written from openapi/lender.yaml and docs/webhooks.md, which shares no code with the product.
 * It keeps its book in memory, and breaks a rule of the document where a fault is planted.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acts } from './acts.ts';
import { isApplication, isCustomerSteps } from './bodies.ts';
import { isDay } from './days.ts';
import { eventSender } from './events.ts';
import { type Fault, faults, type HasFault } from './faults.ts';
import { type Answer, Book } from './loan.ts';

export { type Fault, faults };

export const secondKey = randomBytes(24).toString('base64url');
export const secondSecret = `whsec_${randomBytes(32).toString('base64')}`;

const mostBytes = 1_000_000;

const refused = (message: string, status = 400): Answer => ({ status, body: { message } });

/** Reads a JSON body; undefined if it is invalid. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
  }
  try {
    if (size > mostBytes) return undefined;
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    return undefined;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** Answers one call that has the key. */
function answer(book: Book, method: string, url: URL, body: unknown): Answer {
  const [, root, part, tail, ...rest] = url.pathname.split('/');
  const reference = part === undefined ? undefined : decoded(part);
  const call = `${method} ${root}${part === undefined ? '' : '/*'}${tail === undefined ? '' : `/${tail}`}`;
  if (rest.length > 0) return refused('There is no such call.', 404);
  switch (call) {
    case 'POST loans':
      return isApplication(body) ? book.submit(body) : refused('The application is not as described.');
    case 'GET loans/*':
      return book.lookUp(reference as string);
    case 'PUT loans/*/servicing':
      return isCustomerSteps(body)
        ? book.exchange(reference as string, body)
        : refused('The steps are not as described.');
    case 'GET entries': {
      const day = url.searchParams.get('day');
      return isDay(day) ? book.list(day, url.searchParams.get('after')) : refused('The day is none.');
    }
    default:
      return refused('There is no such call.', 404);
  }
}

async function answerRequest(book: Book, has: HasFault, request: IncomingMessage): Promise<Answer> {
  const body = await readJson(request);
  const [scheme = '', key] = (request.headers.authorization ?? '').split(' ');
  const isRight = scheme.toLowerCase() === 'bearer' && key === secondKey;
  if (!isRight && !has('key_unchecked')) return refused('The key is not the one.', 401);
  return answer(book, request.method ?? '', new URL(request.url ?? '/', 'http://lender.invalid'), body);
}

/** Starts the lender at a free port of this machine. */
export async function startSecondLender({
  eventsUrl,
  faults: planted = [],
}: {
  eventsUrl?: string | undefined;
  faults?: readonly string[];
}) {
  const has: HasFault = (fault) => planted.includes(fault);
  const book = new Book(has);
  const events = eventSender(eventsUrl, secondSecret, has);
  const server = createServer((request, response) => {
    answerRequest(book, has, request)
      .catch(() => refused('The server has failed.', 500))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    key: secondKey,
    secret: secondSecret,
    act: (name: string, reference: string): Promise<boolean> => {
      const loan = book.loans.get(reference);
      const isDone = loan !== undefined && acts.get(name)?.(loan, has) === true;
      if (isDone) events.send(reference);
      return Promise.resolve(isDone);
    },
    close: async (): Promise<void> => {
      events.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
