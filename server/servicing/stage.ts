/** Moves a lender loan to the stage that follows from its rows (decision 89). */
import { addDays, todayInIndia } from '../../domain/values/dates.ts';
import { rupeesOfPaise } from '../../domain/values/money.ts';
import { dateText, paiseText } from '../../domain/servicing/document-text.ts';
import { nextInvoice } from '../../domain/servicing/invoices.ts';
import type { LenderLoanStage } from '../../domain/values/wire.ts';
import { languages } from '../../locales/index.ts';
import { nextStage } from '../../machines/servicing/lender-loan.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { changeLoan } from '../loans/row.ts';
import { ofLenderLoan } from '../db/lender-loan-key.ts';
import { timeInIndia } from '../outbox/contact-hours.ts';
import { queueMessages } from '../outbox/queue.ts';
import type { TemplateValues } from '../outbox/templates.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { type NewCase, openCase } from './cases.ts';
import { endMandates } from './end-mandates.ts';
import { eventOrder, occurredEvents, readStepRows, type StepRows } from './lender-loan-events.ts';
import { type Account, accountOf, amountDue, coolingOffEnd, disbursedAmountOf } from './ledger.ts';
import {
  isAcceptedStage,
  isEndedStage,
  type LenderLoanRow,
  lenderLoansOf,
  type LockedLenderLoan,
} from './lender-loans.ts';
import { scheduleLateNotice } from './late-notice.ts';
import { refundEnded, reportOverpaid, reportUnpaidExit } from './refund-ended.ts';
import { pendingReminder, scheduleReminder } from './reminders.ts';
import { enqueueLenderPoll } from './lender-polling.ts';
import type { OfferRow } from './step-rows.ts';

export { lockLenderLoan, lockServicing } from './lender-loans.ts';
import { tellCustomer, type Telling } from './tell-customer.ts';

/** The stages of which a customer hears: those that somebody else, or time, brings about. */
const announced: readonly LenderLoanStage[] = [
  'offered',
  'agreement_signed',
  'kyc_verified',
  'mandate_registered',
  'disbursed',
  'closed',
  'cancelled',
  'expired',
  'refused',
];

/**
 * Sends every event that has occurred, in the order of the stages, until none is allowed. Whoever changes a row about a
 * step calls it in the same transaction, which has begun with `lockLenderLoan` or `lockServicing`.
 * @returns the changed row
 */
export async function advanceStage(
  tx: Database,
  { loan, row: { loanId, lenderId } }: Pick<LockedLenderLoan, 'loan' | 'row'>,
  { now, config }: { now: Date; config: Telling['config'] },
): Promise<LenderLoanRow> {
  // A change of the caller's may be newer than the row that it has.
  const [before] = await tx.select().from(lenderLoans).where(ofLenderLoan(lenderLoans, { loanId, lenderId }));
  if (!before) throw new Error('A lender loan has no row');
  const steps = await readStepRows(tx, before);
  const { row: moved, stages } = moveOn(before, steps, now);
  const after: LenderLoanRow = {
    ...moved,
    ...(stages.length > 0 && { stageChangedAt: now }),
    ...(stages.includes('disbursed') && { cancelConfirmedAt: null }),
    ...datesOf(moved, steps, now),
  };
  const { stage, stageChangedAt, offerId, acceptedAt, nextDueOn, advanceAt } = after;
  const { cancelConfirmedAt } = after;
  await tx
    .update(lenderLoans)
    .set({ stage, stageChangedAt, offerId, acceptedAt, nextDueOn, advanceAt, cancelConfirmedAt })
    .where(ofLenderLoan(lenderLoans, after));
  const offer = offerOf(after, steps);
  const account = offer && accountOf({ row: after, offer }, steps, todayInIndia(now));
  // Instalments are billed only after the disbursal.
  const invoices = account?.isDisbursed ? account.ledger.invoices : [];
  await scheduleReminder(tx, after, invoices, now, await pendingReminder(tx, after));
  await refundEnded(tx, after, now);
  if (account) {
    await scheduleLateNotice(tx, after, account, now);
    await reportOverpaid(tx, { loan, row: after }, account, { now, config });
    await reportUnpaidExit(tx, after, account, now);
  }
  if (stages.length > 0) await recordStages(tx, loan, { before, after, stages, steps, account, now, config });
  return after;
}

