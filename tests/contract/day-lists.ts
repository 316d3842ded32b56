/** A day's lists of each side for tests of the reconciliation: changed as a test likes, and compared. */
import { randomUUID } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import { afterEach, beforeEach } from 'vitest';
import type { OpenCase } from '../../domain/values/wire.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { DayEntry, DayPage, ListDay } from '../../server/adapters/day-list.ts';
import type { ProviderReply } from '../../server/adapters/provider.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { collections, payments, servicingCases } from '../../server/db/schema/servicing.ts';
import { checkPayments } from '../../server/servicing/payment-orders.ts';
import { reconcileByJob } from '../../server/servicing/reconcile.ts';
import { type ApprovedLoan, disbursedLoan, signedInAgain } from './approved-loans.ts';
import type { TestContext } from './both-databases.ts';
import { signInAgain } from './desk.ts';
import { press } from './provider-pages.ts';

export const dayMs = 24 * 60 * 60_000;
export const run = (attempt = 1) => ({ attempt, isLastAttempt: false, signal: new AbortController().signal });

/** Registers what each test begins and ends with: no case, no job, and the lists as they are. */
export function dayLists(given: TestContext) {
  const pass = (ms: number) => given.app.clock.pass(ms);
  const now = () => given.app.clock.now();
  const restores: (() => void)[] = [];
  beforeEach(async () => {
    await given.app.db.delete(servicingCases);
    await given.app.db.delete(jobs);
    // The clock moves on so that a test does not see another test's money.
    pass(10 * dayMs);
  });
  afterEach(() => {
    for (const restore of restores.splice(0)) restore();
  });

  /** Puts another list in place of the one that a side gives out. */
  const changeList = (
    of: 'payments' | 15,
    change: (page: DayPage, day: string) => ProviderReply<DayPage>,
  ) => {
    const { adapters } = given.app.services;
    const side = of === 'payments' ? adapters.payments : adapters.lenders[of];
    if (!side) throw new Error('It is not there');
    const { listDay } = side;
    const changed: ListDay = async (day, after, signal) => {
      const page = await listDay(day, after, signal);
      return page.kind === 'page' ? change(page, day) : page;
    };
    side.listDay = changed;
    restores.push(() => (side.listDay = listDay));
  };
  const withEntries =
    (change: (entries: DayEntry[], day: string) => DayEntry[]) => (page: DayPage, day: string) => {
      const entries = change(page.entries, day);
      return { ...page, entries, total: entries.length };
    };

  const compare = (counterparty: string, day: string, attempt = 1) =>
    reconcileByJob(given.app.services, { counterparty, day }, run(attempt));
  const today = () => todayInIndia(now());
  const cases = () =>
    given.app.db.select().from(servicingCases).where(isNotNull(servicingCases.counterparty));
  const kinds = async () => (await cases()).map(({ kind }) => kind);
  /** The kind of each case, and by what it has closed itself. */
  const settlements = async () => (await cases()).map(({ kind, settledBy }) => [kind, settledBy]);
  const detailsOf = async () => (await cases()).map(({ details }) => details);
  const openCases = async (): Promise<OpenCase[]> =>
    (await given.app.call('listOpenCases', { jar: await signInAgain(given.app) })).body.result;

  const storedPayments = ({ id }: ApprovedLoan) =>
    given.app.db.select().from(payments).where(eq(payments.loanId, id));
  const storedCollections = ({ id }: ApprovedLoan) =>
    given.app.db.select().from(collections).where(eq(collections.loanId, id));

  /** A disbursed loan of five days ago; its next instalment is paid at the provider today, with or without an event. */
  async function paidLoan({ isDelivered = true }: { isDelivered?: boolean } = {}) {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const disbursedOn = today();
    pass(5 * dayMs);
    const { bearer } = await signedInAgain(app, loan);
    const { path } = loan;
    const servicing = (await app.call('readServicing', { bearer, path })).body.result;
    const { body } = await app.call('createPaymentOrder', {
      ...{ bearer, path, headers: { 'idempotency-key': randomUUID() } },
      body: { purpose: 'instalment', instalment: servicing.next_invoice.number },
    });
    const { url, order_id: orderId } = body.result;
    await press(app, url, { outcome: 'paid' }, { isDelivered });
    if (isDelivered) await checkPayments(app.services, orderId, run());
    const day = today();
    return { loan, url: new URL(url).pathname, disbursedOn, day };
  }

  return {
    ...{ pass, now, restores, changeList, withEntries, compare, today },
    ...{ cases, kinds, settlements, detailsOf, openCases, storedPayments, storedCollections, paidLoan },
  };
}
