/** The mandate of an accepted loan: the permission to debit its instalments, registered by the customer's bank. */
import { eq } from 'drizzle-orm';
import { addDays, type IsoDate } from '../../domain/values/dates.ts';
import { timeInIndia } from '../outbox/contact-hours.ts';
import { platform } from '../platform/platform.ts';
import { largestDebit } from '../../domain/servicing/schedule.ts';
import type { LoanTerms } from '../../domain/servicing/terms.ts';
import type { MandateReading, MandateRequest, Mandates } from '../adapters/mandate.ts';
import type { ProviderReply } from '../adapters/provider.ts';
import { insertOne } from '../db/insert-one.ts';
import { type Database, transaction } from '../db/open.ts';
import { debitNotices, mandates } from '../db/schema/servicing.ts';
import { decryptPersonalData } from '../encryption/personal-data.ts';
import type { JobResult, JobRun } from '../jobs/runner.ts';
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import { findLoanRow } from '../loans/row.ts';
import { Problem } from '../http/problem.ts';
import { appendLenderAct } from '../timeline/timeline.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { renewConsentToPayments } from './consents.ts';
import { endMandates } from './end-mandates.ts';
import { readAccount } from './ledger.ts';
import { borrowerNameOf, isAcceptedStage, isEndedStage, type LockedLenderLoan } from './lender-loans.ts';
import { remindAgain } from './reminders.ts';
import { isCheckedLongEnough, scheduleCheck } from './provider-checks.ts';
import { isFailure, providerFailed, requireProvider, requireReading } from './provider-replies.ts';
import { servicingRefusal } from './refusals.ts';
import { enqueueLenderPoll } from './lender-polling.ts';
import { advanceStage, lockLenderLoan } from './stage.ts';
import { type MandateRow, mandatesOf } from './step-rows.ts';
import {
  isCancelling,
  lockOpenOrRepaying,
  returnAddress,
  type StepNeeds,
  untilTimeout,
  requirePayee,
  requireRead,
} from './steps.ts';
import { tellCustomer, type Telling } from './tell-customer.ts';

type MandateWish = Pick<MandateRow, 'method'> & {
  customerId: string;
  /** The consent to payments, where the customer has withdrawn the former one. */
  consent?: Parameters<typeof renewConsentToPayments>[2];
};

/**
 * Returns a link to a new mandate or to the open one. A mandate by another method is cancelled at the provider first,
 * so that two are never registered.
 * @throws Problem 400, 404 and 409 as the contract says, 502 and 504 for the provider's failures
 */
export async function createMandate(
  needs: StepNeeds,
  loanId: string,
  wish: MandateWish,
): Promise<{ url: string }> {
  const provider = requireProvider(needs.adapters.mandates);
  const { loan, open, isCurrent, page } = await transaction(needs.db, (tx) =>
    openMandate(tx, loanId, wish, { now: needs.clock.now(), config: needs.config }),
  );
  const request = requestOf(needs, loan, open, page);
  if (!isCurrent) {
    const cancelled = await cancelMandate(needs, provider, open, request);
    if (cancelled.state === 'registered') throw servicingRefusal('servicing.step.done');
    if (cancelled.state === 'requested') throw providerFailed();
    return createMandate(needs, loanId, wish);
  }
  const reading = requireReading(await provider.request(request, untilTimeout()));
  if (reading.kind === 'none') throw providerFailed();
  const { state } = await recordReading(needs, open, reading);
  // The loan may have been erased meanwhile, which throws here.
  await findLoanRow(needs.db, loanId);
  if (state === 'registered') throw servicingRefusal('servicing.step.done');
  // The next call begins another mandate.
  if (reading.url === null) throw servicingRefusal('servicing.step.notNow');
  return { url: reading.url };
}

