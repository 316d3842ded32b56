/** Lender loans, as the server answers them to staff; the amounts and days of lender 15's are those of its ledger. */
import { compareTerms } from '../../../domain/servicing/compare-terms.ts';
import { scheduleOf } from '../../../domain/servicing/schedule.ts';
import { termsOf } from '../../../domain/servicing/terms-wire.ts';
import { addDays, type IsoDate } from '../../../domain/values/dates.ts';
import type { LenderLoan, ServicingCase } from '../../../domain/values/wire.ts';
import { heldPayment, lenderPayment, servicingCase } from './held-payments.ts';
import {
  amounts,
  days,
  disbursalUtr,
  momentOn,
  offerValidUntil,
  servicingAfter,
  stageAct,
  timelineOf,
} from './lender-ledger.ts';
import { issuedDocument, offerOf } from './servicing.ts';

type LenderId = 11 | 12 | 15;
type ReceivedOffer = LenderLoan['offers'][number];

const receivedOffer = (lender: LenderId, changes: Partial<ReceivedOffer> = {}): ReceivedOffer => {
  const { offer_id, revision, proposal_number, terms, apr } = offerOf(lender);
  return {
    ...{ offer_id, revision, proposal_number, valid_until: offerValidUntil, terms, apr },
    received_at: momentOn(days.applied),
    differences: [],
    ...changes,
  };
};

