/** The HTTP providers against a server that misbehaves: each misbehaviour has its reply, and none throws. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseAdapters } from '../../server/adapters/index.ts';
import { httpKyc } from '../../server/adapters/kyc-http.ts';
import { httpMandates } from '../../server/adapters/mandate-http.ts';
import { httpPayments } from '../../server/adapters/payments-http.ts';
import { readConfig } from '../../server/config/config.ts';
import { sandboxAdapters } from '../../server/sandbox/index.ts';
import { freePort } from '../support/ports.ts';
import { answers, type Behaviour, type MisbehavingServer, startMisbehavingServer } from './misbehaving.ts';

const timeoutMs = 400;
const never = new AbortController().signal;
const reference = '6f1e0b6f-0d5b-4f0f-9a51-e2b7a6c17c11';
const noResponse = { kind: 'noResponse' };

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server?.close());

const connection = () => ({ url: server.url, key: 'secret', timeoutMs });

const cut: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"state":"veri');
  setTimeout(() => response.destroy(), 20);
};

const misbehaviours: [string, Behaviour, object][] = [
  ['never answers', () => {}, noResponse],
  ['ends the line', (request) => request.socket.destroy(), noResponse],
  ['cuts its answer off', cut, noResponse],
  ['answers garbage', answers(200, '<html>ok</html>'), noResponse],
  ['answers a state that there is not', answers(200, '{"state":"maybe","payments":[{}]}'), noResponse],
  ['has a fault', answers(500, '{}'), noResponse],
  ['is busy', answers(429, '{}'), noResponse],
  ['leads elsewhere', answers(302, '', { location: 'https://elsewhere.example' }), noResponse],
  ['refuses', answers(422, '{}'), { kind: 'failed', isFinal: true }],
  ...[401, 402, 403].map((status): [string, Behaviour, object] => [
    `answers ${status}, which operators mend`,
    answers(status, '{}'),
    { kind: 'failed', isFinal: false },
  ]),
  ['knows nothing', answers(404, '{}'), { kind: 'none' }],
];

describe.each([
  ['of identity checks', () => httpKyc(connection()).read(reference, never)],
  ['of mandates', () => httpMandates(connection()).read(reference, never)],
  ['of payments', () => httpPayments(connection()).readOrder(reference, never)],
])('a provider %s', (_, read) => {
  it.each(misbehaviours)('is handled where it %s', async (__, how, reply) => {
    server.behave(how);
    expect(await read()).toEqual(reply);
  });
});

it('a provider that refuses the key is reported to operators once for each answer', async () => {
  const refused: string[] = [];
  const { url } = server;
  const config = readConfig({
    ...{ SANDBOX: '1', NODE_ENV: 'test' },
    ...{ LENDER_15_URL: url, LENDER_15_KEY: 'secret', PAYMENTS_URL: url, PAYMENTS_KEY: 'secret' },
  });
  const needs = { config, sandbox: sandboxAdapters, store: { folder: {}, uploads: {} } } as Parameters<
    typeof chooseAdapters
  >[0];
  const chosen = await chooseAdapters({ ...needs, onAccessRefused: (company) => refused.push(company) });
  server.behave(answers(401, '{}'));
  await chosen.lenders[15]?.find(reference, never);
  await chosen.payments?.readOrder(reference, never);
  server.behave(answers(422, '{}'));
  await chosen.lenders[15]?.find(reference, never);
  expect(refused).toEqual(['lender 15', 'payments']);
});

it('an unreachable provider has certainly done nothing', async () => {
  const nowhere = { url: `http://127.0.0.1:${await freePort()}`, key: 'k', timeoutMs };
  expect(await httpPayments(nowhere).readOrder(reference, never)).toEqual({ kind: 'failed', isFinal: false });
});

it('an identity check begins, gets a new link, and reads no Aadhaar number or photo', async () => {
  const url = 'https://kyc.example/x?token=t';
  const expires_at = '2026-07-20T07:30:00+05:30';
  const kyc = httpKyc(connection());
  const requested = {
    kind: 'check',
    state: 'requested',
    failure: null,
    nameOnRecord: null,
    url,
    linkExpiresAt: new Date('2026-07-20T02:00:00Z'),
  };
  server.behave(answers(200, JSON.stringify({ state: 'requested', url, expires_at })));
  const request = {
    reference,
    name: 'Meenakshi Sundaram',
    pan: 'ABCDE1234F',
    mobile: '9840012345',
    returnUrl: 'https://fees.example/app',
  };
  expect(await kyc.request(request, never)).toEqual(requested);
  expect(server.heard).toEqual(['POST /api/kyc/requests']);
  expect(JSON.parse(server.bodies[0] ?? '')).toEqual({
    ...{ reference, name: request.name, pan: request.pan, mobile: request.mobile },
    return_url: 'https://fees.example/app',
  });
  expect(await kyc.regenerateToken(reference, never)).toEqual(requested);
  expect(server.heard.at(-1)).toBe(`POST /api/kyc/requests/${reference}/token`);
  const settled = { state: 'verified', name: 'M SUNDARAM', aadhaar: '1234 5678 9012', photo: 'x' };
  server.behave(answers(200, JSON.stringify(settled)));
  expect(await kyc.read(reference, never)).toEqual({
    ...{ kind: 'check', state: 'verified', failure: null, nameOnRecord: 'M SUNDARAM' },
    ...{ url: null, linkExpiresAt: null },
  });
  server.behave(answers(200, JSON.stringify({ state: 'failed', failure: 'bad mood' })));
  expect(await kyc.read(reference, never)).toMatchObject({ state: 'failed', failure: 'other' });
});

it.each(['javascript:alert(1)', 'http://kyc.example/x?token=t', 'kyc.example'])(
  'an answer with the unsafe address %s is refused',
  async (url) => {
    server.behave(answers(200, JSON.stringify({ state: 'requested', url, payments: [] })));
    for (const read of [
      httpKyc(connection()).read,
      httpMandates(connection()).read,
      httpPayments(connection()).readOrder,
    ])
      expect(await read(reference, never)).toEqual(noResponse);
  },
);

const account = { id: 'acc_15', holder: 'Fifteen Finance Ltd' };
const payee = { lenderId: 15, account };
const payeeThere = { lender_id: 15, account };

it('a mandate is requested, cancelled and revoked', async () => {
  const mandates = httpMandates(connection());
  server.behave(answers(200, JSON.stringify({ state: 'registered', umrn: 'FPTH1', url: null })));
  const account = { holder: 'Meenakshi Sundaram', number: '00123456789', ifsc: 'HDFC0000001' };
  const request = {
    reference,
    method: 'upi',
    limitPaise: 630_000,
    account,
    payee,
    returnUrl: 'https://f.example',
  } as const;
  const registered = {
    ...{ kind: 'mandate', state: 'registered', failure: null },
    ...{ registrationNumber: 'FPTH1', url: null },
  };
  expect(await mandates.request(request, never)).toEqual(registered);
  expect(JSON.parse(server.bodies[0] ?? '')).toMatchObject({
    reference,
    method: 'upi',
    limit: 630_000,
    account,
    payee: payeeThere,
  });
  expect(await mandates.cancel(reference, never)).toEqual(registered);
  expect(server.heard.at(-1)).toBe(`POST /api/mandates/${reference}/cancel`);
  expect(await mandates.revoke(reference, never)).toEqual(registered);
  expect(server.heard.at(-1)).toBe(`POST /api/mandates/${reference}/revoke`);
});

it('an order is opened and its payments are read with their refunds and disputes', async () => {
  const payments = httpPayments(connection());
  const paid = { currency: 'INR', state: 'captured', method: 'upi', paid_at: '2026-07-20T12:00:00+05:30' };
  server.behave(
    answers(
      200,
      JSON.stringify({
        payments: [
          { id: 'a', amount: 630_000, ...paid, payee: 'acc_15' },
          { id: 'b', amount: 630_000, ...paid, refunded: 30_000, changed_at: '2026-07-31T20:00:00Z' },
          { id: 'c', amount: 630_000, ...paid, refunded: 630_000 },
          { id: 'd', amount: 630_000, ...paid, state: 'failed' },
          {
            ...{ id: 'e', amount: 630_000, ...paid, changed_at: '2026-08-20T06:30:00Z' },
            disputes: [
              {
                id: 'disp_1',
                amount: 630_000,
                state: 'won',
                taken_at: '2026-08-01T12:00:00+05:30',
                decided_at: '2026-08-20T06:30:00Z',
              },
              { id: 'disp_2', amount: 0, state: 'open', taken_at: '2026-08-21T06:30:00Z' },
            ],
          },
        ],
      }),
    ),
  );
  const expiresAt = new Date('2026-07-20T07:00:00Z');
  const request = {
    reference,
    amountPaise: 630_000,
    currency: 'INR',
    payee,
    expiresAt,
    returnUrl: 'https://f.example',
  } as const;
  const reading = await payments.createOrder(request, never);
  expect(server.heard).toEqual(['POST /api/orders']);
  expect(JSON.parse(server.bodies[0] ?? '')).toMatchObject({
    ...{ reference, amount: 630_000, currency: 'INR', expires_at: '2026-07-20T07:00:00.000Z' },
    payee: payeeThere,
  });
  const read = reading.kind === 'order' ? reading.payments : [];
  expect(read.map(({ id, state, amountPaise }) => [id, state, amountPaise])).toEqual([
    ['a', 'captured', 630_000],
    ['b', 'captured', 600_000],
    ['c', 'refunded', 630_000],
    ['d', 'failed', 630_000],
    ['e', 'captured', 630_000],
  ]);
  expect(read.map((one) => one.payee)).toEqual(['acc_15', ...new Array(4).fill(undefined)]);
  const changed = [undefined, '2026-08-01', undefined, undefined, '2026-08-20'];
  expect(read.map(({ changedOn }) => changedOn)).toEqual(changed);
  const decidedAt = '2026-08-20T06:30:00.000Z';
  expect(read.flatMap(({ disputes = [] }) => disputes)).toEqual([
    { id: 'disp_1', amountPaise: 630_000, state: 'won', takenAt: '2026-08-01T06:30:00.000Z', decidedAt },
    { id: 'disp_2', amountPaise: 0, state: 'open', takenAt: '2026-08-21T06:30:00.000Z', decidedAt: null },
  ]);
  expect(read[0]?.paidAt).toEqual(new Date('2026-07-20T06:30:00Z'));
  expect(await payments.refundPayment(reference, 'b/1', never)).toEqual(reading);
  expect(server.heard.at(-1)).toBe(`POST /api/orders/${reference}/payments/b%2F1/refund`);
});
