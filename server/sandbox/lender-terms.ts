/**
 * Invented terms of the sandbox's lenders, one row for each, and the loans that they offer by them; they cost about as much
 * as the institutions' plans, each in another way. Percents are decimal text, amounts whole rupees.
 */
import { addDays, type IsoDate, monthsAfter } from '../../domain/values/dates.ts';
import { figuresOf } from '../../domain/servicing/figures.ts';
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
  /** The validity of an offer in days; three working days at least. */
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

/** The decrease of the amount per revision in paise, so that a change can be seen. */
const lessPerRevision = 100_000;
const leastSanctioned = 100_000;
const disbursalAfterDays = 3;

/** The terms that a lender of the sandbox offers. @param offer.feeRupees what the application asks for */
export function sandboxLoanTerms(
  lenderId: LenderId,
  offer: { feeRupees: number; months: number; revision: number; offeredOn: IsoDate },
): LoanTerms {
  const { feeRupees, months, revision, offeredOn } = offer;
  const { interest, processingFee, tenure, advanceInstalments, coolingOffDays, keepsProcessingFee, charges } =
    sandboxTerms[lenderId];
  const sanctionedAmount = Math.max(leastSanctioned, feeRupees * 100 - (revision - 1) * lessPerRevision);
  const disbursalOn = addDays(offeredOn, disbursalAfterDays);
  const appliesMinimumFee =
    sanctionedAmount * Number(processingFee.percent) < processingFee.minimum * 100 * 100;
  const fee: LoanCharge = {
    kind: 'processing',
    label: 'Processing fee',
    payee: 'lender',
    amount: appliesMinimumFee ? { paise: processingFee.minimum * 100 } : { percent: processingFee.percent },
    gstPercent: '18',
    collected: processingFee.collected,
  };
  const terms: LoanTerms = {
    sanctionedAmount,
    tenureMonths: Math.min(tenure.longest, Math.max(tenure.shortest, months)),
    interest,
    rateType: 'fixed',
    disbursalOn,
    disbursalKind: 'at_once',
    firstDueOn: monthsAfter(disbursalOn, 1),
    advanceInstalments,
    charges: [fee, ...charges],
    contingentCharges: [
      { kind: 'late_payment', text: 'Late payment', amount: { paise: 50_000 }, graceDays: 3 },
      { kind: 'foreclosure', text: 'None' },
    ],
    coolingOffDays,
    keepsProcessingFee,
    apr: '0',
    instalment: 1,
  };
  const { apr, instalment } = figuresOf(terms);
  return { ...terms, apr, instalment };
}
