import { describe, expect, it } from 'vitest';
import { figuresOf } from './figures.ts';
import { institutionDisbursal } from './institution-disbursal.ts';
import { someLoanTerms } from './testing.ts';

describe('What the institution receives', () => {
  const payoutOf = (feePaise: number, changes: Parameters<typeof someLoanTerms>[0] = {}) =>
    institutionDisbursal({ feePaise, netDisbursedPaise: figuresOf(someLoanTerms(changes)).netDisbursed });

  it('is the fee less what the lender deducts, which is left to pay', () => {
    expect(payoutOf(4_700_000)).toEqual({ receivedPaise: 4_561_350, uncoveredFeePaise: 138_650 });
  });

  it('is all of it where nothing is deducted', () => {
    expect(payoutOf(4_700_000, { charges: [] })).toEqual({ receivedPaise: 4_700_000, uncoveredFeePaise: 0 });
  });

  it('is less where less is sanctioned than was applied for', () => {
    expect(payoutOf(5_000_000, { charges: [] })).toEqual({
      receivedPaise: 4_700_000,
      uncoveredFeePaise: 300_000,
    });
  });

  it('leaves nothing to pay where more is paid than the fee', () => {
    expect(payoutOf(4_500_000)).toEqual({ receivedPaise: 4_561_350, uncoveredFeePaise: 0 });
  });
});
