/**
 * An approved loan at a lender of the sandbox: its offer at the lender's terms, and what a person has made the lender do
 * since, by the buttons of its page or by `POST /sandbox/lender-events`.
 */
import { and, eq, isNotNull } from 'drizzle-orm';
import { addDays, type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { add, exact } from '../../domain/values/money.ts';
import { figuresOf } from '../../domain/servicing/figures.ts';
import { isPrepayment, prepaymentPurposes } from '../../domain/servicing/order-payments.ts';
import { repaymentPlan } from '../../domain/servicing/prepayment.ts';
import { withDisbursalOn } from '../../domain/servicing/schedule.ts';
import { earliestValidUntil } from '../../domain/servicing/terms-problems.ts';
import type { LoanTerms } from '../../domain/servicing/terms.ts';
import type { DayPage } from '../adapters/day-list.ts';
import type { CustomerSteps, LenderCollection, LenderOffer, LenderSteps } from '../adapters/lender.ts';
import { isLenderId, type LenderId } from '../adapters/lenders.ts';
import { type Database, transaction } from '../db/open.ts';
import type { Section } from '../db/schema/columns.ts';
import { emiOptions } from '../db/schema/institutions.ts';
import { sandboxLenderLoans } from '../db/schema/sandbox.ts';
import { dayPageOf, isListFault, type ListFault, listFaultLabels } from './day-list.ts';
import { sandboxLoanTerms, sandboxTerms } from './lender-terms.ts';

/** The acts that a person can make a lender of the sandbox do, as its portal names them. */
export const lenderActLabels = {
  change_offer: 'Change the offer',
  wrong_apr: 'Offer with a wrong APR',
  countersign: 'Countersign the agreement',
  disburse: 'Disburse the loan',
  refuse: 'Refuse the loan',
  hold_cancellation: 'Confirm no cancellation by itself',
  confirm_cancellation: 'Confirm the cancellation',
  collect: 'Debit the next instalment',
  return_debit: 'Debit the next instalment in vain',
  reverse_collection: 'Give the latest debit back',
  ...listFaultLabels,
} as const;

export type LenderAct = keyof typeof lenderActLabels;

export const lenderActs = Object.keys(lenderActLabels) as LenderAct[];

type Debit = {
  instalment: number;
  on: IsoDate;
  amountPaise: number;
  state: LenderCollection['state'];
  reversedOn: IsoDate | null;
};

type Prepayment = { id: string; purpose: (typeof prepaymentPurposes)[number]; on: IsoDate; amount: number };

/** The state of a lender before its first act: what it has done and was told. */
const firstState = {
  revision: 1,
  /** The revisions whose APR is stated wrong. */
  wrongRevisions: [] as number[],
  /** The customer's steps as last reported. */
  accepted: null as string | null,
  signed: null as string | null,
  countersigned: null as { documentSha256: string; at: string } | null,
  disbursedOn: null as IsoDate | null,
  /** The customer has cancelled then, as it was said last. */
  cancelledAt: null as string | null,
  /** A cancellation waits for a person where this is set; it is confirmed by itself otherwise. */
  holdsCancellation: false,
  cancelConfirmedAt: null as string | null,
  refused: false,
  /** The debits by the mandate, the oldest first. */
  debits: [] as Debit[],
  /** The instalments that the customer has paid by hand, as it was said last. */
  paidInstalments: [] as number[],
  /** The customer's prepayments as last reported. */
  prepayments: [] as Prepayment[],
  /** The fault of the loan in the day lists. */
  listFault: null as ListFault | null,
};

/** Adds the day in India of the first offer. */
type State = typeof firstState & { offeredOn: IsoDate; offeredAt: string };

type Booked = typeof sandboxLenderLoans.$inferSelect;

const isApproved = ({ answer }: Booked): boolean => answer?.status === 'APPROVED';

/** A row of an earlier version may lack members. */
const stateOf = ({ servicing }: Booked, now: Date): State => ({
  ...{ ...firstState, offeredOn: todayInIndia(now), offeredAt: now.toISOString() },
  ...servicing,
});

/**
 * Stores what the customer has done and answers what the lender has.
 * @returns undefined where the lender has no approved loan under the reference
 */
export const exchangeWithSandbox = (
  db: Database,
  lenderId: LenderId,
  { reference, steps, now }: { reference: string; steps: CustomerSteps; now: Date },
): Promise<LenderSteps | undefined> =>
  transaction(db, async (tx) => {
    const booked = await lockBooked(tx, reference);
    if (!booked || booked.lenderId !== lenderId || !isApproved(booked)) return undefined;
    const said: State = {
      ...stateOf(booked, now),
      accepted: steps.accepted?.proposalNumber ?? null,
      signed: steps.signed?.documentSha256 ?? null,
      cancelledAt: steps.cancelledAt?.toISOString() ?? null,
      paidInstalments: steps.payments.flatMap(({ state, instalment }) =>
        state === 'captured' && instalment !== null ? [instalment] : [],
      ),
      prepayments: steps.payments.flatMap(({ id, state, purpose, amountPaise, paidAt }) =>
        state === 'captured' && isPrepayment(purpose)
          ? [{ id, purpose, on: todayInIndia(paidAt), amount: amountPaise }]
          : [],
      ),
    };
    const state = said.holdsCancellation ? said : confirmCancellation(said, now);
    await store(tx, reference, state);
    return {
      offer: state.refused ? null : await offerOf(tx, booked, state),
      countersigned: state.countersigned && {
        documentSha256: state.countersigned.documentSha256,
        at: new Date(state.countersigned.at),
      },
      disbursal: await disbursalOf(tx, booked, state),
      cancelled: state.cancelConfirmedAt === null ? null : { at: new Date(state.cancelConfirmedAt) },
      refused: state.refused,
      collections: state.debits.map((debit, index) => ({
        id: debitId(reference, index),
        ...debit,
        changedOn: debit.reversedOn,
        reason: debit.state === 'returned' ? 'insufficient_funds' : null,
      })),
    };
  });

const debitId = (reference: string, index: number): string => `${reference}-${index + 1}`;

/** Lists the disbursals and debits of a day, and the debits that went back on it. */
export async function listDayOfSandbox(
  db: Database,
  lenderId: LenderId,
  { day, now }: { day: IsoDate; now: Date },
): Promise<DayPage> {
  const which = and(eq(sandboxLenderLoans.lenderId, lenderId), isNotNull(sandboxLenderLoans.servicing));
  const records: Parameters<typeof dayPageOf>[0][number][] = [];
  for (const booked of await db.select().from(sandboxLenderLoans).where(which)) {
    const { reference } = booked;
    const state = stateOf(booked, now);
    const paidOut = state.disbursedOn === day ? await disbursalOf(db, booked, state) : null;
    const debits = state.debits.map((debit, index) => ({ ...debit, id: debitId(reference, index) }));
    const entries = [
      ...(paidOut ? [{ ...paidOut, id: reference, state: 'disbursed' as const }] : []),
      ...debits.filter(({ on, reversedOn }) => on === day || reversedOn === day),
    ].map((one) => ({ ...one, reference, currency: 'INR' }));
    records.push({ entries, fault: state.listFault });
  }
  return dayPageOf(records);
}

/** The lender has not paid out what it confirms as cancelled. */
const confirmCancellation = (state: State, now: Date): State =>
  state.cancelledAt === null || state.disbursedOn !== null || state.cancelConfirmedAt !== null
    ? state
    : { ...state, cancelConfirmedAt: now.toISOString() };

/** Reads the payout of the offer that was accepted, also where it was changed meanwhile. */
async function disbursalOf(db: Database, booked: Booked, state: State): Promise<LenderSteps['disbursal']> {
  const paidOut = await disbursedAmountOf(db, booked, state);
  if (!paidOut) return null;
  const { offer, terms } = paidOut;
  return {
    on: terms.disbursalOn,
    amountPaise: figuresOf(terms).netDisbursed,
    proposalNumber: offer.proposalNumber,
    accountNumber: `SB${digitsOf(booked.reference)}`,
    utr: `SBUTR${digitsOf(booked.reference)}`,
  };
}

/** Reads the offer that was paid out, with its terms from that day on; null before the disbursal. */
async function disbursedAmountOf(
  db: Database,
  booked: Booked,
  state: State,
): Promise<{ offer: LenderOffer; terms: LoanTerms } | null> {
  if (state.disbursedOn === null) return null;
  const accepted = /-(\d+)$/.exec(state.accepted ?? '')?.[1];
  const revision = accepted === undefined ? state.revision : Number(accepted);
  const offer = await offerOf(db, booked, { ...state, revision });
  return offer && { offer, terms: withDisbursalOn(offer.terms, state.disbursedOn) };
}

/** @returns a sentence that says why the lender cannot do that now; null where it has done it */
export const actAsLender = (
  db: Database,
  reference: string,
  act: LenderAct,
  now: Date,
): Promise<string | null> =>
  transaction(db, async (tx) => {
    const booked = await lockBooked(tx, reference);
    if (!booked || !isApproved(booked)) return 'There is no approved loan under this reference';
    const state = stateOf(booked, now);
    const next = isListFault(act)
      ? { ...state, listFault: act }
      : isDebitAct(act)
        ? debited(state, act, {
            terms: (await disbursedAmountOf(tx, booked, state))?.terms,
            today: todayInIndia(now),
          })
        : after(state, act, now);
    if (typeof next === 'string') return next;
    await store(tx, reference, next);
    return null;
  });

type DebitAct = 'collect' | 'return_debit' | 'reverse_collection';

const isDebitAct = (act: LenderAct): act is DebitAct =>
  act === 'collect' || act === 'return_debit' || act === 'reverse_collection';

/** Debits the first unpaid instalment, or reverses the latest debit. */
function debited(
  state: State,
  act: DebitAct,
  { terms, today }: { terms: LoanTerms | undefined; today: IsoDate },
): State | string {
  if (!terms) return 'The loan is not disbursed';
  const collected = state.debits.filter((debit) => debit.state === 'collected');
  if (act === 'reverse_collection') {
    const last = collected.at(-1);
    if (!last) return 'Nothing is collected';
    const debits = state.debits.map((debit) =>
      debit === last ? { ...debit, state: 'reversed' as const, reversedOn: today } : debit,
    );
    return { ...state, debits };
  }
  const paid = [...state.paidInstalments, ...collected.map(({ instalment }) => instalment)];
  const prepaid = state.prepayments.map((one) => ({ ...one, refunded: 0 }));
  const next = repaymentPlan(terms, prepaid)
    .schedule.slice(terms.advanceInstalments)
    .find(({ number, prepaymentId }) => prepaymentId === undefined && !paid.includes(number));
  if (!next) return 'All instalments are paid';
  const debit = {
    instalment: next.number,
    on: today,
    amountPaise: next.instalment + next.charges,
    reversedOn: null,
  };
  return {
    ...state,
    debits: [...state.debits, { ...debit, state: act === 'collect' ? 'collected' : 'returned' }],
  };
}

function after(state: State, act: Exclude<LenderAct, DebitAct | ListFault>, now: Date): State | string {
  if (state.disbursedOn !== null) return 'The loan is disbursed';
  switch (act) {
    case 'change_offer':
      return { ...state, revision: state.revision + 1 };
    case 'wrong_apr': {
      const revision = state.revision + 1;
      return { ...state, revision, wrongRevisions: [...state.wrongRevisions, revision] };
    }
    case 'countersign':
      return state.signed === null
        ? 'The customer has not signed'
        : { ...state, countersigned: { documentSha256: state.signed, at: now.toISOString() } };
    case 'disburse':
      return state.countersigned === null
        ? 'The agreement is not signed by both'
        : { ...state, disbursedOn: todayInIndia(now) };
    case 'refuse':
      return { ...state, refused: true };
    case 'hold_cancellation':
      return { ...state, holdsCancellation: true };
    case 'confirm_cancellation':
      return state.cancelledAt === null
        ? 'The customer has not cancelled'
        : confirmCancellation({ ...state, holdsCancellation: false }, now);
  }
}

/** The lender's row of a loan, locked: an exchange and a press of a button at the same time lose nothing. */
async function lockBooked(tx: Database, reference: string): Promise<Booked | undefined> {
  const [row] = await tx
    .select()
    .from(sandboxLenderLoans)
    .where(eq(sandboxLenderLoans.reference, reference))
    .for('update');
  return row;
}

const store = (db: Database, reference: string, state: State) =>
  db
    .update(sandboxLenderLoans)
    .set({ servicing: { ...state } satisfies Section })
    .where(eq(sandboxLenderLoans.reference, reference));

async function offerOf(
  db: Database,
  { lenderId, reference, request }: Booked,
  state: State,
): Promise<LenderOffer | null> {
  if (!isLenderId(lenderId)) return null;
  const [option] = await db
    .select({ months: emiOptions.emiTenure })
    .from(emiOptions)
    .where(eq(emiOptions.id, Number(request.course_tenure_id)));
  const terms = sandboxLoanTerms(lenderId, {
    feeRupees: Number(request.course_fee),
    months: option?.months ?? sandboxTerms[lenderId].tenure.longest,
    revision: state.revision,
    offeredOn: state.offeredOn,
  });
  const isWrong = state.wrongRevisions.includes(state.revision);
  const { n, d } = add(exact(terms.apr), exact(1));
  return {
    revision: state.revision,
    proposalNumber: `SL${lenderId}-${reference.slice(-12).toUpperCase()}-${state.revision}`,
    validUntil: new Date(`${lastDay(lenderId, state.offeredOn)}T23:59:59+05:30`),
    terms: isWrong ? { ...terms, apr: (Number((n * 10_000n) / d) / 10_000).toFixed(4) } : terms,
  };
}

const lastDay = (lenderId: LenderId, offeredOn: IsoDate): IsoDate => {
  const stated = addDays(offeredOn, sandboxTerms[lenderId].validityDays);
  const earliest = earliestValidUntil(offeredOn);
  return stated > earliest ? stated : earliest;
};

const digitsOf = (reference: string): string => reference.replaceAll(/\D/g, '').slice(-10);
