/** The life cycle of a lender loan, as its paths are made. */
import { type LenderLoanEvent, lenderLoanMachine } from '../../../machines/servicing/lender-loan.ts';
import { type EventFixtures, subject } from '../subject.ts';
import { at } from './end-states.ts';
import { nothing } from './outcomes.ts';

const events: EventFixtures<typeof lenderLoanMachine> = {
  'offer.received': nothing,
  'offer.accepted': nothing,
  'change.accepted': nothing,
  'offer.expired': nothing,
  'signatures.completed': nothing,
  'kyc.verified': nothing,
  'mandate.registered': nothing,
  'advance.paid': nothing,
  'advance.reversed': nothing,
  'loan.disbursed': nothing,
  'cooling_off.ended': nothing,
  'loan.repaid': nothing,
  'repayment.reversed': nothing,
  'loan.cancelled': nothing,
  'lender.refused': nothing,
};

const all = Object.keys(events) as LenderLoanEvent['type'][];
/** These stages have no contract, and none can follow but by a payout. */
const withoutContract: readonly string[] = ['cancelled', 'refused'];
const paidOut: readonly string[] = ['disbursed', 'repaying'];

const start = 'a lender loan with a first offer';
const disbursed = [
  'offer.accepted',
  'signatures.completed',
  'kyc.verified',
  'mandate.registered',
  'advance.paid',
  'loan.disbursed',
];

export const lenderLoan = subject<typeof lenderLoanMachine>({
  name: 'lenderLoan',
  machine: lenderLoanMachine,
  starts: { [start]: () => undefined },
  events,
  answers: {},
  stateKey: () => null,
  invariants: {
    'a lender loan that has ended changes by money that moves all the same, and by nothing else': (
      snapshot,
    ) =>
      ![...withoutContract, 'closed'].includes(snapshot.value) ||
      all.filter((type) => snapshot.can({ type })).join() ===
        (snapshot.value === 'closed' ? 'repayment.reversed' : 'loan.disbursed'),
    'a loan that is not repaid can be cancelled as long as an offer of it stands': (snapshot) =>
      snapshot.can({ type: 'loan.cancelled' }) ===
      ![...withoutContract, 'closed', 'expired'].includes(snapshot.value),
    'an offer that comes undoes no acceptance': (snapshot) =>
      snapshot.can({ type: 'offer.received' }) === (snapshot.value === 'expired'),
    'a change of what is signed asks for another signature, and none of what is paid out does': (snapshot) =>
      snapshot.can({ type: 'change.accepted' }) ===
      ![...withoutContract, 'closed', 'expired', ...paidOut, 'offered', 'accepted'].includes(snapshot.value),
    'what was accepted once and is not repaid can be disbursed, whatever became of it since': (snapshot) =>
      snapshot.can({ type: 'loan.disbursed' }) ===
      ![...paidOut, 'offered', 'closed'].includes(snapshot.value),
    'the lender cannot refuse what it has paid': (snapshot) =>
      !paidOut.includes(snapshot.value) || !snapshot.can({ type: 'lender.refused' }),
    'money that goes back moves a loan back only before the disbursal': (snapshot) =>
      snapshot.can({ type: 'advance.reversed' }) === (snapshot.value === 'advance_paid'),
    'only what was disbursed is repaid': (snapshot) =>
      snapshot.can({ type: 'loan.repaid' }) === paidOut.includes(snapshot.value),
  },
  journeys: [
    {
      shows: 'each step in its order leads to the last instalment',
      start,
      words: [...disbursed, 'cooling_off.ended', 'loan.repaid'],
      ends: at('closed'),
    },
    {
      shows: 'a change that the customer accepts is signed anew',
      start,
      words: [
        'offer.accepted',
        'signatures.completed',
        'kyc.verified',
        'change.accepted',
        'signatures.completed',
      ],
      ends: at('agreement_signed'),
    },
    {
      shows: 'an advance payment that went back is asked for again before the disbursal',
      start,
      words: [...disbursed.slice(0, -1), 'advance.reversed', 'advance.paid', 'loan.disbursed'],
      ends: at('disbursed'),
    },
    {
      shows: 'a loan is cancelled in the cooling-off period',
      start,
      words: [...disbursed, 'loan.cancelled'],
      ends: at('cancelled'),
    },
    {
      shows: 'an exit amount that is reported late cancels the loan all the same',
      start,
      words: [...disbursed, 'cooling_off.ended', 'loan.cancelled'],
      ends: at('cancelled'),
    },
    {
      shows: 'a loan that was cancelled is disbursed where the lender has paid it out all the same',
      start,
      words: ['offer.accepted', 'loan.cancelled', 'loan.disbursed'],
      ends: at('disbursed'),
    },
    {
      shows: 'a loan that was repaid is repaid again where its last payment went back',
      start,
      words: [...disbursed, 'cooling_off.ended', 'loan.repaid', 'repayment.reversed', 'loan.repaid'],
      ends: at('closed'),
    },
    {
      shows: 'an offer that nobody accepts expires, and the lender may offer again',
      start,
      words: ['offer.expired', 'offer.received'],
      ends: at('offered'),
    },
  ],
});
