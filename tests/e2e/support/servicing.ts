/** Offers, key facts and loans after the approval, as the server answers them. */
import { planCost } from '../../../domain/lending/plan-cost.ts';
import { figuresOf } from '../../../domain/servicing/figures.ts';
import { servicingSteps } from '../../../src/account/servicing/steps.ts';
import { scheduleOf } from '../../../domain/servicing/schedule.ts';
import type { LoanTerms } from '../../../domain/servicing/terms.ts';
import { scheduleOnWire, wireTermsOf } from '../../../domain/servicing/terms-wire.ts';
import { someLoanTerms } from '../../../domain/servicing/testing.ts';
import type {
  AgreedPlan,
  Consent,
  EmiOption,
  Invoice,
  IssuedDocument,
  KeyFactsStatement,
  Offer,
  Offers,
  PaymentOrder,
  ReceivedPayment,
  Servicing,
} from '../../../domain/values/wire.ts';

const processingFee = (percent: string, collected: 'up_front' | 'deducted' = 'up_front') => [
  {
    kind: 'processing',
    label: 'Processing fee',
    payee: 'lender',
    amount: { percent },
    gstPercent: '18',
    collected,
  } as const,
];

const feeRupees = 60_000;

/** The requested plan: ten instalments at 4.2 % for the whole term, and 809 rupees of charges. */
export function agreedPlan(): AgreedPlan {
  const option: EmiOption = {
    ...{ id: 7, emi_tenure: 10, parent_pf: '1.1', parent_pf_amount: 100, parent_interest: '4.2' },
    ...{ advance_emi: 0, membership_fee: 49, subvention: '0', fibe_id: null, is_disabled: false },
  };
  const name = 'Silverpine Grove International School';
  const { plan, instalments, total, apr } = planCost(option, feeRupees, name);
  const { exact: _, ...amounts } = plan;
  return {
    institution: { id: 211, name, commercial_type: 'STANDARD', subvention: '0' },
    ...{ option, order_value: feeRupees, ...amounts, instalments: instalments.count, total, apr },
  };
}

/** 60,000 rupees for ten months at 5 % for the whole term, one instalment in advance. */
const flatTerms = loanTerms({
  sanctionedAmount: 6_000_000,
  tenureMonths: 10,
  interest: { rate: '5', kind: 'flat_total' },
  disbursalOn: '2027-01-05',
  firstDueOn: '2027-02-05',
  advanceInstalments: 1,
  charges: processingFee('2'),
  keepsProcessingFee: true,
});

function loanTerms(changes: Partial<LoanTerms>): LoanTerms {
  const terms = someLoanTerms(changes);
  const { instalment, apr } = figuresOf(terms);
  return { ...terms, instalment, apr };
}

/** @param lender its id; the others have other terms */
export function offerOf(lender: 11 | 12 | 15, changes: Partial<Offer> = {}): Offer {
  const terms = termsBy[lender];
  const figures = figuresOf(terms);
  return {
    offer_id: `offer-${lender}-1`,
    lender_id: lender,
    lender_name: `Sandbox lender ${lender}`,
    revision: 1,
    proposal_number: `KFS-${lender}-000042`,
    valid_until: '2026-12-31T18:29:59.000Z',
    stage: 'offered',
    terms: wireTermsOf(terms),
    instalment_paise: figures.instalment,
    instalments: figures.instalments,
    apr: figures.apr,
    total_interest_paise: figures.totalInterest,
    charges_paise: figures.lenderCharges.total + figures.thirdPartyCharges.total,
    net_disbursed_paise: figures.netDisbursed,
    total_paid_paise: figures.totalPaid,
    schedule: scheduleOnWire(scheduleOf(terms)),
    ...changes,
  };
}

const termsBy = {
  11: loanTerms({
    sanctionedAmount: 6_000_000,
    tenureMonths: 10,
    interest: { rate: '15', kind: 'reducing' },
    rateType: 'floating',
    benchmark: { name: 'Repo rate', rate: '6.5', spread: '8.5', resetMonths: 3 },
    disbursalOn: '2027-01-05',
    firstDueOn: '2027-02-05',
    contingentCharges: [{ kind: 'late_payment', text: 'Late payment', amount: { percent: '2' } }],
    charges: processingFee('1', 'deducted'),
  }),
  12: loanTerms({
    sanctionedAmount: 6_000_000,
    tenureMonths: 10,
    interest: { rate: '5', kind: 'flat_yearly' },
    rateType: 'hybrid',
    benchmark: { name: 'Repo rate', rate: '6.5', spread: '3.5', resetMonths: 6 },
    disbursalOn: '2027-01-05',
    firstDueOn: '2027-02-05',
    contingentCharges: [],
    charges: processingFee('2'),
  }),
  15: flatTerms,
} as const;

export const offersOf = (offers: Offer[], changes: Partial<Offers> = {}): Offers => ({
  fee_paise: feeRupees * 100,
  plan: agreedPlan(),
  offers,
  other_offers: [],
  unmatched: [],
  accepted_offer_id: null,
  ...changes,
});

export const issuedDocument = (
  kind: IssuedDocument['kind'],
  changes: Partial<IssuedDocument> = {},
): IssuedDocument => ({
  document_id: `document-${kind}`,
  kind,
  number: `${kind.toUpperCase().replace('_', '-')}-15-000042`,
  language: 'en',
  sha256: 'a'.repeat(64),
  created_at: '2026-12-01T04:30:00.000Z',
  acknowledged_at: null,
  ...changes,
});

