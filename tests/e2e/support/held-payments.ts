/** Payments and cases, as the server lists them to staff. */
import type { HeldPayment, LenderPayment, OpenCase, ServicingCase } from '../../../domain/values/wire.ts';
import { amounts, momentOn, today } from './lender-ledger.ts';

/** Returns a payment that counts, of what was due unless `changes` say otherwise. */
export const lenderPayment = (
  { id, on, amount }: { id: string; on: string; amount: number },
  changes: Partial<LenderPayment> = {},
): LenderPayment => ({
  payment_id: id,
  lender_id: 15,
  purpose: 'instalment',
  instalment: 4,
  amount_paise: amount,
  due_paise: amount,
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
  paid_at: momentOn(on),
  received_at: momentOn(on),
  ...changes,
});

export const heldPayment = (
  payment: Parameters<typeof lenderPayment>[0],
  changes: Partial<LenderPayment>,
): LenderPayment => lenderPayment(payment, { state: 'held', ...changes });

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** A decision by another person that waits for a second one. */
const waitingDecision: NonNullable<LenderPayment['made_decision']> = {
  ...{ decision_id: 'decision_1', decision: 'refund', state: 'waiting', reference: null },
  ...{ note: 'The parent has paid the school at the counter.', by: 'Asha', at: hoursAgo(2) },
  ...{ is_own: false, answered_by: null },
};

const { instalment, advance } = amounts;
const lateClosing = (amount: number): Partial<LenderPayment> => ({
  ...{ purpose: 'foreclosure', instalment: null, held_because: 'late', needs_second_person: true },
  ...{ amount_paise: amount, due_paise: amount },
});

/** The held payments, each for another reason, the last ones with a decision; one was refunded twice. */
const heldChanges: readonly Partial<LenderPayment>[] = [
  { amount_paise: instalment - 10_000, held_because: 'less', countable: 'instalment' },
  { instalment: 3, held_because: 'repeated', countable: 'instalment' },
  { amount_paise: 7500, currency: 'USD', held_because: 'currency', needs_second_person: true },
  {
    ...{ amount_paise: advance + 10_000, due_paise: advance, held_because: 'more' },
    ...{ purpose: 'advance', instalment: null },
  },
  { held_because: 'payee', countable: 'instalment' },
  {
    ...lateClosing(4_536_000),
    ...{ decision: 'refund', made_decision: { ...waitingDecision, state: 'made', answered_by: 'Ravi' } },
  },
  { ...lateClosing(4_830_000), made_decision: waitingDecision },
  { ...lateClosing(4_210_000), made_decision: { ...waitingDecision, by: 'Demo reviewer', is_own: true } },
  { instalment: 3, held_because: 'ended', countable: 'instalment', decision: 'refund_refused' },
  {
    ...{ instalment: 2, state: 'refunded', decision: 'refunded_twice' },
    refund_reference: 'SBIN426110000045',
  },
];

const applicants = [
  ...['Meenakshi Sundaram', 'Raman Pillai', 'Leela Nair', 'Farida Khan', 'Suresh Babu'],
  ...['Anitha Rajan', 'Joseph Mathew', 'Kamala Devi', 'Imran Sheikh', 'Vasantha Kumari'],
];

/** Each is of another loan; those that wait longest come first, as in the list. */
export const heldPayments: HeldPayment[] = heldChanges.map((changes, index) => ({
  loan_id: `L${index}`,
  name: applicants[index] ?? '',
  lender_name: 'Sandbox lender 15',
  payment: heldPayment(
    { id: `held_${index}`, on: today, amount: instalment },
    { paid_at: hoursAgo(9 * (heldChanges.length - index)), ...changes },
  ),
}));

export const servicingCase = (changes: Partial<ServicingCase> = {}): ServicingCase => ({
  case_id: `case_${changes.kind ?? 'disbursal_differs'}`,
  counterparty: 'lender',
  kind: 'disbursal_differs',
  details: [],
  opened_at: hoursAgo(2),
  ...{ closed_at: null, closed_by: null, note: null, settled_by: null },
  ...changes,
});

/** Four cases: the first has what differs, the second has no answer, the others come of lists, the last without a loan. */
export const openCases: readonly OpenCase[] = [
  servicingCase({
    opened_at: hoursAgo(76),
    details: [
      { name: 'proposal_number', known: 'KFS-15-000041', said: 'KFS-15-000014' },
      {
        name: 'amount_paise',
        ...{ known: String(amounts.disbursed), said: String(amounts.disbursed - 20_000) },
      },
    ],
  }),
  servicingCase({
    ...{ kind: 'cancellation_unanswered', opened_at: hoursAgo(30) },
    details: [{ name: 'cancelled_at', known: hoursAgo(54), said: null }],
  }),
  servicingCase({
    kind: 'listed_otherwise',
    opened_at: hoursAgo(9),
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
      { name: 'paid_on', known: null, said: today },
    ],
  }),
].map((one, index) => ({
  ...(one.counterparty === 'gateway'
    ? { loan_id: null, name: null, lender_name: null }
    : { loan_id: `L${index}`, name: applicants[index] ?? '', lender_name: 'Sandbox lender 15' }),
  case: one,
}));
