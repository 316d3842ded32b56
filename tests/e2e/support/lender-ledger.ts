/** A loan at lender 15 from its application to today, as staff read it: each sum and each day follows from its payments. */
import { balanceOf, bookOf, type UncountedMove } from '../../../domain/servicing/book.ts';
import { coolingOffExit } from '../../../domain/servicing/cooling-off.ts';
import { figuresOf, upFrontOf } from '../../../domain/servicing/figures.ts';
import { allocatePayments, type CountedPayment } from '../../../domain/servicing/invoices.ts';
import { scheduleOf, withDisbursalOn } from '../../../domain/servicing/schedule.ts';
import { bookEntryOnWire, invoiceOnWire, termsOf } from '../../../domain/servicing/terms-wire.ts';
import { addDays, type IsoDate, monthsAfter, todayInIndia } from '../../../domain/values/dates.ts';
import type { LenderLoan, TimelineEntry } from '../../../domain/values/wire.ts';
import { issuedDocument, offerOf } from './servicing.ts';

export const today = todayInIndia(new Date());

/** Returns half past ten in the morning of a day in India, or so many hours later. */
export const momentOn = (day: IsoDate, hours = 0): string =>
  `${day}T${String(5 + hours).padStart(2, '0')}:00:00.000Z`;

/** The fourth instalment fell due five days ago. */
const disbursedOn = monthsAfter(addDays(today, -5), -3);
const terms = withDisbursalOn(termsOf(offerOf(15).terms), disbursedOn);
const schedule = scheduleOf(terms);

/** The days on which something has happened. */
export const days = {
  applied: addDays(disbursedOn, -35),
  advancePaid: addDays(disbursedOn, -33),
  disbursed: disbursedOn,
  /** @param instalment its number, from 2: the first one is paid in advance */
  due: (instalment: number): IsoDate => schedule[instalment - 1]?.dueOn ?? '',
};

export const amounts = {
  advance: upFrontOf(terms, schedule),
  instalment: terms.instalment,
  sanctioned: terms.sanctionedAmount,
  /** The payout less the processing fee, which the customer had already paid in advance. */
  disbursed: terms.sanctionedAmount - figuresOf(terms).lenderCharges.total,
};

export const offerValidUntil = `${addDays(days.applied, 30)}T18:29:59.000Z`;

type Payment = Pick<CountedPayment, 'id' | 'on' | 'amount'>;

interface Money {
  payments: readonly Payment[];
  uncounted?: readonly UncountedMove[];
  exitOn?: IsoDate;
}

type Servicing = NonNullable<LenderLoan['servicing']>;

/** Returns the steps, all done, with what is billed, paid and owed. */
export function servicingAfter({ payments, uncounted = [], exitOn }: Money): Servicing {
  const counted = payments.map((one) => ({ ...one, refunded: 0, reference: one.id }));
  const ledger = allocatePayments({ terms, schedule }, counted, today);
  const disbursal = { on: days.disbursed, reference: disbursalUtr, amount: amounts.disbursed };
  const exit = exitOn === undefined ? null : coolingOffExit(terms, exitOn, 0);
  const book = bookOf({ terms, ledger, disbursal, payments: counted, uncounted, exit }, today);
  const owed = balanceOf(book, 'principal') + balanceOf(book, 'credit');
  return {
    agreement: { state: 'countersigned', document: issuedDocument('agreement') },
    kyc: { state: 'verified', failure: null, name_on_record: 'MEENA SUNDARAM', name_matches: false },
    mandate: {
      ...{ state: 'registered', method: 'upi', limit_paise: amounts.instalment, failure: null },
      ...{ registration_number: 'SBIN7000000000000042', withdrawal_requested: false, needs_consent: false },
      account: { bank: 'State Bank of India', ending: '4321' },
      payee: 'Sandbox lender 15 Ltd',
    },
    advance: { amount_paise: amounts.advance, state: 'paid', order_id: null },
    paid_paise: counted.reduce((sum, { amount }) => sum + amount, 0),
    outstanding_paise: Math.max(0, owed),
    invoices: ledger.invoices
      .filter(({ dueOn, paidOn }) => exitOn === undefined || (dueOn <= exitOn && paidOn !== null))
      .map(invoiceOnWire),
    book: book.map(bookEntryOnWire),
  };
}

export const disbursalUtr = 'SBIN426113000042';

type Act = Pick<TimelineEntry, 'act' | 'actor'> & Partial<TimelineEntry> & { on: IsoDate };

/** The acts up to the payout. */
const firstActs: readonly Act[] = [
  { on: days.applied, actor: 'applicant', act: 'loan.created' },
  { on: days.applied, actor: 'applicant', act: 'application.submitted' },
  { on: days.applied, actor: 'system', act: 'lender.asked' },
  { on: days.applied, actor: 'lender', act: 'lender.answered', after: 'approved' },
  ...[15, 11, 12].map((lender_id): Act => ({
    ...{ on: days.applied, actor: 'lender', act: 'offer.received' },
    details: { lender_id, revision: 1, shown: lender_id !== 12 },
  })),
  {
    ...{ on: days.applied, actor: 'lender', act: 'offer.received' },
    details: { lender_id: 11, revision: 2, shown: false },
  },
  {
    ...{ on: days.applied, actor: 'applicant', act: 'offer.accepted' },
    details: { lender_id: 15, revision: 1 },
  },
  stageAct(days.applied, 'agreement_signed'),
  stageAct(days.advancePaid, 'advance_paid'),
  stageAct(days.disbursed, 'disbursed'),
];

export function stageAct(on: IsoDate, after: LenderLoan['stage']): Act {
  return { on, actor: 'system', act: 'servicing.stage', after, details: { lender_id: 15 } };
}

/** Returns the timeline of the application: the acts up to the payout, and those after it. */
export const timelineOf = (acts: readonly Act[]): TimelineEntry[] =>
  [...firstActs, ...acts]
    .toSorted((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)))
    .map(({ on, ...act }, index) => ({
      ...{ id: index + 1, at: momentOn(on), actor_name: null, field: null, before: null, after: null },
      details: {},
      ...act,
    }));
