/** The ledger of consents: what each was to, in the words that were shown, and when it was withdrawn (decision 89). */
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import {
  type AcceptancePurpose,
  consentMessages,
  type ConsentPurpose,
  consentPurposes,
  consentVersion,
  hasMinor,
  requiredConsentsOf,
  submissionPurposes,
} from '../../domain/servicing/consents.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { Language, AcceptOffer, Consent } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import { appMessages } from '../texts/app-messages.ts';
import { type Database, transaction } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { loans } from '../db/schema/loans.ts';
import { consents } from '../db/schema/servicing.ts';
import type { Context } from '../api/handler.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';
import { lenderName, type LenderProfiles } from '../config/lender-profiles.ts';
import { isUuid } from '../loans/ids.ts';
import { studentsOf } from '../loans/read.ts';
import { notFound, Problem, shapeError, wordsChanged, wrongShape } from '../http/problem.ts';
import { type NewTimelineEntry, appendToTimeline } from '../timeline/timeline.ts';
import { enqueueLenderPoll } from './lender-polling.ts';
import { endMandates } from './end-mandates.ts';
import type { LockedLenderLoan } from './lender-loans.ts';
import { advanceStage, lockLenderLoan } from './stage.ts';
type SentConsent = AcceptOffer['consents'][number];

const words = appMessages(Object.values(consentMessages));

const wordsOf = (purpose: AcceptancePurpose, language: Language, lender: string): string =>
  words[language][consentMessages[purpose]].replaceAll('{lender}', lender);

/** @throws Problem 400 where one that is needed is missing, one comes twice, or the words were others */
export function checkConsents(sent: readonly SentConsent[], { hasMinor }: { hasMinor: boolean }): void {
  const given = sent.map(({ purpose }) => purpose);
  const missing = requiredConsentsOf(hasMinor)
    .filter((purpose) => !given.includes(purpose))
    .join(', ');
  if (missing)
    throw new Problem(400, `No consent to ${missing}`, [shapeError('consents', `lacks ${missing}`)]);
  if (!given.every((purpose) => isOneOf(consentPurposes, purpose)))
    throw wrongShape('consents', 'has a purpose of Submit');
  if (new Set(given).size < given.length) throw wrongShape('consents', 'has a purpose twice');
  if (sent.some(({ version }) => version !== consentVersion)) throw wordsChanged('consents', consentVersion);
}

/** Stores one row for each purpose, in its order. */
export async function storeConsents(
  tx: Database,
  sent: readonly SentConsent[],
  given: { loanId: string; lenderId: number; customerId: string; profiles: LenderProfiles; now: Date },
): Promise<void> {
  const { profiles, now, ...about } = given;
  const lender = lenderName(profiles, about.lenderId);
  const rows = consentPurposes.flatMap((purpose) =>
    sent
      .filter((one) => one.purpose === purpose)
      .map(({ version, language }) => ({
        ...{ ...about, purpose, version, language },
        words: wordsOf(purpose, language, lender),
      })),
  );
  await insertConsents(tx, rows, now);
}

type NewConsent = Omit<typeof consents.$inferInsert, 'id' | 'channel' | 'givenAt' | 'loanId'> & {
  loanId: string;
};

/** Stores consents of the app with their entries of the timeline. */
export async function insertConsents(tx: Database, given: readonly NewConsent[], now: Date): Promise<void> {
  if (given.length === 0) return;
  await tx
    .insert(consents)
    .values(given.map((one) => ({ ...one, id: platform.uuid(), channel: 'app' as const, givenAt: now })));
  await appendToTimeline(
    tx,
    given.map(({ loanId, lenderId = null, purpose, version }) => ({
      loanId,
      at: now,
      by: 'applicant',
      act: 'consent.given',
      details: { lender_id: lenderId, purpose, version },
    })),
  );
}

/**
 * Stores the consent to payments anew, where the customer has withdrawn it: nothing is debited without it.
 * @param consent as it was sent; absent where none was
 * @throws Problem 400 where it is needed and missing, or the words were others
 */
export async function renewConsentToPayments(
  tx: Database,
  { loanId, lenderId }: LenderLoanKey,
  consent: Omit<SentConsent, 'purpose'> | undefined,
  given: { customerId: string; profiles: LenderProfiles; now: Date },
): Promise<void> {
  if (!(await withdrawnPurposes(tx, { loanId, lenderId })).includes('payments')) return;
  if (!consent) throw new Problem(400, 'No consent to payments', [shapeError('consent', 'is missing')]);
  if (consent.version !== consentVersion) throw wordsChanged('consent', consentVersion);
  await storeConsents(tx, [{ purpose: 'payments', ...consent }], { loanId, lenderId, ...given });
}

/** Says whether there is a student for whom somebody else has to speak. */
export const hasMinorStudent = async (db: Database, loanId: string, now: Date): Promise<boolean> =>
  hasMinor(await studentsOf(db, loanId), todayInIndia(now));

