import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, randomPayments, randomTerms } from '../../tests/support/random-loans.ts';
import { referenceForeclosure } from '../../tests/support/reference-loan.ts';
import { addDays } from '../values/dates.ts';
import { foreclosedSchedule, foreclosureQuote } from './foreclosure.ts';
import { allocatePayments, isRepaid, type CountedPayment, type ScheduledLoan } from './invoices.ts';
import { scheduleOf } from './schedule.ts';
import type { LoanCharge, LoanTerms } from './terms.ts';
import { someLoanTerms } from './testing.ts';

const scheduled = (terms: LoanTerms): ScheduledLoan => ({ terms, schedule: scheduleOf(terms) });

/** 10,000 rupees at 12 %: instalments of 3,400.22 rupees on the 5th from July to September. */
const loan = scheduled(
  someLoanTerms({
    sanctionedAmount: 1_000_000,
    tenureMonths: 3,
    interest: { kind: 'reducing', rate: '12' },
    charges: [],
  }),
);
const first: CountedPayment = { id: 'a', on: '2026-07-05', amount: 340_022, refunded: 0 };

describe('the quote for a foreclosure', () => {
  it('is the outstanding principal and the interest of the days since the last due date', () => {
    // 16 of the 31 days to 5 August, at 6,700 paise a month.
    expect(foreclosureQuote(loan, [first], '2026-07-21')).toEqual({
      asOf: '2026-07-21',
      validUntil: '2026-07-21',
      principal: 669_978,
      interest: 3_458,
      due: 0,
      credit: 0,
      total: 673_436,
      parts: { principal: 669_978, interest: 3_458, charges: 0, lateCharges: 0 },
    });
  });

  it('adds overdue amounts with their charge and deducts credit', () => {
    expect(foreclosureQuote(loan, [], '2026-07-21')).toMatchObject({
      due: 390_022,
      total: 1_063_458,
      parts: { principal: 1_000_000, interest: 13_458, charges: 0, lateCharges: 50_000 },
    });
    const more = { ...first, id: 'b', on: '2026-07-06', amount: 100_000 };
    expect(foreclosureQuote(loan, [first, more], '2026-07-21')).toMatchObject({
      credit: 100_000,
      total: 573_436,
      parts: { principal: 569_978, interest: 3_458, charges: 0, lateCharges: 0 },
    });
  });

  it('counts a payment for an instalment before it is due as principal, where a charge of the start is unpaid', () => {
    const charge: LoanCharge = {
      ...{ kind: 'insurance', label: 'Insurance', payee: 'third_party', amount: { paise: 10_000 } },
      ...{ gstPercent: '0', collected: 'up_front' },
    };
    const unpaid: ScheduledLoan = { ...loan, terms: { ...loan.terms, charges: [charge] } };
    const early: CountedPayment = { ...first, on: '2026-06-10', purpose: 'instalment' };
    expect(foreclosureQuote(unpaid, [early], '2026-06-10')).toMatchObject({
      ...{ due: 10_000, credit: 340_022 },
      parts: { principal: 659_978, interest: 1_667, charges: 10_000, lateCharges: 0 },
    });
  });

  it('counts a part payment towards the interest of its instalment first, then the principal', () => {
    const part = (amount: number): CountedPayment => ({ ...first, amount });
    const partsAfter = (amount: number) => foreclosureQuote(loan, [part(amount)], '2026-07-05')?.parts;
    expect(partsAfter(4_000)).toMatchObject({ principal: 1_000_000, interest: 6_000 });
    expect(partsAfter(110_000)).toMatchObject({ principal: 900_000, interest: 0 });
  });

  it('has no interest on a due date, since the instalment of that day contains it', () => {
    expect(foreclosureQuote(loan, [], '2026-07-05')).toMatchObject({
      principal: 669_978,
      interest: 0,
      due: 340_022,
    });
  });

  it('exists from the day of the disbursal', () => {
    expect(foreclosureQuote(loan, [], '2026-06-04')).toBeNull();
    expect(foreclosureQuote(loan, [], '2026-06-05')).toMatchObject({
      principal: 1_000_000,
      total: 1_000_000,
    });
  });

  it('equals an independent calculation, never falls from day to day, and repays the loan', () => {
    const inputs = randomTerms.chain((terms) => {
      const ours = scheduled(terms);
      const amounts = ours.schedule.map(({ instalment, charges }) => instalment + charges);
      return fc.record({
        loan: fc.constant(ours),
        payments: randomPayments(terms, amounts),
        on: day(terms.disbursalOn, 31 * (terms.tenureMonths + 3)),
      });
    });
    fc.assert(
      fc.property(inputs, ({ loan: ours, payments, on }) => {
        const before = payments.filter((payment) => payment.on <= on);
        const quote = foreclosureQuote(ours, before, on);
        fc.pre(quote !== null);
        const { principal, interest, total, parts } = quote;
        expect(parts.principal + parts.interest + parts.charges + parts.lateCharges).toBe(total);
        expect({ principal, interest }).toEqual(referenceForeclosure(ours.terms, ours.schedule, on));

        const closed = { ...ours, schedule: foreclosedSchedule(ours.terms, ours.schedule, on) };
        expect(allocatePayments(closed, before, on).outstanding).toBe(total);
        const last: CountedPayment = { id: 'last', on, amount: total, refunded: 0 };
        const ledger = allocatePayments(closed, total > 0 ? [...before, last] : before, on);
        expect(isRepaid(ledger)).toBe(true);
        expect(total === 0 || ledger.credit === 0).toBe(true);

        const tomorrow = foreclosureQuote(ours, before, addDays(on, 1));
        expect(tomorrow?.total).toBeGreaterThanOrEqual(total);
      }),
      { numRuns: 1000 },
    );
  });
});