/** @param document what the server has made of it */
export const keyFactsOf = (document: IssuedDocument): KeyFactsStatement => ({
  document,
  facts: {
    proposal_number: 'KFS-15-000042',
    issued_on: '2026-12-01',
    valid_until: '2026-12-31',
    borrower_name: 'Meenakshi Sundaram',
    institution_name: 'Silverpine Grove International School',
    lender_name: 'Sandbox lender 15',
    platform_name: 'Feepath',
    terms: wireTermsOf(flatTerms),
    officers: {
      lender: { name: 'Grievance Desk', phone: '1800 000 0000', email: 'lender@invalid.example' },
      platform: { name: 'Help Desk', phone: '1800 000 0001', email: 'help@invalid.example' },
    },
    transferable: false,
    partner_lender: null,
    recovery_agent: null,
    loan_number: '4821 0073 9155',
    students: [{ name: 'Kavin Raman', class_name: 'Class VI', roll_number: '17' }],
  },
});

/** The steps before the next one are done. */
export function servicingOf(changes: Partial<Servicing> = {}): Servicing {
  const at = servicingSteps.findIndex((step) => step === changes.next);
  const offer = offerOf(15, { stage: 'accepted' });
  return {
    loan_id: 'L1',
    lender_id: 15,
    lender_name: offer.lender_name,
    grievance_officer: {
      name: 'Nodal officer of Sandbox lender 15',
      phone: '1800 000 0015',
      email: 'nodal@invalid.example',
    },
    payee: 'Sandbox lender 15 Ltd',
    stage: 'accepted',
    offer,
    proposed_offer: null,
    next: 'sign',
    agreement: { state: at > servicingSteps.indexOf('sign') ? 'countersigned' : 'none', document: null },
    kyc: {
      state: at > servicingSteps.indexOf('kyc') ? 'verified' : 'none',
      failure: null,
      name_on_record: null,
      name_matches: null,
    },
    mandate: {
      state: at > servicingSteps.indexOf('mandate') ? 'registered' : 'none',
      ...{ method: null, limit_paise: 630_000, failure: null },
      ...{
        registration_number: null,
        withdrawal_requested: false,
        needs_consent: false,
        account: null,
        payee: null,
      },
    },
    advance: { amount_paise: 771_600, state: 'due', order_id: null },
    disbursed_on: null,
    institution: { fee_paise: 6_000_000, received_paise: 6_000_000, left_to_pay_paise: 0 },
    missing_documents: 0,
    cancel_requested_at: null,
    cooling_off: null,
    next_invoice: null,
    payable_paise: 0,
    returned_debit: null,
    due_paise: 0,
    late_charges_paise: 0,
    paid_paise: 0,
    outstanding_paise: 6_000_000,
    documents: [issuedDocument('key_facts', { acknowledged_at: '2026-12-01T04:40:00.000Z' })],
    payments: [],
    cancellation_order: null,
    ...changes,
  };
}

export const paymentOf = (changes: Partial<ReceivedPayment> = {}): ReceivedPayment => ({
  payment_id: 'pay_1',
  purpose: 'instalment',
  instalment: 3,
  amount_paise: 630_000,
  currency: 'INR',
  state: 'captured',
  refund_reference: null,
  method: 'upi',
  paid_at: '2027-03-05T05:00:00.000Z',
  receipt: null,
  ...changes,
});

export const orderOf = (changes: Partial<PaymentOrder> = {}): PaymentOrder => ({
  order_id: 'O1',
  purpose: 'advance',
  instalment: null,
  amount_paise: 771_600,
  state: 'open',
  url: 'https://pay.invalid.example/O1',
  expires_at: '2026-12-01T05:00:00.000Z',
  held_paise: 0,
  ...changes,
});

/** Instalments 2 to 10, of which the first so many are paid, and the advance one before them. */
export function invoicesOf(paid: number): Invoice[] {
  const { schedule } = offerOf(15);
  const [advance, ...later] = schedule;
  const common = { charges_paise: 0, overdue: false, awaits_debit: false } as const;
  return [
    {
      ...common,
      kind: 'up_front',
      number: 0,
      due_on: '2027-01-05',
      amount_paise: 771_600,
      principal_paise: advance?.principal_paise ?? 0,
      interest_paise: advance?.interest_paise ?? 0,
      charges_paise: 141_600,
      paid_paise: 771_600,
      state: 'paid',
      paid_on: '2026-12-02',
    },
    ...later.map((row, index): Invoice => ({
      ...common,
      kind: 'instalment',
      number: row.number,
      due_on: row.due_on,
      amount_paise: row.instalment_paise,
      principal_paise: row.principal_paise,
      interest_paise: row.interest_paise,
      paid_paise: index < paid ? row.instalment_paise : 0,
      state: index < paid ? 'paid' : 'unpaid',
      paid_on: index < paid ? row.due_on : null,
    })),
  ];
}

export const consentOf = (purpose: Consent['purpose'], changes: Partial<Consent> = {}): Consent => ({
  consent_id: `consent-${purpose}`,
  purpose,
  loan_id: '6f1c2a3b-4d5e-4f60-8a7b-9c0d1e2f3a4b',
  lender_name: 'Sandbox lender 15',
  words: 'I agree that my application with its documents is given to Sandbox lender 15 for this loan.',
  version: '2026-11-23',
  language: 'en',
  channel: 'app',
  given_at: '2026-12-01T04:45:00.000Z',
  withdrawn_at: null,
  ...changes,
});