/** @returns the row with its last stage, and every stage on the way to it */
export function moveOn(
  before: LenderLoanRow,
  steps: StepRows,
  now: Date,
): { row: LenderLoanRow; stages: LenderLoanStage[] } {
  const stages: LenderLoanStage[] = [];
  let row = before;
  if (row.stage === null) {
    if (steps.offers.length === 0) return { row, stages };
    row = { ...row, stage: 'offered' };
    stages.push('offered');
  }
  let known = occurredEvents(row, steps, now);
  for (;;) {
    const stage = stageAfter(row.stage, known);
    if (stage === null) return { row, stages };
    stages.push(stage);
    row = { ...row, stage };
    if (stage !== 'offered') continue;
    // A new offer has to be accepted.
    row = { ...row, offerId: null, acceptedAt: null };
    known = occurredEvents(row, steps, now);
  }
}

/** The stage after the first event that has happened and is allowed; null where none is. */
function stageAfter(
  stage: LenderLoanStage | null,
  known: ReturnType<typeof occurredEvents>,
): LenderLoanStage | null {
  if (stage === null) return null;
  for (const type of eventOrder) {
    const next = known[type] ? nextStage(stage, { type }) : null;
    if (next !== null) return next;
  }
  return null;
}

/** Returns the due date of the next instalment and the time of the next change without an event. */
function datesOf(
  row: LenderLoanRow,
  steps: StepRows,
  now: Date,
): Pick<LenderLoanRow, 'nextDueOn' | 'advanceAt'> {
  const offer = offerOf(row, steps);
  if (row.stage === 'offered') return { nextDueOn: null, advanceAt: lastEndOf(steps.offers) };
  if (!offer || row.disbursedOn === null) return { nextDueOn: null, advanceAt: null };
  const account = accountOf({ row, offer }, steps, todayInIndia(now));
  const isOpen = row.stage === 'disbursed' || row.stage === 'repaying';
  const end = coolingOffEnd(account);
  return {
    nextDueOn: isOpen ? (nextInvoice(account.ledger.invoices, todayInIndia(now))?.dueOn ?? null) : null,
    advanceAt: row.stage === 'disbursed' && end !== null ? timeInIndia(addDays(end, 1), 0) : null,
  };
}

const lastEndOf = (offers: readonly OfferRow[]): Date =>
  new Date(Math.max(0, ...offers.map(({ validUntil }) => validUntil.getTime())));

/** The row before and after, and every stage on the way. */
type StageChange = {
  before: LenderLoanRow;
  after: LenderLoanRow;
  stages: readonly LenderLoanStage[];
  steps: StepRows;
  /** The account of the accepted offer; undefined where none is. */
  account: Account | undefined;
  now: Date;
};

