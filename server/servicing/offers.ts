/** The offers of lenders: stored as they came, compared with our own figures, and shown where both agree. */
import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { addDays, type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { compareTerms, type TermsDifference } from '../../domain/servicing/compare-terms.ts';
import { figuresOf } from '../../domain/servicing/figures.ts';
import { scheduleOf } from '../../domain/servicing/schedule.ts';
import { earliestValidUntil, termsProblems, unusualTerms } from '../../domain/servicing/terms-problems.ts';
import type { LenderLoanStage, Offer, Offers } from '../../domain/values/wire.ts';
import { verdictOf } from '../../domain/lending/lender.ts';
import type { LenderOffer } from '../adapters/lender.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { submissions } from '../db/schema/review.ts';
import { offers } from '../db/schema/servicing.ts';
import { lenderName, type LenderProfiles } from '../config/lender-profiles.ts';
import { appendLenderAct } from '../timeline/timeline.ts';
import { caseFact, openCase, reportCases } from './cases.ts';
import { isShown } from './lender-loan-events.ts';
import { isAcceptedStage, isStepStage, lenderLoansOf, type LenderLoanRow } from './lender-loans.ts';
import { type OfferRow, offersOf } from './step-rows.ts';
import { scheduleOnWire, wireTermsOf } from '../../domain/servicing/terms-wire.ts';
import { onWire, paiseOnWire } from '../../domain/values/wire-names.ts';
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import { isUuid } from '../loans/ids.ts';

/**
 * Stores an offer that is not stored yet, whatever the stage; what came before is never changed.
 * @param tx the transaction that has locked the loan's row
 * @returns whether it is new and a customer may see it
 */
export async function storeOffer(
  tx: Database,
  { loanId, lenderId }: LenderLoanKey,
  offer: LenderOffer,
  { now, config }: { now: Date; config: Pick<Config, 'holidays'> },
): Promise<boolean> {
  const { revision, proposalNumber, validUntil, terms } = offer;
  const differences = differencesOf(offer, now, config.holidays);
  const isCalculable = termsProblems(terms).length === 0;
  const stored = await tx
    .insert(offers)
    .values({
      id: platform.uuid(),
      ...{ loanId, lenderId, revision, proposalNumber, terms, validUntil },
      apr: isCalculable ? figuresOf(terms).apr : null,
      differences: differences.length > 0 ? differences : null,
      receivedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: offers.id });
  if (stored.length === 0) {
    await noteConflict(tx, { loanId, lenderId }, offer, now);
    return false;
  }
  const shown = differences.length === 0;
  await appendLenderAct(tx, { loanId, lenderId }, 'offer.received', now, { by: 'lender', revision, shown });
  return shown;
}

/** An offer that is known is repeated as it was; another one under its revision or its number is put before staff. */
async function noteConflict(
  tx: Database,
  key: LenderLoanKey,
  { revision, proposalNumber, terms, validUntil }: LenderOffer,
  now: Date,
): Promise<void> {
  const known = (await offersOf(tx, key)).find((offer) => offer.revision === revision);
  const isRepeated =
    known?.proposalNumber === proposalNumber &&
    known.validUntil.getTime() === validUntil.getTime() &&
    isDeepStrictEqual(known.terms, terms);
  if (isRepeated) return;
  await openConflict(tx, key, { revision, proposalNumber }, now, known);
}

/** @param known the offer that has its revision; absent where the offer comes after the payout or the end of the loan */
export async function openConflict(
  tx: Database,
  key: LenderLoanKey,
  { revision, proposalNumber }: Pick<LenderOffer, 'revision' | 'proposalNumber'>,
  now: Date,
  known?: OfferRow,
): Promise<void> {
  const details = [
    caseFact('revision', known?.revision, revision),
    caseFact('proposal_number', known?.proposalNumber, proposalNumber),
  ];
  const subject = `${revision} ${proposalNumber}`;
  await openCase(tx, key, { kind: 'offer_conflict', subject, details }, now);
}

/**
 * Puts before staff an offer that a customer does not see: its figures are not ours, its terms cannot be, or nothing of it
 * is stored. The case of an earlier one is settled.
 * @returns whether it is a new case
 */
export async function reportNotShown(
  tx: Database,
  key: LenderLoanKey,
  { revision, proposalNumber }: LenderOffer,
  now: Date,
): Promise<boolean> {
  const stored = (await offersOf(tx, key)).find((offer) => offer.proposalNumber === proposalNumber);
  const details = [caseFact('revision', null, revision), caseFact('proposal_number', null, proposalNumber)];
  const notShown = stored && isShown(stored) ? [] : [{ subject: `${revision} ${proposalNumber}`, details }];
  return reportCases(tx, key, 'offer_not_shown', notShown, now);
}

/** Puts before staff the terms of an offer that is shown and dearer than is usual; each revision once. */
export async function reportUnusual(
  tx: Database,
  key: LenderLoanKey,
  { revision, proposalNumber, terms }: LenderOffer,
  { now, config }: { now: Date; config: Pick<Config, 'lateChargeBound'> },
): Promise<void> {
  const { isAprUnusual, lateCharge } = unusualTerms(terms, figuresOf(terms), config.lateChargeBound);
  if (!isAprUnusual && lateCharge === null) return;
  const details = [
    caseFact('proposal_number', null, proposalNumber),
    ...(lateCharge ? [caseFact('amount_paise', lateCharge.most, lateCharge.charge)] : []),
  ];
  await openCase(tx, key, { kind: 'terms_unusual', subject: `${revision} ${proposalNumber}`, details }, now);
}

/** Returns what keeps an offer from being shown: impossible terms, figures unlike ours, too short a validity. */
function differencesOf(
  { terms, schedule, validUntil }: LenderOffer,
  now: Date,
  holidays: readonly IsoDate[],
): TermsDifference[] {
  const problems = termsProblems(terms);
  if (problems.length > 0) return problems.map((member) => ({ member, ours: '', stated: '' }));
  const earliest = earliestValidUntil(todayInIndia(now), holidays);
  // The last day that is whole, so that three of them have gone by.
  const lastDay = addDays(todayInIndia(new Date(validUntil.getTime() + 1000)), -1);
  return [
    ...compareTerms(terms, schedule),
    // Resets of a rate are not supported, so the rate has to be fixed.
    ...(terms.rateType === 'fixed' ? [] : [{ member: 'rateType', ours: 'fixed', stated: terms.rateType }]),
    ...(lastDay < earliest ? [{ member: 'validUntil', ours: earliest, stated: lastDay }] : []),
  ];
}

/** The offers of a lender that a customer may see, the newest first. */
const shownOffers = async (db: Database, row: LenderLoanRow): Promise<OfferRow[]> =>
  (await offersOf(db, row)).filter(isShown);

/**
 * The offers that can be accepted, the newest first: each that was shown, until its end; after an acceptance those alone
 * that the lender has made since, as changes of it, and that the customer has not declined.
 */
export const acceptableOffers = async (db: Database, row: LenderLoanRow, now: Date): Promise<OfferRow[]> =>
  acceptableOf(row, await shownOffers(db, row), now);

function acceptableOf(row: LenderLoanRow, shown: readonly OfferRow[], now: Date): OfferRow[] {
  const isOpen = row.stage === 'offered' || (isStepStage(row.stage) && row.cancelledAt === null);
  const accepted = shown.find(({ id }) => id === row.offerId)?.revision ?? 0;
  return shown.filter(
    ({ revision, declinedAt, validUntil }) =>
      isOpen && revision > accepted && declinedAt === null && validUntil > now,
  );
}

/** An offer of a loan, by its id. */
export async function findOffer(
  db: Database,
  loanId: string,
  offerId: string,
): Promise<OfferRow | undefined> {
  if (!isUuid(offerId)) return undefined;
  const [row] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.loanId, loanId), eq(offers.id, offerId)));
  return row && isShown(row) ? row : undefined;
}

