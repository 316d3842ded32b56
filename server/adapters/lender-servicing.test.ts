import { expect, it } from 'vitest';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import { termsOf, wireTermsOf } from '../../domain/servicing/terms-wire.ts';
import { customerStepsOnWire, readLenderSteps } from './lender-servicing.ts';

const terms = someLoanTerms({
  rateType: 'floating',
  benchmark: { name: 'Repo', rate: '6.5', spread: '14.5', resetMonths: 3 },
  instalmentRounding: 'rupee',
});

const row = { number: 1, due_on: '2026-07-05', outstanding_paise: 3, principal_paise: 2, interest_paise: 1 };

const body = {
  offer: {
    revision: 2,
    proposal_number: 'P-2',
    valid_until: '2026-06-20T23:59:59+05:30',
    terms: wireTermsOf(terms),
    schedule: [{ ...row, instalment_paise: 3 }],
    more: 'than asked',
  },
  countersigned: { document_sha256: 'a'.repeat(64), at: '2026-06-05T10:00:00Z' },
  disbursal: {
    ...{ on: '2026-06-05', amount_paise: 4_700_000, proposal_number: 'P-2' },
    ...{ account_number: 'LN-1', utr: 'UTR-1' },
  },
  cancelled: { at: '2026-06-05T11:00:00Z' },
  refused: false,
  collections: [
    { id: 'C-1', instalment: 1, on: '2026-07-05', amount_paise: 3, state: 'collected' },
    { id: 'C-2', instalment: 2, on: '2026-08-05', amount_paise: 3, state: 'returned', reason: 'of its own' },
    {
      id: 'C-3',
      instalment: null,
      on: '2026-08-09',
      amount_paise: -3,
      state: 'reversed',
      reason: null,
      changed_on: '2026-08-11',
    },
  ],
};

it('reads the steps of a lender for an approved loan', () => {
  expect(readLenderSteps(body)).toEqual({
    offer: {
      revision: 2,
      proposalNumber: 'P-2',
      validUntil: new Date('2026-06-20T18:29:59Z'),
      terms,
      schedule: [
        { number: 1, dueOn: '2026-07-05', outstanding: 3, principal: 2, interest: 1, instalment: 3 },
      ],
    },
    countersigned: { documentSha256: 'a'.repeat(64), at: new Date('2026-06-05T10:00:00Z') },
    disbursal: {
      ...{ on: '2026-06-05', amountPaise: 4_700_000, proposalNumber: 'P-2' },
      ...{ accountNumber: 'LN-1', utr: 'UTR-1' },
    },
    cancelled: { at: new Date('2026-06-05T11:00:00Z') },
    refused: false,
    collections: [
      {
        id: 'C-1',
        instalment: 1,
        on: '2026-07-05',
        amountPaise: 3,
        state: 'collected',
        reason: null,
        changedOn: null,
      },
      {
        id: 'C-2',
        instalment: 2,
        on: '2026-08-05',
        amountPaise: 3,
        state: 'returned',
        reason: 'other',
        changedOn: null,
      },
      {
        id: 'C-3',
        instalment: null,
        on: '2026-08-09',
        amountPaise: -3,
        state: 'reversed',
        reason: null,
        changedOn: '2026-08-11',
      },
    ],
  });
  expect(readLenderSteps({ ...body, collections: undefined })?.collections).toEqual([]);
  expect(termsOf(wireTermsOf(terms))).toEqual(terms);
});

it.each([
  ['nothing', null],
  ['no offer and no word of it', { ...body, offer: undefined }],
  ['an amount that is no whole number', { ...body, offer: { ...body.offer, revision: 1.5 } }],
  [
    'an amount in rupees',
    { ...body, offer: { ...body.offer, terms: { ...wireTermsOf(terms), instalment_paise: '1' } } },
  ],
  ['a hash that is none', { ...body, countersigned: { ...body.countersigned, document_sha256: 'x' } }],
  ['a day that is none', { ...body, disbursal: { ...body.disbursal, on: 'today' } }],
  ['a day of the year 1', { ...body, disbursal: { ...body.disbursal, on: '0001-06-05' } }],
  ['an instant of the year 9999', { ...body, cancelled: { at: '9999-06-05T11:00:00Z' } }],
  ['an end of the year 9999', { ...body, offer: { ...body.offer, valid_until: '9999-12-31T23:59:59Z' } }],
  ['a payout of more than there is', { ...body, disbursal: { ...body.disbursal, amount_paise: 10 ** 15 } }],
  ['a negative payout', { ...body, disbursal: { ...body.disbursal, amount_paise: -1 } }],
  [
    'an instalment that no loan has',
    { ...body, collections: [{ ...body.collections[0], instalment: 4_000_000_000 }] },
  ],
  ['a payout without its amount', { ...body, disbursal: { ...body.disbursal, amount_paise: undefined } }],
])('treats %s as no answer', (_, sent) => {
  expect(readLenderSteps(sent)).toBeUndefined();
});

it('sends the steps of the customer to the lender', () => {
  const at = new Date('2026-06-05T10:00:00Z');
  expect(
    customerStepsOnWire({
      accepted: { proposalNumber: 'P-2', at },
      declined: { proposalNumber: 'P-3', at },
      signed: null,
      cancelledAt: at,
      withdrawnConsents: ['payments'],
      kycVerifiedAt: at,
      mandate: { registrationNumber: 'UMRN1', limitPaise: 630_000, isWithdrawn: false },
      debits: [{ instalment: 3, dueOn: '2026-07-05', announcedAt: at }],
      payments: [
        { id: 'pay_1', purpose: 'instalment', instalment: 2, amountPaise: 3, state: 'captured', paidAt: at },
      ],
    }),
  ).toEqual({
    accepted: { proposal_number: 'P-2', at: at.toISOString() },
    declined: { proposal_number: 'P-3', at: at.toISOString() },
    signed: null,
    cancelled_at: at.toISOString(),
    withdrawn_consents: ['payments'],
    kyc_verified_at: at.toISOString(),
    mandate: { registration_number: 'UMRN1', limit_paise: 630_000, withdrawn: false },
    debits: [{ instalment: 3, due_on: '2026-07-05', announced_at: at.toISOString() }],
    payments: [
      {
        ...{ id: 'pay_1', purpose: 'instalment', instalment: 2, amount_paise: 3, state: 'captured' },
        paid_at: at.toISOString(),
      },
    ],
  });
});
