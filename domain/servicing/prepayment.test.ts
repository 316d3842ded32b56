import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNightly } from '../../tests/support/nightly.ts';
import { day, randomTerms } from '../../tests/support/random-loans.ts';
import { foreclosureQuote } from './foreclosure.ts';
import { allocatePayments, type CountedPayment } from './invoices.ts';
import type { PrepaymentPurpose } from './order-payments.ts';
import { prepaymentLimits, prepaymentQuote, repaymentPlan } from './prepayment.ts';
import { scheduleOf } from './schedule.ts';
import { someLoanTerms } from './testing.ts';

/** 47,000 rupees at 21 % for 24 months, paid out on 5 June 2026, of which two instalments are paid. */
const terms = someLoanTerms();

const paid = (changes: Partial<CountedPayment>): CountedPayment => ({
  ...{ id: 'one', amount: 241_513, refunded: 0, on: '2026-07-05', purpose: 'instalment' },
  ...changes,
});

const twoPaid = [paid({}), paid({ id: 'two', on: '2026-08-05' })];

const prepaid = (purpose: PrepaymentPurpose, amount: number, on: string, id = 'prepaid') =>
  paid({ id, amount, on, purpose });

describe('a part-prepayment', () => {
  it('pays the interest of the days, then principal, and can leave fewer instalments', () => {
    const { schedule, instalment } = repaymentPlan(terms, [
      ...twoPaid,
      prepaid('prepay_fewer', 1_500_000, '2026-08-20'),
    ]);
    // 43,786.87 × 21 % / 12 = 766.27 for August, of which 15 of 31 days have passed: 370.78.
    expect(schedule[2]).toMatchObject({
      ...{ number: 1, dueOn: '2026-08-20', prepaymentId: 'prepaid' },
      ...{ outstanding: 4_378_687, interest: 37_078, principal: 1_462_922, instalment: 1_500_000 },
    });
    expect(schedule[3]).toMatchObject({ number: 3, dueOn: '2026-09-05', outstanding: 2_915_765 });
    // The rest bears the interest of the remaining 16 days: 766.27 × 16 / 31 × 29,157.65 / 43,786.87.
    expect(schedule[3]?.interest).toBe(26_336);
    expect(instalment).toBe(241_513);
    expect(schedule.slice(3, -1).every((row) => row.instalment === 241_513)).toBe(true);
    expect(schedule.at(-1)?.number).toBe(16);
    expect(schedule.at(-1)?.instalment).toBeLessThan(241_513);
  });

  it('can leave smaller instalments on the same days', () => {
    const planned = scheduleOf(terms);
    const { schedule, instalment } = repaymentPlan(terms, [
      ...twoPaid,
      prepaid('prepay_smaller', 1_500_000, '2026-08-20'),
    ]);
    expect(schedule.slice(3).map(({ number, dueOn }) => [number, dueOn])).toEqual(
      planned.slice(2).map(({ number, dueOn }) => [number, dueOn]),
    );
    // The instalment that repays 29,157.65 in 22 months at 21 %.
    expect(instalment).toBe(160_823);
    expect(schedule.slice(3, -1).every((row) => row.instalment === instalment)).toBe(true);
  });

  it('on the due date pays no interest, and a second one counts from the day of the first', () => {
    const first = prepaid('prepay_smaller', 500_000, '2026-08-05', 'first');
    const { schedule } = repaymentPlan(terms, [...twoPaid, first]);
    expect(schedule[2]).toMatchObject({ number: 1, interest: 0, principal: 500_000 });
    const second = prepaid('prepay_fewer', 500_000, '2026-08-05', 'second');
    expect(repaymentPlan(terms, [...twoPaid, first, second]).schedule[3]).toMatchObject({
      ...{ number: 2, interest: 0, principal: 500_000, prepaymentId: 'second' },
    });
  });

  it('that is refunded leaves the schedule unchanged', () => {
    const back = { ...prepaid('prepay_fewer', 500_000, '2026-08-20'), refunded: 500_000 };
    expect(repaymentPlan(terms, [...twoPaid, back]).schedule).toEqual(scheduleOf(terms));
  });

  it('is paid only by its own payment, even while an instalment is due', () => {
    const payments = [paid({}), prepaid('prepay_fewer', 500_000, '2026-08-20'), paid({ id: 'x', amount: 1 })];
    const { invoices } = allocatePayments(
      { terms, ...repaymentPlan(terms, payments) },
      payments,
      '2026-08-20',
    );
    const states = invoices.slice(0, 4).map(({ kind, number, paid: sum }) => [kind, number, sum]);
    expect(states).toContainEqual(['prepayment', 1, 500_000]);
    expect(states).toContainEqual(['instalment', 2, 1]);
  });

  it('reduces the remaining interest of a flat-rate loan in proportion', () => {
    const flat = someLoanTerms({ interest: { rate: '12', kind: 'flat_yearly' } });
    const now = scheduleOf(flat);
    const half = now.slice(2).reduce((sum, { principal }) => sum + principal, 0) / 2;
    const { schedule } = repaymentPlan(flat, [prepaid('prepay_smaller', half, '2026-08-05')]);
    expect(schedule[3]?.interest).toBe((now[2]?.interest ?? 0) / 2);
  });
});

