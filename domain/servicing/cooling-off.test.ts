import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomTerms } from '../../tests/support/random-loans.ts';
import { addDays } from '../values/dates.ts';
import { coolingOffEndsOn, coolingOffExit } from './cooling-off.ts';
import { figuresOf } from './figures.ts';
import type { LoanTerms } from './terms.ts';
import { someLoanTerms } from './testing.ts';

/** 60,000 rupees, 5 % in all, ten months, fee 2 %: an APR of 15.2940 % on 58,800 rupees. */
const terms: LoanTerms = someLoanTerms({
  sanctionedAmount: 6_000_000,
  tenureMonths: 10,
  interest: { kind: 'flat_total', rate: '5' },
  charges: [
    {
      kind: 'processing',
      label: 'Processing fee',
      payee: 'lender',
      amount: { percent: '2' },
      gstPercent: '0',
      collected: 'deducted',
    },
  ],
});

describe('cancelling a loan in its cooling-off period', () => {
  it('costs the principal less charges, and the APR on the amount received for the days used', () => {
    // 58,800 rupees × 15.2940 % × 2 / 365 = 49.2760 rupees.
    expect(coolingOffExit(terms, '2026-06-07', 0)).toEqual({
      on: '2026-06-07',
      daysUsed: 2,
      paidOut: 5_880_000,
      paidBefore: 0,
      principal: 6_000_000,
      interest: 4_928,
      chargesReturned: 120_000,
      feeKept: 0,
      paid: 0,
      total: 5_884_928,
      refund: 0,
    });
  });

  it.each(['deducted', 'up_front'] as const)(
    'has parts that add up where the fee is %s and the lender keeps it',
    (collected) => {
      const charges = terms.charges.map((charge) => ({ ...charge, collected }));
      const kept = { ...terms, charges, advanceInstalments: 1, keepsProcessingFee: true };
      const exit = coolingOffExit(kept, '2026-06-07', 100_000);
      if (!exit) throw new Error('It can be left');
      const { paidOut, interest, feeKept, paidBefore, paid, total } = exit;
      expect([paidOut, paidBefore]).toEqual(
        collected === 'deducted' ? [5_880_000, 630_000] : [6_000_000, 750_000],
      );
      expect(paidOut + interest + feeKept - paidBefore - paid).toBe(total);
    },
  );

  it('leaves the processing fee with the lender where the terms say so', () => {
    expect(coolingOffExit({ ...terms, keepsProcessingFee: true }, '2026-06-07', 0)).toMatchObject({
      chargesReturned: 0,
      feeKept: 120_000,
      total: 6_004_928,
    });
  });

  it('leaves the lender only its own processing fee and no other charge', () => {
    const [own] = terms.charges;
    if (!own) throw new Error('The terms have a fee');
    const others = [
      { ...own, payee: 'third_party' as const, amount: { paise: 10_000 } },
      { ...own, kind: 'insurance' as const, payee: 'third_party' as const, amount: { paise: 20_000 } },
      { ...own, kind: 'insurance' as const, amount: { paise: 40_000 } },
    ];
    const kept = { ...terms, keepsProcessingFee: true, charges: [own, ...others] };
    expect(coolingOffExit(kept, '2026-06-07', 0)).toMatchObject({
      feeKept: 120_000,
      chargesReturned: 70_000,
    });
  });

  it('deducts advance instalments and payments since the disbursal', () => {
    const advance = { ...terms, advanceInstalments: 1 };
    // 52,500 rupees × 18.81 % × 2 / 365 = 54.1110 rupees.
    expect(coolingOffExit(advance, '2026-06-07', 100_000)).toMatchObject({
      principal: 5_370_000,
      interest: 5_411,
      paid: 100_000,
      total: 5_155_411,
      refund: 0,
    });
    expect(coolingOffExit(advance, '2026-06-07', 5_300_000)).toMatchObject({ total: 0, refund: 44_589 });
  });

  it('is possible from the day of the disbursal to the last day of the period', () => {
    expect(coolingOffEndsOn(terms)).toBe('2026-06-08');
    expect(coolingOffExit(terms, '2026-06-04', 0)).toBeNull();
    expect(coolingOffExit(terms, '2026-06-05', 0)).toMatchObject({ daysUsed: 0, interest: 0 });
    expect(coolingOffExit(terms, '2026-06-08', 0)).toMatchObject({ daysUsed: 3 });
    expect(coolingOffExit(terms, '2026-06-09', 0)).toBeNull();
  });

  it('costs any borrower exactly the proportionate APR and the fee that the lender may keep', () => {
    const inputs = fc.record({ terms: randomTerms, day: fc.nat({ max: 30 }) });
    fc.assert(
      fc.property(inputs, ({ terms: random, day }) => {
        const days = Math.min(day, random.coolingOffDays);
        const exit = coolingOffExit(random, addDays(random.disbursalOn, days), 0);
        const { flows, apr } = figuresOf(random);
        const had = flows[0]?.amount ?? 0;
        const spent = (exit?.total ?? 0) - had - (exit?.feeKept ?? 0);
        // The product is in ten-thousandths of a percent; the result is rounded to the nearest paisa.
        const exactly = BigInt(had) * BigInt(apr.replace('.', '')) * BigInt(days);
        const doubled = 365n * 1_000_000n;
        expect(BigInt(spent)).toBe((2n * exactly + doubled) / (2n * doubled));
        expect(random.keepsProcessingFee || exit?.feeKept === 0).toBe(true);
        expect(exit?.refund).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });
});
