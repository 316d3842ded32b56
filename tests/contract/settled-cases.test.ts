/** A refund is on the list of its own day, and a case closes by itself once its difference is gone. */
import { and, asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addDays } from '../../domain/values/dates.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { actAsLender } from '../../server/sandbox/lender-servicing.ts';
import { countDifferences } from '../../server/servicing/cases.ts';
import { lenderDoes } from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signInAgain } from './desk.ts';
import { press } from './provider-pages.ts';

import { dayLists, dayMs } from './day-lists.ts';

describeOnPostgres('a case of the lists', (given) => {
  const {
    pass,
    now,
    restores,
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

  it('refunds and reversals are compared once, with the list of the day on which they happened', async () => {
    const { app } = given;
    const { loan, url, day } = await paidLoan();
    await lenderDoes(app, loan, 'collect');
    pass(6 * dayMs);
    await press(app, url, { outcome: 'refund' }, { isDelivered: false });
    const ofLender = and(eq(lenderLoans.loanId, loan.id), eq(lenderLoans.lenderId, 15));
    const [row] = await app.db.select().from(lenderLoans).where(ofLender);
    expect(await actAsLender(app.db, row?.reference ?? '', 'reverse_collection', now())).toBe(null);
    const backOn = today();
    pass(4 * dayMs);
    // Heard of four days late, by the list itself.
    for (const counterparty of ['payments', '15'])
      for (const on of [day, backOn, today()]) await compare(counterparty, on);
    expect((await storedPayments(loan)).map(({ state }) => state)).toContain('refunded');
    expect((await storedCollections(loan)).map(({ state }) => state)).toEqual(['reversed']);
    expect(await cases()).toEqual([]);
    const withoutBack = withEntries((entries, on) => entries.filter((one) => one.on === on));
    changeList('payments', withoutBack);
    changeList(15, withoutBack);
    for (const counterparty of ['payments', '15'])
      for (const on of [day, backOn, backOn, today()]) await compare(counterparty, on);
    expect(await kinds()).toEqual(['unlisted', 'unlisted']);
    for (const details of await detailsOf()) {
      expect(details).toContainEqual({ name: 'changed_on', known: backOn, said: null });
      expect(details).toContainEqual({ name: 'paid_on', known: day, said: null });
    }
  });

  it('a dispute and its win are compared with the lists of their days, even if they are reported late', async () => {
    const { app } = given;
    const { loan, url, day } = await paidLoan();
    for (const [outcome, state] of [
      ['dispute', 'disputed'],
      ['dispute_won', 'captured'],
    ] as const) {
      pass(4 * dayMs);
      await press(app, url, { outcome }, { isDelivered: false });
      const changedOn = today();
      pass(2 * dayMs);
      for (const on of [day, changedOn, today()]) await compare('payments', on);
      const stored = (await storedPayments(loan)).map((one) => [one.state, one.changedOn]);
      expect(stored).toContainEqual([state, changedOn]);
      expect(await cases()).toEqual([]);
    }
    changeList(
      'payments',
      withEntries((entries) => entries.map((one) => ({ ...one, state: 'disputed' }))),
    );
    await compare('payments', day);
    expect(await kinds()).toEqual(['listed_otherwise']);
  });

  const openGauge = async (counterparty: string) =>
    (await countDifferences(given.app.db, now())).find((one) => one.counterparty === counterparty)?.open;

  it('a case closes when the list agrees again, and another opens when the difference comes back', async () => {
    const { app } = given;
    const { loan, url, day } = await paidLoan();
    await press(app, url, { outcome: 'list_without' });
    pass(3 * dayMs);
    await compare('payments', day);
    expect(await openGauge('payments')).toBe(1);
    const before = await storedPayments(loan);
    await press(app, url, { outcome: 'list_rightly' });
    // A comparison of another day also compares the days with open cases again.
    await compare('payments', addDays(day, 2));
    expect(await settlements()).toEqual([['unlisted', 'list']]);
    expect(await openCases()).toEqual([]);
    expect(await openGauge('payments')).toBe(0);
    const jar = await signInAgain(app);
    const panel = (await app.call('readLenderLoans', { jar, path: loan.path })).body.result;
    const [shown] = panel.find(({ lender_id: id }: { lender_id: number }) => id === 15).cases;
    expect(shown).toMatchObject({ closed_by: null, settled_by: 'list', closed_at: now().toISOString() });
    const ofLoan = eq(timeline.loanId, loan.id);
    const acts = await app.db.select().from(timeline).where(ofLoan).orderBy(asc(timeline.id));
    expect(acts.at(-1)).toMatchObject({
      ...{ act: 'case.closed', actor: 'system' },
      details: { lender_id: 15, kind: 'unlisted', settled_by: 'list' },
    });
    await press(app, url, { outcome: 'list_without' });
    await compare('payments', day);
    expect(await settlements()).toEqual(expect.arrayContaining([['unlisted', null]]));
    expect(await storedPayments(loan)).toEqual(before);
  });

  it('a case closes when a later answer explains its difference, and a case closed by staff stays closed', async () => {
    const { app } = given;
    const { loan, url, day } = await paidLoan({ isDelivered: false });
    const { payments: provider } = app.services.adapters;
    if (!provider) throw new Error('It is not there');
    const { readOrder } = provider;
    provider.readOrder = async () => ({ kind: 'noResponse' });
    restores.push(() => (provider.readOrder = readOrder));
    pass(2 * dayMs);
    await compare('payments', day);
    expect(await settlements()).toEqual([['listed_unknown', null]]);
    provider.readOrder = readOrder;
    await press(app, url, { outcome: 'list_foreign' });
    await compare('payments', day);
    expect(await settlements()).toEqual(
      expect.arrayContaining([
        ['listed_unknown', 'answer'],
        ['listed_unknown', null],
      ]),
    );
    expect((await storedPayments(loan)).map(({ state }) => state)).toContain('captured');
    const [{ case: left } = { case: { case_id: '' } }] = await openCases();
    const jar = await signInAgain(app);
    await app.call('closeCase', { jar, path: { case_id: left.case_id }, body: { note: 'Another shop.' } });
    await compare('payments', day);
    expect(await openCases()).toEqual([]);
    expect((await cases()).filter(({ closedBy }) => closedBy !== null)).toHaveLength(1);
  });
});