/**
 * Withdraws the registered mandate: the instalments are paid by hand from now on. Where the provider does not answer,
 * the job goes on with it; a repeat changes nothing.
 * @throws Problem 404 where no offer is accepted, 409 where no mandate is registered, 502 where no provider is configured
 */
export async function withdrawMandate(needs: StepNeeds, loanId: string): Promise<void> {
  const { db, clock } = needs;
  const provider = requireProvider(needs.adapters.mandates);
  const row = await transaction(db, async (tx) => {
    const now = clock.now();
    const { row: lenderLoan } = await lockOpenOrRepaying(tx, loanId, now);
    const rows = await mandatesOf(tx, lenderLoan);
    const registered = rows.find(({ state }) => state === 'registered');
    if (!registered && rows[0]?.state === 'cancelled' && rows[0].withdrawalRequestedAt !== null) return null;
    if (!registered) throw servicingRefusal('servicing.step.notNow');
    if (registered.withdrawalRequestedAt !== null) return registered;
    await tx.update(mandates).set({ withdrawalRequestedAt: now }).where(eq(mandates.id, registered.id));
    await appendLenderAct(tx, lenderLoan, 'mandate.withdrawal_requested', now, { by: 'applicant' });
    await scheduleCheck(tx, 'mandate', registered.id, now);
    await enqueueLenderPoll(tx, lenderLoan, now);
    return { ...registered, withdrawalRequestedAt: now };
  });
  if (row === null) return;
  const reply = await provider.revoke(row.providerReference, untilTimeout());
  if (!isFailure(reply) && reply.kind === 'mandate') await recordReading(needs, row, reply);
}

/**
 * The job of a mandate. A registered one is asked about too: it may be withdrawn, here or at the bank. One that is
 * still requested is withdrawn where its loan was erased.
 */
export async function checkMandate(needs: StepNeeds, id: string, { signal }: JobRun): Promise<JobResult> {
  const provider = needs.adapters.mandates;
  const [row] = await needs.db.select().from(mandates).where(eq(mandates.id, id));
  if (!provider || row === undefined || isOver(row)) return 'done';
  const reply = await readOrEnd(provider, row, signal);
  const known = !isFailure(reply) && reply.kind === 'mandate' ? await recordReading(needs, row, reply) : row;
  if (isOver(known)) return 'done';
  const since = { createdAt: row.withdrawalRequestedAt ?? row.createdAt };
  if (isFailure(reply) || !isCheckedLongEnough(since, needs.clock.now())) return 'retry';
  if (known.state !== 'registered') return 'done';
  // Operators are alerted to a permission to debit that is not ended.
  return known.withdrawalRequestedAt === null ? nextCheckOf(needs, id) : 'failed';
}

/** Returns the time on the day before the next debit that is announced by a mandate; none is left where it is done. */
async function nextCheckOf({ db, clock }: StepNeeds, id: string): Promise<JobResult> {
  const notices = await db.select().from(debitNotices).where(eq(debitNotices.mandateId, id));
  const times = notices.map(({ dueOn }) => dayBefore(dueOn)).filter((time) => time > clock.now());
  return times.length === 0 ? 'done' : { runAt: new Date(Math.min(...times.map((time) => time.getTime()))) };
}

/** The time at which a mandate is asked about once more before a debit. */
export const dayBefore = (dueOn: IsoDate): Date => timeInIndia(addDays(dueOn, -1), 10);

async function readOrEnd(
  provider: Mandates,
  { providerReference: reference, state, withdrawalRequestedAt }: MandateRow,
  signal: AbortSignal,
): Promise<ProviderReply<MandateReading>> {
  if (withdrawalRequestedAt === null) return provider.read(reference, signal);
  return state === 'registered' ? provider.revoke(reference, signal) : provider.cancel(reference, signal);
}

