/**
 * The protocol from the offer to the payout: a customer, servers with one database and its queue, and one or two lenders that change
 * their offers, sign, pay out, refuse, and confirm cancellations, also where they pay out afterwards.
 */
import { isAcceptedStage, isEndedStage } from '../../../server/servicing/lender-loans.ts';
import type { Act, Protocol, View } from '../world.ts';
import { type CustomerContext, customerMachine } from './agreement-customer.ts';
import { databaseMachine } from './agreement-database.ts';
import { type LenderContext, lenderMachine } from './agreement-lender.ts';
import { exitPaise } from './agreement-loan.ts';
import {
  type AgreementRules,
  allRules,
  type Beginning,
  beginning,
  isAnnounced,
  isCancelling,
  isDueByTime,
  latestRevision,
  type Row,
  type Rows,
  stepsFor,
} from './agreement-rows.ts';
import { type JobsContext, jobsMachine, serverMachine, type ServerContext } from './agreement-server.ts';

export type AgreementOptions = {
  begin: Beginning;
  lenders: 1 | 2;
  servers: 1 | 2;
  budgets: Protocol['budgets'];
  /** The rules to switch off; absent ones apply. */
  rules?: Partial<AgreementRules>;
};

/** A lender revises its offer once. */
const mostOffers = 2;

export function agreementProtocol(options: AgreementOptions): Protocol {
  const { begin, budgets } = options;
  const rows = beginning(begin, options.lenders);
  const rules = { ...allRules, ...options.rules };
  const servers = ['server 1', 'server 2'].slice(0, options.servers);
  const lenders = Array.from({ length: options.lenders }, (_, place) => place);
  return {
    name: nameOf(options),
    parties: {
      customer: customerMachine(begin, rows.lenders.map(latestRevision)),
      ...Object.fromEntries(servers.map((name) => [name, serverMachine(name)])),
      database: databaseMachine(rows, rules),
      jobs: jobsMachine(options.lenders),
      ...Object.fromEntries(
        lenders.map((lender) => [
          lenderName(lender),
          lenderMachine(lender, begin === 'signed' && lender === 0),
        ]),
      ),
    },
    budgets,
    acts: (view) => [
      ...actsOfCustomer(view),
      ...servers.flatMap((name) => actsOfServer(view, name)),
      ...lenders.flatMap((lender) => actsOfLender(view, lender)),
      ...lenders.flatMap((lender) => actsOfTime(view, lender, { servers, rules })),
      ...(rowsOf(view).day < 2 ? [actOf('database', 'timer', { type: 'time passes' })] : []),
    ],
    invariants: invariantsOf(lenders),
    isEnd: (view) => view.of('customer').value === 'reading' && lenders.every((one) => isSettled(view, one)),
  };
}

const nameOf = ({ begin, lenders }: AgreementOptions): string =>
  lenders === 2 ? 'agreement of two lenders' : begin === 'signed' ? 'agreement that is signed' : 'agreement';
const lenderName = (lender: number): string => `lender ${lender + 1}`;
const rowsOf = (view: View) => view.of<Rows>('database').context;
const rowOf = (view: View, lender: number): Row => rowsOf(view).lenders[lender] as Row;
const lenderOf = (view: View, lender: number) => view.of<LenderContext>(lenderName(lender)).context;
/** A call ends by its time limit where no message is under way; a message that comes later than that is a fault. */
const timeLimit = ({ isBusy }: View): Act['cause'] => (isBusy ? 'fault' : 'timer');
const actOf = (
  party: string,
  cause: Act['cause'],
  event: { type: string } & Record<string, unknown>,
): Act => ({ party, cause, event });

