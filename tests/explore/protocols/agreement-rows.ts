/**
 * The database rows of the lender loans of one application, and the transactions of server/servicing from the
 * acceptance of an offer to its payout, as functions from rows to rows. The stage is the product's own function.
 */
import type { Template } from '../../../server/outbox/templates.ts';
import type { LenderLoanStage, ServicingCase } from '../../../domain/values/wire.ts';
import { isAcceptedStage, isEndedStage } from '../../../server/servicing/lender-loans.ts';
import { isRepayingStage } from '../../../server/servicing/reminders.ts';
import { isLenderPolled } from '../../../server/servicing/lender-polling.ts';
import {
  type Day,
  exitPaise,
  type LenderLoan,
  moveLoan,
  offeredLoan,
  type Payout,
  signedLoan,
  validUntil,
  noonOf,
} from './agreement-loan.ts';

type CaseKind = ServicingCase['kind'];

/** A lender loan with its cases and messages, and the facts about the past that the invariants need. */
export type Row = LenderLoan & {
  cases: CaseKind[];
  messages: Template[];
  /** The stage when the latest message was queued. */
  messageStage: LenderLoanStage | null;
  /** The payouts that the lender has said, by their transfers. */
  saidTransfers: Payout['transfer'][];
  /** It was paid out although its cancellation had been requested. */
  isPaidAfterCancellation: boolean;
  /** The customer has accepted an offer. */
  wasAccepted: boolean;
  /** The customer has a message of each change that was proposed. */
  isToldOfChanges: boolean;
  /** The payment by which the loan was left was taken back. */
  isExitReturned: boolean;
};

/** `acceptances` are the places of the lenders whose offers were accepted, the earliest first. */
export type Rows = { day: Day; lenders: Row[]; acceptances: number[] };

/** The rules of the server; a planted fault leaves one out. */
export const allRules = {
  storesPayoutAtAnyStage: true,
  keepsAcceptance: true,
  tellsOfChanges: true,
  opensCases: true,
  seesEndBeforePayout: true,
  datesPayoutByItsOffer: true,
  endsConfirmationWithPayout: true,
  comparesLists: true,
};
export type AgreementRules = Readonly<Record<keyof typeof allRules, boolean>>;

/** The initial state: all lenders have made an offer; if signed, the agreement of the first one has both signatures. */
export type Beginning = 'offered' | 'signed';

export const beginning = (begin: Beginning, lenders: number): Rows => ({
  day: 0,
  lenders: Array.from({ length: lenders }, (_, lender): Row => {
    const loan = begin === 'signed' && lender === 0 ? signedLoan : offeredLoan;
    return {
      ...{ ...loan, cases: [], messages: [], messageStage: loan.stage, saidTransfers: [] },
      ...{ isPaidAfterCancellation: false, isExitReturned: false },
      ...{ wasAccepted: loan.accepted !== null, isToldOfChanges: true },
    };
  }),
  acceptances: begin === 'signed' ? [0] : [],
});

const withValue = <Value>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? [...values] : [...values, value].toSorted();

const withChanges = (rows: Rows, lender: number, changes: Partial<Row>): Rows => ({
  ...rows,
  lenders: rows.lenders.map((row, place) => (place === lender ? { ...row, ...changes } : row)),
});

const rowAt = (rows: Rows, lender: number): Row => {
  const row = rows.lenders[lender];
  if (!row) throw new Error(`There is no lender ${lender}`);
  return row;
};

export const latestRevision = ({ offers }: LenderLoan): number =>
  offers.findLastIndex((madeOn) => madeOn !== null) + 1;

export const isCancelling = ({ cancelledOn, payout }: LenderLoan): boolean =>
  cancelledOn !== null && payout === null;

/** The stages that a message tells the customer of, as in server/servicing/stage.ts. */
const announced: readonly LenderLoanStage[] = [
  ...(['offered', 'agreement_signed', 'disbursed', 'closed', 'cancelled', 'expired', 'refused'] as const),
];
export const isAnnounced = (stage: LenderLoanStage): boolean => announced.includes(stage);

/** `advanceStage` of server/servicing/stage.ts. */
export function advance(rows: Rows, lender: number, rules: AgreementRules): Rows {
  const before = rowAt(rows, lender);
  const { loan, stages } = moveLoan(loanOf(before), rows.day);
  const isPaidOut = stages.includes('disbursed') && rules.endsConfirmationWithPayout;
  const after: Row = { ...before, ...loan, ...(isPaidOut && { isCancelConfirmed: false }) };
  const acceptances =
    after.accepted === null ? rows.acceptances.filter((one) => one !== lender) : rows.acceptances;
  const moved = { ...withChanges(rows, lender, after), acceptances };
  if (stages.length === 0) return moved;
  const cases = rules.opensCases ? casesOfStages(moved, { lender, before, after, stages }, rules) : [];
  const template = templateFor(before, after, stages);
  return withChanges(moved, lender, {
    cases: cases.reduce(withValue, after.cases),
    ...(template && { messages: withValue(after.messages, template), messageStage: after.stage }),
  });
}

