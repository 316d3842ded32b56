/** The ways out of a loan, beside each other. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, todayInIndia } from '../../domain/values/dates.ts';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import type { LoanTerms } from '../../domain/servicing/terms.ts';
import { accountOf, exitOf, quoteOf } from './ledger.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import type { LenderLoanRow } from './lender-loans.ts';
import type { OfferRow } from './step-rows.ts';

const noFacts: LedgerFacts = {
  ...{ payments: [], uncounted: [], collections: [], debitWaits: new Map(), reversals: [] },
};

const accountOn = (terms: LoanTerms, day: string, facts = noFacts) => {
  const row = { disbursedOn: terms.disbursalOn, cancelledAt: null } as LenderLoanRow;
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
