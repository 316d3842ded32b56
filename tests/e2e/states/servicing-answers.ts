/** The answers about a loan of fixtures, by which its states are shown. */
import type { MyLoan, Servicing } from '../../../domain/values/wire.ts';
import { issuedDocument, servicingOf } from '../support/servicing.ts';

export const loanId = 'L1';

export const registered: Servicing['mandate'] = {
  ...{ state: 'registered', method: 'upi', limit_paise: 630_000, failure: null },
  ...{ registration_number: 'FPTH12345678', withdrawal_requested: false, needs_consent: false },
  account: { bank: 'State Bank of India', ending: '4321' },
  payee: 'Sandbox lender 15 Ltd',
};

/** Paid out; two instalments are paid. */
export const repaying: Partial<Servicing> = {
  stage: 'repaying',
  next: 'repay',
  agreement: { state: 'countersigned', document: issuedDocument('agreement') },
  kyc: { state: 'verified', failure: null, name_on_record: null, name_matches: null },
  mandate: registered,
  advance: { amount_paise: 771_600, state: 'paid', order_id: 'O1' },
  disbursed_on: '2027-01-05',
  paid_paise: 2_031_600,
  outstanding_paise: 4_200_000,
  documents: [
    issuedDocument('key_facts'),
    issuedDocument('agreement'),
    issuedDocument('signed_agreement'),
    issuedDocument('receipt'),
    issuedDocument('statement', { language: 'ta' }),
    issuedDocument('no_dues'),
  ],
};

/** Paid out; so many instalments are paid after the one in advance. */
export const repayingAfter = (paid: number): Partial<Servicing> => ({
  ...repaying,
  paid_paise: 771_600 + paid * 630_000,
  outstanding_paise: 5_400_000 - paid * 600_000,
});

export const coolingOff: NonNullable<Servicing['cooling_off']> = {
  ends_on: '2027-01-08',
  paid_out_paise: 6_000_000,
  interest_paise: 4_932,
  fee_kept_paise: 141_600,
  paid_paise: 771_600,
  exit_paise: 5_374_932,
  refund_paise: 0,
};

export const payingAdvance = (orderId: string | null) =>
  servicingOf({
    stage: 'mandate_registered',
    next: 'pay_advance',
    advance: { amount_paise: 771_600, state: 'due', order_id: orderId },
  });

export const myLoan: MyLoan = {
  loan_id: loanId,
  loan_number: '4821 0073 9155',
  product: 'EL',
  date: '2026-11-20',
  institution_name: 'Silverpine Grove International School',
  applied_amount: 60_000,
  sanctioned_amount: 60_000,
  emi_amount: 6300,
  instalment_paise: 630_000,
  tenure: 10,
  lender: 15,
  lender_name: 'Sandbox lender 15',
  next_payment: null,
  status: 'approved',
  stage: 'in_progress',
  next: 'none',
  servicing_stage: null,
  step: 'applicant',
  editable: false,
  pending_documents: 0,
  documents_asked_now: 0,
  lender_url: null,
  students: ['Kavin Raman'],
};