const loanOf = (row: Row): LenderLoan => {
  const { stage, offers, declined, accepted, acceptedOn, signatures, cancelledOn } = row;
  const { isCancelConfirmed, isRefused, payout, exitPaidOn } = row;
  return {
    ...{ stage, offers, declined, accepted, acceptedOn, signatures, cancelledOn },
    ...{ isCancelConfirmed, isRefused, payout, exitPaidOn },
  };
};

const wasLeft = ({ stage, isCancelConfirmed }: Row): boolean => stage === 'cancelled' && !isCancelConfirmed;

/** `recordStages` of server/servicing/stage.ts. */
function templateFor(before: Row, after: Row, stages: readonly LenderLoanStage[]): Template | null {
  if (!stages.some(isAnnounced)) return null;
  const isPaidOut = after.accepted !== null && stages.includes('disbursed') && !isEndedStage(after.stage);
  if (!isPaidOut || wasLeft(before)) return 'servicing.changed';
  return before.cancelledOn === null || after.stage !== 'disbursed'
    ? 'servicing.disbursed'
    : 'servicing.disbursedAfterCancellation';
}

type Moved = { lender: number; before: Row; after: Row; stages: readonly LenderLoanStage[] };

/** `openCasesOfStages` of server/servicing/stage.ts. */
function casesOfStages(
  rows: Rows,
  { lender, before, after, stages }: Moved,
  { seesEndBeforePayout }: AgreementRules,
): CaseKind[] {
  const wasEnded = wasLeft(before) || before.stage === 'closed';
  if (wasEnded) return ['reopened'];
  if (!stages.includes('disbursed')) return [];
  const isSigned = after.accepted !== null && after.signatures[after.accepted - 1] === 'countersigned';
  const isTwice = rows.lenders.some(({ stage }, place) => place !== lender && isAcceptedStage(stage));
  return [
    ...(before.cancelledOn !== null
      ? (['disbursed_after_cancellation'] as const)
      : [before.stage, ...(seesEndBeforePayout ? stages : [])].some(isEndedStage)
        ? (['disbursed_after_end'] as const)
        : []),
    ...(isSigned ? [] : (['disbursed_unsigned'] as const)),
    ...(isTwice ? (['disbursed_twice'] as const) : []),
  ];
}

/** `findServicing` of server/servicing/lender-loans.ts: the place of the lender; -1 where no offer was accepted. */
function servicingOf({ lenders, acceptances }: Rows): number {
  const rank = (place: number) => {
    const { stage, acceptedOn } = lenders[place] ?? offeredLoan;
    // The database sorts nulls first in a descending order.
    const order = acceptedOn === null ? acceptances.length : acceptances.indexOf(place);
    return (isAcceptedStage(stage) ? 100 : 0) + order;
  };
  const [first = -1] = lenders
    .flatMap(({ accepted }, place) => (accepted === null ? [] : [place]))
    .toSorted((a, b) => rank(b) - rank(a));
  return first;
}

/** `acceptableOffers` of server/servicing/offers.ts. */
export function isAcceptable(row: Row, revision: number, day: Day): boolean {
  const madeOn = row.offers[revision - 1] ?? null;
  const isStep = row.stage === 'accepted' || row.stage === 'agreement_signed';
  const isOpen = row.stage === 'offered' || (isStep && row.cancelledOn === null);
  const isNewer = revision > Math.max(row.accepted ?? 0, row.declined);
  return isOpen && isNewer && madeOn !== null && validUntil(madeOn) > noonOf(day);
}

export type Answer = 'ok' | 'none' | 'notNow' | 'done' | 'changed' | 'expired' | 'another';
/** `asks` is the lender to which a job is enqueued at once. */
export type Answered = { rows: Rows; answer: Answer; asks: number | null };
const refusal = (rows: Rows, answer: Answer): Answered => ({ rows, answer, asks: null });

