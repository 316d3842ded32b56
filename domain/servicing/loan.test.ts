import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomTerms } from '../../tests/support/random-loans.ts';
import { referenceApr, referenceSchedule, referenceWorth } from '../../tests/support/reference-loan.ts';
import { annualPercentageRate } from '../lending/apr.ts';
import { figuresOf } from './figures.ts';
import { firstPeriodOf, scheduleOf, withDisbursalOn } from './schedule.ts';
import type { LoanCharge, LoanTerms } from './terms.ts';
import { someLoanTerms } from './testing.ts';

const fee = (changes: Partial<LoanCharge>): LoanCharge => ({
  kind: 'processing',
  label: 'Processing fee',
  payee: 'lender',
  amount: { percent: '2' },
  gstPercent: '0',
  collected: 'deducted',
  ...changes,
});

const sixtyThousand = (kind: 'flat_total' | 'flat_yearly', rate: string, advanceInstalments = 0) =>
  someLoanTerms({
    sanctionedAmount: 6_000_000,
    tenureMonths: 10,
    interest: { kind, rate },
    charges: [fee({})],
    advanceInstalments,
  });

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);

describe('the figures of a loan', () => {
  it.each<[string, LoanTerms, number, string]>([
    [
      '20,000 at 15 % for 24 months, charges 400',
      someLoanTerms({
        sanctionedAmount: 2_000_000,
        interest: { kind: 'reducing', rate: '15' },
        charges: [fee({ amount: { paise: 40_000 } })],
      }),
      96_973,
      '17.0705',
    ],
    ['47,000 at 21 % for 24 months, fee 1,175 and 18 % GST', someLoanTerms(), 241_513, '24.1533'],
    ['the same in whole rupees', someLoanTerms({ instalmentRounding: 'rupee' }), 241_500, '24.1530'],
    ['60,000, 5 % in all, 10 months, fee 2 %', sixtyThousand('flat_total', '5'), 630_000, '15.2940'],
    ['the same with an advance instalment', sixtyThousand('flat_total', '5', 1), 630_000, '18.8100'],
    ['60,000, 5 % a year flat, 10 months, fee 2 %', sixtyThousand('flat_yearly', '5'), 625_000, '13.5025'],
    ['the same with an advance instalment', sixtyThousand('flat_yearly', '5', 1), 625_000, '16.5944'],
    [
      '60,000 at no cost, fee 2 %, an advance instalment',
      sixtyThousand('flat_total', '0', 1),
      600_000,
      '5.4220',
    ],
  ])('are calculated for %s', (_, terms, instalment, apr) => {
    expect(figuresOf(terms)).toMatchObject({ instalment, apr });
  });

  it('divide the payments into the disbursed amount, interest and charges', () => {
    const charges = [
      fee({ gstPercent: '18' }),
      fee({ kind: 'insurance', payee: 'third_party', amount: { paise: 50_000 }, collected: 'up_front' }),
      fee({ kind: 'other', amount: { paise: 1000 }, gstPercent: '18', collected: 'with_instalments' }),
    ];
    expect(figuresOf({ ...sixtyThousand('flat_total', '5', 1), charges })).toMatchObject({
      instalments: 9,
      totalInterest: 300_000,
      lenderCharges: { net: 129_000, gst: 23_220, total: 152_220 },
      thirdPartyCharges: { net: 50_000, gst: 0, total: 50_000 },
      upFront: 680_000,
      netDisbursed: 5_858_400,
      totalPaid: 6_360_620,
      cost: 502_220,
      flows: [{ on: '2026-06-05', amount: 5_178_400 }, ...Array(9).fill({ amount: -631_180 })],
    });
  });

  it('equal an independent calculation for 10,000 loans, and repay exactly the principal', () => {
    fc.assert(
      fc.property(randomTerms, (terms) => {
        const schedule = scheduleOf(terms);
        const figures = figuresOf(terms);
        const plain = schedule.map(({ charges: _, ...row }) => row);
        expect(JSON.stringify(plain)).toBe(
          JSON.stringify(referenceSchedule(terms).map(({ within: _, ...row }) => row)),
        );

        expect(sum(schedule.map(({ principal }) => principal))).toBe(terms.sanctionedAmount);
        expect(schedule.every(({ principal, interest }) => principal > 0 && interest >= 0)).toBe(true);
        // The first one after the disbursal has the interest of a broken period as well.
        const isOther = ({ number }: { number: number }) =>
          number === terms.tenureMonths || number === terms.advanceInstalments + 1;
        const usual = plain.filter((row) => !isOther(row)).map(({ instalment }) => instalment);
        expect(usual.every((instalment) => instalment === figures.instalment)).toBe(true);
        if (terms.instalmentRounding === 'rupee') expect(figures.instalment % 100).toBe(0);

        const [received = 0, ...payments] = figures.flows.map(({ amount }) => amount);
        const paid = payments.map((amount) => -amount);
        expect(figures.apr).toBe(referenceApr(terms, received, paid));
        expect(figures.totalPaid).toBe(figures.netDisbursed + figures.cost);
        expect(figures.totalPaid).toBe(figures.upFront + sum(paid));
      }),
      { numRuns: 10_000 },
    );
  }, 60_000);

  it('have an APR at which the payments are worth the amount received', () => {
    fc.assert(
      fc.property(randomTerms, (terms) => {
        const { apr, flows } = figuresOf(terms);
        const [received = 0, ...payments] = flows.map(({ amount }) => amount);
        const paid = payments.map((amount) => -amount);
        const worthAt = (steps: number) => {
          const nearby = BigInt(apr.replace('.', '')) * 10n + BigInt(steps);
          return referenceWorth(terms, decimalText(nearby), paid);
        };
        // The APR is rounded: the exact one is within half a ten-thousandth.
        expect(worthAt(5)).toBeLessThanOrEqual(received);
        if (apr !== '0.0000') expect(worthAt(-5)).toBeGreaterThanOrEqual(received);
      }),
      { numRuns: 1000 },
    );
  });

  it('have an APR that grows with the charges', () => {
    const inputs = fc.record({
      terms: randomTerms,
      paise: fc.integer({ min: 1, max: 20_000 }),
      collected: fc.constantFrom('deducted', 'up_front'),
    });
    fc.assert(
      fc.property(inputs, ({ terms, paise, collected }) => {
        const { flows, apr } = figuresOf(terms);
        const [received = 0, ...payments] = flows.map(({ amount }) => amount);
        fc.pre(received > 2 * paise);
        const charges = [...terms.charges, fee({ amount: { paise }, collected })];
        const dearer = figuresOf({ ...terms, charges }).apr;
        expect(Number(dearer)).toBeGreaterThanOrEqual(Number(apr));
        expect(dearer).toBe(
          annualPercentageRate(
            received - paise,
            payments.map((amount) => -amount),
            firstPeriodOf(terms),
          ),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the schedule of a loan', () => {
  it('leaves the rounding difference to the last instalment', () => {
    const terms = someLoanTerms({
      sanctionedAmount: 1_000_000,
      tenureMonths: 3,
      interest: { kind: 'reducing', rate: '12' },
    });
    expect(scheduleOf(terms)).toEqual([
      row(1, '2026-07-05', 1_000_000, 330_022, 10_000),
      row(2, '2026-08-05', 669_978, 333_322, 6_700),
      row(3, '2026-09-05', 336_656, 336_656, 3_367),
    ]);
  });

  it('spreads flat interest evenly', () => {
    const terms = someLoanTerms({
      sanctionedAmount: 1_000_000,
      tenureMonths: 3,
      interest: { kind: 'flat_yearly', rate: '12.5' },
    });
    expect(scheduleOf(terms).map(({ principal, interest }) => [principal, interest])).toEqual([
      [333_334, 10_416],
      [333_334, 10_416],
      [333_332, 10_418],
    ]);
  });

  it('begins with the advance instalments, which bear no interest at a reducing rate', () => {
    const terms = someLoanTerms({
      sanctionedAmount: 1_000_000,
      tenureMonths: 3,
      interest: { kind: 'reducing', rate: '12' },
      advanceInstalments: 1,
    });
    expect(scheduleOf(terms)).toMatchObject([
      { dueOn: '2026-06-05', principal: 336_656, interest: 0 },
      { dueOn: '2026-07-05', principal: 330_023, interest: 6_633 },
      { dueOn: '2026-08-05', outstanding: 333_321, principal: 333_321, interest: 3_333 },
    ]);
  });

  it("falls due at the month's end where a month is too short", () => {
    const terms = someLoanTerms({ disbursalOn: '2027-12-31', firstDueOn: '2028-01-31', tenureMonths: 4 });
    expect(scheduleOf(terms).map(({ dueOn }) => dueOn)).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ]);
  });

  it('adds the interest of a broken period to the first instalment', () => {
    // Ten days beyond a month: 1,000,000 paise at 12 % is 10,000 for the month and 3,287.67 for the days.
    const change = { sanctionedAmount: 1_000_000, tenureMonths: 3, firstDueOn: '2026-07-15' };
    const reducing = someLoanTerms({ ...change, interest: { kind: 'reducing', rate: '12' } });
    expect(scheduleOf(reducing)[0]).toEqual(row(1, '2026-07-15', 1_000_000, 330_022, 13_288));
    const flat = someLoanTerms({ ...change, interest: { kind: 'flat_yearly', rate: '12' } });
    expect(scheduleOf(flat)[0]?.interest).toBe(13_288);
    const whole = someLoanTerms({ ...change, interest: { kind: 'flat_total', rate: '3' } });
    expect(scheduleOf(whole)[0]?.interest).toBe(10_000);
  });

  it('has the reducing rate as APR without charges, also with advance instalments', () => {
    const terms = someLoanTerms({
      sanctionedAmount: 999_999_999_900,
      charges: [],
      firstDueOn: '2026-08-01',
      advanceInstalments: 2,
    });
    expect(figuresOf(terms).apr).toBe('21.0000');
  });

  it('keeps its amounts and its APR when the disbursal moves to another day', () => {
    fc.assert(
      fc.property(randomTerms, fc.integer({ min: -40, max: 400 }), (terms, days) => {
        const later = withDisbursalOn(terms, addedDays(terms.disbursalOn, days));
        const amounts = (of: LoanTerms) => scheduleOf(of).map(({ dueOn: _, ...rest }) => rest);
        expect(amounts(later)).toEqual(amounts(terms));
        expect(figuresOf(later).apr).toBe(figuresOf(terms).apr);
        expect(later.firstDueOn > later.disbursalOn).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('has a last instalment that differs by at most the sum of all roundings', () => {
    fc.assert(
      fc.property(randomTerms, (terms) => {
        const schedule = scheduleOf(terms);
        const last = schedule.at(-1)?.instalment ?? 0;
        const isAlsoFirst = terms.tenureMonths - terms.advanceInstalments === 1;
        fc.pre(!isAlsoFirst);
        const growth = terms.interest.kind === 'reducing' ? 1 + Number(terms.interest.rate) / 1200 : 1;
        const roundedTo = terms.instalmentRounding === 'rupee' ? 100 : 1;
        const bound = roundedTo * terms.tenureMonths * growth ** terms.tenureMonths;
        expect(Math.abs(last - figuresOf(terms).instalment)).toBeLessThanOrEqual(bound);
      }),
      { numRuns: 1000 },
    );
  });
});

const row = (number: number, dueOn: string, outstanding: number, principal: number, interest: number) => ({
  number,
  dueOn,
  outstanding,
  principal,
  interest,
  instalment: principal + interest,
  charges: 0,
});

const decimalText = (steps: bigint): string => {
  const digits = String(steps).padStart(6, '0');
  return `${digits.slice(0, -5)}.${digits.slice(-5)}`;
};

const addedDays = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
