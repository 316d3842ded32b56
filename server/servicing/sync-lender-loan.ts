/**
 * Says to a lender what the customer has done about an approved loan, and records what the lender has: offers, the
 * countersignature, the disbursal, what it has collected. An event of the lender's only makes the server ask, so its order
 * does not matter.
 */
import { and, eq } from 'drizzle-orm';
import { dayMs, daysBetween, todayInIndia } from '../../domain/values/dates.ts';
import type { LenderSteps } from '../adapters/lender.ts';
import { isLenderId } from '../adapters/lenders.ts';
import { type Database, transaction } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { signatureRequests } from '../db/schema/servicing.ts';
import type { Services } from '../api/handler.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { JobResult, JobRun } from '../jobs/runner.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { caseFact, openCase, reportCases } from './cases.ts';
import { isErasedLoan } from './check-job.ts';
import { recordDisbursal } from './disbursal.ts';
import { readForLender } from './customer-steps.ts';
import { readAccount } from './ledger.ts';
import { findAccepted, isAcceptedStage, isEndedStage, type LenderLoanRow } from './lender-loans.ts';
import { acceptableOffers, openConflict, reportNotShown, reportUnusual, storeOffer } from './offers.ts';
import { recordCollections } from './record-collections.ts';
import { isRepayingStage } from './reminders.ts';
import { isLenderPolled, nextPollAt, nextAskAfterExpiry } from './lender-polling.ts';
import { advanceStage, lockLenderLoan } from './stage.ts';
import { queueMessages } from '../outbox/queue.ts';

export type SyncNeeds = Pick<Services, 'db' | 'clock' | 'adapters' | 'config' | 'log'>;

/** The job `lender.servicing`. */
export async function syncLenderLoanByJob(
  needs: SyncNeeds,
  { loanId, lenderId }: { loanId: string; lenderId: number },
  { signal, isLastAttempt = false }: Pick<JobRun, 'signal'> & Partial<JobRun>,
): Promise<JobResult> {
  const { db, adapters } = needs;
  const lender = isLenderId(lenderId) ? adapters.lenders[lenderId] : undefined;
  if (!lender) return 'retry';
  const key = { loanId, lenderId };
  const found = await readForLender(db, key);
  if (!found) return 'done';
  const askedAt = needs.clock.now();
  const reply = await lender.exchangeServicing(found.row.reference, found.steps, signal);
  try {
    const isGivenUp = isLastAttempt && !signal.aborted;
    if (reply.kind !== 'servicing')
      return await noticeUnanswered(needs, key, { isUnreadable: reply.kind === 'unreadable', isGivenUp });
    const after = await recordLenderSteps(needs, key, reply, askedAt);
    if (after && after.stage !== 'expired' && isLenderPolled(after.stage))
      return isGivenUp ? await noticeUnanswered(needs, key, { isUnreadable: false, isGivenUp }) : 'retry';
    const runAt = after && (await nextAskOf(needs, after));
    return runAt ? { runAt } : 'done';
  } catch (error) {
    if (isErasedLoan(error)) return 'done';
    throw error;
  }
}

/**
 * @returns when the lender is asked again, for an offer in place of one that has expired or for what it has collected;
 * null where neither is to be expected
 */
async function nextAskOf(
  { db, clock }: SyncNeeds,
  { loanId, lenderId, stage, stageChangedAt }: LenderLoanRow,
): Promise<Date | null> {
  const now = clock.now();
  if (stage === 'expired') return nextAskAfterExpiry(stageChangedAt ?? now, now);
  const accepted = isRepayingStage(stage) && (await findAccepted(db, { loanId, lenderId }));
  if (!accepted) return null;
  return nextPollAt((await readAccount(db, accepted, now)).ledger.invoices, now);
}

/**
 * @param askedAt when the lender was asked for it
 * @returns the changed lender loan; undefined if it does not exist
 */
export const recordLenderSteps = (
  { db, clock, config, log }: Omit<SyncNeeds, 'adapters'>,
  key: LenderLoanKey,
  { offer, countersigned, disbursal, cancelled, refused, collections }: LenderSteps,
  askedAt = clock.now(),
): Promise<LenderLoanRow | undefined> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockLenderLoan(tx, key, now);
    if (!locked) return undefined;
    const { row } = locked;
    // A disbursed loan is not cancelled, even if the lender still says so.
    const confirmedAt = row.disbursedOn === null ? (row.cancelConfirmedAt ?? cancelled?.at ?? null) : null;
    // A lender that cancels by itself refuses what it has approved.
    const isRefused = refused || (confirmedAt !== null && row.cancelledAt === null);
    // Its key facts could not be stated.
    const hasProfile = isLenderId(key.lenderId) && config.lenderProfiles.lenders[key.lenderId] !== undefined;
    const isShown = offer && hasProfile && (await storeOffer(tx, key, offer, { now, config }));
    if (offer && isShown) await reportUnusual(tx, key, offer, { now, config });
    // The customer cannot accept it any more, but the lender may act on it.
    if (offer && isShown && !isLenderPolled(row.stage)) await openConflict(tx, key, offer, now);
    if (offer && (await reportNotShown(tx, key, offer, now)))
      log.error('offer not shown', {
        loan: key.loanId,
        why: `lender ${key.lenderId}, revision ${offer.revision}`,
      });
    const [proposed] = isShown && row.offerId !== null ? await acceptableOffers(tx, row, now) : [];
    if (proposed && proposed.revision === offer?.revision && locked.loan.customerId !== null)
      await queueMessages(tx, { loan: locked.loan, template: 'servicing.changed', values: {}, now, config });
    if (countersigned) await recordCountersignature(tx, key, countersigned, now);
    if (disbursal) await recordDisbursal(tx, locked, disbursal, now);
    await tx
      .update(lenderLoans)
      .set({
        refusedAt: isRefused ? (row.refusedAt ?? now) : row.refusedAt,
        cancelConfirmedAt: isRefused ? row.cancelConfirmedAt : confirmedAt,
      })
      .where(ofLenderLoan(lenderLoans, key));
    let after = await advanceStage(tx, locked, { now, config });
    const accepted = await findAccepted(tx, key);
    const current = { loan: locked.loan, row: after, offer: accepted?.offer ?? null };
    if (await recordCollections(tx, current, collections, { now, config, askedAt }))
      after = await advanceStage(tx, locked, { now, config });
    await openUnanswered(tx, after, now);
    await reportCases(tx, after, 'answer_unreadable', [], now);
    if (after.stage !== row.stage) await reportCases(tx, after, 'lender_silent', [], now);
    return after;
  });

