/** Fixtures of the tests of a loan's documents. */
import type { GrievanceRules } from '../forms/grievance.ts';
import type { AgreementSignatures } from './agreement.ts';
import type { KeyFactsInput } from './key-facts.ts';
import { someLoanTerms } from './testing.ts';

/** Returns a statement with one lender, a fixed rate and a processing fee. */
export const keyFactsFixture = (changes: Partial<KeyFactsInput> = {}): KeyFactsInput => ({
  proposalNumber: 'KFS-15-000042',
  issuedOn: '2026-06-01',
  validUntil: '2026-06-04',
  borrowerName: 'LAKSHMI NARAYANAN',
  institutionName: 'Green Valley School, Chennai',
  lenderName: 'Example Finance Limited',
  platformName: 'Feepath',
  terms: someLoanTerms(),
  officers: {
    lender: { name: 'Grievance Desk', phone: '+91 44 5555 0101', email: 'nodal@lender.example' },
    platform: { name: 'Help Desk', phone: '+91 44 5555 0102', email: 'help@feepath.example' },
  },
  isTransferable: false,
  partnerLender: null,
  recoveryAgent: null,
  loanNumber: '4821 0073 9155',
  students: [
    { name: 'Meena Lakshmi', className: 'Class VI', rollNumber: '70071' },
    { name: 'Arjun Lakshmi', className: '', rollNumber: '' },
  ],
  ...changes,
});

/** Everything that the other fixture has not: charges of each kind, a floating rate, advance instalments, a partner. */
export const fullKeyFactsFixture = (): KeyFactsInput =>
  keyFactsFixture({
    terms: someLoanTerms({
      rateType: 'floating',
      benchmark: { name: 'Repo rate', rate: '6.5', spread: '14.5', resetMonths: 3 },
      firstDueOn: '2026-07-15',
      advanceInstalments: 2,
      charges: [
        ...someLoanTerms().charges,
        {
          kind: 'insurance',
          label: 'Loan protection',
          payee: 'third_party',
          amount: { paise: 59_000 },
          gstPercent: '18',
          collected: 'up_front',
        },
        {
          kind: 'valuation',
          label: 'Valuation',
          payee: 'lender',
          amount: { paise: 10_000 },
          gstPercent: '0',
          collected: 'up_front',
        },
        {
          kind: 'other',
          label: 'Collection by mandate',
          payee: 'third_party',
          amount: { paise: 500 },
          gstPercent: '0',
          collected: 'with_instalments',
        },
      ],
      contingentCharges: [
        { kind: 'late_payment', text: 'For each month begun', amount: { percent: '2' }, graceDays: 3 },
        { kind: 'other_penal', text: 'For a returned debit', amount: { paise: 25_000 } },
        { kind: 'rate_switch', text: 'Once', amount: { percent: '0.5' } },
      ],
      coolingOffDays: 3,
      keepsProcessingFee: true,
    }),
    isTransferable: true,
    partnerLender: { name: 'Second Bank Limited', sharePercent: '79.5', blendedRate: '20.25' },
    recoveryAgent: 'Recovery Services Limited',
  });

/** Returns days and an Ombudsman that differ from the real ones. */
export const grievanceRulesFixture = (changes: Partial<GrievanceRules> = {}): GrievanceRules => ({
  answerDays: 21,
  ombudsman: { site: 'ombudsman.example', phone: '1800 000 0001', address: 'Post Box 1, Chennai 600001' },
  ...changes,
});

export const someSignatures = (changes: Partial<AgreementSignatures> = {}): AgreementSignatures => ({
  borrowerSignedAt: '2026-06-02T08:35:00Z',
  mobileDigits: '3210',
  lenderSignedAt: '2026-06-02T20:10:00Z',
  signedSha256: 'b'.repeat(64),
  ...changes,
});
