/** Events that come in any order, twice or late end in the same stage. */
import { describe, expect, it } from 'vitest';
import { largestDebit } from '../../domain/servicing/schedule.ts';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import type { LenderLoanStage } from '../../domain/values/wire.ts';
import type { StepRows } from './lender-loan-events.ts';
import type { LenderLoanRow } from './lender-loans.ts';
import type { OfferRow } from './step-rows.ts';
import { moveOn } from './stage.ts';

const now = new Date('2026-06-06T06:30:00Z');
const charge = {
  kind: 'processing',
  label: 'Processing fee',
  payee: 'lender',
  amount: { paise: 100_000 },
  gstPercent: '18',
  collected: 'up_front',
} as const;
const terms = someLoanTerms({ charges: [charge] });

/** Three instalments, so that a thousand loans are soon calculated. */
const short = someLoanTerms({ charges: [charge], tenureMonths: 3 });

const offer = (revision: number, changes: Partial<OfferRow> = {}): OfferRow => ({
  id: `offer ${revision}`,
  loanId: 'L',
  lenderId: 15,
  revision,
  proposalNumber: `P${revision}`,
  terms,
  apr: '24.1539',
  differences: null,
  receivedAt: now,
  validUntil: new Date('2026-06-20T18:29:59Z'),
  declinedAt: null,
  ...changes,
});

const lenderLoan: LenderLoanRow = {
  loanId: 'L',
  lenderId: 15,
  reference: 'R',
  pushRefused: false,
  result: { status: 'APPROVED' },
  holder: null,
  heldUntil: null,
  stage: null,
  stageChangedAt: null,
  offerId: null,
  acceptedAt: null,
  keyFactsId: null,
  disbursedOn: null,
  disbursedPaise: null,
  disbursalHeardOn: null,
  disbursalUtr: null,
  accountNumber: null,
  nextDueOn: null,
  cancelledAt: null,
  cancelConfirmedAt: null,
  refusedAt: null,
  advanceAt: null,
  createdAt: now,
};

const noSteps: StepRows = {
  offers: [offer(1)],
  signedOfferIds: new Set(),
  isKycVerified: false,
  mandateLimits: [],
  collections: [],
  debitWaits: new Map(),
  payments: [],
  uncounted: [],
  reversals: [],
};

const advancePaid = {
  id: 'a',
  reference: 'pay_a',
  amount: 118_000,
  refunded: 0,
  on: '2026-06-05',
  purpose: 'advance',
} as const;

/** The changes that events make to the rows. They may be applied repeatedly. */
const facts: Record<string, (row: LenderLoanRow, steps: StepRows) => [LenderLoanRow, StepRows]> = {
  signed: (row, steps) => [row, { ...steps, signedOfferIds: new Set(['offer 1']) }],
  kyc: (row, steps) => [row, { ...steps, isKycVerified: true }],
  mandate: (row, steps) => [row, { ...steps, mandateLimits: [2_000_000] }],
  advance: (row, steps) => [row, { ...steps, payments: [advancePaid] }],
  disbursed: (row, steps) => [{ ...row, disbursedOn: '2026-06-05' }, steps],
};

const accepted: LenderLoanRow = { ...lenderLoan, stage: 'accepted', offerId: 'offer 1', acceptedAt: now };

/** Pseudo-random numbers from 0 to 1, the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Returns all permutations of the names. */
function ordersOf(names: readonly string[]): string[][] {
  if (names.length === 0) return [[]];
  return names.flatMap((first) =>
    ordersOf(names.filter((name) => name !== first)).map((others) => [first, ...others]),
  );
}

/** Moves on after each fact. @returns the last stage */
function stageAfter(order: readonly string[], offered = noSteps.offers): LenderLoanStage | null {
  let row = accepted;
  let steps = { ...noSteps, offers: offered };
  for (const name of order) {
    [row, steps] = facts[name]?.(row, steps) ?? [row, steps];
    row = moveOn(row, steps, now).row;
  }
  return row.stage;
}