/** `acceptOffer` of server/servicing/accept.ts; the key facts were acknowledged. */
export function accept(
  rows: Rows,
  { lender, revision }: { lender: number; revision: number },
  rules: AgreementRules,
): Answered {
  const row = rowAt(rows, lender);
  const madeOn = row.offers[revision - 1] ?? null;
  if (madeOn === null) return refusal(rows, 'none');
  if (row.accepted === revision && isAcceptedStage(row.stage)) return refusal(rows, 'ok');
  const other = rows.lenders.find(({ stage }) => isAcceptedStage(stage));
  if ((other && other !== row) || !isAcceptable(row, revision, rows.day))
    return refusal(rows, other && validUntil(madeOn) > noonOf(rows.day) ? 'another' : 'expired');
  const decision = { accepted: revision, acceptedOn: rows.day, wasAccepted: true };
  const accepted = withChanges(rows, lender, decision);
  const acceptances = [...rows.acceptances.filter((one) => one !== lender), lender];
  return { rows: advance({ ...accepted, acceptances }, lender, rules), answer: 'ok', asks: lender };
}

/** `declineOffer` of server/servicing/accept.ts. */
export function decline(rows: Rows, { lender, revision }: { lender: number; revision: number }): Answered {
  const row = rowAt(rows, lender);
  if (row.offers[revision - 1] === null) return refusal(rows, 'none');
  if (row.accepted === null || !isAcceptable(row, revision, rows.day))
    return refusal(rows, revision <= row.declined ? 'ok' : 'notNow');
  return { rows: withChanges(rows, lender, { declined: revision }), answer: 'ok', asks: lender };
}

/** `signAgreement` of server/servicing/signatures.ts: a request for the agreement of each accepted offer is open. */
export function sign(rows: Rows, { revision }: { revision: number }, rules: AgreementRules): Answered {
  const lender = servicingOf(rows);
  const row = rows.lenders[lender];
  if (!row || row.accepted === null) return refusal(rows, 'none');
  const isOpen = row.stage === 'accepted' || row.stage === 'agreement_signed';
  if (!isOpen || isCancelling(row)) return refusal(rows, 'notNow');
  if ((row.signatures[row.accepted - 1] ?? 'none') !== 'none') return refusal(rows, 'done');
  if (row.accepted !== revision) return refusal(rows, 'changed');
  const signatures = row.offers.map((_, place) =>
    place === revision - 1 ? 'signed' : (row.signatures[place] ?? 'none'),
  );
  const signed = withChanges(rows, lender, { signatures });
  return { rows: advance(signed, lender, rules), answer: 'ok', asks: lender };
}

/** `requestCancellation` of server/servicing/accept.ts. */
export function cancel(rows: Rows, rules: AgreementRules): Answered {
  const lender = servicingOf(rows);
  const row = rows.lenders[lender];
  if (!row) return refusal(rows, 'none');
  if (row.stage === 'cancelled') return refusal(rows, 'ok');
  const isInTime = row.payout === null || exitPaise({ ...row, cancelledOn: 0 }, rows.day) !== null;
  if (!isAcceptedStage(row.stage) || !isInTime) return refusal(rows, 'notNow');
  const requested = withChanges(rows, lender, { cancelledOn: row.cancelledOn ?? rows.day });
  return { rows: advance(requested, lender, rules), answer: 'ok', asks: lender };
}

/** `withdrawConsent` of server/servicing/consents.ts, for a consent that the lender's loan needs. */
export function withdraw(rows: Rows, { lender }: { lender: number }, rules: AgreementRules): Answered {
  const row = rowAt(rows, lender);
  if (row.accepted === null || row.payout !== null) return refusal(rows, 'ok');
  const requested = withChanges(rows, lender, { cancelledOn: row.cancelledOn ?? rows.day });
  return { rows: advance(requested, lender, rules), answer: 'ok', asks: lender };
}

/** The exit amount is paid by an order that was made on the same day. */
export function payExit(rows: Rows, rules: AgreementRules): Answered {
  const lender = servicingOf(rows);
  const row = rows.lenders[lender];
  if (!row || exitPaise(row, rows.day) === null) return refusal(rows, 'notNow');
  return {
    rows: advance(withChanges(rows, lender, { exitPaidOn: rows.day }), lender, rules),
    ...{ answer: 'ok', asks: null },
  };
}

/** The customer's bank takes the exit amount back. */
export function returnExit(rows: Rows, lender: number, rules: AgreementRules): Rows {
  const returned = withChanges(rows, lender, { exitPaidOn: null, isExitReturned: true });
  return advance(returned, lender, rules);
}

/** The steps that the server tells a lender; `readForLender` of server/servicing/sync-lender-loan.ts. */
export type Steps = {
  accepted: number | null;
  declined: number;
  signed: number | null;
  isCancelled: boolean;
};

export function stepsFor({ stage, accepted, declined, signatures, cancelledOn }: LenderLoan): Steps {
  const isSigned = accepted !== null && (signatures[accepted - 1] ?? 'none') !== 'none';
  const isCancelled = cancelledOn !== null && stage !== 'repaying' && stage !== 'closed';
  return { accepted, declined, signed: isSigned ? accepted : null, isCancelled };
}

