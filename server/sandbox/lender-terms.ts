/**
 * Invented terms of the sandbox's lenders, one row for each; they cost about as much as the institutions' plans, each in
 * another way. Percents are decimal text, amounts whole rupees.
 */
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
    interest: { rate: '9', kind: 'reducing' },
    processingFee: { percent: '0.5', minimum: 200, collected: 'deducted' },
    charges: [],
    tenure: { shortest: 3, longest: 24 },
    advanceInstalments: 0,
    validityDays: 7,
    coolingOffDays: 3,
    keepsProcessingFee: false,
  },
  12: {
    interest: { rate: '2', kind: 'flat_yearly' },
    processingFee: { percent: '0.75', minimum: 250, collected: 'up_front' },
    charges: [],
    tenure: { shortest: 3, longest: 12 },
    advanceInstalments: 1,
    validityDays: 3,
    coolingOffDays: 1,
    keepsProcessingFee: true,
  },
  15: {
    interest: { rate: '6', kind: 'reducing' },
    processingFee: { percent: '1.1', minimum: 0, collected: 'up_front' },
    charges: [
      {
        kind: 'insurance',
        label: 'Credit life insurance',
        payee: 'third_party',
        amount: { paise: 10_000 },
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