function actsOfCustomer(view: View): Act[] {
  const { value, context } = view.of<CustomerContext>('customer');
  if (value === 'waiting') return [actOf('customer', timeLimit(view), { type: 'time is up' })];
  const presses = (event: { type: string } & Record<string, unknown>) => actOf('customer', 'person', event);
  const { lenders } = rowsOf(view);
  const isShown = lenders.every((row, lender) => latestRevision(row) === context.shown[lender]);
  return [
    ...(isShown ? [] : [actOf('customer', 'free', { type: 'look' })]),
    ...context.shown.flatMap((revision, lender) =>
      revision === 0 ? [] : [presses({ type: 'accept', lender, revision })],
    ),
    ...context.shown.flatMap((revision, lender) =>
      isProposed(lenders[lender], revision) ? [presses({ type: 'decline', lender, revision })] : [],
    ),
    ...(context.signs === 0 ? [] : [presses({ type: 'sign', revision: context.signs })]),
    ...(context.accepted.length === 0 ? [] : [presses({ type: 'cancel' })]),
    ...lenders.flatMap(({ accepted, payout, cancelledOn }, lender) => [
      ...(accepted !== null && payout === null && cancelledOn === null
        ? [presses({ type: 'withdraw consent', lender })]
        : []),
      ...(payout !== null && cancelledOn !== null ? [presses({ type: 'pay exit' })] : []),
    ]),
  ];
}

const isProposed = (row: Row | undefined, revision: number): boolean =>
  row !== undefined && row.accepted !== null && revision > Math.max(row.accepted, row.declined);

function actsOfServer(view: View, name: string): Act[] {
  const { value } = view.of<ServerContext>(name);
  if (value !== 'idle')
    return [actOf(name, timeLimit(view), { type: 'time is up' }), actOf(name, 'fault', { type: 'crash' })];
  return view
    .of<JobsContext>('jobs')
    .context.jobs.flatMap((job, lender) =>
      job?.holder === null ? [actOf(name, 'timer', { type: 'exchange', lender })] : [],
    );
}

/** The lender's staff decide its permitted acts; an act against the protocol is a fault. */
function actsOfLender(view: View, lender: number): Act[] {
  const { steps, offers, countersigned, payout, isCancelled, isRefused } = lenderOf(view, lender);
  const { day } = rowsOf(view);
  const does = (cause: Act['cause'], event: { type: string } & Record<string, unknown>) =>
    actOf(lenderName(lender), cause, event);
  if (payout !== null) return payout.transfer === 1 ? [does('fault', { type: 'pay out again' })] : [];
  const isOver = isCancelled || isRefused;
  const revision = countersigned ?? steps.accepted;
  const paysOut = isOver || countersigned === null ? 'fault' : 'free';
  return [
    ...(revision === null ? [] : [does(paysOut, { type: 'pay out', revision, day })]),
    ...(isOver || offers.length >= mostOffers ? [] : [does('person', { type: 'revise', day })]),
    ...(isOver ? [] : [does('person', { type: 'refuse' })]),
    ...(isOver || !steps.isCancelled ? [] : [does('free', { type: 'confirm cancellation' })]),
    ...(isOver || steps.signed === null || steps.signed === countersigned || steps.isCancelled
      ? []
      : [does('free', { type: 'countersign' })]),
  ];
}

/** Leases end, the list of the day is compared, time changes stages, and a bank takes the exit amount back. */
function actsOfTime(
  view: View,
  lender: number,
  { servers, rules }: { servers: readonly string[]; rules: AgreementRules },
): Act[] {
  const job = view.of<JobsContext>('jobs').context.jobs[lender];
  const row = rowOf(view, lender);
  const { payout } = lenderOf(view, lender);
  const isAtWork = servers.some(
    (name) => job?.holder === name && view.of<ServerContext>(name).value === 'asking',
  );
  const isListed = payout !== null && row.payout === null && !job && rules.comparesLists;
  return [
    ...(job && job.holder !== null
      ? [actOf('jobs', isAtWork ? 'fault' : 'timer', { type: 'lease ends', lender })]
      : []),
    ...(isListed ? [actOf('jobs', 'timer', { type: 'ask', lender })] : []),
    ...(isDueByTime(rowsOf(view), lender) ? [actOf('database', 'timer', { type: 'advance', lender })] : []),
    ...(row.exitPaidOn === null ? [] : [actOf('database', 'fault', { type: 'exit goes back', lender })]),
  ];
}

