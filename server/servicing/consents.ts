/** The ledger of consents: what each was to, in the words that were shown, and when it was withdrawn (decision 89). */
import { and, desc, eq, isNull } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import {
  consentMessages,
  type ConsentPurpose,
  consentPurposes,
  consentVersion,
  requiredConsentsOf,
} from '../../domain/servicing/consents.ts';
import type { Language, AcceptOffer, Consent } from '../../domain/values/wire.ts';
import { appMessages } from '../texts/app-messages.ts';
import { type Database, transaction } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { consents } from '../db/schema/servicing.ts';
import type { Context } from '../api/handler.ts';
import { type LenderLoanKey, ofLenderLoan } from '../lender-loan-key.ts';
import { lenderName, type LenderProfiles } from '../config/lender-profiles.ts';
import { isUuid } from '../loans/ids.ts';
import { notFound, Problem, shapeError, wordsChanged, wrongShape } from '../http/problem.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import { askLenderNow } from './schedule.ts';
import { endMandates } from './end-mandates.ts';
import { advanceStage, lockLenderLoan } from './stage.ts';
type ConsentRow = typeof consents.$inferSelect;
type SentConsent = AcceptOffer['consents'][number];

const words = appMessages(Object.values(consentMessages));

const wordsOf = (purpose: ConsentPurpose, language: Language, lender: string): string =>
  words[language][consentMessages[purpose]].replaceAll('{lender}', lender);

/** @throws Problem 400 where one that is needed is missing, one comes twice, or the words were others */
export function checkConsents(sent: readonly SentConsent[], { hasMinor }: { hasMinor: boolean }): void {
  const given = sent.map(({ purpose }) => purpose);
  const missing = requiredConsentsOf(hasMinor).filter((purpose) => !given.includes(purpose));
  if (missing.length > 0) {
    throw new Problem(400, `No consent to ${missing.join(', ')}`, [
      shapeError('consents', `lacks ${missing.join(', ')}`),
    ]);
  }
  if (new Set(given).size < given.length) throw wrongShape('consents', 'has a purpose twice');
  if (sent.some(({ version }) => version !== consentVersion)) throw wordsChanged('consents', consentVersion);
}

/** Stores one row for each purpose, in its order. */
export async function storeConsents(
  tx: Database,
  sent: readonly SentConsent[],
  {
    loanId,
    lenderId,
    customerId,
    profiles,
    now,
  }: { loanId: string; lenderId: number; customerId: string; profiles: LenderProfiles; now: Date },
): Promise<void> {
  const lender = lenderName(profiles, lenderId);
  const rows = consentPurposes.flatMap((purpose) =>
    sent
      .filter((one) => one.purpose === purpose)
      .map(({ version, language }) => ({
        id: platform.uuid(),
        ...{ customerId, loanId, lenderId, purpose, version, language },
        words: wordsOf(purpose, language, lender),
        channel: 'app' as const,
        givenAt: now,
      })),
  );
  await tx.insert(consents).values(rows);
  await appendToTimeline(
    tx,
    rows.map(({ purpose, version }) => ({
      loanId,
      at: now,
      by: 'applicant',
      act: 'consent.given',
      details: { lender_id: lenderId, purpose, version },
    })),
  );
}

/** Says whether a consent about a lender loan was given, the last time, and not withdrawn since. */
export async function hasConsent(
  db: Database,
  key: LenderLoanKey,
  purpose: ConsentPurpose,
): Promise<boolean> {
  const [latest] = await db
    .select({ withdrawnAt: consents.withdrawnAt })
    .from(consents)
    .where(and(ofLenderLoan(consents, key), eq(consents.purpose, purpose)))
    .orderBy(desc(consents.givenAt))
    .limit(1);
  return latest?.withdrawnAt === null;
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
    .where(eq(consents.customerId, customerId))
    .orderBy(desc(consents.givenAt), consents.id);
  return rows.map((row) => consentOnWire(row, profiles));
}

const consentOnWire = (row: ConsentRow, profiles: LenderProfiles): Consent => ({
  consent_id: row.id,
  purpose: row.purpose,
  loan_id: row.loanId,
  lender_name: row.lenderId === null ? null : lenderName(profiles, row.lenderId),
  words: row.words,
  version: row.version,
  language: row.language,
  channel: row.channel,
  given_at: row.givenAt.toISOString(),
  withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
});

/**
 * Withdraws a consent, and tells the lender. Without one that is needed there can be no loan, so its lender loan is
 * cancelled before the disbursal; after it the money is repaid as agreed. Without the one to payments no mandate is used.
 * One that was given again with a change of the offer is withdrawn with the first.
 * @throws Problem 404 where the customer has not given it
 */
export async function withdrawConsent(
  { db, clock, config, customer }: Context<'withdrawConsent'>,
  id: string,
): Promise<Consent> {
  const isMeant = and(eq(consents.id, id), eq(consents.customerId, customer.id));
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
      key &&
      and(eq(consents.customerId, customer.id), ofLenderLoan(consents, key), eq(consents.purpose, purpose));
    const isGiven = (await find(tx))?.withdrawnAt === null;
    if (isGiven)
      await tx
        .update(consents)
        .set({ withdrawnAt: now })
        .where(and(isSame ?? isMeant, isNull(consents.withdrawnAt)));
    if (key && locked && isGiven) {
      await appendToTimeline(tx, {
        loanId: key.loanId,
        at: now,
        by: 'applicant',
        act: 'consent.withdrawn',
        details: { lender_id: key.lenderId, purpose },
      });
      if (purpose === 'payments') await endMandates(tx, key, now, ['requested', 'registered']);
      if (requiredConsentsOf(true).includes(purpose) && locked.offer && locked.row.disbursedOn === null) {
        const cancelledAt = locked.row.cancelledAt ?? now;
        await tx.update(lenderLoans).set({ cancelledAt }).where(ofLenderLoan(lenderLoans, key));
        await advanceStage(tx, locked, { now, config });
      }
      await askLenderNow(tx, key, now);
    }
    const after = await find(tx);
    if (!after) throw notFound();
    return consentOnWire(after, config.lenderProfiles);
  });
}
