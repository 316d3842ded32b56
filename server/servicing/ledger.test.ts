/** The ways out of a loan, beside each other. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, todayInIndia } from '../../domain/values/dates.ts';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import type { LoanTerms } from '../../domain/servicing/terms.ts';
import { accountOf, exitOf, quoteOf } from './ledger.ts';
import type { LedgerFacts, LedgerPayment } from './ledger-facts.ts';
import type { LenderLoanRow } from './lender-loans.ts';
import type { OfferRow } from './step-rows.ts';

const noFacts: LedgerFacts = {
  ...{ payments: [], uncounted: [], collections: [], debitWaits: new Map(), reversals: [] },
};

const accountOn = (
  terms: LoanTerms,
  day: string,
  facts = noFacts,
  { cancelledAt = null }: Partial<LenderLoanRow> = {},
) => {
  const row = { disbursedOn: terms.disbursalOn, cancelledAt } as LenderLoanRow;
  const at = todayInIndia(new Date(`${day}T06:00:00Z`));
  return accountOf({ row, offer: { terms } as OfferRow }, facts, at);
};

const someTerms = fc
  .record({
    tenureMonths: fc.integer({ min: 1, max: 36 }),
    rate: fc.integer({ min: 0, max: 4000 }),
    kind: fc.constantFrom('reducing', 'flat_yearly', 'flat_total'),
    fee: fc.integer({ min: 0, max: 500_000 }),
    collected: fc.constantFrom('up_front', 'deducted'),
    keepsProcessingFee: fc.boolean(),
    coolingOffDays: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ rate, kind, fee, collected, ...terms }) =>
    someLoanTerms({
      ...terms,
      interest: { rate: String(rate / 100), kind },
      charges: [
        {
          ...{ kind: 'processing', label: 'Processing fee', payee: 'lender', amount: { paise: fee } },
          ...{ gstPercent: '18', collected },
        },
      ],
    }),
  );

it('leaving a loan in its cooling-off period is never dearer than closing it', () => {
  fc.assert(
    fc.property(someTerms, fc.nat(), (terms, passed) => {
      const day = addDays(terms.disbursalOn, passed % (terms.coolingOffDays + 1));
      const account = accountOn(terms, day);
      const exit = exitOf(account, day);
      const quote = quoteOf(account, day);
      if (!exit || !quote) throw new Error('Both are there in the period');
      expect(exit.total).toBeLessThanOrEqual(quote.total);
      expect(exit.interest).toBeGreaterThanOrEqual(0);
      expect(exit.total - exit.refund).toBe(
        exit.principal + exit.interest - exit.chargesReturned - exit.paid,
      );
    }),
  );
});

it('a fee that is kept is not charged twice: 47,000 at 21 %, left on the third day', () => {
  const terms = someLoanTerms({
    keepsProcessingFee: true,
    charges: [
      {
        ...{ kind: 'processing', label: 'Processing fee', payee: 'lender', amount: { percent: '2.5' } },
        ...{ gstPercent: '18', collected: 'deducted' },
      },
    ],
  });
  const day = addDays(terms.disbursalOn, 3);
  const account = accountOn(terms, day);
  expect(exitOf(account, day)?.total).toBe(quoteOf(account, day)?.total);
});

const paid = (changes: Partial<LedgerPayment>): LedgerPayment => ({
  ...{ id: 'a', reference: 'a', amount: 6_000_000, refunded: 0, on: '2026-06-20', purpose: 'instalment' },
  ...changes,
});

const afterPayments = (terms: LoanTerms, ...payments: LedgerPayment[]) =>
  accountOn(terms, '2026-07-01', { ...noFacts, payments });

it('what is paid after a day changes nothing of the exit on it', () => {
  const exits = [[], [paid({})], [paid({ purpose: 'advance' })], [paid({ purpose: 'prepay_fewer' })]].map(
    (payments) => exitOf(afterPayments(someLoanTerms({ advanceInstalments: 1 }), ...payments), '2026-06-07'),
  );
  expect(exits[0]?.interest).toBeGreaterThan(0);
  expect(exits).toEqual(Array(exits.length).fill(exits[0]));
});

it('all that was paid before the disbursal lessens the exit, also what was paid beyond the advance', () => {
  const terms = someLoanTerms({ advanceInstalments: 1 });
  const total = (amount: number) =>
    exitOf(afterPayments(terms, paid({ purpose: 'advance', on: '2026-06-05', amount })), '2026-06-07')
      ?.total ?? 0;
  const { upFront } = afterPayments(terms);
  expect(total(upFront) - total(upFront + 1000)).toBe(1000);
});

it('a loan is left on the first day on which nothing of the exit is unpaid', () => {
  const payments = [paid({ on: '2026-06-08' }), paid({ id: 'b', on: '2026-06-07' })];
  const cancelledAt = new Date('2026-06-06T06:00:00Z');
  expect(accountOn(someLoanTerms(), '2026-07-01', { ...noFacts, payments }, { cancelledAt }).exitedOn).toBe(
    '2026-06-07',
  );
});