function invariantsOf(lenders: readonly number[]): Protocol['invariants'] {
  const ofEach = (holds: (row: Row, view: View, lender: number) => boolean) => (view: View) =>
    lenders.every((lender) => holds(rowOf(view, lender), view, lender));
  const isBeforePayout = ({ stage, payout }: Row) => isAcceptedStage(stage) && payout === null;
  return {
    'an acceptance is undone by nobody but the customer': ofEach(
      ({ wasAccepted, accepted }) => !wasAccepted || accepted !== null,
    ),
    'what goes on after the signatures has those of the accepted offer': ofEach(
      ({ stage, accepted, signatures }) =>
        stage !== 'agreement_signed' || signatures[(accepted ?? 0) - 1] === 'countersigned',
    ),
    'the customer has a message of each change that is proposed': ofEach(
      ({ isToldOfChanges }) => isToldOfChanges,
    ),
    'the customer has a message of each stage that others bring about': ofEach(
      ({ stage, messageStage }) => !isAnnounced(stage) || messageStage === stage,
    ),
    'only terms that were shown are accepted': ofEach(
      (row, view, lender) =>
        !isBeforePayout(row) ||
        view.of<CustomerContext>('customer').context.accepted.includes(`${lender}-${row.accepted}`),
    ),
    'terms that were paid out unsigned, or otherwise than accepted, are put before staff': ofEach(
      ({ payout, accepted, signatures, cases }) =>
        payout === null ||
        ((payout.revision === accepted || cases.includes('disbursal_differs')) &&
          (signatures[(accepted ?? 0) - 1] === 'countersigned' || cases.includes('disbursed_unsigned'))),
    ),
    'a payout that the lender has said is stored': ofEach(
      ({ saidTransfers, payout }) => saidTransfers.length === 0 || payout !== null,
    ),
    'a payout after a request to cancel opens the exit and a case': ofEach(
      (row, view) =>
        !row.isPaidAfterCancellation ||
        (row.cases.includes('disbursed_after_cancellation') &&
          (row.stage !== 'disbursed' ||
            rowsOf(view).day !== row.payout?.on ||
            exitPaise(row, row.payout.on) !== null)),
    ),
    'a confirmed cancellation ends with the payout': ofEach(
      ({ stage, isCancelConfirmed }) => stage !== 'disbursed' || !isCancelConfirmed,
    ),
    'a payout after an end is put before staff': ofEach(
      ({ payout, isRefused, cases }) =>
        payout === null ||
        !isRefused ||
        cases.includes('disbursed_after_end') ||
        cases.includes('disbursed_after_cancellation'),
    ),
    'one payout counts, and another one is put before staff': (view) => {
      const paid = rowsOf(view).lenders.filter(({ payout }) => payout !== null);
      const isOne = (row: Row) => row.saidTransfers.length < 2 || row.cases.includes('disbursal_changed');
      const areTwo = paid.filter(({ stage }) => isAcceptedStage(stage)).length > 1;
      return paid.every(isOne) && (!areTwo || paid.some(({ cases }) => cases.includes('disbursed_twice')));
    },
    'what is being cancelled stays accepted until its lender answers': ofEach(
      (row) => !isCancelling(row) || isAcceptedStage(row.stage) || isEndedStage(row.stage),
    ),
    'only its lender refuses a loan': ofEach(
      ({ isRefused }, view, lender) => !isRefused || lenderOf(view, lender).isRefused,
    ),
    'a loan that goes on after its end is put before staff': ofEach(
      ({ isExitReturned, cases }) => !isExitReturned || cases.includes('reopened'),
    ),
  };
}

/** Returns whether both sides have the same facts, and neither waits for an answer unless staff have a case. */
function isSettled(view: View, lender: number): boolean {
  const row = rowOf(view, lender);
  const said = lenderOf(view, lender);
  if (said.payout !== null) return row.payout !== null;
  if (isEndedStage(row.stage)) return true;
  const steps = stepsFor(row);
  const isTold = JSON.stringify(steps) === JSON.stringify(said.steps);
  const isHeard = !said.isRefused && !said.isCancelled && latestRevision(row) === said.offers.length;
  const isAnswered = steps.signed === null || steps.isCancelled;
  return (
    isTold && isHeard && isAnswered && (!isCancelling(row) || row.cases.includes('cancellation_unanswered'))
  );
}
