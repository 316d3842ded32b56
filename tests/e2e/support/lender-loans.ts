/** Lender loans and held payments, as the server answers them to staff. */
import type {
  BookEntry,
  HeldPayment,
  LenderLoan,
  LenderPayment,
  OpenCase,
  ServicingCase,
} from '../../../domain/values/wire.ts';
import { invoicesOf, issuedDocument, offerOf } from './servicing.ts';

type LenderId = 11 | 12 | 15;
type ReceivedOffer = LenderLoan['offers'][number];

const receivedOffer = (lender: LenderId, changes: Partial<ReceivedOffer> = {}): ReceivedOffer => {
  const { offer_id, revision, proposal_number, valid_until, terms, apr } = offerOf(lender);
  return {
    ...{ offer_id, revision, proposal_number, valid_until, terms, apr },
    received_at: '2026-12-01T04:30:00.000Z',
    differences: [],
    ...changes,
  };
};

export const lenderPayment = (changes: Partial<LenderPayment> = {}): LenderPayment => ({
  payment_id: 'pay_1',
  lender_id: 15,
  purpose: 'instalment',
  instalment: 4,
  amount_paise: 630_000,
  due_paise: 630_000,
  payee: 'Sandbox lender 15 Ltd',
  currency: 'INR',
  state: 'captured',
  held_because: null,
  decision: null,
  refund_reference: null,
  made_decision: null,
  needs_second_person: false,
  countable: null,
  method: 'upi',
  paid_at: '2027-04-03T05:00:00.000Z',
  received_at: '2027-04-03T05:00:10.000Z',
  ...changes,
});

const refund_reference = 'SBIN426113000042';

/** A decision by another person that waits for a second one. */
const waitingDecision: NonNullable<LenderPayment['made_decision']> = {
  ...{ decision_id: 'decision_1', decision: 'refund', state: 'waiting', reference: null },
  ...{ note: 'The parent has paid the school at the counter.', by: 'Asha', at: '2027-04-03T06:00:00.000Z' },
  ...{ is_own: false, answered_by: null },
};

/** The held payments, each for another reason, the last ones with a decision; one was refunded twice. */
const heldChanges: readonly Partial<LenderPayment>[] = [
  { amount_paise: 620_000, held_because: 'less', countable: 'instalment' },
  { held_because: 'repeated', countable: 'instalment' },
  { amount_paise: 7500, currency: 'USD', held_because: 'currency', needs_second_person: true },
  { amount_paise: 640_000, held_because: 'more', purpose: 'advance', instalment: null },
  { held_because: 'payee', instalment: 4, countable: 'instalment' },
  {
    ...{ purpose: 'foreclosure', instalment: null, held_because: 'late', decision: 'refund' },
    made_decision: { ...waitingDecision, state: 'made', answered_by: 'Ravi' },
  },
  {
    ...{
      amount_paise: 5_830_000,
      due_paise: 5_830_000,
      purpose: 'foreclosure',
      instalment: null,
      held_because: 'late',
    },
    ...{ needs_second_person: true, made_decision: waitingDecision },
  },
  {
    ...{
      amount_paise: 5_810_000,
      due_paise: 5_810_000,
      purpose: 'foreclosure',
      instalment: null,
      held_because: 'late',
    },
    ...{ needs_second_person: true, made_decision: { ...waitingDecision, is_own: true } },
  },
  { instalment: 3, held_because: 'ended', countable: 'instalment', decision: 'refund_refused' },
  { instalment: 2, state: 'refunded', decision: 'refunded_twice', refund_reference },
];

export const heldLenderPayments: readonly LenderPayment[] = heldChanges.map((changes, index) =>
  lenderPayment({ payment_id: `held_${index}`, state: 'held', ...changes }),
);

export const heldPayments: HeldPayment[] = heldLenderPayments.map((payment, index) => ({
  loan_id: `L${index}`,
  name: index % 2 === 0 ? 'Meenakshi Sundaram' : 'Raman Pillai',
  lender_name: 'Sandbox lender 15',
  payment,
}));