/** Says whether a consent about a lender loan was given, the last time, and not withdrawn since. */
export const hasConsent = async (
  db: Database,
  key: LenderLoanKey,
  purpose: ConsentPurpose,
): Promise<boolean> =>
  (await latestConsents(db, key)).some((one) => one.purpose === purpose && one.withdrawnAt === null);

/** Lists the purposes whose consent was withdrawn after it was given the last time. */
export const withdrawnPurposes = async (db: Database, key: LenderLoanKey): Promise<ConsentPurpose[]> =>
  (await latestConsents(db, key)).flatMap((one) => (one.withdrawnAt === null ? [] : one.purpose));

const latestConsents = (db: Database, key: LenderLoanKey) =>
  db
    .selectDistinctOn([consents.purpose], { purpose: consents.purpose, withdrawnAt: consents.withdrawnAt })
    .from(consents)
    .where(ofLenderLoan(consents, key))
    .orderBy(consents.purpose, desc(consents.givenAt));

/** Returns the owner of a consent: the customer who gave it, or who claimed the loan that it was given for. */
function isOf(db: Database, customerId: string) {
  const own = db.select({ id: loans.id }).from(loans).where(eq(loans.customerId, customerId));
  // PostgreSQL takes no index of an `in` beside an `or`.
  return or(eq(consents.customerId, customerId), sql`${consents.loanId} = any(array(${own}))`);
}

/** The newest first. */
export async function listConsents(
  db: Database,
  customerId: string,
  profiles: LenderProfiles,
): Promise<Consent[]> {
  const rows = await db
    .select()
    .from(consents)
    .where(isOf(db, customerId))
    .orderBy(desc(consents.givenAt), consents.id);
  return rows.map((row) => consentOnWire(row, profiles));
}

function consentOnWire(
  { id, customerId: _, lenderId, ...row }: typeof consents.$inferSelect,
  profiles: LenderProfiles,
): Consent {
  const lender_name = lenderId === null ? null : lenderName(profiles, lenderId);
  return { consent_id: id, lender_name, ...onWire(row) };
}

const isOneOf = (purposes: readonly ConsentPurpose[], purpose: ConsentPurpose): boolean =>
  purposes.includes(purpose);

/**
 * Withdraws a consent, and tells the lender. Without one that is needed there can be no loan, so its lender loan is
 * cancelled before the disbursal; after it the money is repaid as agreed. Without the one to payments no mandate is used.
 * One that was given again with a change of the offer is withdrawn with the first.
 * @param stopAsking ends the asking of the lender for its decision, where the consent is one of Submit
 * @throws Problem 404 where the customer has not given it
 */
export async function withdrawConsent(
  { db, clock, config, customer }: Context<'withdrawConsent'>,
  id: string,
  stopAsking: (tx: Database, locked: LockedLenderLoan, entry: NewTimelineEntry) => Promise<void>,
): Promise<Consent> {
  const isMeant = and(eq(consents.id, id), isOf(db, customer.id));
  const find = async (from: Database) =>
    isUuid(id) ? (await from.select().from(consents).where(isMeant))[0] : undefined;
  const known = await find(db);
  if (!known) throw notFound();
  return transaction(db, async (tx) => {
    const now = clock.now();
    const { loanId, lenderId, purpose } = known;
    const key = loanId === null || lenderId === null ? undefined : { loanId, lenderId };
    const locked = key && (await lockLenderLoan(tx, key, now));
    const isSame =
      key && and(isOf(db, customer.id), ofLenderLoan(consents, key), eq(consents.purpose, purpose));
    const isGiven = (await find(tx))?.withdrawnAt === null;
    if (isGiven)
      await tx
        .update(consents)
        .set({ withdrawnAt: now })
        .where(and(isSame ?? isMeant, isNull(consents.withdrawnAt)));
    if (key && isGiven) {
      const entry: NewTimelineEntry = {
        loanId: key.loanId,
        at: now,
        by: 'applicant',
        act: 'consent.withdrawn',
        details: { lender_id: key.lenderId, purpose },
      };
      if (locked && isOneOf(submissionPurposes, purpose)) await stopAsking(tx, locked, entry);
      else await appendToTimeline(tx, entry);
    }
    if (key && locked && isGiven) {
      if (purpose === 'payments') await endMandates(tx, key, now, ['requested', 'registered']);
      const required = requiredConsentsOf(await hasMinorStudent(tx, key.loanId, now));
      if (isOneOf(required, purpose) && locked.offer && locked.row.disbursedOn === null) {
        const cancelledAt = locked.row.cancelledAt ?? now;
        await tx.update(lenderLoans).set({ cancelledAt }).where(ofLenderLoan(lenderLoans, key));
        await advanceStage(tx, locked, { now, config });
      }
      await enqueueLenderPoll(tx, key, now);
    }
    const after = await find(tx);
    if (!after) throw notFound();
    return consentOnWire(after, config.lenderProfiles);
  });
}