export const lenderLoan = (lender: LenderId, changes: Partial<LenderLoan> = {}): LenderLoan => ({
  lender_id: lender,
  lender_name: `Sandbox lender ${lender}`,
  reference: `6f1c2a3b-4d5e-4f60-8a7b-9c0d1e2f3a${lender}`,
  verdict: 'approved',
  stage: 'offered',
  stage_changed_at: momentOn(days.applied),
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

/** The lender first named a day in its past, and then paid out less than was accepted. */
const payoutCases = [
  servicingCase({
    kind: 'disbursal_day',
    opened_at: momentOn(days.disbursed),
    details: [{ name: 'disbursed_on', known: days.applied, said: days.disbursed.replace(/^20/, '19') }],
    ...{ closed_at: momentOn(days.disbursed, 1), closed_by: 'Kavitha Raman' },
    note: 'The lender has mistyped the year and sent the day anew.',
  }),
  servicingCase({
    opened_at: momentOn(days.disbursed, 1),
    details: [{ name: 'amount_paise', known: String(amounts.sanctioned), said: String(amounts.disbursed) }],
  }),
];

const acceptedLoan = (changes: Partial<LenderLoan>): LenderLoan =>
  lenderLoan(15, {
    accepted_offer_id: 'offer-15-1',
    accepted_at: momentOn(days.applied, 1),
    disbursed_on: days.disbursed,
    disbursed_paise: amounts.disbursed,
    disbursal_utr: disbursalUtr,
    account_number: 'SB-000042',
    documents: (['key_facts', 'agreement'] as const).map((kind) =>
      issuedDocument(kind, { created_at: momentOn(days.applied) }),
    ),
    ...changes,
  });

const advance = { id: 'pay_1', on: days.advancePaid, amount: amounts.advance };
const instalment = (id: string, on: IsoDate) => ({ id, on, amount: amounts.instalment });
const partOfFourth = { id: 'pay_8', on: addDays(days.due(4), -12), amount: 100_000 };
/** The unpaid part of the fourth instalment, but for a hundred rupees. */
const restOfFourth = {
  id: 'pay_9',
  on: days.due(4),
  amount: amounts.instalment - partOfFourth.amount - 10_000,
};
const secondAdvance = { ...advance, id: 'pay_2', transfer: 'SBIN426107000043' };
const disputed = { ...instalment('pay_3', addDays(days.due(2), -10)), takenOn: addDays(days.due(2), -3) };
const second = instalment('pay_4', days.due(2));
const secondAgain = instalment('pay_5', addDays(days.due(2), 1));
const third = instalment('pay_6', days.due(3));
const thirdAgain = instalment('pay_7', addDays(days.due(3), 1));

/** Two instalments are paid, the fourth in part; some money has not counted or has gone back. */
const repayingLoan = acceptedLoan({
  stage: 'repaying',
  stage_changed_at: momentOn(days.due(2)),
  next_due_on: days.due(5),
  cases: payoutCases,
  servicing: servicingAfter({
    payments: [advance, second, third, partOfFourth],
    uncounted: [
      { ...secondAdvance, kind: 'held', reference: secondAdvance.id },
      {
        ...{ ...secondAdvance, kind: 'refunded', reference: secondAdvance.transfer },
        on: addDays(secondAdvance.on, 3),
      },
      { ...disputed, kind: 'held', reference: disputed.id },
      { ...disputed, kind: 'disputed', reference: 'disp_3', on: disputed.takenOn },
      { ...secondAgain, kind: 'held', reference: secondAgain.id },
      { ...secondAgain, kind: 'refunded', reference: secondAgain.id, on: addDays(secondAgain.on, 4) },
      { ...thirdAgain, kind: 'held', reference: thirdAgain.id },
      { ...restOfFourth, kind: 'held', reference: restOfFourth.id },
    ],
  }),
  payments: [
    heldPayment(restOfFourth, {
      ...{ held_because: 'less', countable: 'instalment' },
      due_paise: amounts.instalment - partOfFourth.amount,
    }),
    lenderPayment(partOfFourth, { due_paise: amounts.instalment, decision: 'count' }),
    heldPayment(thirdAgain, { instalment: 3, held_because: 'repeated', countable: 'instalment' }),
    lenderPayment(third, { instalment: 3 }),
    lenderPayment(secondAgain, {
      ...{ instalment: 2, state: 'refunded', decision: 'double_refund_settled' },
      refund_reference: 'SBIN426110000044',
    }),
    lenderPayment(second, { instalment: 2 }),
    lenderPayment({ ...second, id: 'pay_0', on: addDays(second.on, -1) }, { instalment: 2, state: 'failed' }),
    lenderPayment(disputed, { instalment: 2, state: 'disputed' }),
    lenderPayment(secondAdvance, {
      ...{ purpose: 'advance', instalment: null },
      ...{ state: 'refunded_by_lender', decision: 'refunded_by_lender' },
      refund_reference: secondAdvance.transfer,
    }),
    lenderPayment(advance, { purpose: 'advance', instalment: null }),
  ],
});

/** The acts of the loan that is being repaid. */
export const repayingTimeline = timelineOf([
  { on: days.disbursed, actor: 'system', act: 'case.opened', details: about15('disbursal_day') },
  {
    ...{ on: days.disbursed, actor: 'reviewer', actor_name: 'Kavitha Raman', act: 'case.closed' },
    details: about15('disbursal_day'),
  },
  { on: days.disbursed, actor: 'system', act: 'case.opened', details: about15('disbursal_differs') },
  {
    ...{ on: disputed.takenOn, actor: 'system', act: 'payment.disputed' },
    details: { amount_paise: disputed.amount, reference: 'disp_3' },
  },
  stageAct(days.due(2), 'repaying'),
  {
    ...{ on: partOfFourth.on, actor: 'reviewer', actor_name: 'Kavitha Raman', act: 'payment.counted' },
    details: { amount_paise: partOfFourth.amount },
  },
]);

function about15(kind: ServicingCase['kind']) {
  return { lender_id: 15, kind };
}

/** A loan that the customer left on the day after the payout, and its acts. */
export const cancelledLoan = acceptedLoan({
  stage: 'cancelled',
  stage_changed_at: momentOn(addDays(days.disbursed, 1), 2),
  cancelled_at: momentOn(addDays(days.disbursed, 1)),
  cancel_confirmed_at: momentOn(addDays(days.disbursed, 1), 1),
  servicing: servicingAfter({ payments: [advance], exitOn: addDays(days.disbursed, 1) }),
  payments: [lenderPayment(advance, { purpose: 'advance', instalment: null })],
});

export const cancelledTimeline = timelineOf([
  {
    ...{ on: addDays(days.disbursed, 1), actor: 'applicant', act: 'loan.cancelled' },
    details: { lender_id: 15 },
  },
  stageAct(addDays(days.disbursed, 1), 'cancelled'),
]);

/** The second offer of lender 11, with a wrong rate and an instalment too few. */
function otherFigures(): ReceivedOffer {
  const { terms } = offerOf(11);
  const stated = { ...terms, apr: '15.00', instalment_paise: 640_000 };
  const ours = termsOf(stated);
  const rows = scheduleOf({ ...ours, interest: { rate: '14', kind: 'reducing' } }).slice(0, -1);
  return receivedOffer(11, {
    ...{ offer_id: 'offer-11-2', revision: 2, terms: stated, apr: null },
    differences: compareTerms(ours, rows),
  });
}

/** Four loans: one being repaid, one with other figures than ours, one with impossible terms, one without an answer. */
export const severalLenderLoans: LenderLoan[] = [
  repayingLoan,
  lenderLoan(11, {
    ...{ stage: 'expired', stage_changed_at: offerValidUntil },
    offers: [otherFigures(), receivedOffer(11)],
  }),
  lenderLoan(12, {
    stage: null,
    stage_changed_at: null,
    offers: [
      receivedOffer(12, {
        apr: null,
        differences: ['coolingOffDays', 'disbursalKind'].map((member) => ({ member, ours: '', stated: '' })),
      }),
    ],
  }),
  lenderLoan(12, {
    ...{ lender_id: 13, lender_name: 'Sandbox lender 13', verdict: null },
    reference: '6f1c2a3b-4d5e-4f60-8a7b-9c0d1e2f3a13',
    ...{ stage: null, stage_changed_at: null, offers: [] },
  }),
];
