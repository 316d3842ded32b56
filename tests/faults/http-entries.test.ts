/** The list of a day over HTTP, from a server that misbehaves: each misbehaviour has its reply, and none throws. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDay } from '../../server/adapters/day-list.ts';
import { httpLender } from '../../server/adapters/lender-http.ts';
import { httpPayments } from '../../server/adapters/payments-http.ts';
import { freePort } from '../support/ports.ts';
import { answers, type Behaviour, type MisbehavingServer, startMisbehavingServer } from './misbehaving.ts';

const timeoutMs = 400;
const never = new AbortController().signal;
const day = '2026-09-21';
const noResponse = { kind: 'noResponse' };
const refused = { kind: 'failed', isFinal: true };

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server?.close());

const connection = () => ({ url: server.url, key: 'secret', timeoutMs });

const entry = {
  ...{ id: 'C-2', reference: '15-0b6f0b52', amount_paise: 1_150_000, state: 'returned', on: day },
};
const page = { entries: [entry], next: null, total: 1 };
const read = {
  ...{ id: 'C-2', reference: '15-0b6f0b52', amountPaise: 1_150_000, currency: 'INR' },
  ...{ state: 'returned', on: day },
};
const json = (body: unknown): Behaviour => answers(200, JSON.stringify(body));
const withEntry = (changes: object): Behaviour => json({ ...page, entries: [{ ...entry, ...changes }] });

const slow: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(timer));
};
const cut: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"entries":[],"next":nu');
  setTimeout(() => response.destroy(), 20);
};
/** Returns a page that is wrong in its size alone. */
const large = (bytes: number): Behaviour => {
  const text = JSON.stringify(page);
  return answers(200, text + ' '.repeat(bytes - text.length));
};
const cap = 64 * 1024;

const misbehaviours: [string, Behaviour, object][] = [
  ['never answers', () => {}, noResponse],
  ['answers a byte now and then', slow, noResponse],
  ['ends the line', (request) => request.socket.destroy(), noResponse],
  ['cuts its answer off', cut, noResponse],
  ['answers with no HTTP', (request) => request.socket.end('hello\r\n\r\n'), noResponse],
  ['answers a byte too many', large(cap + 1), noResponse],
  ['answers garbage', answers(200, '<html>ok</html>'), noResponse],
  ['answers half of it', answers(200, JSON.stringify(page).slice(0, -1)), noResponse],
  ['answers nothing', answers(200), noResponse],
  ['answers a list', json([entry]), noResponse],
  ['answers no total', json({ ...page, total: undefined }), noResponse],
  ['answers no next page and no end', json({ ...page, next: undefined }), noResponse],
  ['answers a total in words', json({ ...page, total: '1' }), noResponse],
  ['answers a cursor that is none', json({ ...page, next: '' }), noResponse],
  ['answers an entry without an id', withEntry({ id: undefined }), noResponse],
  ['answers an amount in rupees', withEntry({ amount_paise: 11_500.5 }), noResponse],
  ['answers an amount as text', withEntry({ amount_paise: '1150000' }), noResponse],
  ['answers a negative amount', withEntry({ amount_paise: -1 }), noResponse],
  ['answers a state that there is not', withEntry({ state: 'maybe' }), noResponse],
  ['answers a time in place of a day', withEntry({ on: `${day}T10:00:00Z` }), noResponse],
  ['answers a character that nothing can hold', withEntry({ reference: 'a\0b' }), noResponse],
  ['has a fault', answers(500, '{}'), noResponse],
  ['is busy', answers(429, '{}'), noResponse],
  ['leads elsewhere', answers(302, '', { location: 'https://elsewhere.example' }), noResponse],
  ['refuses', answers(422, '{}'), refused],
  ['does not know the key', answers(401, '{}'), { ...refused, isFinal: false }],
  ['has no such list', answers(404, '{}'), { kind: 'none' }],
];

describe.each([
  ['a lender', () => httpLender(connection())],
  ['a provider of payments', () => httpPayments(connection())],
])('the list of a day of %s', (_, open) => {
  it.each(misbehaviours)('is handled where the server %s', async (__, how, reply) => {
    server.behave(how);
    expect(await open().listDay(day, null, never)).toEqual(reply);
    expect(server.heard).toEqual([`GET /api/entries?day=${day}`]);
  });

  it('is read completely up to the maximum size', async () => {
    server.behave(large(cap));
    expect(await open().listDay(day, null, never)).toEqual({
      ...{ kind: 'page', next: null, total: 1 },
      entries: [read],
    });
  });

  it('identifies a disbursal by its loan and leaves out unknown members', async () => {
    server.behave(withEntry({ state: 'disbursed', currency: 'USD', more: 'than asked' }));
    const reply = await open().listDay(day, null, never);
    const disbursal = { ...read, id: entry.reference, state: 'disbursed', currency: 'USD' };
    expect(reply).toMatchObject({ entries: [disbursal] });
  });

  it('is requested again where the server is unreachable', async () => {
    const url = server.url;
    server.url = `http://127.0.0.1:${await freePort()}`;
    try {
      expect(await open().listDay(day, null, never)).toEqual({ kind: 'failed', isFinal: false });
    } finally {
      server.url = url;
    }
  });
});

describe('the pages of a list', () => {
  const entries = ['C-1', 'C-2', 'C-3'].map((id) => ({ ...entry, id }));
  const list = () => readDay(httpLender(connection()).listDay, day, never);
  /** Serves the pages by the cursor that leads to them; an absent one closes the connection. */
  const pages =
    (byCursor: Record<string, object>): Behaviour =>
    (request, response) => {
      const after = new URL(request.url ?? '', 'http://x').searchParams.get('after') ?? '';
      const body = byCursor[after];
      if (!body) return void request.socket.destroy();
      json(body)(request, response);
    };
  const first = { entries: entries.slice(0, 2), next: 'c/2 &é', total: 3 };
  const last = { entries: entries.slice(2), next: null, total: 3 };

  it('are requested by their cursors', async () => {
    server.behave(pages({ '': first, [first.next]: last }));
    expect(await list()).toEqual(entries.map(({ id }) => ({ ...read, id })));
    expect(server.heard).toEqual([
      `GET /api/entries?day=${day}`,
      `GET /api/entries?day=${day}&after=c%2F2+%26%C3%A9`,
    ]);
  });

  it.each([
    ['of which the last one does not come', { '': first }, { received: 2, total: null }],
    ['that end too early', { '': { ...first, next: null } }, { received: 2, total: 3 }],
    [
      'that have more than they say',
      { '': { ...first, total: 2, next: null, entries } },
      { received: 3, total: 2 },
    ],
    ['that go on after all', { '': { ...last, next: 'x', total: 1 } }, { received: 1, total: 1 }],
    ['that go round', { '': first, [first.next]: { ...first, total: 4 } }, { received: 4, total: 4 }],
    [
      'of which one is empty',
      { '': first, [first.next]: { ...last, entries: [], next: 'y' } },
      { received: 2, total: 3 },
    ],
  ])('%s are not believed', async (_, byCursor, cutList) => {
    server.behave(pages(byCursor));
    expect(await list()).toEqual({ day, ...cutList });
  });
});
