/** The lender's own collections of a loan, and the debits that were announced and of which the lender has said nothing yet. */
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import type { DebitWaits, Invoice } from '../../domain/servicing/invoices.ts';
import type { ReturnedDebit } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { collections, debitNotices, mandates, servicingCases } from '../db/schema/servicing.ts';
import { type LenderLoanKey, ofLenderLoan } from '../db/lender-loan-key.ts';

export type CollectionRow = typeof collections.$inferSelect;

/** Reads the collections of a lender loan, those of the earliest day first. */
export const collectionsOf = (db: Database, key: LenderLoanKey): Promise<CollectionRow[]> =>
  db
    .select()
    .from(collections)
    .where(ofLenderLoan(collections, key))
    .orderBy(asc(collections.collectedOn), asc(collections.id));

/** Says whether the bank has paid a collection, which counts. */
export const isCollected = ({ counts, state }: Pick<CollectionRow, 'counts' | 'state'>): boolean =>
  counts && state === 'collected';

/** Lists what the lender says of the debits of an instalment, without what cannot be. */
const outcomesOf = (instalment: number, said: readonly CollectionRow[]): CollectionRow[] =>
  said.filter((one) => one.counts && one.instalment === instalment);

/**
 * Reads the waits for the announced debits of a lender loan. One ends once the lender says something of the instalment,
 * once the mandate has ended or its withdrawal was asked for by the due date, or once staff have closed the case about
 * it.
 */
export async function debitWaitsOf(
  db: Database,
  key: LenderLoanKey,
  said: readonly CollectionRow[],
): Promise<DebitWaits> {
  const notices = await db
    .select({ notice: debitNotices, mandate: mandates })
    .from(debitNotices)
    .innerJoin(mandates, eq(mandates.id, debitNotices.mandateId))
    .where(ofLenderLoan(debitNotices, key));
  if (notices.length === 0) return new Map();
  const closed = await db
    .select({ subject: servicingCases.subject, closedAt: servicingCases.closedAt })
    .from(servicingCases)
    .where(
      and(
        ofLenderLoan(servicingCases, key),
        eq(servicingCases.kind, 'debit_unreported'),
        isNotNull(servicingCases.closedBy),
      ),
    );
  return new Map(
    notices.map(({ notice: { instalment, dueOn }, mandate: { state, settledAt, withdrawalRequestedAt } }) => {
      const ends = outcomesOf(instalment, said).map(({ saidAt }) => saidAt);
      const ended = withdrawalRequestedAt ?? (state === 'registered' ? null : settledAt);
      if (ended !== null && todayInIndia(ended) <= dueOn) ends.push(ended);
      const released = closed.find(({ subject }) => subject === String(instalment))?.closedAt;
      if (released) ends.push(released);
      const last = ends.map((end) => todayInIndia(end)).sort();
      return [instalment, last.at(-1) ?? null];
    }),
  );
}

/** Finds the latest debit of an invoice that the bank did not pay. @returns null where it is not to be paid by hand */
export function returnedDebitOf(
  invoice: Pick<Invoice, 'kind' | 'number' | 'awaitsDebit' | 'state'> | null,
  said: readonly CollectionRow[],
): ReturnedDebit | null {
  if (invoice?.kind !== 'instalment' || invoice.awaitsDebit || invoice.state === 'paid') return null;
  const [latest] = outcomesOf(invoice.number, said).sort((a, b) => b.saidAt.getTime() - a.saidAt.getTime());
  if (latest?.state !== 'returned') return null;
  return { on: latest.collectedOn, amount_paise: latest.amountPaise, reason: latest.reason ?? 'other' };
}

/** Stores that a debit is announced. A later notice of the same instalment is that of the mandate that debits it now. */
export async function storeDebitNotice(
  tx: Database,
  { loanId, lenderId }: LenderLoanKey,
  notice: { instalment: number; mandateId: string; dueOn: IsoDate },
  now: Date,
): Promise<void> {
  await tx
    .insert(debitNotices)
    .values({ loanId, lenderId, ...notice, announcedAt: now })
    .onConflictDoUpdate({
      target: [debitNotices.loanId, debitNotices.lenderId, debitNotices.instalment],
      set: { ...notice, announcedAt: now },
    });
}