/** A lender that has not said by then whether it still pays out what was cancelled is put before staff. */
const cancellationAnsweredWithinMs = 24 * 60 * 60_000;

/** An instalment whose debit the lender has said nothing of so many days after its due date is put before staff. */
const debitSaidWithinDays = 3;

const isUnanswered = ({ cancelledAt, cancelConfirmedAt, disbursedOn }: LenderLoanRow, now: Date): boolean =>
  cancelledAt !== null &&
  cancelConfirmedAt === null &&
  disbursedOn === null &&
  now.getTime() - cancelledAt.getTime() > cancellationAnsweredWithinMs;

/** Puts before staff that the lender has not said what became of a cancellation, or of an announced debit. */
async function openUnanswered(tx: Database, row: LenderLoanRow, now: Date): Promise<void> {
  const details = [caseFact('cancelled_at', row.cancelledAt?.toISOString())];
  const cancellations = isUnanswered(row, now) && !isEndedStage(row.stage) ? [{ subject: '', details }] : [];
  await reportCases(tx, row, 'cancellation_unanswered', cancellations, now);
  const accepted = isRepayingStage(row.stage) && (await findAccepted(tx, row));
  const invoices = accepted ? (await readAccount(tx, accepted, now)).ledger.invoices : [];
  const debits = invoices
    .filter((one) => one.awaitsDebit && daysBetween(one.dueOn, todayInIndia(now)) > debitSaidWithinDays)
    .map(({ number }) => ({
      subject: String(number),
      details: [caseFact('instalment', number)],
    }));
  await reportCases(tx, row, 'debit_unreported', debits, now);
}

/**
 * Does the same where no answer came that can be read, by the row as it is after the call. An accepted loan is never
 * given up: a lender that has had nothing new for weeks is put before staff, and asked on.
 */
const noticeUnanswered = (
  { db, clock, log }: SyncNeeds,
  key: LenderLoanKey,
  { isUnreadable, isGivenUp }: { isUnreadable: boolean; isGivenUp: boolean },
): Promise<JobResult> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockLenderLoan(tx, key, now);
    if (!locked) return 'retry';
    await openUnanswered(tx, locked.row, now);
    if (isUnreadable && (await openCase(tx, key, { kind: 'answer_unreadable', subject: '' }, now)))
      log.error('answer not readable', { loan: key.loanId, why: `lender ${key.lenderId}` });
    if (!isGivenUp || !isAcceptedStage(locked.row.stage)) return 'retry';
    await openCase(tx, key, { kind: 'lender_silent', subject: todayInIndia(now) }, now);
    return { runAt: new Date(now.getTime() + dayMs) };
  });

/**
 * A countersignature of another content than the customer has signed is not one, and put before staff. What both have
 * signed goes to the customer's mail.
 */
async function recordCountersignature(
  tx: Database,
  { loanId, lenderId }: LenderLoanKey,
  { documentSha256, at }: NonNullable<LenderSteps['countersigned']>,
  now: Date,
): Promise<void> {
  const signed = await tx
    .update(signatureRequests)
    .set({ state: 'countersigned', countersignedAt: at })
    .where(
      and(
        ofLenderLoan(signatureRequests, { loanId, lenderId }),
        eq(signatureRequests.documentSha256, documentSha256),
        eq(signatureRequests.state, 'signed'),
      ),
    )
    .returning({ requestId: signatureRequests.id });
  for (const { requestId } of signed)
    await enqueueJob(tx, 'servicing.signedAgreement', { loanId, requestId }, { now });
  const ofContent = and(
    ofLenderLoan(signatureRequests, { loanId, lenderId }),
    eq(signatureRequests.documentSha256, documentSha256),
  );
  if ((await tx.$count(signatureRequests, ofContent)) > 0) return;
  const details = [caseFact('document_sha256', null, documentSha256)];
  await openCase(
    tx,
    { loanId, lenderId },
    { kind: 'countersigned_other', subject: documentSha256, details },
    now,
  );
}