async function recordStages(
  tx: Database,
  loan: LoanRow,
  { config, ...change }: StageChange & { config: Telling['config'] },
): Promise<void> {
  const { before, after, stages, account, now } = change;
  await appendToTimeline(
    tx,
    stages.map((stage, n) => ({
      loanId: loan.id,
      at: now,
      by: 'system',
      act: 'servicing.stage',
      before: stages[n - 1] ?? before.stage,
      after: stage,
      details: { lender_id: after.lenderId },
    })),
  );
  if (stages.includes('disbursed') && account) await storeDisbursedAmount(tx, loan, account, now);
  await openCasesOfStages(tx, change);
  if (after.stage === 'closed')
    await enqueueJob(tx, 'servicing.noDues', { loanId: loan.id, lenderId: after.lenderId }, { now });
  if (isEndedStage(after.stage)) await endMandates(tx, after, now);
  // Polling stopped when the loan ended, so it is started again.
  else if (isEndedStage(before.stage)) await enqueueLenderPoll(tx, after, now);
  // A loan without an owner has no page that shows it.
  if (loan.customerId === null || !stages.some((stage) => announced.includes(stage))) return;
  const [told, telling] = [
    { loan, row: after },
    { now, config },
  ];
  if (account && isAdvanceReversed(before, after)) {
    const due = amountDue(account, 'advance', null, todayInIndia(now)) ?? 0;
    return tellCustomer(tx, told, 'servicing.advanceReversed', { amount: paiseText(due) }, telling);
  }
  if (account && stages.includes('disbursed') && !isEndedStage(after.stage) && !wasLeft(before)) {
    const languageTag = languages[loan.language].tag;
    if (before.cancelledAt === null || after.stage !== 'disbursed')
      return tellCustomer(tx, told, 'servicing.disbursed', scheduleValues(account, languageTag), telling);
    const until = dateText(coolingOffEnd(account) ?? todayInIndia(now), languageTag);
    const values = { amount: paiseText(disbursedAmountOf(account)), until };
    return tellCustomer(tx, told, 'servicing.disbursedAfterCancellation', values, telling);
  }
  await queueMessages(tx, { loan, template: 'servicing.changed', values: {}, now, config });
}

/** Says whether a loan was left in its cooling-off period, and not cancelled before its disbursal. */
const wasLeft = ({ stage, cancelConfirmedAt }: LenderLoanRow): boolean =>
  stage === 'cancelled' && cancelConfirmedAt === null;

/** Puts before staff what no order of events should lead to. */
async function openCasesOfStages(
  tx: Database,
  { before, after, stages, steps, now }: StageChange,
): Promise<void> {
  const subject = after.disbursedOn ?? '';
  const open = (kind: NewCase['kind'], about = subject) => openCase(tx, after, { kind, subject: about }, now);
  // The payment by which the loan had ended has gone back.
  const wasEnded = wasLeft(before) || before.stage === 'closed';
  if (wasEnded) await open('reopened', now.toISOString());
  if (wasEnded || !stages.includes('disbursed')) return;
  if (before.cancelledAt !== null) await open('disbursed_after_cancellation');
  else if ([before.stage, ...stages].some(isEndedStage)) await open('disbursed_after_end');
  if (!steps.signedOfferIds.has(after.offerId)) await open('disbursed_unsigned');
  const others = await lenderLoansOf(tx, after.loanId);
  if (others.some(({ lenderId, stage }) => lenderId !== after.lenderId && isAcceptedStage(stage)))
    await open('disbursed_twice');
}

/** The days that follow from the disbursal, which may be another one than was planned. */
function scheduleValues(
  account: Account,
  languageTag: string,
): Omit<TemplateValues['servicing.disbursed'], 'lender'> {
  const { terms, schedule } = account;
  const billed = schedule
    .slice(terms.advanceInstalments)
    .filter(({ prepaymentId }) => prepaymentId === undefined);
  return {
    amount: paiseText(disbursedAmountOf(account)),
    count: billed.length,
    first: dateText(billed[0]?.dueOn ?? terms.firstDueOn, languageTag),
    last: dateText(billed.at(-1)?.dueOn ?? terms.firstDueOn, languageTag),
  };
}

/** Returns whether the advance payment is due again, for which the customer gets a separate message. */
export const isAdvanceReversed = (
  before: Pick<LenderLoanRow, 'stage'>,
  after: Pick<LenderLoanRow, 'stage'>,
): boolean => before.stage === 'advance_paid' && after.stage === 'mandate_registered';

const offerOf = (row: LenderLoanRow, { offers }: Pick<StepRows, 'offers'>): OfferRow | undefined =>
  offers.find(({ id }) => id === row.offerId);

/** The application says how much was paid out, in whole rupees, rounded up (decision 121). */
async function storeDisbursedAmount(tx: Database, loan: LoanRow, account: Account, now: Date): Promise<void> {
  const disbursed_amount = rupeesOfPaise(disbursedAmountOf(account));
  await changeLoan(tx, loan, { loanDetails: { ...loan.loanDetails, disbursed_amount } }, now);
}