/** Asks about what debits the instalments of a lender loan. @returns whether the provider has answered */
export async function readMandates(
  needs: StepNeeds,
  key: LenderLoanKey,
  signal: AbortSignal,
): Promise<boolean> {
  const provider = needs.adapters.mandates;
  const rows = await mandatesOf(needs.db, key);
  let isAnswered = true;
  for (const row of rows.filter(({ state }) => state === 'registered')) {
    const reply = await provider?.read(row.providerReference, signal);
    if (reply === undefined || isFailure(reply)) isAnswered = false;
    else if (reply.kind === 'mandate') await recordReading(needs, row, reply);
  }
  return isAnswered;
}

const hundredRupees = 100_00;

/** The most that one debit may be, rounded up to a hundred rupees. In paise. */
export const mandateLimit = (terms: LoanTerms): number =>
  Math.ceil(largestDebit(terms) / hundredRupees) * hundredRupees;

/**
 * The mandate that is open, or a new one, which a job asks about from now on.
 * @returns `isCurrent`: whether it has the method and the limit of now
 * @throws Problem 400, 404, 409
 */
async function openMandate(
  tx: Database,
  loanId: string,
  { method, customerId, consent }: MandateWish,
  { now, config }: { now: Date; config: StepNeeds['config'] },
): Promise<{ loan: LoanRow; open: MandateRow; isCurrent: boolean; page: 'servicing' | 'repayment' }> {
  const { loan, row, offer } = await lockOpenOrRepaying(tx, loanId, now);
  if (isCancelling(row)) throw servicingRefusal('servicing.step.notNow');
  const page = row.disbursedOn === null ? 'servicing' : 'repayment';
  const rows = await mandatesOf(tx, row);
  const debit = largestDebit(offer.terms);
  if (rows.some(({ state, limitPaise }) => state === 'registered' && limitPaise >= debit))
    throw servicingRefusal('servicing.step.done');
  const payee = requirePayee(config, { lenderId: row.lenderId, by: 'mandate' });
  const given = { customerId, profiles: config.lenderProfiles, now };
  await renewConsentToPayments(tx, row, consent, given);
  // The former mandate ends first: more is debited of a changed offer than the bank allows by it.
  await endMandates(tx, row, now);
  const limitPaise = mandateLimit(offer.terms);
  const requested = rows.find(
    ({ state, withdrawalRequestedAt }) => state === 'requested' && withdrawalRequestedAt === null,
  );
  if (requested) {
    const isSame = requested.method === method && requested.limitPaise === limitPaise;
    // A mandate that is not polled any more ends, and a new one is created.
    return { loan, open: requested, isCurrent: isSame && !isCheckedLongEnough(requested, now), page };
  }
  const open = await insertOne(tx, mandates, {
    id: platform.uuid(),
    ...{ loanId, lenderId: row.lenderId, providerReference: platform.uuid() },
    ...{ method, limitPaise, payee, state: 'requested', createdAt: now },
  });
  await scheduleCheck(tx, 'mandate', open.id, now);
  return { loan, open, isCurrent: true, page };
}

function requestOf(
  { db, config }: StepNeeds,
  loan: LoanRow,
  row: MandateRow,
  page: 'servicing' | 'repayment',
): MandateRequest {
  const { lenderId } = row;
  const { bank_account_no: number, ifsc_code: ifsc } = decryptPersonalData(db, loan.id, loan.bankDetails);
  return {
    ...{ reference: row.providerReference, method: row.method, limitPaise: row.limitPaise },
    account: {
      holder: borrowerNameOf(loan),
      number: requireRead(number),
      ifsc: requireRead(ifsc),
    },
    payee: { lenderId, account: row.payee ?? requirePayee(config, { lenderId, by: 'mandate' }) },
    returnUrl: returnAddress(config, loan.id, page),
  };
}

/**
 * Cancels a mandate that is open. One that has not reached the provider is requested first: another call may be about
 * to do so, and is answered then that it is cancelled. What the provider refuses for good, it refuses to that call too.
 * @throws Problem 502 or 504 where it is not known whether the provider has cancelled it
 */
