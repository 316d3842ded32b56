/** The HTTP lender against a server that misbehaves: each misbehaviour has its outcome, and none throws. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply, Submission } from '../../server/adapters/lender.ts';
import { httpLender } from '../../server/adapters/lender-http.ts';
import { freePort } from '../support/ports.ts';
import { answers, type Behaviour, type MisbehavingServer, startMisbehavingServer } from './misbehaving.ts';

const timeoutMs = 400;
const never = new AbortController().signal;
const sent: Submission = {
  reference: 'e2b7a6c1-0d5b-4f0f-9a51-1f6e0b6f7c11',
  submission: 2,
  request: {
    phone: '9840012345',
    email: 'meena@parent.example',
    firstName: 'Meenakshi',
    lastName: 'Sundaram',
    panNo: 'ABCDE1234F',
    dob: '1986-11-02',
    gender: 'Female',
    monthlyIncome: 48_000,
    employmentType: 'Salaried',
    relationshipWithStudent: 'Mother',
    address: '12 Temple Street',
    city: 'Chennai',
    state: 'Tamil Nadu',
    pincode: '600004',
    studentName: 'Kavin M',
    studentDoB: '2016-04-09',
    course_id: 20_301,
    course_tenure_id: 2_030_103,
    course_fee: 39_000,
    test: false,
  },
};

const silent: Reply = { kind: 'noResponse' };
const failed = (message: string, nothingBooked: boolean): Reply => ({
  kind: 'failed',
  message,
  nothingBooked,
  // An answer that proves that nothing is booked is final, except refusals of the server's access.
  isFinal: nothingBooked,
});
const json = (body: unknown) => JSON.stringify(body);
const approved = { status: 'APPROVED', url: 'https://lender.example/x' };

const drip: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(timer));
};
const cut: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"status":"APPR');
  setTimeout(() => response.destroy(), 20);
};
const endless: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};

const misbehaviours: [string, Behaviour, Reply][] = [
  ['never answers', () => {}, silent],
  ['answers a byte now and then', drip, silent],
  ['ends the line before it answers', (request) => request.socket.destroy(), silent],
  ['cuts its answer off', cut, silent],
  ['answers with no HTTP', (request) => request.socket.end('hello\r\n\r\n'), silent],
  ['answers garbage', answers(200, '<html>ok</html>'), silent],
  ['answers nothing', answers(200), silent],
  ['answers a list', answers(200, '[]'), silent],
  ['answers an object that says nothing', answers(200, '{"hello":1}'), silent],
  ['answers a status of another type', answers(200, json({ status: 7 })), silent],
  ['answers more than anybody reads', answers(200, json({ status: 'x'.repeat(70_000) })), silent],
  ['answers without an end', endless, silent],
  ['answers 504', answers(504, json({ message: 'Gateway' })), silent],
  [
    'sends us elsewhere',
    answers(307, '', { location: '/api/elsewhere' }),
    failed('The lender answered with status 307.', false),
  ],
  ['has a fault', answers(500, json({ message: 'Our fault' })), failed('Our fault', false)],
  ['is down behind a page', answers(503, '<html>'), failed('The lender answered with status 503.', false)],
  ['refuses', answers(422, json({ message: 'No such PAN' })), failed('No such PAN', true)],
  ...[408, 409, 425, 429, 499].map((status): [string, Behaviour, Reply] => [
    `answers ${status}, which does not say what it has booked`,
    answers(status, json({ message: 'Try again' })),
    failed('Try again', false),
  ]),
  ['refuses in other words', answers(400, json({ status_message: 'No\0pe' })), failed('No pe', true)],
  ['refuses at length', answers(451, json({ message: 'x'.repeat(5000) })), failed('x'.repeat(300), true)],
  ...[401, 402, 403].map((status): [string, Behaviour, Reply] => [
    `answers ${status}, which operators mend`,
    answers(status, json({ message: 'No such key' })),
    { kind: 'failed', message: 'No such key', nothingBooked: true, isFinal: false },
  ]),
];

describe('a lender behind HTTP', () => {
  let server: MisbehavingServer;
  beforeAll(async () => {
    server = await startMisbehavingServer();
  });
  afterAll(() => server.close());
  const lender = () => httpLender({ url: server.url, key: 'secret', timeoutMs });

  it('is sent a reference, a submission number and what the loan says', async () => {
    let head = {};
    server.behave((request, response) => {
      head = request.headers;
      answers(200, json({ ...approved, more: 'than asked' }))(request, response);
    });
    expect(await lender().push(sent, never)).toEqual({ kind: 'answered', result: approved });
    expect(server.heard).toEqual(['POST /api/loans']);
    expect(head).toMatchObject({ authorization: 'Bearer secret', 'content-type': 'application/json' });
  });

  it.each(misbehaviours)('that %s gives an outcome of the push', async (_, how, outcome) => {
    server.behave(how);
    const started = performance.now();
    expect(await lender().push(sent, never)).toEqual(outcome);
    expect(performance.now() - started).toBeLessThan(timeoutMs + 10_000);
    expect(server.heard).toEqual(['POST /api/loans']);
  });

  it('receives the steps of the customer and returns its own', async () => {
    const steps = {
      accepted: null,
      declined: null,
      signed: null,
      cancelledAt: null,
      withdrawnConsents: [],
      kycVerifiedAt: null,
      mandate: null,
      debits: [],
      payments: [],
    };
    const none = {
      offer: null,
      countersigned: null,
      disbursal: null,
      cancelled: null,
      refused: false,
      collections: [],
    };
    const exchange = () => lender().exchangeServicing(sent.reference, steps, never);
    server.behave(answers(200, json(none)));
    expect(await exchange()).toEqual({ kind: 'servicing', ...none });
    expect(server.heard).toEqual([`PUT /api/loans/${sent.reference}/servicing`]);
    server.behave(answers(404));
    expect(await exchange()).toEqual({ kind: 'none' });
    server.behave(answers(200, json({ ...none, refused: 'no' })));
    expect(await exchange()).toEqual({ kind: 'unreadable' });
    server.behave(cut);
    expect(await exchange()).toEqual(silent);
  });

  it('is found by its reference', async () => {
    server.behave(answers(200, json({ submission: 2, ...approved })));
    expect(await lender().find(sent.reference, never)).toEqual({
      kind: 'answered',
      submission: 2,
      result: approved,
    });
    expect(server.heard).toEqual([`GET /api/loans/${sent.reference}`]);
    server.behave(answers(404));
    expect(await lender().find(sent.reference, never)).toEqual({ kind: 'none' });
    server.behave(answers(202, json({ submission: 2 })));
    expect(await lender().find(sent.reference, never)).toEqual({ kind: 'processing', submission: 2 });
    server.behave(answers(200, json(approved)));
    expect(await lender().find(sent.reference, never)).toEqual(silent);
  });

  it.each(misbehaviours)('that %s gives an outcome of the query', async (_, how, outcome) => {
    server.behave(how);
    expect(await lender().find(sent.reference, never)).toEqual(outcome);
  });

  it('that is unreachable has certainly booked nothing', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const nobody = httpLender({ url: `http://${host}:${await freePort()}`, key: 'secret', timeoutMs });
      const unreachable = { ...failed('The lender cannot be reached.', true), isFinal: undefined };
      expect(await nobody.push(sent, never)).toEqual(unreachable);
    }
  });

  it('is no longer awaited when another server has the push', async () => {
    server.behave(() => {});
    const gone = new AbortController();
    const reply = lender().push(sent, gone.signal);
    gone.abort();
    expect(await reply).toEqual(silent);
  });
});