export const lenderLoan = (lender: LenderId, changes: Partial<LenderLoan> = {}): LenderLoan => ({
  lender_id: lender,
  lender_name: `Sandbox lender ${lender}`,
  reference: `6f1c2a3b-4d5e-4f60-8a7b-9c0d1e2f3a${lender}`,
  verdict: 'approved',
  stage: 'offered',
  stage_changed_at: '2026-12-01T04:30:00.000Z',
  accepted_offer_id: null,
  accepted_at: null,
  disbursed_on: null,
  disbursed_paise: null,
  disbursal_utr: null,
  account_number: null,
  next_due_on: null,
  cancelled_at: null,
  cancel_confirmed_at: null,
  refused_at: null,
  offers: [receivedOffer(lender)],
  servicing: null,
  payments: [],
  cases: [],
  documents: [],
  ...changes,
});

export const servicingCase = (changes: Partial<ServicingCase> = {}): ServicingCase => ({
  case_id: `case_${changes.kind ?? 'disbursal_differs'}`,
  counterparty: 'lender',
  kind: 'disbursal_differs',
  details: [],
  opened_at: '2027-01-05T05:00:00.000Z',
  ...{ closed_at: null, closed_by: null, note: null, settled_by: null },
  ...changes,
});

const bookEntry = (
  on: string,
  kind: BookEntry['kind'],
  postings: BookEntry['postings_paise'],
  reference: string | null = null,
): BookEntry => ({
  ...{ on, kind, reference, postings_paise: postings },
  invoice: kind === 'billed' ? { kind: 'up_front', number: 0 } : null,
});

const closedCase = servicingCase({
  kind: 'disbursal_day',
  details: [{ name: 'disbursed_on', known: '2026-12-01', said: '2062-01-05' }],
  ...{ closed_at: '2027-01-05T09:00:00.000Z', closed_by: 'Kavitha Raman' },
  note: 'The lender has mistyped the year and sent the day anew.',
});

/** Four cases: the first has what differs, the second has nothing, the others come of lists, the last without a loan. */
export const openCases: readonly OpenCase[] = [
  servicingCase({
    details: [
      { name: 'proposal_number', known: 'P-1', said: 'P-2' },
      { name: 'amount_paise', known: '5858400', said: '5838400' },
    ],
  }),
  servicingCase({ kind: 'cancellation_unanswered' }),
  servicingCase({
    kind: 'listed_otherwise',
    details: [
      { name: 'entry_id', known: 'LN15-000042-2', said: 'LN15-000042-2' },
      { name: 'state', known: 'collected', said: 'reversed' },
    ],
  }),
  servicingCase({
    kind: 'listed_unknown',
    counterparty: 'gateway',
    details: [
      { name: 'entry_id', known: null, said: 'pay_9f8e7d6c' },
      { name: 'amount_paise', known: null, said: 'USD 63.00' },
      { name: 'paid_on', known: null, said: '2027-01-04' },
    ],
  }),
].map((one, index) => ({
  ...(one.counterparty === 'gateway'
    ? { loan_id: null, name: null, lender_name: null }
    : {
        loan_id: `L${index}`,
        name: index % 2 === 0 ? 'Meenakshi Sundaram' : 'Raman Pillai',
        lender_name: 'Sandbox lender 15',
      }),
  case: one,
}));

/** An entry of each kind, with every account. */
const book: BookEntry[] = [
  bookEntry('2027-01-03', 'paid', { money: 771_600, credit: -771_600 }, 'pay_1'),
  bookEntry(
    ...(['2027-01-05', 'disbursed'] as const),
    { money: -5_858_400, principal: 6_000_000, income: -131_600, difference: -10_000 },
    'SBIN426113000042',
  ),
  bookEntry('2027-01-05', 'billed', {
    credit: 771_600,
    charges: 50_000,
    principal: -640_000,
    income: -181_600,
  }),
  bookEntry('2027-02-07', 'held', { money: 630_000, held: -630_000 }, 'pay_3'),
  bookEntry('2027-02-09', 'refunded', { money: -400_000, held: 400_000 }, 'pay_3'),
  bookEntry('2027-02-09', 'disputed', { money: -230_000, held: 230_000 }, 'disp_3'),
  bookEntry('2027-02-10', 'dispute_won', { money: 230_000, held: -230_000 }, 'disp_3'),
  bookEntry('2027-02-10', 'left', { income: 313_200, interest: 12_300, principal: -325_500 }),
];

