/** Invented terms of the sandbox's lenders, one row for each. Percents are decimal text, amounts whole rupees. */
import type { LoanCharge, LoanTerms } from '../../domain/servicing/terms.ts';
import type { LenderId } from '../adapters/lenders.ts';

export type SandboxTerms = {
  interest: LoanTerms['interest'];
  /** `percent` of the amount lent, and at least `minimum` rupees; GST comes on top. */
  processingFee: { percent: string; minimum: number; collected: LoanCharge['collected'] };
  charges: readonly LoanCharge[];
  /** Months of instalments, both included. */
  tenure: { shortest: number; longest: number };
  advanceInstalments: number;
  /** For how many days an offer is valid; three working days at least. */
  validityDays: number;
  coolingOffDays: number;
  keepsProcessingFee: boolean;
};

export const sandboxTerms: Readonly<Record<LenderId, SandboxTerms>> = {
  11: {
    interest: { rate: '14.5', kind: 'reducing' },
    processingFee: { percent: '1.5', minimum: 500, collected: 'deducted' },
    charges: [],
    tenure: { shortest: 6, longest: 24 },
    advanceInstalments: 0,
    validityDays: 7,
    coolingOffDays: 3,
    keepsProcessingFee: false,
  },
  12: {
    interest: { rate: '6.5', kind: 'flat_yearly' },
    processingFee: { percent: '2.25', minimum: 1000, collected: 'up_front' },
    charges: [],
    tenure: { shortest: 3, longest: 12 },
    advanceInstalments: 1,
    validityDays: 3,
    coolingOffDays: 1,
    keepsProcessingFee: true,
  },
  15: {
    interest: { rate: '12', kind: 'reducing' },
    processingFee: { percent: '2', minimum: 0, collected: 'up_front' },
    charges: [
      {
        kind: 'insurance',
        label: 'Credit life insurance',
        payee: 'third_party',
        amount: { paise: 25_000 },
        gstPercent: '18',
        collected: 'deducted',
      },
    ],
    tenure: { shortest: 3, longest: 10 },
    advanceInstalments: 0,
    validityDays: 15,
    coolingOffDays: 5,
    keepsProcessingFee: true,
  },
};
