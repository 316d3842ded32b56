/** Accepting an offer, declining a change of it, and cancelling what was accepted. */
import { and, eq, inArray } from 'drizzle-orm';
import { documentVersions } from '../../domain/servicing/document-versions.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { AcceptOffer } from '../../domain/values/wire.ts';
import { type Database, transaction } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { issuedDocuments, offers } from '../db/schema/servicing.ts';
import type { Services } from '../api/handler.ts';
import { ofLenderLoan } from '../db/lender-loan-key.ts';
import { notFound } from '../http/problem.ts';
import { appendLenderAct } from '../timeline/timeline.ts';
import { checkConsents, hasMinorStudent, storeConsents } from './consents.ts';
import { amountDue, exitOf, readAccount } from './ledger.ts';
import { isAcceptedStage, lenderLoansOf } from './lender-loans.ts';
import { acceptableOffers, findOffer } from './offers.ts';
import { endOrders, settleStoredPayments } from './settle-orders.ts';
import { noServicing, servicingRefusal } from './refusals.ts';
import { enqueueLenderPoll } from './lender-polling.ts';
import { advanceStage, lockLenderLoan, lockServicing } from './stage.ts';
import type { OfferRow } from './step-rows.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'config'>;

/**
 * Accepts an offer with its consents; a repeat changes nothing.
 * @throws Problem 404 where a customer sees no such offer, 400 where a consent is missing, 409 where the offer has
 *   expired, another one was accepted, or its key facts were not acknowledged
 */
export async function acceptOffer(
  { db, clock, config }: Needs,
  accepted: { loanId: string; offerId: string; customerId: string; body: AcceptOffer },
): Promise<void> {
  const { loanId, offerId, customerId, body } = accepted;
  const offer = await findOffer(db, loanId, offerId);
  if (!offer) throw notFound();
  checkConsents(body.consents, { hasMinor: await hasMinorStudent(db, loanId, clock.now()) });
  await transaction(db, async (tx) => {
    const now = clock.now();
    const key = { loanId, lenderId: offer.lenderId };
    const locked = await lockLenderLoan(tx, key, now);
    if (!locked) throw notFound();
    if (locked.row.offerId === offer.id && isAcceptedStage(locked.row.stage)) return;
    await requireAcceptable(tx, offer, now);
    await requireAcknowledged(tx, offer, body.key_facts_id);
    const { lenderProfiles: profiles } = config;
    await storeConsents(tx, body.consents, { ...key, customerId, profiles, now });
    await tx
      .update(lenderLoans)
      .set({ offerId: offer.id, acceptedAt: now, keyFactsId: body.key_facts_id })
      .where(ofLenderLoan(lenderLoans, key));
    await appendLenderAct(tx, offer, 'offer.accepted', now, { by: 'applicant', revision: offer.revision });
    const row = await advanceStage(tx, locked, { now, config });
    // An order of the advance payment may be of the former offer.
    const amountPaise = amountDue(
      await readAccount(tx, { row, offer }, now),
      'advance',
      null,
      todayInIndia(now),
    );
    const advance = { purpose: 'advance', instalment: null, amountPaise: amountPaise ?? 0 } as const;
    await endOrders(tx, (await settleStoredPayments(tx, key, now)).orders, advance, now);
    await enqueueLenderPoll(tx, key, now);
  });
}

/** @throws Problem 409 where the offer cannot be accepted now; the loan's row is locked */
async function requireAcceptable(tx: Database, offer: OfferRow, now: Date): Promise<void> {
  const rows = await lenderLoansOf(tx, offer.loanId);
  const accepted = rows.find(({ stage }) => isAcceptedStage(stage));
  const row = rows.find(({ lenderId }) => lenderId === offer.lenderId);
  const acceptable = row && (!accepted || accepted === row) ? await acceptableOffers(tx, row, now) : [];
  if (acceptable.some(({ id }) => id === offer.id)) return;
  const isOver = !accepted || (accepted === row && offer.validUntil <= now);
  throw servicingRefusal(isOver ? 'servicing.offer.expired' : 'servicing.offer.another');
}

/** @throws Problem 409 unless it is the newest key facts statement in its language, in today's words, and was read */
async function requireAcknowledged(tx: Database, offer: OfferRow, documentId: string): Promise<void> {
  const statements = await tx
    .select()
    .from(issuedDocuments)
    .where(and(eq(issuedDocuments.offerId, offer.id), eq(issuedDocuments.kind, 'key_facts')));
  const read = statements.find(({ id }) => id === documentId);
  const isNewest = statements.every(
    ({ language, createdAt }) => language !== read?.language || createdAt <= read.createdAt,
  );
  if (!read?.acknowledgedAt || !isNewest || read.version !== documentVersions.key_facts)
    throw servicingRefusal('servicing.offer.notAcknowledged');
}

/**
 * Declines the change of the accepted offer that its lender proposes, with those before it: what was accepted stays. A
 * repeat changes nothing.
 * @throws Problem 404 where a customer sees no such offer, 409 where it is no change that can be accepted now
 */
export async function declineOffer(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  { loanId, offerId }: { loanId: string; offerId: string },
): Promise<void> {
  const offer = await findOffer(db, loanId, offerId);
  if (!offer) throw notFound();
  await transaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockLenderLoan(tx, offer, now);
    const proposed = locked?.offer ? await acceptableOffers(tx, locked.row, now) : [];
    const declined = proposed.filter(({ revision }) => revision <= offer.revision).map(({ id }) => id);
    if (!declined.includes(offer.id)) {
      const [stored] = await tx.select().from(offers).where(eq(offers.id, offer.id));
      if (stored?.declinedAt) return;
      throw servicingRefusal('servicing.step.notNow');
    }
    await tx.update(offers).set({ declinedAt: now }).where(inArray(offers.id, declined));
    await appendLenderAct(tx, offer, 'offer.declined', now, { by: 'applicant', revision: offer.revision });
    await enqueueLenderPoll(tx, offer, now);
  });
}

/**
 * Asks to cancel the loan: before the disbursal it is cancelled once the lender has confirmed that it pays nothing out, in
 * the cooling-off period once the exit amount is paid. A repeat changes nothing.
 * @throws Problem 404 where no offer was accepted, 409 where it is too late
 */
export const requestCancellation = ({ db, clock, config }: Needs, loanId: string): Promise<void> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const servicing = await lockServicing(tx, loanId, now);
    if (!servicing) throw noServicing();
    const { row } = servicing;
    if (row.stage === 'cancelled') return;
    const account = await readAccount(tx, servicing, now);
    const isInTime = !account.isDisbursed || exitOf(account, todayInIndia(now)) !== null;
    if (!isAcceptedStage(row.stage) || !isInTime) throw servicingRefusal('servicing.step.notNow');
    if (row.cancelledAt === null) {
      await tx.update(lenderLoans).set({ cancelledAt: now }).where(ofLenderLoan(lenderLoans, row));
      await appendLenderAct(tx, row, 'loan.cancelled', now, { by: 'applicant' });
    }
    await advanceStage(tx, servicing, { now, config });
    await enqueueLenderPoll(tx, row, now);
  });