/** @param terms with the day of the disbursal, once it has happened; the offer's own where absent */
export function offerOnWire(
  offer: OfferRow,
  stage: LenderLoanStage,
  profiles: LenderProfiles,
  terms = offer.terms,
): Offer {
  const { instalment, instalments, apr, totalInterest, netDisbursed, totalPaid, ...figures } =
    figuresOf(terms);
  const charges = figures.lenderCharges.total + figures.thirdPartyCharges.total;
  const { id, lenderId, revision, proposalNumber, validUntil } = offer;
  return {
    offer_id: id,
    lender_name: lenderName(profiles, lenderId),
    ...onWire({ lenderId, revision, proposalNumber, validUntil, stage, instalments, apr }),
    ...paiseOnWire({ instalment, totalInterest, charges, netDisbursed, totalPaid }),
    terms: wireTermsOf(terms),
    schedule: scheduleOnWire(scheduleOf(terms)),
  };
}

/** The offers of a loan beside what was applied for, and the lenders that have made none, each by its name. */
export async function listOffers(
  db: Database,
  loanId: string,
  { profiles, now }: { profiles: LenderProfiles; now: Date },
): Promise<Offers> {
  const rows = await lenderLoansOf(db, loanId);
  const accepted = rows.find((row) => isAcceptedStage(row.stage) && row.offerId !== null);
  const matched: Offer[] = [];
  const others: Offer[] = [];
  const unmatched: Offers['unmatched'] = [];
  for (const row of rows) {
    const shown = await shownOffers(db, row);
    const acceptable = acceptableOf(row, shown, now);
    const main = shown.find(({ id }) => id === row.offerId) ?? acceptable[0] ?? shown[0];
    const { lenderId } = row;
    if (main) matched.push(offerOnWire(main, stageOf(row, main, now), profiles));
    else
      unmatched.push({
        lender_id: lenderId,
        lender_name: lenderName(profiles, lenderId),
        status: row.result ? verdictOf(row.result) : 'submitted',
      });
    const besides = acceptable.filter((offer) => offer !== main);
    others.push(...besides.map((offer) => offerOnWire(offer, 'offered', profiles)));
  }
  return {
    ...(await appliedFor(db, loanId)),
    offers: matched.toSorted(byName),
    other_offers: others.toSorted(byName),
    unmatched: unmatched.toSorted(byName),
    accepted_offer_id: accepted?.offerId ?? null,
  };
}

/** The fee and the plan of the latest submission. */
async function appliedFor(db: Database, loanId: string): Promise<Pick<Offers, 'fee_paise' | 'plan'>> {
  const [row] = await db
    .select({ fee: loans.orderValue, agreed: submissions.agreed })
    .from(loans)
    .leftJoin(submissions, eq(submissions.loanId, loans.id))
    .where(eq(loans.id, loanId))
    .orderBy(desc(submissions.number))
    .limit(1);
  return { fee_paise: (row?.fee ?? 0) * 100, plan: row?.agreed?.plan ?? null };
}

/** An offer may have run out before the job has noticed it. */
function stageOf({ stage }: LenderLoanRow, { validUntil }: OfferRow, now: Date): LenderLoanStage {
  return (stage === null || stage === 'offered') && validUntil <= now ? 'expired' : (stage ?? 'offered');
}

const byName = (one: { lender_name: string }, other: { lender_name: string }): number =>
  one.lender_name.localeCompare(other.lender_name, 'en', { numeric: true });
