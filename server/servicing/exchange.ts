/**
 * Says to a lender what the customer has done about an approved loan, and records what the lender has: offers, the
 * countersignature, the disbursal. An event of the lender's only makes the server ask, so its order does not matter.
 */
import { and, desc, eq, inArray } from 'drizzle-orm';
import { isDate } from '../../domain/values/dates.ts';
import { verdictOf } from '../../domain/lending/lender.ts';
import type { CustomerSteps, LenderSteps } from '../adapters/lender.ts';
import { isLenderId } from '../adapters/lenders.ts';
import { type Database, transaction } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { issuedDocuments, signatureRequests } from '../db/schema/servicing.ts';
import type { Services } from '../api/handler.ts';
import type { JobResult, JobRun } from '../jobs/runner.ts';
import { type LenderLoanKey, ofLenderLoan } from '../lender-loan-key.ts';
import { Problem } from '../http/problem.ts';
import { isAcceptedStage, type LenderLoanRow, type OfferRow } from './lender-loans.ts';
import { offersById, storeOffer } from './offers.ts';
import { isLenderAsked } from './schedule.ts';
import { enqueueSignedAgreement } from './signed-agreements.ts';
import { advanceStage, lockLenderLoan } from './stage.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'adapters' | 'config'>;

/** The job `lender.servicing`. */
export async function exchangeByJob(
  needs: Needs,
  { loanId, lenderId }: { loanId: string; lenderId: number },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<JobResult> {
  const { db, adapters } = needs;
  const lender = isLenderId(lenderId) ? adapters.lenders[lenderId] : undefined;
  if (!lender) return 'retry';
  const key = { loanId, lenderId };
  const found = await readForLender(db, key);
  if (!found) return 'done';
  const reply = await lender.exchangeServicing(found.row.reference, found.steps, signal);
  if (reply.kind !== 'servicing') return 'retry';
  try {
    const after = await recordLenderSteps(needs, key, reply);
    return after && isLenderAsked(after.stage) ? 'retry' : 'done';
  } catch (error) {
    // The loan was erased meanwhile.
    if (error instanceof Problem && [404, 410].includes(error.status)) return 'done';
    throw error;
  }
}

/** What the lender is told; undefined where it has not approved the loan. */
async function readForLender(
  db: Database,
  key: LenderLoanKey,
): Promise<{ row: LenderLoanRow; steps: CustomerSteps } | undefined> {
  const [row] = await db.select().from(lenderLoans).where(ofLenderLoan(lenderLoans, key));
  if (!row?.result || verdictOf(row.result) !== 'approved') return undefined;
  const [offer] = row.offerId === null ? [] : await offersById(db, [row.offerId]);
  return {
    row,
    steps: {
      accepted: offer && row.acceptedAt ? { proposalNumber: offer.proposalNumber, at: row.acceptedAt } : null,
      signed: offer ? await signatureOf(db, offer) : null,
      cancelledAt: row.cancelledAt,
    },
  };
}

/** The customer's signature under the agreement of an offer. */
async function signatureOf(db: Database, { id }: OfferRow): Promise<CustomerSteps['signed']> {
  const [signed] = await db
    .select({ documentSha256: signatureRequests.documentSha256, at: signatureRequests.signedAt })
    .from(signatureRequests)
    .innerJoin(issuedDocuments, eq(issuedDocuments.id, signatureRequests.documentId))
    .where(
      and(eq(issuedDocuments.offerId, id), inArray(signatureRequests.state, ['signed', 'countersigned'])),
    )
    .orderBy(desc(signatureRequests.createdAt))
    .limit(1);
  return signed?.at ? { documentSha256: signed.documentSha256, at: signed.at } : null;
}

/** @returns the lender loan as it is then; undefined where there is none */
export const recordLenderSteps = (
  { db, clock, config }: Pick<Needs, 'db' | 'clock' | 'config'>,
  key: LenderLoanKey,
  { offer, countersigned, disbursal, refused }: LenderSteps,
): Promise<LenderLoanRow | undefined> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockLenderLoan(tx, key, now);
    if (!locked) return undefined;
    const { row } = locked;
    // Its key facts could not be stated.
    const hasProfile = isLenderId(key.lenderId) && config.lenderProfiles.lenders[key.lenderId] !== undefined;
    if (offer && hasProfile && row.disbursedOn === null) await storeOffer(tx, key, offer, now);
    if (countersigned) await recordCountersignature(tx, key, countersigned, now);
    const isDisbursed = disbursal !== null && isDate(disbursal.on) && isAcceptedStage(row.stage);
    await tx
      .update(lenderLoans)
      .set({
        refusedAt: refused ? (row.refusedAt ?? now) : row.refusedAt,
        ...(isDisbursed &&
          row.disbursedOn === null && {
            disbursedOn: disbursal.on,
            accountNumber: disbursal.accountNumber,
          }),
      })
      .where(ofLenderLoan(lenderLoans, key));
    return advanceStage(tx, locked, { now, config });
  });

/**
 * A countersignature of another content than the customer has signed is not one. What both have signed goes to the
 * customer's mail.
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
  for (const { requestId } of signed) await enqueueSignedAgreement(tx, { loanId, requestId }, now);
}