async function cancelMandate(
  needs: StepNeeds,
  provider: Mandates,
  row: MandateRow,
  request: MandateRequest,
): Promise<MandateRow> {
  const cancel = async () => requireReading(await provider.cancel(row.providerReference, untilTimeout()));
  let reading = await cancel();
  if (reading.kind === 'none') {
    const reply = await provider.request(request, untilTimeout());
    if (reply.kind === 'failed' && reply.isFinal) return recordReading(needs, row, neverRequested);
    requireReading(reply);
    reading = await cancel();
  }
  if (reading.kind === 'none') throw providerFailed();
  return recordReading(needs, row, reading);
}

/** The reading of a mandate that the provider refused to create. */
const neverRequested: MandateReading = {
  kind: 'mandate',
  state: 'cancelled',
  failure: null,
  registrationNumber: null,
  url: null,
};

/** Returns whether the mandate's state is final. */
const isOver = ({ state }: MandateRow): boolean => state === 'failed' || state === 'cancelled';

/** The states of a mandate in order; it never goes back. */
const progress: readonly MandateRow['state'][] = ['requested', 'registered', 'cancelled'];

/**
 * Stores what the provider says, unless something later is stored already. Of a loan that was erased, a mandate is left
 * alone: it is withdrawn as soon as the bank has registered it.
 */
const recordReading = (
  { db, clock, config }: StepNeeds,
  { id, loanId, lenderId }: MandateRow,
  { state, failure, registrationNumber }: MandateReading,
): Promise<MandateRow> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockUnlessErased(tx, { loanId, lenderId }, now);
    const [row] = await tx.select().from(mandates).where(eq(mandates.id, id));
    if (locked === undefined || !row) throw new Error('A mandate has no lender loan');
    const isLater =
      state === 'failed' ? row.state === 'requested' : progress.indexOf(state) > progress.indexOf(row.state);
    if (isOver(row) || !isLater) return row;
    const changes = {
      state,
      failure,
      registrationNumber: locked && (registrationNumber ?? row.registrationNumber),
      settledAt: now,
      withdrawalRequestedAt: locked ? row.withdrawalRequestedAt : (row.withdrawalRequestedAt ?? now),
    };
    await tx.update(mandates).set(changes).where(eq(mandates.id, id));
    if (!locked) return { ...row, ...changes };
    if (row.state === 'registered') await recordWithdrawal(tx, locked, { now, config });
    const { stage } = await advanceStage(tx, locked, { now, config });
    if (state === 'registered' && locked.offer) {
      const { ledger } = await readAccount(tx, { row: locked.row, offer: locked.offer }, now);
      await remindAgain(tx, { loanId, lenderId, stage }, ledger.invoices, now);
    }
    await enqueueLenderPoll(tx, { loanId, lenderId }, now);
    // The bank has registered it after all.
    if (isEndedStage(stage)) await endMandates(tx, { loanId, lenderId }, now);
    return { ...row, ...changes };
  });

/** Null where the loan was erased; its row is locked all the same. */
async function lockUnlessErased(
  tx: Database,
  key: LenderLoanKey,
  now: Date,
): Promise<LockedLenderLoan | null | undefined> {
  try {
    return await lockLenderLoan(tx, key, now);
  } catch (error) {
    if (error instanceof Problem && error.status === 410) return null;
    throw error;
  }
}

/** The bank debits nothing any more, whether the customer has withdrawn the mandate here or at the bank. */
async function recordWithdrawal(tx: Database, locked: LockedLenderLoan, telling: Telling): Promise<void> {
  await appendLenderAct(tx, locked.row, 'mandate.withdrawn', telling.now);
  // An ended loan has nothing left to be paid by hand.
  if (!isAcceptedStage(locked.row.stage)) return;
  await tellCustomer(tx, locked, 'servicing.mandateWithdrawn', {}, telling);
}
