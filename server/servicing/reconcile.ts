/**
 * Compares the lists of lenders and of the provider of payments, day by day, with what is known here (decision 92). What
 * differs is asked about, as after an event; what differs after that is a case, until another comparison of the same day
 * finds it no more. No money is changed by it.
 */
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { addDays, type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import type { CaseFact } from '../../domain/values/wire.ts';
import { type CutList, type DayEntry, type ListDay, readDay } from '../adapters/day-list.ts';
import { isLenderId, lenderIds } from '../adapters/lenders.ts';
import { type Database, executeSql, transaction } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { paymentOrders, servicingCases } from '../db/schema/servicing.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { JobResult, JobRun } from '../jobs/runner.ts';
import { lockLoan } from '../loans/row.ts';
import { type NewCase, openCase, settleCases } from './cases.ts';
import { checkByJob, isErasedLoan } from './check-job.ts';
import { syncLenderLoanByJob, type SyncNeeds } from './sync-lender-loan.ts';
import { checkLater } from './provider-checks.ts';
import { moneyText } from './settle-orders.ts';
import { timeInIndia } from '../outbox/contact-hours.ts';
import { errorFields } from '../platform/log.ts';
import { lockLenderLoan } from './stage.ts';

/** The provider of payments, and the lenders by their ids. */
const counterparties = ['payments', ...lenderIds.map(String)];

/** The hour in India at which a day is compared, once the day after it is over as well. */
const comparedAt = 2;

/** A list that has not come by this attempt is a case; one that is cut is at once. */
const unansweredAttempts = 3;

type Options = { now: Date; runAt?: Date; ifAbsent?: boolean };

/** Enqueues the comparison of a day, and of those after it, with every counterparty. */
export async function reconcileFrom(db: Database, day: IsoDate, options: Options): Promise<void> {
  for (const counterparty of counterparties)
    await enqueueJob(db, 'servicing.reconcile', { counterparty, day }, options);
}

type Task = { needs: SyncNeeds; counterparty: string; day: IsoDate; listDay: ListDay; run: JobRun };

/** The job `servicing.reconcile`: its own row says which day is next, so none is skipped. */
export async function reconcileByJob(
  needs: SyncNeeds,
  { counterparty, day }: Pick<Task, 'counterparty' | 'day'>,
  run: JobRun,
): Promise<JobResult> {
  const id = Number(counterparty);
  const { listDay } = (isLenderId(id) ? needs.adapters.lenders[id] : needs.adapters.payments) ?? {};
  if (!listDay) return 'done';
  const task = { needs, counterparty, day, listDay, run };
  const found = await findLasting(task);
  if (!Array.isArray(found)) {
    const isCase = found.total !== null || run.attempt >= unansweredAttempts;
    if (isCase) await openCaseAbout(task, cutListCase(found));
    return 'retry';
  }
  await reportFound(task, found);
  const now = needs.clock.now();
  const yesterday = addDays(todayInIndia(now), -1);
  const next = day < yesterday ? addDays(day, 1) : yesterday;
  const runAt = timeInIndia(addDays(next, 2), comparedAt);
  // Ahead of the earlier days, which may take longer than a job may.
  await enqueueJob(needs.db, 'servicing.reconcile', { counterparty, day: next }, { now, runAt });
  for (const earlier of await daysWithCases(needs.db, counterparty)) {
    const again = earlier === day ? null : await findLasting({ ...task, day: earlier });
    if (Array.isArray(again)) await reportFound({ ...task, day: earlier }, again);
  }
  return 'done';
}

/** The number of days with open cases, the newest ones, that are compared again with each day. */
const mostDaysAgain = 14;

const isOpenOf = (counterparty: string) =>
  and(eq(servicingCases.counterparty, counterparty), isNull(servicingCases.closedAt));

async function daysWithCases(db: Database, counterparty: string): Promise<IsoDate[]> {
  const days = await db
    .selectDistinct({ day: servicingCases.comparedDay })
    .from(servicingCases)
    .where(and(isOpenOf(counterparty), isNotNull(servicingCases.comparedDay)))
    .orderBy(desc(servicingCases.comparedDay))
    .limit(mostDaysAgain);
  return days.flatMap(({ day }) => day ?? []);
}

/** Opens a case for each difference of a day, and closes those that the same day had and has no more. */
async function reportFound(task: Task, found: readonly Difference[]): Promise<void> {
  const { needs, counterparty, day } = task;
  for (const difference of found) await openCaseAbout(task, difference);
  const ofDay = and(isOpenOf(counterparty), eq(servicingCases.comparedDay, day));
  for (const row of await needs.db.select().from(servicingCases).where(ofDay)) {
    if (found.some(({ kind, subject }) => kind === row.kind && subject === row.subject)) continue;
    await transaction(needs.db, async (tx) => {
      const now = needs.clock.now();
      if (row.loanId !== null) await lockLoan(tx, row.loanId, now).catch(ignoreErased);
      await settleCases(tx, eq(servicingCases.id, row.id), await settlerOf(tx, counterparty, row), now);
    });
  }
}

/** Says what has changed since a case was opened: the list, or what is known by an answer. */
async function settlerOf(
  db: Database,
  counterparty: string,
  { kind, details }: Pick<typeof servicingCases.$inferSelect, 'kind' | 'details'>,
): Promise<'list' | 'answer'> {
  const entry = details.find(({ name }) => name === 'entry_id');
  const id = entry?.known ?? entry?.said;
  if (kind === 'list_incomplete' || !id) return 'list';
  const [row] = await knownEntries(db, counterparty, [id]);
  const known = { ...(row && factsOf(row)), changed_on: row?.changedOn, payee: row?.payee };
  return details.every((fact) => (known[fact.name] ?? null) === fact.known) ? 'list' : 'answer';
}

type Difference = NewCase & { reference: string };

/** Finds what still differs once it was asked about; what has changed meanwhile was on its way. */
async function findLasting(task: Task): Promise<Difference[] | CutList> {
  const { needs, counterparty, run } = task;
  const first = await findDifferences(task);
  if (!Array.isArray(first) || first.length === 0) return first;
  for (const reference of new Set(first.map((one) => one.reference))) {
    run.signal.throwIfAborted();
    const named = await findNamed(needs.db, counterparty, reference);
    if (!named) continue;
    const asked: Promise<unknown> = named.orderId
      ? checkOrder(needs, named.orderId, run)
      : syncLenderLoanByJob(needs, named, run);
    // A failure of one loan must not stop the others; its difference remains a case.
    await asked.catch((error: unknown) => {
      run.signal.throwIfAborted();
      needs.log.error('loan not compared', { loan: named.loanId, ...errorFields(error) });
    });
  }
  const again = await findDifferences(task);
  const isLasting = (one: Difference) => first.some(({ subject }) => subject === one.subject);
  return Array.isArray(again) ? again.filter(isLasting) : again;
}

/** Asks about an order, and again later where money is found in it that can go back. */
async function checkOrder(needs: SyncNeeds, id: string, run: JobRun): Promise<void> {
  const result = await checkByJob(needs, { provider: 'payments', id }, run);
  if (typeof result === 'object') await checkLater(needs.db, 'payments', id, result.runAt, needs.clock.now());
}

/**
 * Compares three lists, because the other side may have an entry on the day before or after. What was made or went back on
 * the day in the middle, and is on none of them, differs.
 */
async function findDifferences({ needs, counterparty, day, listDay, run }: Task) {
  const listed = new Set<string>();
  const differences: Difference[] = [];
  for (const on of [addDays(day, -1), day, addDays(day, 1)]) {
    if (on > todayInIndia(needs.clock.now())) continue;
    const said = await readDay(listDay, on, run.signal);
    if (!Array.isArray(said)) return said;
    const ids = said.map(({ id }) => id);
    const known = new Map((await knownEntries(needs.db, counterparty, ids)).map((one) => [one.id, one]));
    for (const entry of said) {
      differences.push(...differenceOf(known.get(entry.id), entry));
      // Listed once more, it is one too many.
      known.delete(entry.id);
      listed.add(entry.id);
    }
  }
  for (const entry of await knownEntries(needs.db, counterparty, [], day))
    if (!listed.has(entry.id)) differences.push(...differenceOf(entry, undefined));
  return differences;
}

/** `changedOn`: the day on which it last went back; null where none is known. */
type KnownEntry = DayEntry & { changedOn: IsoDate | null };

/** Reads what is known here: the entries of these ids, and those made or changed on a day without attempts that have failed. */
function knownEntries(
  db: Database,
  counterparty: string,
  ids: readonly string[],
  day: IsoDate | null = null,
) {
  const listed = sql`any (array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))`;
  const start = day && timeInIndia(day, 0).toISOString();
  const lenderId = Number(counterparty);
  const query =
    counterparty === 'payments'
      ? sql`select provider_payment_id as id, coalesce(provider_reference, order_id::text) as reference,
          payments.amount_paise::float8 as "amountPaise", payments.currency,
          case when payments.state in ('failed', 'refunded', 'disputed') then payments.state else 'captured' end as state,
          coalesce(other_payee, payment_orders.payee ->> 'id') as payee,
          to_char(paid_at at time zone 'UTC' + interval '330 minutes', 'YYYY-MM-DD') as "on", changed_on as "changedOn"
        from payments join payment_orders on payment_orders.id = order_id
        where provider_payment_id = ${listed} or changed_on = ${day} or (payments.state <> 'failed'
          and paid_at >= ${start}::timestamptz and paid_at < ${start}::timestamptz + interval '24 hours')`
      : sql`select entry_id as id, reference, amount_paise::float8 as "amountPaise", 'INR' as currency, state,
          collected_on as "on", changed_on as "changedOn"
        from collections join lender_loans using (loan_id, lender_id)
        where lender_id = ${lenderId} and (entry_id = ${listed} or collected_on = ${day} or changed_on = ${day})
        union all
        select reference, reference, coalesce(disbursed_paise, 0)::float8, 'INR', 'disbursed', disbursed_on, null
        from lender_loans where lender_id = ${lenderId}
          and disbursed_on is not null and (reference = ${listed} or disbursed_on = ${day})`;
  return executeSql<KnownEntry>(db, query);
}

type Named = { loanId: string; lenderId: number; orderId?: string };

/** Finds the loan at the lender that a reference names, with the order of a payment. */
async function findNamed(db: Database, counterparty: string, reference: string): Promise<Named | undefined> {
  if (counterparty === 'payments') {
    const { id: orderId, loanId, lenderId, providerReference } = paymentOrders;
    const which = eq(providerReference, reference);
    return (await db.select({ orderId, loanId, lenderId }).from(paymentOrders).where(which))[0];
  }
  const { loanId, lenderId } = lenderLoans;
  const which = and(eq(lenderId, Number(counterparty)), eq(lenderLoans.reference, reference));
  return (await db.select({ loanId, lenderId }).from(lenderLoans).where(which))[0];
}

type FactName = CaseFact['name'];

const factsOf = (entry: DayEntry): Partial<Record<FactName, string>> => ({
  ...{ entry_id: entry.id, reference: entry.reference, state: entry.state, paid_on: entry.on },
  amount_paise: entry.currency === 'INR' ? String(entry.amountPaise) : moneyText(entry),
});

/** Finds what differs between an entry here and the same one there: nothing, or one difference. */
function differenceOf(known: KnownEntry | undefined, said: DayEntry | undefined): Difference[] {
  const entry = known ?? said;
  // An attempt that has failed moved no money.
  if (!entry || (!known && entry.state === 'failed')) return [];
  const changedOn = said ? null : (known?.changedOn ?? null);
  const here = known && { ...factsOf(known), ...(changedOn && { changed_on: changedOn }) };
  const there = said && factsOf(said);
  const stated = (Object.keys({ ...here, ...there }) as FactName[]).map((name) => ({
    ...{ name, known: here?.[name] ?? null, said: there?.[name] ?? null },
  }));
  if (known?.payee && said?.payee) stated.push({ name: 'payee', known: known.payee, said: said.payee });
  if (stated.every((fact) => fact.known === fact.said)) return [];
  const details = stated.filter((fact) => fact.name === 'entry_id' || fact.known !== fact.said);
  const subject = [entry.id, ...stated.map((fact) => (said ? fact.said : fact.known))].join(' ');
  const kind = !known ? 'listed_unknown' : said ? 'listed_otherwise' : 'unlisted';
  return [{ kind, reference: entry.reference, subject, details }];
}

const cutListCase = ({ day, received, total }: CutList): NewCase => ({
  ...{ kind: 'list_incomplete', subject: day },
  details: [
    { name: 'paid_on', known: day, said: day },
    { name: 'entries', known: String(received), said: total?.toString() ?? null },
  ],
});

/** A case of a loan that was erased is one without a loan. */
const openCaseAbout = (
  { needs: { db, clock }, counterparty, day: comparedDay }: Task,
  { reference, ...newCase }: NewCase & { reference?: string },
): Promise<void> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const named = reference === undefined ? undefined : await findNamed(tx, counterparty, reference);
    const locked = named && (await lockLenderLoan(tx, named, now).catch(ignoreErased));
    const lenderId = counterparty === 'payments' ? null : Number(counterparty);
    await openCase(
      tx,
      locked?.row ?? { loanId: null, lenderId },
      { ...newCase, counterparty, comparedDay },
      now,
    );
  });

function ignoreErased(error: unknown): undefined {
  if (!isErasedLoan(error)) throw error;
}
