/**
 * Stores what a lender says that it has collected. The lender's books lead: what it has collected counts, whatever else
 * was paid; what cannot be, and what is more than was due, is put before staff.
 */
import { eq } from 'drizzle-orm';
import { isDate, todayInIndia } from '../../domain/values/dates.ts';
import { dateText, paiseText } from '../../domain/servicing/document-text.ts';
import { unpaidOf } from '../../domain/servicing/invoices.ts';
import { languages } from '../../locales/index.ts';
import type { LenderCollection } from '../adapters/lender.ts';
import type { Database } from '../db/open.ts';
import { collections } from '../db/schema/servicing.ts';
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import { platform } from '../platform/platform.ts';
import { appendLenderAct } from '../timeline/timeline.ts';
import { caseFact, openCase } from './cases.ts';
import { type CollectionRow, collectionsOf } from './collections.ts';
import { type Account, readAccount } from './ledger.ts';
import { enqueueLenderPoll } from './lender-polling.ts';
import type { LenderLoanRow, LockedLenderLoan } from './lender-loans.ts';
import { endOrders, settleStoredPayments } from './settle-orders.ts';
import { tellCustomer, type Telling } from './tell-customer.ts';

/**
 * Stores each entry once, and its state as it is said last.
 * @param tx the transaction that has locked the loan's row
 * @returns whether anything has changed, so that `advanceStage` has to follow
 */
export async function recordCollections(
  tx: Database,
  locked: LockedLenderLoan,
  said: readonly LenderCollection[],
  { askedAt, ...run }: Telling & { askedAt: Date },
): Promise<boolean> {
  if (said.length === 0) return false;
  const known = new Map((await collectionsOf(tx, locked.row)).map((row) => [row.entryId, row]));
  let hasChanged = false;
  for (const entry of said) {
    const before = known.get(entry.id);
    if (before) await openCaseOfChange(tx, before, entry, run.now);
    const facts = before ? { ...entry, ...factsOf(before) } : entry;
    const counts = locked.offer !== null && canBe(locked.row, facts, run.now);
    if (before && before.state === entry.state && before.counts === counts) continue;
    if (before && before.saidAt > askedAt) {
      // The lender was asked before it said what is known: nobody knows which is newer.
      await enqueueLenderPoll(tx, locked.row, run.now);
      continue;
    }
    const stored = await store(tx, locked, { entry: facts, before, counts }, run);
    if (stored) known.set(entry.id, stored);
    if (stored?.counts) await tell(tx, locked, facts, run);
    hasChanged = true;
  }
  return hasChanged;
}

/** Reads what of an entry never changes. */
const factsOf = ({ amountPaise, collectedOn, instalment }: CollectionRow) => ({
  ...{ amountPaise, on: collectedOn, instalment },
});

/** @returns undefined where another loan of the lender has an entry of this id */
async function store(
  tx: Database,
  { row, offer }: LockedLenderLoan,
  { entry, before, counts }: { entry: LenderCollection; before: CollectionRow | undefined; counts: boolean },
  { now }: Telling,
): Promise<CollectionRow | undefined> {
  const due = offer && counts ? dueFor(await readAccount(tx, { row, offer }, now), entry) : 0;
  const { id, instalment, amountPaise, on, state, reason, changedOn = null } = entry;
  const said = { state, reason, counts, saidAt: now, changedOn };
  const [stored] = before
    ? await tx.update(collections).set(said).where(eq(collections.id, before.id)).returning()
    : await tx
        .insert(collections)
        .values({
          ...{ id: platform.uuid(), loanId: row.loanId, lenderId: row.lenderId, entryId: id, instalment },
          ...{ amountPaise, collectedOn: on, ...said },
        })
        .onConflictDoNothing()
        .returning();
  if (!stored || !counts) {
    const kind = stored ? 'collection_impossible' : 'collection_changed';
    await openEntryCase(tx, { kind, row, entry }, now);
    return stored;
  }
  if (state !== 'collected') return stored;
  // Earlier orders were made without this collection, so later payments of them are held.
  await endOrders(tx, (await settleStoredPayments(tx, row, now)).orders, null, now);
  if (amountPaise > due) {
    const details = [caseFact('amount_paise', due, amountPaise)];
    await openCase(tx, row, { kind: 'collected_too_much', subject: id, details }, now);
  }
  return stored;
}

/** Puts before staff that an entry has another amount, day or instalment than it had: the first one counts. */
async function openCaseOfChange(
  tx: Database,
  before: CollectionRow,
  entry: LenderCollection,
  now: Date,
): Promise<void> {
  const isSame =
    before.amountPaise === entry.amountPaise &&
    before.collectedOn === entry.on &&
    before.instalment === entry.instalment;
  if (!isSame) await openEntryCase(tx, { kind: 'collection_changed', row: before, entry, before }, now);
}

/** Says whether an amount can have been collected of a loan: after its disbursal and not in the days to come. */
const canBe = ({ disbursedOn }: LenderLoanRow, { on, amountPaise }: LenderCollection, now: Date): boolean =>
  disbursedOn !== null && isDate(on) && on >= disbursedOn && on <= todayInIndia(now) && amountPaise > 0;

/** The sum that a collection can pay: of its instalment with the charges for late payment, or all that is not paid. */
function dueFor({ ledger }: Account, { instalment }: LenderCollection): number {
  if (instalment === null) return ledger.outstanding;
  return ledger.invoices
    .filter(({ kind, number }) => kind === 'late_payment' || (kind === 'instalment' && number === instalment))
    .reduce((sum, invoice) => sum + unpaidOf(invoice), 0);
}

type EntryCase = {
  kind: 'collection_impossible' | 'collection_changed';
  row: LenderLoanKey;
  entry: LenderCollection;
  /** The entry as it was said first; absent where it is new. */
  before?: CollectionRow;
};

async function openEntryCase(
  tx: Database,
  { kind, row, entry, before }: EntryCase,
  now: Date,
): Promise<void> {
  const { id, on, amountPaise, instalment } = entry;
  const details = [
    caseFact('amount_paise', before?.amountPaise, amountPaise),
    caseFact('collected_on', before?.collectedOn, on),
    caseFact('instalment', before?.instalment, instalment),
  ].filter((fact) => fact.known !== fact.said);
  await openCase(tx, row, { kind, subject: `${id} ${on} ${amountPaise} ${instalment}`, details }, now);
}

const acts = {
  collected: 'collection.received',
  returned: 'collection.returned',
  reversed: 'collection.reversed',
} as const;

/** Appends a state to the timeline, and queues the message about it. */
async function tell(
  tx: Database,
  locked: LockedLenderLoan,
  { state, amountPaise, instalment, on, reason }: LenderCollection,
  run: Telling,
): Promise<void> {
  const details = { by: 'lender', amount_paise: amountPaise, currency: 'INR' } as const;
  await appendLenderAct(tx, locked.row, acts[state], run.now, details);
  if (locked.loan.customerId === null) return;
  const amount = paiseText(amountPaise);
  if (state === 'reversed') return tellCustomer(tx, locked, 'servicing.paymentRefunded', { amount }, run);
  const date = dateText(on, languages[locked.loan.language].tag);
  if (state === 'collected') return tellCustomer(tx, locked, 'servicing.collected', { amount, date }, run);
  const told = { amount, date, number: instalment ?? 0, reason: reason ?? 'other' } as const;
  return tellCustomer(tx, locked, 'servicing.debitReturned', told, run);
}
