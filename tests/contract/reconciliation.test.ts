/** The lists of a day of lenders and of the payment provider against what is known here: what differs is a case, and no more. */
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { addDays } from '../../domain/values/dates.ts';
import { type ListDay, readDay } from '../../server/adapters/day-list.ts';
import { runCommand } from '../../server/admin/commands.ts';
import { createMetrics } from '../../server/api/metrics.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { servicingCases } from '../../server/db/schema/servicing.ts';
import { eraseLoan } from '../../server/retention/erase-loan.ts';
import { actAsLender } from '../../server/sandbox/lender-servicing.ts';
import { providerPages } from '../../server/sandbox/provider-pages.ts';
import { reconcileByJob, reconcileFrom } from '../../server/servicing/reconcile.ts';
import { timeInIndia } from '../../server/outbox/contact-hours.ts';
import { lenderDoes } from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signInAgain } from './desk.ts';
import { press } from './provider-pages.ts';

import { dayLists, dayMs, run } from './day-lists.ts';

const silent: ListDay = async () => ({ kind: 'noResponse' });

describeOnPostgres('the lists of a day', (given) => {
  const {
    pass,
    now,
    changeList,
    withEntries,
    compare,
    today,
    cases,
    kinds,
    detailsOf,
    openCases,
    storedPayments,
    storedCollections,
    paidLoan,
    settlements,
  } = dayLists(given);

  it('a day on which the lists agree opens no case, even with refunds and reversals', async () => {
    const { loan, url, day } = await paidLoan();
    await lenderDoes(given.app, loan, 'collect');
    await lenderDoes(given.app, loan, 'return_debit');
    pass(dayMs);
    await press(given.app, url, { outcome: 'refund_half' });
    await lenderDoes(given.app, loan, 'reverse_collection');
    pass(dayMs);
    for (const counterparty of ['payments', '11', '12', '15'])
      for (const on of [addDays(day, -1), day, addDays(day, 1)])
        expect(await compare(counterparty, on)).toBe('done');
    expect(await cases()).toEqual([]);
  });

  it('a payment with a lost event is fetched and stored once, and opens no case', async () => {
    const { loan, day } = await paidLoan({ isDelivered: false });
    const before = (await storedPayments(loan)).length;
    pass(2 * dayMs);
    await Promise.all([compare('payments', day), compare('payments', day)]);
    expect((await storedPayments(loan)).length).toBe(before + 1);
    expect(await cases()).toEqual([]);
  });

  it('a payment found long after its order is checked again as long as the bank can take it back', async () => {
    const { loan, day } = await paidLoan({ isDelivered: false });
    pass(40 * dayMs);
    await given.app.db.delete(jobs);
    await compare('payments', day);
    expect(await storedPayments(loan)).toHaveLength(2);
    expect(await given.app.db.select().from(jobs).where(eq(jobs.kind, 'provider.check'))).toMatchObject([
      { runAt: new Date(now().getTime() + 7 * dayMs) },
    ]);
  });

  it('a collection not yet reported by the lender is fetched, and opens no case', async () => {
    const { app } = given;
    const { loan, day } = await paidLoan();
    const [row] = (
      await app.call('readLenderLoans', { jar: await signInAgain(app), path: loan.path })
    ).body.result.filter(({ lender_id: id }: { lender_id: number }) => id === 15);
    expect(await actAsLender(app.db, row.reference, 'collect', now())).toBe(null);
    expect(await storedCollections(loan)).toEqual([]);
    pass(2 * dayMs);
    await compare('15', day);
    expect(await storedCollections(loan)).toHaveLength(1);
    expect(await cases()).toEqual([]);
  });

  it('a loan that cannot be brought up to date is a case and does not stop the comparison', async () => {
    const { loan, day } = await paidLoan();
    await lenderDoes(given.app, loan, 'collect');
    changeList(
      15,
      withEntries((entries) => entries.map((one) => ({ ...one, amountPaise: one.amountPaise + 1 }))),
    );
    const lender = given.app.services.adapters.lenders[15];
    if (!lender) throw new Error('It is not there');
    const asked = vi
      .spyOn(lender, 'exchangeServicing')
      .mockRejectedValue(new RangeError('Not an exact number'));
    pass(2 * dayMs);
    expect(await compare('15', day)).toBe('done');
    asked.mockRestore();
    expect(await kinds()).toContain('listed_otherwise');
  });

  it('a payment missing from the provider’s list is one case of its loan and changes no money', async () => {
    const { loan, url, day } = await paidLoan();
    const before = await storedPayments(loan);
    await press(given.app, url, { outcome: 'list_without' });
    pass(2 * dayMs);
    await compare('payments', day);
    await Promise.all([compare('payments', day), compare('payments', day)]);
    const [found, ...others] = await openCases();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      loan_id: loan.id,
      case: { kind: 'unlisted', counterparty: 'gateway' },
    });
    expect(found?.case.details).toEqual(
      expect.arrayContaining([
        { name: 'entry_id', known: expect.any(String), said: null },
        { name: 'state', known: 'captured', said: null },
        { name: 'paid_on', known: day, said: null },
      ]),
    );
    expect(await storedPayments(loan)).toEqual(before);
  });

  it('slow earlier days do not keep the next day from being compared', async () => {
    const { url, day } = await paidLoan();
    await press(given.app, url, { outcome: 'list_without' });
    pass(5 * dayMs);
    await compare('payments', day);
    const ending = new AbortController();
    changeList('payments', (page, on) => {
      if (on === day) ending.abort();
      return page;
    });
    const later = { counterparty: 'payments', day: addDays(day, 3) };
    const { services, db } = given.app;
    await expect(reconcileByJob(services, later, { ...run(), signal: ending.signal })).rejects.toThrow();
    expect(await db.select().from(jobs).where(eq(jobs.kind, 'servicing.reconcile'))).toMatchObject([
      { payload: { day: addDays(day, 4) } },
    ]);
  });

  it('an entry of no loan is a case without a loan, which a reviewer can close', async () => {
    const { app } = given;
    const { loan, url, day } = await paidLoan();
    const before = await storedPayments(loan);
    await press(app, url, { outcome: 'list_foreign' });
    pass(2 * dayMs);
    await compare('payments', day);
    const [found, ...others] = await openCases();
    expect([found?.loan_id, found?.name, found?.lender_name, others]).toEqual([null, null, null, []]);
    expect(found?.case).toMatchObject({ kind: 'listed_unknown', counterparty: 'gateway' });
    expect(found?.case.details).toContainEqual({ name: 'reference', known: null, said: 'unknown' });
    expect(await storedPayments(loan)).toEqual(before);
    const closing = {
      ...{ jar: await signInAgain(app), path: { case_id: found?.case.case_id ?? '' } },
      body: { note: 'It is of another shop.' },
    };
    expect((await app.call('closeCase', closing)).body.result).toBe(null);
    expect((await app.call('closeCase', closing)).status).toBe(409);
    await compare('payments', day);
    expect(await openCases()).toEqual([]);
  });

  it.each([
    ['amount', { amountPaise: 1 }, 'amount_paise', '1'],
    ['currency', { currency: 'USD', amountPaise: 6300 }, 'amount_paise', 'USD 63.00'],
    ['state', { state: 'refunded' }, 'state', 'refunded'],
    ['order', { reference: 'other' }, 'reference', 'other'],
    ['payee', { payee: 'acc_other' }, 'payee', 'acc_other'],
  ] as const)('a different %s opens a case that gives both values', async (_, change, name, said) => {
    const { day } = await paidLoan();
    changeList(
      'payments',
      withEntries((entries) => entries.map((one) => ({ ...one, ...change }))),
    );
    pass(2 * dayMs);
    await compare('payments', day);
    expect(await kinds()).toEqual(['listed_otherwise']);
    const [details] = await detailsOf();
    expect(details?.map((fact) => fact.name)).toEqual(['entry_id', name]);
    expect(details?.[1]).toEqual({ name, known: expect.any(String), said });
    expect(details?.[1]?.known).not.toBe(said);
  });

  it.each([1, -1])('an entry listed %s days off opens one case', async (days) => {
    const { day } = await paidLoan();
    const other = addDays(day, days);
    const { payments: provider } = given.app.services.adapters;
    const right = await readDay(provider?.listDay ?? silent, day, run().signal);
    if (!Array.isArray(right)) throw new Error('The list is cut');
    changeList(
      'payments',
      withEntries((entries, on) =>
        on === day ? [] : on === other ? right.map((one) => ({ ...one, on })) : entries,
      ),
    );
    pass(4 * dayMs);
    for (const on of [-2, -1, 0, 1, 2]) await compare('payments', addDays(day, on));
    expect(await detailsOf()).toEqual([
      [expect.objectContaining({ name: 'entry_id' }), { name: 'paid_on', known: day, said: other }],
    ]);
  });

  it('an entry listed twice opens a case', async () => {
    const { day } = await paidLoan();
    changeList(
      'payments',
      withEntries((entries) => [...entries, ...entries]),
    );
    pass(2 * dayMs);
    await compare('payments', day);
    expect(await kinds()).toEqual(['listed_unknown']);
  });

  it('an entry listed a day late opens no case', async () => {
    const { day } = await paidLoan();
    const { payments: provider } = given.app.services.adapters;
    const right = await readDay(provider?.listDay ?? silent, day, run().signal);
    if (!Array.isArray(right)) throw new Error('The list is cut');
    changeList(
      'payments',
      withEntries((entries, on) => (on === day ? [] : on === addDays(day, 1) ? right : entries)),
    );
    pass(4 * dayMs);
    for (const on of [-1, 0, 1, 2]) await compare('payments', addDays(day, on));
    expect(await cases()).toEqual([]);
  });

  it('a list that changes during its comparison opens no case', async () => {
    const { day } = await paidLoan();
    let asked = 0;
    changeList(
      'payments',
      withEntries((entries) => ((asked += 1) <= 3 ? [] : entries)),
    );
    pass(2 * dayMs);
    await compare('payments', day);
    expect(await cases()).toEqual([]);
  });

  it('differing disbursals and collections of a lender open cases as well', async () => {
    const { app } = given;
    const { loan, disbursedOn } = await paidLoan();
    await lenderDoes(app, loan, 'collect');
    const day = today();
    await lenderDoes(app, loan, 'list_more');
    pass(2 * dayMs);
    await compare('15', disbursedOn);
    await compare('15', day);
    expect(await kinds()).toEqual(['listed_otherwise', 'listed_otherwise']);
    await app.db.delete(servicingCases);
    await lenderDoes(app, loan, 'list_without');
    for (const on of [disbursedOn, day]) await compare('15', on);
    expect((await detailsOf()).map((facts) => facts.find(({ name }) => name === 'state')?.known)).toEqual([
      'disbursed',
      'collected',
    ]);
    expect((await cases()).map(({ loanId }) => loanId)).toEqual([loan.id, loan.id]);
    await app.db.delete(servicingCases);
    await lenderDoes(app, loan, 'list_rightly');
    for (const on of [disbursedOn, day]) await compare('15', on);
    expect(await cases()).toEqual([]);
  });

  it('an incomplete list opens a case, is requested again, and none of its entries are used', async () => {
    const { url, day } = await paidLoan();
    await press(given.app, url, { outcome: 'list_cut' });
    pass(2 * dayMs);
    expect(await compare('payments', day)).toBe('retry');
    expect(await compare('payments', day, 2)).toBe('retry');
    expect(await kinds()).toEqual(['list_incomplete']);
    expect(await detailsOf()).toEqual([
      [
        { name: 'paid_on', known: day, said: day },
        { name: 'entries', known: expect.any(String), said: expect.any(String) },
      ],
    ]);
    await press(given.app, url, { outcome: 'list_rightly' });
    expect(await compare('payments', day, 3)).toBe('done');
    expect(await settlements()).toEqual([['list_incomplete', 'list']]);
  });

  it('a missing list is requested again, and opens a case at the third attempt', async () => {
    changeList('payments', () => ({ kind: 'noResponse' }));
    for (const attempt of [1, 2])
      expect(await compare('payments', addDays(today(), -2), attempt)).toBe('retry');
    expect(await cases()).toEqual([]);
    expect(await compare('payments', addDays(today(), -2), 3)).toBe('retry');
    expect(await kinds()).toEqual(['list_incomplete']);
  });

  it('each day is compared once the day after it is over, and no day is skipped', async () => {
    const { db } = given.app;
    const first = addDays(today(), -2);
    const next = async () => {
      const rows = await db.select().from(jobs).where(eq(jobs.kind, 'servicing.reconcile'));
      const row = rows.find(({ payload }) => payload.counterparty === 'payments');
      return [row?.payload.day, row?.runAt.toISOString()];
    };
    await reconcileFrom(db, first, { now: now(), ifAbsent: true });
    expect(await next()).toEqual([first, now().toISOString()]);
    pass(3 * dayMs);
    await reconcileFrom(db, addDays(today(), -2), { now: now(), ifAbsent: true });
    expect((await next())[0]).toBe(first);
    for (const days of [1, 2, 3, 4]) {
      await compare('payments', addDays(first, days - 1));
      const day = addDays(first, days);
      expect(await next()).toEqual([day, timeInIndia(addDays(day, 2), 2).toISOString()]);
    }
    // Run by hand today, which does not replace the run after the end of the day.
    await compare('payments', today());
    expect((await next())[0]).toBe(addDays(today(), -1));
  });

  it('is run from a day on by hand, and watched', async () => {
    const { app } = given;
    const { url, day } = await paidLoan();
    await press(app, url, { outcome: 'list_without' });
    pass(3 * dayMs);
    const context = {
      ...app,
      openObjects: async () => app.services.adapters.objects,
      openKeyring: async () => app.services.keyring,
    };
    expect((await runCommand(context, { name: 'reconcile', day })).ok).toBe(true);
    await compare('payments', day);
    pass(4 * dayMs);
    const metrics = createMetrics({ db: app.db, clock: app.clock });
    const text = await metrics.text();
    metrics.close();
    expect(text).toContain('feepath_differences{counterparty="payments",what="open"} 1');
    expect(text).toContain('feepath_differences{counterparty="15",what="open"} 0');
    expect(text).toContain('feepath_differences{counterparty="payments",what="oldest_days"} 4');
    expect(text).toContain('feepath_differences{counterparty="payments",what="compared_days"} 6');
  });

  it('a difference about an erased loan is a case without a loan', async () => {
    const { app } = given;
    const { loan, day } = await paidLoan();
    expect(await eraseLoan(app.services, loan.id)).toBeTypeOf('string');
    const { loans } = await import('../../server/db/schema/loans.ts');
    await app.db.update(loans).set({ erasedAt: now() }).where(eq(loans.id, loan.id));
    changeList(
      'payments',
      withEntries(() => []),
    );
    pass(2 * dayMs);
    await compare('payments', day);
    expect((await cases()).map(({ kind, loanId }) => [kind, loanId])).toEqual([['unlisted', null]]);
    await app.db.update(loans).set({ erasedAt: null }).where(eq(loans.id, loan.id));
  });

  it('the payment page of the sandbox offers each error of a list', async () => {
    const { url } = await paidLoan();
    const html = await (await providerPages(given.app.services).request(url)).text();
    for (const name of ['list_without', 'list_more', 'list_foreign', 'list_cut', 'list_rightly'])
      expect(html).toContain(`value="${name}"`);
  });
});
