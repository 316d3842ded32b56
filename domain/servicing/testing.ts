/** Fixtures of the tests of servicing: the terms of a loan of 47,000 rupees at 21 % for 24 months. */
import type { LoanTerms } from './terms.ts';

export const someLoanTerms = (changes: Partial<LoanTerms> = {}): LoanTerms => ({
  sanctionedAmount: 4_700_000,
  tenureMonths: 24,
  interest: { rate: '21', kind: 'reducing' },
  rateType: 'fixed',
  disbursalOn: '2026-06-05',
  disbursalKind: 'at_once',
  firstDueOn: '2026-07-05',
  advanceInstalments: 0,
  charges: [
    {
      kind: 'processing',
      label: 'Processing fee',
      payee: 'lender',
      amount: { percent: '2.5' },
      gstPercent: '18',
      collected: 'deducted',
    },
  ],
  contingentCharges: [
    {
      kind: 'late_payment',
      text: '500 rupees for an instalment that is more than 3 days late',
      amount: { paise: 50_000 },
      graceDays: 3,
    },
  ],
  coolingOffDays: 3,
  keepsProcessingFee: false,
  apr: '24.15',
  instalment: 241_513,
  ...changes,
});