const difference = (member: string, ours: string, stated: string) => ({ member, ours, stated });

/** Four loans: one being repaid, one with other figures than ours, one with impossible terms, one without an answer. */
export const severalLenderLoans: LenderLoan[] = [
  lenderLoan(15, {
    stage: 'repaying',
    accepted_offer_id: 'offer-15-1',
    accepted_at: '2026-12-01T05:00:00.000Z',
    disbursed_on: '2027-01-05',
    disbursed_paise: 5_858_400,
    disbursal_utr: 'SBIN426113000042',
    account_number: 'SB-000042',
    cancelled_at: '2027-01-04T05:00:00.000Z',
    cancel_confirmed_at: '2027-01-04T06:00:00.000Z',
    cases: [closedCase, servicingCase({ kind: 'disbursed_after_cancellation' })],
    next_due_on: '2027-04-05',
    offers: [receivedOffer(15)],
    servicing: {
      agreement: { state: 'countersigned', document: issuedDocument('agreement') },
      kyc: { state: 'verified', failure: null, name_on_record: 'MEENA SUNDARAM', name_matches: false },
      mandate: {
        ...{ state: 'registered', method: 'upi', limit_paise: 640_000, failure: null },
        ...{ registration_number: 'SBIN7000000000000042', withdrawal_requested: false, needs_consent: false },
        account: { bank: 'State Bank of India', ending: '4321' },
        payee: 'Sandbox lender 15 Ltd',
      },
      advance: { amount_paise: 771_600, state: 'paid', order_id: null },
      paid_paise: 2_031_600,
      outstanding_paise: 4_200_000,
      invoices: invoicesOf(2).map((invoice, index) => ({
        ...invoice,
        overdue: index === 3,
        paid_paise: index === 4 ? 100_000 : invoice.paid_paise,
      })),
      book,
    },
    payments: [
      ...heldLenderPayments.slice(0, 1),
      lenderPayment({ payment_id: 'pay_2', instalment: 3, decision: 'count', amount_paise: 100_000 }),
      lenderPayment({ payment_id: 'pay_3', instalment: 2, state: 'refunded' }),
      lenderPayment({ payment_id: 'pay_4', instalment: 2, state: 'failed' }),
      lenderPayment({ payment_id: 'pay_7', instalment: 1, state: 'disputed' }),
      lenderPayment({
        ...{ payment_id: 'pay_5', state: 'refunded_by_lender', decision: 'refunded_by_lender' },
        refund_reference,
      }),
      lenderPayment({
        ...{ payment_id: 'pay_6', state: 'refunded', decision: 'double_refund_settled' },
        refund_reference,
      }),
      ...heldLenderPayments.slice(1, 2),
    ],
    documents: [issuedDocument('key_facts'), issuedDocument('agreement')],
  }),
  lenderLoan(11, {
    offers: [
      receivedOffer(11, {
        offer_id: 'offer-11-2',
        revision: 2,
        differences: [
          difference('apr', '18.4211', '15'),
          difference('instalment', '642317', '640000'),
          difference('schedule.length', '10', '9'),
          difference('validUntil', '2026-12-04', '2026-12-02'),
          ...[1, 2, 3, 4, 5].map((row) => difference(`schedule.${row}.interest`, '75000', '70000')),
          difference('schedule.10.dueOn', '2027-11-05', ''),
        ],
      }),
      receivedOffer(11),
    ],
  }),
  lenderLoan(12, {
    stage: null,
    stage_changed_at: null,
    offers: [
      receivedOffer(12, {
        apr: null,
        differences: [difference('coolingOffDays', '', ''), difference('disbursalKind', '', '')],
      }),
    ],
  }),
  lenderLoan(12, {
    ...{ lender_id: 13, lender_name: 'Sandbox lender 13', verdict: null },
    ...{ stage: null, stage_changed_at: null, offers: [] },
  }),
];