/** A lender's answer; it has the latest offer only. */
export type Said = {
  offer: { revision: number; madeOn: Day } | null;
  countersigned: number | null;
  payout: Payout | null;
  isCancelled: boolean;
  isRefused: boolean;
};

/** `recordLenderSteps` of server/servicing/sync-lender-loan.ts. */
export function record(
  before: Rows,
  { lender, said }: { lender: number; said: Said },
  rules: AgreementRules,
): { rows: Rows; isAskedAgain: boolean } {
  const row = rowAt(before, lender);
  const isPaidOut = row.payout !== null && rules.endsConfirmationWithPayout;
  const isConfirmed = !isPaidOut && (row.isCancelConfirmed || said.isCancelled);
  const isRefused = said.isRefused || (isConfirmed && row.cancelledOn === null);
  let rows = before;
  if (said.offer) {
    const { revision, madeOn } = said.offer;
    const length = Math.max(row.offers.length, revision);
    const offers = Array.from({ length }, (_, place) =>
      place === revision - 1 ? madeOn : (row.offers[place] ?? null),
    );
    const isNew = (row.offers[revision - 1] ?? null) === null;
    const stored = { ...row, offers };
    const isProposed =
      isNew &&
      row.accepted !== null &&
      latestRevision(stored) === revision &&
      isAcceptable(stored, revision, before.day);
    rows = withChanges(rows, lender, { offers, ...(isProposed && changesOfProposal(row, rules)) });
  }
  const { countersigned } = said;
  if (countersigned !== null && row.signatures[countersigned - 1] === 'signed')
    rows = withChanges(rows, lender, { signatures: row.signatures.with(countersigned - 1, 'countersigned') });
  if (said.payout) rows = recordPayout(rows, lender, said.payout, rules);
  rows = withChanges(rows, lender, {
    isRefused: isRefused || row.isRefused,
    isCancelConfirmed: isRefused ? row.isCancelConfirmed : isConfirmed,
  });
  const after = openUnanswered(advance(rows, lender, rules), lender, rules);
  const { stage } = rowAt(after, lender);
  return { rows: after, isAskedAgain: isLenderPolled(stage) || isRepayingStage(stage) };
}

const changesOfProposal = (row: Row, rules: AgreementRules): Partial<Row> => ({
  ...(!rules.keepsAcceptance && { stage: 'offered', accepted: null, acceptedOn: null }),
  ...(rules.tellsOfChanges
    ? { messages: withValue(row.messages, 'servicing.changed') }
    : { isToldOfChanges: false }),
});

/** `recordDisbursal` of server/servicing/disbursal.ts. */
function recordPayout(before: Rows, lender: number, payout: Payout, rules: AgreementRules): Rows {
  const saidTransfers = withValue(rowAt(before, lender).saidTransfers, payout.transfer);
  const rows = withChanges(before, lender, { saidTransfers });
  const row = rowAt(rows, lender);
  const withCase = (kind: CaseKind, isOpened: boolean): Rows =>
    isOpened && rules.opensCases ? withChanges(rows, lender, { cases: withValue(row.cases, kind) }) : rows;
  if (row.payout !== null) return withCase('disbursal_changed', row.payout.transfer !== payout.transfer);
  if (!rules.storesPayoutAtAnyStage && (isEndedStage(row.stage) || isCancelling(row))) return rows;
  const namedOn = row.offers[payout.revision - 1] ?? null;
  const named = namedOn === null ? null : payout.revision;
  const accepted = row.accepted ?? named;
  const isAccepted = accepted === named || !rules.datesPayoutByItsOffer;
  const earliest = (isAccepted ? row.acceptedOn : null) ?? namedOn ?? 0;
  if (payout.on < earliest || payout.on > rows.day) return withCase('disbursal_day', true);
  return withChanges(withCase('disbursal_differs', accepted !== payout.revision), lender, {
    ...{
      accepted,
      payout: { ...payout, heardOn: rows.day },
      isPaidAfterCancellation: row.cancelledOn !== null,
    },
  });
}

/** `openUnanswered` of server/servicing/sync-lender-loan.ts: the lender has not confirmed a cancellation within a day. */
export function openUnanswered(rows: Rows, lender: number, rules: AgreementRules): Rows {
  const row = rowAt(rows, lender);
  const isUnanswered =
    isCancelling(row) && !row.isCancelConfirmed && row.cancelledOn !== rows.day && !isEndedStage(row.stage);
  if (!isUnanswered || !rules.opensCases) return rows;
  return withChanges(rows, lender, { cases: withValue(row.cases, 'cancellation_unanswered') });
}

/** Says whether time alone changes the stage. */
export const isDueByTime = (rows: Rows, lender: number): boolean =>
  moveLoan(loanOf(rowAt(rows, lender)), rows.day).stages.length > 0;
