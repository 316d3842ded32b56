/** An overpayment at the end of a loan is owed back, opens a case for staff, and is reported to the customer. */
import { expect, it } from 'vitest';
import { todayInIndia } from '../../domain/values/dates.ts';
import { readInvoices } from '../../server/servicing/read-servicing.ts';
import { cancel, disbursedLoan, pay } from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signInOnce } from './desk.ts';
import { lenderCollections } from './lender-collections.ts';

describeOnPostgres('what was paid beyond an ended loan', (given) => {
  const { goTo, casesOf, kindsOf, collects, templatesOf, textsOf, invoicesOf, servicingOf, announcedLoan } =
    lenderCollections(given);

  it('a debit after an early closure is owed back: it opens a case, and the customer is told once', async () => {
    const { loan, first, debit } = await announcedLoan();
    goTo(first.due_on, 12);
    await collects(loan, { ...debit, state: 'returned', reason: 'insufficient_funds' });
    const rest = (await invoicesOf(loan)).reduce((sum, one) => sum + one.amount_paise - one.paid_paise, 0);
    const all = { ...debit, id: `${debit.id}-all`, instalment: null, state: 'collected' as const };
    await collects(loan, { ...all, amountPaise: rest });
    expect((await servicingOf(loan)).stage).toBe('closed');
    expect(await kindsOf(loan)).toEqual([]);
    const late = { ...debit, id: `${debit.id}-late`, instalment: first.number + 1 };
    await collects(loan, late);
    await collects(loan, late);
    expect(await kindsOf(loan)).toEqual(['collected_too_much', 'overpaid']);
    const [, owed] = await casesOf(loan);
    expect(owed?.details).toEqual([{ name: 'amount_paise', known: String(debit.amountPaise), said: null }]);
    expect((await templatesOf(loan)).filter((one) => one === 'servicing.overpaid').length).toBe(2);
    await collects(loan, { ...late, id: `${late.id}-2`, amountPaise: 100 });
    expect((await casesOf(loan)).at(-1)?.details[0]?.known).toBe(String(debit.amountPaise + 100));
    const owedNow = async () =>
      (await casesOf(loan)).filter(({ kind, closedAt }) => kind === 'overpaid' && closedAt === null);
    expect(await owedNow()).toHaveLength(1);
    // An amount that is no longer owed closes its case; the same amount again opens another, even if staff closed the
    // first.
    const jar = await signInOnce(given.app);
    const path = { id: loan.id, case_id: (await owedNow())[0]?.id ?? '' };
    expect((await given.app.call('closeCase', { jar, path, body: { note: 'Paid back.' } })).status).toBe(200);
    await collects(loan, late);
    expect(await owedNow()).toEqual([]);
    await collects(loan, { ...late, id: `${late.id}-2`, amountPaise: 100, state: 'reversed' });
    expect((await owedNow()).map(({ subject }) => subject)).toEqual([String(debit.amountPaise)]);
    await collects(loan, { ...late, id: `${late.id}-3`, amountPaise: 100 });
    expect((await owedNow()).map(({ subject }) => subject)).toEqual([String(debit.amountPaise + 100)]);
    expect((await casesOf(loan)).filter(({ settledBy }) => settledBy === 'answer').length).toBeGreaterThan(1);
  });

  it('a debit after the cancellation in the cooling-off period is owed back', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    await cancel(app, loan);
    const { cooling_off: exit } = await servicingOf(loan);
    if (!exit) throw new Error('There is no exit');
    await pay(app, loan, 'cooling_off', exit.exit_paise);
    expect((await servicingOf(loan)).stage).toBe('cancelled');
    expect(await kindsOf(loan)).toEqual([]);
    const on = todayInIndia(app.clock.now());
    const entry = { id: `D-${loan.id}`, instalment: 3, on, amountPaise: 70_000, reason: null };
    await collects(loan, { ...entry, state: 'collected' });
    expect(await kindsOf(loan)).toContain('overpaid');
    for (const text of await textsOf(loan, 'servicing.overpaid')) expect(text).toContain('₹700');
    const read = await readInvoices(app.db, loan.id, { state: undefined, now: app.clock.now() });
    expect(read.credit_paise).toBe(70_000);
    expect((await servicingOf(loan)).stage).toBe('cancelled');
  });
});