describe('the limits of a part-prepayment', () => {
  const limitsOn = (
    on: string,
    payments: readonly CountedPayment[],
    waits = new Map<number, string | null>(),
  ) => prepaymentLimits({ terms, ...repaymentPlan(terms, payments), debitWaits: waits }, payments, on);

  it('are a thousand rupees of principal repaid and a thousand left', () => {
    const quote = foreclosureQuote({ terms, schedule: scheduleOf(terms) }, twoPaid, '2026-08-20');
    expect(quote).toMatchObject({ interest: 37_078, total: 4_415_765 });
    expect(limitsOn('2026-08-20', twoPaid)).toEqual({ least: 137_100, most: 4_315_700 });
  });

  it('allow none while an amount is due, a debit is awaited or little is left', () => {
    expect(limitsOn('2026-09-05', twoPaid)).toBe('due');
    expect(limitsOn('2026-09-04', twoPaid, new Map([[3, null]]))).toBe('debit');
    expect(limitsOn('2026-08-20', [...twoPaid, prepaid('prepay_fewer', 4_300_000, '2026-08-20')])).toBe(
      'small',
    );
    expect(limitsOn('2029-01-01', [paid({ amount: 100_000_000 })])).toBe('small');
  });
});

it('a quote states the effect of both choices', () => {
  expect(prepaymentQuote(terms, twoPaid, { amount: 1_500_000, on: '2026-08-20' })).toEqual({
    ...{ amount: 1_500_000, principal: 1_462_922, interest: 37_078 },
    asNow: { instalments: 22, instalment: 241_513, lastDueOn: '2028-06-05' },
    options: [
      {
        ...{ purpose: 'prepay_fewer', instalments: 14, instalment: 241_513, lastDueOn: '2027-10-05' },
        saved: 539_727,
      },
      {
        ...{ purpose: 'prepay_smaller', instalments: 22, instalment: 160_823, lastDueOn: '2028-06-05' },
        saved: 310_710,
      },
    ],
  });
});

const somePrepayments = randomTerms.chain((loan) =>
  fc.record({
    loan: fc.constant(loan),
    payments: fc.array(
      fc.record({
        on: day(loan.disbursalOn, 31 * loan.tenureMonths),
        amount: fc.integer({ min: 100_000, max: Math.max(200_000, loan.sanctionedAmount) }),
        purpose: fc.constantFrom('prepay_fewer' as const, 'prepay_smaller' as const),
      }),
      { maxLength: 4 },
    ),
  }),
);

it(
  'part-prepayments repay exactly the principal, on the planned days and without more interest',
  () => {
    fc.assert(
      fc.property(somePrepayments, ({ loan, payments }) => {
        const all = payments.map((one, index) => paid({ ...one, id: `${index}` }));
        const planned = scheduleOf(loan);
        const { schedule, instalment } = repaymentPlan(loan, all);
        const sum = (part: 'principal' | 'interest') => (rows: typeof schedule) =>
          rows.reduce((sofar, row) => sofar + row[part], 0);
        expect(sum('principal')(schedule)).toBe(loan.sanctionedAmount);
        expect(schedule.every(({ principal, interest }) => principal >= 0 && interest >= 0)).toBe(true);
        // A rounding costs the borrower at most half a paisa.
        expect(sum('interest')(schedule)).toBeLessThanOrEqual(
          sum('interest')(planned) + planned.length * (1 + all.length),
        );
        expect(schedule.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))).toEqual(schedule);
        expect(instalment).toBeGreaterThan(0);
        const instalments = schedule.filter(({ prepaymentId }) => prepaymentId === undefined);
        const days = new Map(planned.map(({ number, dueOn }) => [number, dueOn]));
        expect(instalments.every(({ number, dueOn }) => days.get(number) === dueOn)).toBe(true);
        expect(instalments.length).toBeLessThanOrEqual(planned.length);
        if (all.every(({ purpose }) => purpose === 'prepay_fewer'))
          expect(instalment).toBe(repaymentPlan(loan, []).instalment);
      }),
      { numRuns: isNightly ? 10_000 : 250 },
    );
  },
  15 * 60_000,
);