describe('a lender loan', () => {
  it('is disbursed for any order of reported steps, also when steps are reported twice', () => {
    const random = randomFrom(20_261_123);
    const offers = [offer(1, { terms: short })];
    const ends = new Set<LenderLoanStage | null>();
    for (const order of ordersOf(Object.keys(facts))) {
      for (let n = 0; n < 8; n += 1) {
        const again = order.filter(() => random() < 0.5).toSorted(() => random() - 0.5);
        ends.add(stageAfter([...order, ...again], offers));
      }
    }
    expect([...ends]).toEqual(['disbursed']);
  });

  it.each([
    [['kyc', 'mandate', 'advance'], 'accepted'],
    [['signed'], 'agreement_signed'],
    [['signed', 'mandate', 'advance'], 'agreement_signed'],
    [['signed', 'kyc'], 'kyc_verified'],
    [['signed', 'kyc', 'mandate'], 'mandate_registered'],
    [['signed', 'kyc', 'mandate', 'advance'], 'advance_paid'],
    [['disbursed'], 'disbursed'],
    [['disbursed', 'signed'], 'disbursed'],
  ] as const)('after %j is %s', (order, stage) => {
    expect(stageAfter(order)).toBe(stage);
  });

  it('goes back a stage where its advance payment is returned, until it is disbursed', () => {
    const row = { ...accepted, stage: 'advance_paid' } as const;
    const signed = { ...noSteps, signedOfferIds: new Set(['offer 1']) };
    const paid = { ...signed, payments: [advancePaid] };
    expect(moveOn(row, paid, now).stages).toEqual([]);
    expect(moveOn(row, signed, now).stages).toEqual(['mandate_registered']);
    expect(moveOn({ ...row, disbursedOn: '2026-06-05' }, signed, now).stages).toEqual(['disbursed']);
  });

  it('is offered with the first offer that is visible to the customer', () => {
    expect(moveOn(lenderLoan, noSteps, now)).toMatchObject({
      row: { stage: 'offered' },
      stages: ['offered'],
    });
    expect(moveOn(lenderLoan, { ...noSteps, offers: [] }, now).stages).toEqual([]);
  });

  it('expires with its last offer and is offered again with a new one', () => {
    const late = new Date('2026-06-21T00:00:00Z');
    const expired = moveOn({ ...lenderLoan, stage: 'offered' }, noSteps, late).row;
    expect(expired.stage).toBe('expired');
    const again = {
      ...noSteps,
      offers: [offer(2, { validUntil: new Date('2026-07-01T00:00:00Z') }), offer(1)],
    };
    expect(moveOn(expired, again, late).row.stage).toBe('offered');
  });

  it('stays accepted on a new offer, and returns to the signature once that is accepted', () => {
    const offers = [offer(2), offer(1)];
    const changed = { ...noSteps, offers, signedOfferIds: new Set(['offer 1']), isKycVerified: true };
    const row = { ...accepted, stage: 'kyc_verified' } as const;
    expect(moveOn(row, changed, now)).toEqual({ row, stages: [] });
    expect(moveOn(row, changed, new Date('2026-06-21T00:00:00Z')).stages).toEqual([]);
    const anew = { ...row, offerId: 'offer 2' };
    expect(moveOn(anew, changed, now).stages).toEqual(['accepted']);
    const signed = { ...changed, signedOfferIds: new Set(['offer 1', 'offer 2']) };
    expect(moveOn({ ...anew, stage: 'accepted' }, signed, now).row.stage).toBe('kyc_verified');
    const paid = { ...anew, stage: 'disbursed', disbursedOn: '2026-06-05' } as const;
    expect(moveOn(paid, changed, now).stages).toEqual([]);
  });

  it('that is offered expires with the offer that ends last', () => {
    const longer = offer(1, { validUntil: new Date('2026-07-01T00:00:00Z') });
    const offered = { ...lenderLoan, stage: 'offered' } as const;
    const two = { ...noSteps, offers: [offer(2), longer] };
    expect(moveOn(offered, two, new Date('2026-06-21T00:00:00Z')).stages).toEqual([]);
    expect(moveOn(offered, two, new Date('2026-07-01T00:00:00Z')).stages).toEqual(['expired']);
  });

  it('is not signed by the agreement of a former offer', () => {
    const steps = { ...noSteps, offers: [offer(2), offer(1)], signedOfferIds: new Set(['offer 1']) };
    const row = { ...accepted, offerId: 'offer 2' };
    expect(moveOn(row, steps, now).row.stage).toBe('accepted');
  });

  it('needs a mandate with a limit of at least the largest debit', () => {
    const steps = { ...noSteps, signedOfferIds: new Set(['offer 1']), isKycVerified: true };
    const stage = (limit: number) => moveOn(accepted, { ...steps, mandateLimits: [limit] }, now).row.stage;
    const debit = largestDebit(terms);
    expect([stage(debit - 1), stage(debit)]).toEqual(['kyc_verified', 'mandate_registered']);
  });

  it('is repaying from the day after the cooling-off period', () => {
    const row = { ...accepted, stage: 'disbursed', disbursedOn: '2026-06-05' } as const;
    const stageOn = (instant: string) => moveOn(row, noSteps, new Date(instant)).row.stage;
    expect(stageOn('2026-06-08T18:29:59Z')).toBe('disbursed');
    expect(stageOn('2026-06-08T18:30:00Z')).toBe('repaying');
  });

  it('is cancelled once the exit amount is paid, even if the payment is known late', () => {
    const row = { ...accepted, stage: 'repaying', disbursedOn: '2026-06-05', cancelledAt: now } as const;
    const exit = {
      id: 'x',
      reference: 'pay_x',
      amount: 4_600_000,
      refunded: 0,
      on: '2026-06-06',
      purpose: 'cooling_off',
    } as const;
    expect(moveOn(row, noSteps, now).stages).toEqual([]);
    expect(moveOn(row, { ...noSteps, payments: [exit] }, now).row.stage).toBe('cancelled');
  });

  it('is cancelled before the disbursal once its lender confirms it', () => {
    const asked = { ...accepted, cancelledAt: now };
    expect(moveOn(asked, noSteps, now).stages).toEqual([]);
    expect(moveOn({ ...asked, cancelConfirmedAt: now }, noSteps, now).row.stage).toBe('cancelled');
  });

  it.each(['cancelled', 'refused', 'expired'] as const)(
    'that is %s becomes disbursed where the lender paid it out',
    (stage) => {
      const row = { ...accepted, stage, cancelledAt: now, cancelConfirmedAt: now, refusedAt: now };
      expect(moveOn({ ...row, disbursedOn: '2026-06-05' }, noSteps, now).row.stage).toBe('disbursed');
    },
  );

  it('that is cancelled or closed is repaying again where its payment is returned', () => {
    const late = new Date('2026-06-20T06:30:00Z');
    const left = { ...accepted, stage: 'cancelled', disbursedOn: '2026-06-05', cancelledAt: now } as const;
    expect(moveOn(left, noSteps, late).stages).toEqual(['disbursed', 'repaying']);
    const closed = { ...left, stage: 'closed', cancelledAt: null } as const;
    expect(moveOn(closed, noSteps, late).stages).toEqual(['repaying']);
  });

  it('is not cancelled by instalments that reach the exit amount after the cooling-off period', () => {
    const row = { ...accepted, stage: 'disbursed', disbursedOn: '2026-06-05', cancelledAt: now } as const;
    const paidOn = (on: string, amount: number) => ({
      ...{ id: on, reference: on, amount, refunded: 0, on },
      purpose: 'instalment' as const,
    });
    const later = [advancePaid, paidOn('2026-06-09', 5_000_000)];
    const inTime = [advancePaid, paidOn('2026-06-08', 5_000_000)];
    const stageWith = (payments: StepRows['payments']) =>
      moveOn(row, { ...noSteps, payments }, new Date('2028-02-05T06:30:00Z')).row.stage;
    expect([stageWith(later), stageWith(inTime)]).toEqual(['repaying', 'cancelled']);
    const all = [...later, paidOn('2026-06-20', 5_000_000)];
    expect(stageWith(all)).toBe('closed');
  });

  it('is closed once all is paid', () => {
    const row = { ...accepted, stage: 'repaying', disbursedOn: '2026-06-05' } as const;
    const all = {
      id: 'p',
      reference: 'pay_p',
      amount: 10_000_000,
      refunded: 0,
      on: '2026-06-20',
      purpose: 'instalment',
    } as const;
    expect(moveOn(row, { ...noSteps, payments: [advancePaid, all] }, now).row.stage).toBe('closed');
  });

  it('can be refused only before it is disbursed', () => {
    expect(moveOn({ ...accepted, refusedAt: now }, noSteps, now).row.stage).toBe('refused');
    const paid = { ...accepted, stage: 'disbursed', disbursedOn: '2026-06-05', refusedAt: now } as const;
    expect(moveOn(paid, noSteps, now).row.stage).toBe('disbursed');
  });
});
