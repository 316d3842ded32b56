/** The document of a lender's server matches the adapter's requests and the responses that it reads. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareTerms } from '../../domain/servicing/compare-terms.ts';
import { figuresOf } from '../../domain/servicing/figures.ts';
import { termsProblems } from '../../domain/servicing/terms-problems.ts';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import { termsOf, wireTermsOf } from '../../domain/servicing/terms-wire.ts';
import { aLoan } from '../../domain/testing.ts';
import { consentPurposes } from '../../domain/servicing/consents.ts';
import { pushRequestOf } from '../../domain/lending/push-request.ts';
import { httpLender } from '../../server/adapters/lender-http.ts';
import { loadContract } from '../../server/contract/contract.ts';
import {
  document,
  examplesOf,
  operationOf,
  operations,
  problemOfAnswer,
  problemOfRequest,
} from '../conformance/document.ts';
import { answers, type MisbehavingServer, startMisbehavingServer } from '../faults/misbehaving.ts';

const never = new AbortController().signal;
const reference = '15-0b6f0b52-6c1f-4d53-9f0a-1f3a5c1f8d11';
const at = new Date('2026-07-20T06:30:00Z');

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server?.close());

const lender = () => httpLender({ url: server.url, key: 'k', timeoutMs: 2000 });
const { loan_id: _, ...request } = pushRequestOf(aLoan());
const steps = {
  accepted: { proposalNumber: 'P-1', at },
  declined: { proposalNumber: 'P-2', at },
  signed: { documentSha256: 'a'.repeat(64), at },
  cancelledAt: at,
  withdrawnConsents: [...consentPurposes],
  kycVerifiedAt: at,
  mandate: { registrationNumber: null, limitPaise: 1, isWithdrawn: true },
  debits: [{ instalment: 4, dueOn: '2026-11-21', announcedAt: at }],
  payments: (['captured', 'refunded', 'held', 'refunded_by_lender'] as const).map((state) => ({
    ...{ id: 'pay_1', purpose: 'advance' as const, instalment: null, amountPaise: 1, state, paidAt: at },
  })),
};
const nothing = {
  ...{
    accepted: null,
    declined: null,
    signed: null,
    cancelledAt: null,
    withdrawnConsents: [],
    kycVerifiedAt: null,
    mandate: null,
  },
  ...{ debits: [], payments: [] },
};

const calls: [string, () => Promise<unknown>][] = [
  ['submitApplication', () => lender().push({ reference, submission: 1, request }, never)],
  ['readApplication', () => lender().find(reference, never)],
  [
    'readApplication',
    () => lender().refresh({ reference, documents: ['pan_photo', 'bank_statement_3_months'] }, never),
  ],
  ['exchangeServicing', () => lender().exchangeServicing(reference, steps, never)],
  ['exchangeServicing', () => lender().exchangeServicing(reference, nothing, never)],
  ['listDay', () => lender().listDay('2026-09-21', 'page-2', never)],
];

it.each(calls)('sends %s as it is described', async (id, call) => {
  server.behave(answers(500));
  await call();
  const { method, path, operation } = operationOf(id);
  const [heard = ''] = server.heard;
  const url = new URL(heard.split(' ')[1] ?? '', 'http://lender.invalid');
  expect(heard.split(' ')[0]?.toLowerCase()).toBe(method);
  expect(url.pathname).toBe(`/api${path.replace('{reference}', reference)}`);
  const named = ((operation.parameters ?? []) as { in: string; name: string }[]).map(({ name }) => name);
  expect(named).toEqual(expect.arrayContaining([...url.searchParams.keys()]));
  const [body] = server.bodies;
  if (body) expect(problemOfRequest(id, JSON.parse(body))).toBeNull();
  else expect(operation.requestBody).toBeUndefined();
});

it('describes each call of the adapter, and no other', () => {
  const described = operations.filter((id) => id !== 'sendLenderEvent');
  expect(new Set(calls.map(([id]) => id))).toEqual(new Set(described));
});

it.each(
  operations.flatMap((id) => examplesOf(id).map(({ name, status, value }) => ({ id, name, status, value }))),
)('has a valid example: $id $status $name', ({ id, status, value }) => {
  const problem = status === null ? problemOfRequest(id, value) : problemOfAnswer(id, status, value);
  expect(problem).toBeNull();
});

it.each([
  ['submitApplication', () => calls[0]?.[1](), 'answered'],
  ['readApplication', () => calls[1]?.[1](), 'answered'],
  ['exchangeServicing', () => calls[3]?.[1](), 'servicing'],
  ['listDay', () => calls[5]?.[1](), 'page'],
])('has examples of answers to %s that are read', async (id, call, kind) => {
  const right = examplesOf(id).filter(({ status }) => status === 200);
  expect(right.length).toBeGreaterThan(0);
  for (const { value } of right) {
    server.behave(answers(200, JSON.stringify(value)));
    expect(await call()).toMatchObject({ kind });
  }
});

it('has an example of an offer with correct figures and of its disbursal', () => {
  const [, repaying] = examplesOf('exchangeServicing').filter(({ status }) => status === 200);
  const { offer, disbursal } = repaying?.value as {
    offer: { terms: ReturnType<typeof wireTermsOf> };
    disbursal: { amount_paise: number };
  };
  const terms = termsOf(offer.terms);
  expect(termsProblems(terms)).toEqual([]);
  expect(figuresOf(terms)).toMatchObject({ apr: terms.apr, instalment: terms.instalment });
  expect(compareTerms(terms)).toEqual([]);
  expect(disbursal.amount_paise).toBe(figuresOf(terms).netDisbursed);
});

it('describes an event as the contract takes it, with the same answers', () => {
  const { operation } = operationOf('sendLenderEvent');
  const taken = loadContract().operations.find(({ id }) => id === 'receiveLenderEvent');
  const statuses = Object.keys(operation.responses as object).map(Number);
  expect(new Set(statuses)).toEqual(new Set(taken?.replies.keys()));
  expect(taken?.policy.bodyBytes).toBe(4096);
  expect(operation.requestBody).toMatchObject({ description: 'At most 4,096 bytes.' });
  expect(taken?.body?.ref).toMatch(/\/schemas\/lender\.yaml#\/LenderEvent$/);
});

it('describes an application with the members that are sent', () => {
  const { schemas } = document.components as { schemas: Record<string, { properties: object }> };
  const { reference: of, submission, ...own } = schemas.Application?.properties as Record<string, unknown>;
  expect([of, submission]).not.toContain(undefined);
  const contract = [...loadContract().documents].find(([file]) => file.endsWith('/schemas/lender.yaml'));
  const { properties } = contract?.[1].PushRequest as { properties: Record<string, unknown> };
  const { loan_id: __, ...sent } = properties;
  expect(Object.keys(own).sort()).toEqual(Object.keys(sent).sort());
});

/** An offer that the terms' own rules refuse, and what the document's bounds say of it. */
const outOfBounds = [
  { sanctionedAmount: 99_999 },
  { tenureMonths: 61 },
  { disbursalKind: 'staged' as const },
  { coolingOffDays: 0 },
  { apr: '24,15' },
  { instalment: 0 },
];

it.each(outOfBounds)('refuses terms that the product refuses: %o', (changes) => {
  const answer = (terms: object) => ({
    offer: { revision: 1, proposal_number: 'P', valid_until: '2026-07-31T23:59:59+05:30', terms },
    ...{ countersigned: null, disbursal: null, cancelled: null, refused: false },
  });
  const problem = (terms: ReturnType<typeof someLoanTerms>) =>
    problemOfAnswer('exchangeServicing', 200, answer(wireTermsOf(terms)));
  expect(termsProblems(someLoanTerms(changes))).not.toEqual([]);
  expect(problem(someLoanTerms(changes))).not.toBeNull();
  expect(problem(someLoanTerms())).toBeNull();
});
