import { describe, expect, it } from 'vitest';
import { figuresOf } from './figures.ts';
import { institutionDisbursal } from './institution-disbursal.ts';
import { someLoanTerms } from './testing.ts';

describe('the amount that the institution receives', () => {
  const payoutOf = (feePaise: number, changes: Parameters<typeof someLoanTerms>[0] = {}) =>
    institutionDisbursal({ feePaise, netDisbursedPaise: figuresOf(someLoanTerms(changes)).netDisbursed });

  it('is the fee less the deductions of the lender, which stay to be paid', () => {
    expect(payoutOf(4_700_000)).toEqual({ receivedPaise: 4_561_350, uncoveredFeePaise: 138_650 });
  });

  it('is the whole fee where nothing is deducted', () => {
    expect(payoutOf(4_700_000, { charges: [] })).toEqual({ receivedPaise: 4_700_000, uncoveredFeePaise: 0 });
  });

  it('is lower where less is sanctioned than was applied for', () => {
    expect(payoutOf(5_000_000, { charges: [] })).toEqual({
      receivedPaise: 4_700_000,
      uncoveredFeePaise: 300_000,
    });
  });

  it('leaves nothing to pay where it is above the fee', () => {
    expect(payoutOf(4_500_000)).toEqual({ receivedPaise: 4_561_350, uncoveredFeePaise: 0 });
  });
});
