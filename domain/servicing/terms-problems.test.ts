import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomTerms } from '../../tests/support/random-loans.ts';
import type { LoanCharge, LoanTerms } from './terms.ts';
import { earliestValidUntil, isCalculable, termsProblems, unusualTerms } from './terms-problems.ts';
import { someLoanTerms } from './testing.ts';

const charge = (changes: Partial<LoanCharge>): LoanCharge => ({
  kind: 'other',
  label: 'Charge',
  payee: 'lender',
  amount: { percent: '1' },
  gstPercent: '18',
  collected: 'deducted',
  ...changes,
});
const benchmark = { name: 'Repo rate', rate: '6.5', spread: '14.5', resetMonths: 3 };

describe('the terms of a lender', () => {
  it('have no problems where all can be calculated', () => {
    expect(termsProblems(someLoanTerms())).toEqual([]);
    expect(termsProblems(someLoanTerms({ rateType: 'floating', benchmark }))).toEqual([]);
  });

  it.each<[string, Partial<LoanTerms>, string[]]>([
    ['no whole paise', { sanctionedAmount: 4_700_000.5 }, ['sanctionedAmount']],
    ['less than 1,000 rupees', { sanctionedAmount: 99_999 }, ['sanctionedAmount']],
    ['more than an application can ask for', { sanctionedAmount: 1_000_000_000_000 }, ['sanctionedAmount']],
    ['61 months', { tenureMonths: 61 }, ['tenureMonths']],
    ['a rate that is no decimal', { interest: { kind: 'reducing', rate: '21%' } }, ['interest']],
    ['a negative rate', { interest: { kind: 'reducing', rate: '-1' } }, ['interest']],
    ['a rate above 60 %', { interest: { kind: 'reducing', rate: '60.01' } }, ['interest']],
    ['a fixed rate with a benchmark', { benchmark }, ['rateType']],
    ['a floating rate without one', { rateType: 'floating' }, ['rateType']],
    [
      'a rate that is not benchmark and spread',
      { rateType: 'floating', benchmark: { ...benchmark, spread: '14' } },
      ['benchmark'],
    ],
    ['a day that does not exist', { disbursalOn: '2026-06-31' }, ['disbursalOn', 'firstDueOn']],
    ['a disbursal in stages', { disbursalKind: 'staged' }, ['disbursalKind']],
    ['a first instalment within a month', { firstDueOn: '2026-07-04' }, ['firstDueOn']],
    ['a broken period of 93 days', { firstDueOn: '2026-10-06' }, ['firstDueOn']],
    ['all instalments in advance', { advanceInstalments: 24 }, ['advanceInstalments']],
    [
      'so many instalments in whole rupees that the last one is nothing',
      {
        sanctionedAmount: 100_000,
        tenureMonths: 60,
        interest: { kind: 'flat_total', rate: '0' },
        instalmentRounding: 'rupee',
      },
      ['instalmentRounding'],
    ],
    ['a charge in half paise', { charges: [charge({ amount: { paise: 0.5 } })] }, ['charges']],
    ['a charge without a name', { charges: [charge({ label: ' ' })] }, ['charges']],
    ['charges as large as the loan', { charges: [charge({ amount: { paise: 4_700_000 } })] }, ['charges']],
    [
      'a foreclosure that costs something',
      { contingentCharges: [{ kind: 'foreclosure', text: '2 %', amount: { percent: '2' } }] },
      ['contingentCharges'],
    ],
    [
      'two charges for late payment',
      {
        contingentCharges: [
          { kind: 'late_payment', text: 'One' },
          { kind: 'late_payment', text: 'Two' },
        ],
      },
      ['contingentCharges'],
    ],
    ['no cooling-off period', { coolingOffDays: 0 }, ['coolingOffDays']],
    ['an APR that is no decimal', { apr: 'about 24' }, ['apr']],
    ['an instalment of nothing', { instalment: 0 }, ['instalment']],
    [
      'two faults',
      { coolingOffDays: 0, tenureMonths: 0 },
      ['tenureMonths', 'advanceInstalments', 'coolingOffDays'],
    ],
  ])('are refused with %s', (_, changes, problems) => {
    expect(termsProblems(someLoanTerms(changes))).toEqual(problems);
  });

  it.each<[string, object, object, boolean, number | null]>([
    ['a usual charge', { paise: 50_000 }, {}, false, null],
    ['a tenth of an instalment', { percent: '10' }, { instalment: 630_000 }, false, null],
    ['a paisa more than both', { paise: 63_001 }, { instalment: 630_000 }, false, 63_000],
    ['more than 500 rupees of a small instalment', { paise: 50_001 }, { instalment: 96_973 }, false, 50_000],
    ['more than a tenth', { percent: '60' }, { instalment: 630_000 }, false, 63_000],
    ['an APR of 60 percent', { paise: 0 }, { apr: '60.0000' }, false, null],
    ['an APR above 60 percent', { paise: 0 }, { apr: '60.0001' }, true, null],
  ])('are checked for unusual values: %s', (_, amount, figures, isAprUnusual, most) => {
    const late = { kind: 'late_payment', text: 'Late', amount } as LoanTerms['contingentCharges'][number];
    const bound = { paise: 50_000, percent: 10 };
    const terms = someLoanTerms({ contingentCharges: [late] });
    const unusual = unusualTerms(terms, { apr: '24', instalment: 241_513, ...figures }, bound);
    expect([unusual.isAprUnusual, unusual.lateCharge?.most ?? null]).toEqual([isAprUnusual, most]);
  });

  it('have no problems in the random terms of other tests', () => {
    fc.assert(
      fc.property(randomTerms, (terms) => {
        expect(termsProblems(terms)).toEqual([]);
      }),
    );
  });

  it.each<[string, Partial<LoanTerms>, boolean]>([
    ['a rate above the highest', { interest: { kind: 'reducing', rate: '72' } }, true],
    ['no cooling-off period', { coolingOffDays: 0 }, true],
    ['a rate that is no decimal', { interest: { kind: 'reducing', rate: '12.5%' } }, false],
    ['no month', { tenureMonths: 0, advanceInstalments: 0 }, false],
    ['more instalments in advance than there are', { tenureMonths: 6, advanceInstalments: 7 }, false],
    ['a day that is none', { firstDueOn: 'tomorrow' }, false],
  ])('are calculable or not: %s', (_, changes, expected) => {
    expect(isCalculable(someLoanTerms(changes))).toBe(expected);
  });

  it('must be valid for at least three working days', () => {
    // 23 November 2026 is a Monday.
    expect(earliestValidUntil('2026-11-23')).toBe('2026-11-26');
    expect(earliestValidUntil('2026-11-26')).toBe('2026-12-01');
    expect(earliestValidUntil('2026-11-28')).toBe('2026-12-02');
    expect(earliestValidUntil('2027-01-22', ['2027-01-26', '2027-01-23'])).toBe('2027-01-28');
  });
});
