/** Debits that a lender collects itself: announced, returned, and contradictory entries of its books. */
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import type { LenderCollection } from '../../server/adapters/lender.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { customers } from '../../server/db/schema/customers.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { mandates, servicingCases } from '../../server/db/schema/servicing.ts';
import { syncLenderLoanByJob } from '../../server/servicing/sync-lender-loan.ts';
import { checkPayments } from '../../server/servicing/payment-orders.ts';
import { timeInIndia } from '../../server/outbox/contact-hours.ts';
import { readForLender } from '../../server/servicing/customer-steps.ts';
import { disbursedLoan, lenderDoes, pay, signedInAgain } from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { codesOf } from './calls.ts';
import { newMobile } from './customers.ts';
import { lenderCollections } from './lender-collections.ts';
import { noLenderSteps } from './lender-steps.ts';
import { press } from './provider-pages.ts';

const dayMs = 24 * 60 * 60_000;
const signal = new AbortController().signal;

describeOnPostgres('what a lender collects', (given) => {
  const {
    pass,
    goTo,
    casesOf,
    kindsOf,
    collects,
    templatesOf,
    textsOf,
    actsOf,
    invoicesOf,
    servicingOf,
    instalmentOf,
    order,
    announcedLoan,
  } = lenderCollections(given);

  it('the latest reading of a collection counts, even if the answer to an earlier one comes after it', async () => {
    const { loan, first, debit } = await announcedLoan();
    goTo(first.due_on, 12);
    await collects(loan, debit);
    const lender = given.app.services.adapters.lenders[15];
    if (!lender) throw new Error('It is not there');
    let answer = () => {};
    const asked = vi.spyOn(lender, 'exchangeServicing').mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { kind: 'servicing', ...noLenderSteps, collections: [debit] };
    });
    const syncing = syncLenderLoanByJob(given.app.services, { loanId: loan.id, lenderId: 15 }, { signal });
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    pass(1000);
    await collects(loan, { ...debit, state: 'reversed' });
    answer();
    await syncing;
    asked.mockRestore();
    expect(await instalmentOf(loan, first.number)).toMatchObject({ paid_on: null });
    const polls = eq(jobs.kind, 'lender.servicing');
    const known = (await given.app.db.select().from(jobs).where(polls)).filter(
      ({ payload }) => JSON.stringify(payload) === JSON.stringify({ loanId: loan.id, lenderId: 15 }),
    );
    expect(known.map(({ runAt }) => runAt)).toEqual([given.app.clock.now()]);
  });

  it('an instalment with an announced debit is neither payable by hand nor late until the lender reports', async () => {
    const { loan, first, debit } = await announcedLoan();
    expect(await templatesOf(loan)).toContain('servicing.reminder');
    expect(await servicingOf(loan)).toMatchObject({
      payable_paise: 0,
      next_invoice: { number: first.number, awaits_debit: true },
    });
    // The session of before has ended long ago.
    const now = { ...loan, ...(await signedInAgain(given.app, loan)) };
    expect(codesOf(await order(now, 'instalment', first.number))).toEqual([409, 'servicing.payment.notDue']);
    expect(codesOf(await order(now, 'foreclosure'))).toEqual([409, 'servicing.payment.notDue']);
    goTo(first.due_on, 12);
    pass(9 * dayMs);
    const waiting = await servicingOf(loan);
    expect(waiting).toMatchObject({ due_paise: 0, late_charges_paise: 0, returned_debit: null });
    expect(waiting.next_invoice).toMatchObject({ number: first.number, overdue: false });
    await collects(loan, debit);
    await collects(loan, debit);
    const paid = await servicingOf(loan);
    expect(await instalmentOf(loan, first.number)).toMatchObject({ state: 'paid', paid_on: first.due_on });
    expect(paid.late_charges_paise).toBe(0);
    expect(paid.payments.filter(({ method }) => method === 'mandate')).toEqual([
      expect.objectContaining({
        amount_paise: first.amount_paise,
        state: 'captured',
        instalment: first.number,
      }),
    ]);
    expect((await templatesOf(loan)).filter((one) => one === 'servicing.collected').length).toBe(2);
    expect(await kindsOf(loan)).toEqual([]);
  });

  it('a returned debit names its reason, and the days of grace begin when the return is reported', async () => {
    const { loan, first, debit } = await announcedLoan();
    goTo(first.due_on, 12);
    pass(5 * dayMs);
    await collects(loan, { ...debit, state: 'returned', reason: 'insufficient_funds' });
    const told = await servicingOf(loan);
    expect(told).toMatchObject({
      payable_paise: first.amount_paise,
      late_charges_paise: 0,
      returned_debit: { on: first.due_on, amount_paise: first.amount_paise, reason: 'insufficient_funds' },
      next_invoice: { overdue: false, awaits_debit: false },
    });
    for (const text of await textsOf(loan, 'servicing.debitReturned'))
      expect(text).toContain('not enough money');
    pass(3 * dayMs);
    expect(await servicingOf(loan)).toMatchObject({
      late_charges_paise: 0,
      next_invoice: { overdue: true },
    });
    pass(dayMs);
    expect((await servicingOf(loan)).late_charges_paise).toBeGreaterThan(0);
    const now = { ...loan, ...(await signedInAgain(given.app, loan)) };
    expect((await order(now, 'instalment', first.number)).status).toBe(200);
    expect(await actsOf(loan)).toContain('collection.returned');
  });

  it('a debit that is never reported opens a case, and closing the case lets the customer pay by hand', async () => {
    const { loan, first } = await announcedLoan();
    goTo(first.due_on, 12);
    pass(3 * dayMs);
    await collects(loan);
    expect(await kindsOf(loan)).toEqual([]);
    pass(dayMs);
    await collects(loan);
    await collects(loan);
    const [opened, ...others] = await casesOf(loan);
    expect([opened?.kind, others]).toEqual(['debit_unreported', []]);
    await given.app.db
      .update(servicingCases)
      .set({ closedAt: given.app.clock.now(), closedBy: 'Reviewer' })
      .where(eq(servicingCases.loanId, loan.id));
    expect(await servicingOf(loan)).toMatchObject({ payable_paise: first.amount_paise });
  });

  it('an announced debit is not awaited once the mandate has ended by the due date', async () => {
    const { loan, first } = await announcedLoan();
    const change = { state: 'cancelled', settledAt: given.app.clock.now() } as const;
    await given.app.db.update(mandates).set(change).where(eq(mandates.loanId, loan.id));
    expect(await servicingOf(loan)).toMatchObject({ payable_paise: first.amount_paise });
  });

  it('a debit is not awaited if the withdrawal was requested by its due date, confirmed or not', async () => {
    const { loan, first } = await announcedLoan();
    const change = (to: Partial<typeof mandates.$inferInsert>) =>
      given.app.db.update(mandates).set(to).where(eq(mandates.loanId, loan.id));
    await change({ withdrawalRequestedAt: timeInIndia(first.due_on, 12) });
    expect(await servicingOf(loan)).toMatchObject({ payable_paise: first.amount_paise });
    goTo(first.due_on, 12);
    pass(dayMs);
    await change({ state: 'cancelled', settledAt: given.app.clock.now() });
    expect(await servicingOf(loan)).toMatchObject({ payable_paise: first.amount_paise });
    await change({ withdrawalRequestedAt: given.app.clock.now() });
    expect(await servicingOf(loan)).toMatchObject({ payable_paise: 0, next_invoice: { awaits_debit: true } });
  });

  it('a collection reversed by the bank is due again, and is paid once it is collected again', async () => {
    const { loan, first, debit } = await announcedLoan();
    goTo(first.due_on, 12);
    await collects(loan, debit);
    pass(30 * dayMs);
    await collects(loan, { ...debit, state: 'reversed' });
    expect(await instalmentOf(loan, first.number)).toMatchObject({ state: 'unpaid', overdue: false });
    expect(await templatesOf(loan)).toContain('servicing.paymentRefunded');
    expect((await servicingOf(loan)).payments.map(({ state }) => state)).toContain('refunded');
    await collects(loan, debit);
    expect(await instalmentOf(loan, first.number)).toMatchObject({ state: 'paid' });
    expect(await actsOf(loan)).toEqual(
      expect.arrayContaining(['collection.received', 'collection.reversed', 'collection.received']),
    );
  });

  it('an impossible collection is stored, does not count, and opens a case', async () => {
    const { loan, first, debit } = await announcedLoan();
    goTo(first.due_on, 12);
    const changes: Record<string, Partial<LenderCollection>> = {
      'of a day to come': { on: '2031-01-01' },
      'of a day before the disbursal': { on: '2026-07-01' },
      'of a day that is none': { on: '2026-02-31' },
      'that is negative': { amountPaise: -100 },
      'of nothing': { amountPaise: 0 },
    };
    const kinds: string[] = [];
    for (const [id, change] of Object.entries(changes)) {
      const wrong = { ...debit, id: `${debit.id} ${id}`, ...change, instalment: null };
      await collects(loan, wrong);
      await collects(loan, wrong);
      kinds.push('collection_impossible');
      expect(await kindsOf(loan), id).toEqual(kinds);
      expect((await servicingOf(loan)).paid_paise, id).toBe((await servicingOf(loan)).advance.amount_paise);
    }
    expect(await templatesOf(loan)).not.toContain('servicing.collected');
  });

  it('a collection dated in the future counts once its day has come', async () => {
    const { loan, first, debit } = await announcedLoan();
    await collects(loan, debit);
    expect(await kindsOf(loan)).toEqual(['collection_impossible']);
    goTo(first.due_on, 12);
    await collects(loan, debit);
    expect(await instalmentOf(loan, first.number)).toMatchObject({ state: 'paid' });
  });

  it('an impossible collection does not end the wait, and a collection already counted stays counted', async () => {
    const { loan, first, debit } = await announcedLoan();
    goTo(first.due_on, 12);
    await collects(loan, { ...debit, id: `${debit.id}-wrong`, on: '2031-01-01' });
    expect(await servicingOf(loan)).toMatchObject({ payable_paise: 0, next_invoice: { awaits_debit: true } });
    await collects(loan, debit);
    await collects(loan, { ...debit, amountPaise: -1, on: '2031-01-01' });
    expect(await instalmentOf(loan, first.number)).toMatchObject({ state: 'paid' });
    expect(await kindsOf(loan)).toEqual(['collection_impossible', 'collection_changed']);
  });

  it('an entry repeated within one answer counts once', async () => {
    const { loan, first, debit } = await announcedLoan();
    goTo(first.due_on, 12);
    await collects(loan, debit, debit);
    expect(await instalmentOf(loan, first.number)).toMatchObject({ state: 'paid' });
    expect(await kindsOf(loan)).toEqual([]);
  });

  it('a surplus collection is a credit and a case; a changed amount of a known entry is only a case', async () => {
    const { loan, first, debit } = await announcedLoan();
    goTo(first.due_on, 12);
    await collects(loan, debit);
    await collects(loan, { ...debit, amountPaise: debit.amountPaise + 1 });
    expect(await kindsOf(loan)).toEqual(['collection_changed']);
    await collects(loan, { ...debit, id: `${debit.id}-again` });
    expect(await kindsOf(loan)).toEqual(['collection_changed', 'collected_too_much']);
    const [, twice] = await casesOf(loan);
    expect(twice?.details).toEqual([{ name: 'amount_paise', known: '0', said: String(first.amount_paise) }]);
    // It counts: the lender has it.
    expect(await instalmentOf(loan, first.number + 1)).toMatchObject({ paid_paise: first.amount_paise });
  });

  it('an order made before the lender collected is held when it is paid afterwards', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const { next_invoice: first } = await servicingOf(loan);
    if (!first) throw new Error('Nothing is due');
    const { body } = await order(loan, 'instalment', first.number);
    await lenderDoes(app, loan, 'collect');
    expect(await instalmentOf(loan, first.number)).toMatchObject({ state: 'paid' });
    await press(app, body.result.url, { outcome: 'paid', method: 'upi' });
    await checkPayments(app.services, body.result.order_id, { attempt: 1, isLastAttempt: false, signal });
    const { payments } = await servicingOf(loan);
    expect(payments.map(({ method, state }) => [method, state])).toContainEqual(['upi', 'held']);
    expect(await instalmentOf(loan, first.number + 1)).toMatchObject({ paid_paise: 0 });
  });

  it('the rest of an instalment and an equal late charge are two separate debts', async () => {
    const charge = 50_000;
    const loan = await disbursedLoan(given.app);
    const { next_invoice: first } = await servicingOf(loan);
    const second = (await invoicesOf(loan)).find(({ number }) => number === 2);
    if (!first || !second) throw new Error('There are two instalments');
    const collected = { state: 'collected', reason: null } as const;
    goTo(second.due_on, 12);
    await collects(loan, {
      ...{ id: `P-${loan.id}`, instalment: 1, on: first.due_on, amountPaise: first.amount_paise - charge },
      ...collected,
    });
    const now = { ...loan, ...(await signedInAgain(given.app, loan)) };
    const paid = async () => {
      const { body, status } = await order(now, 'instalment', 1);
      expect([status, body.result?.amount_paise, body.result?.state]).toEqual([200, charge, 'open']);
      await press(given.app, body.result.url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
      await checkPayments(given.app.services, body.result.order_id, {
        ...{ attempt: 1, isLastAttempt: false, signal },
      });
      pass(1000);
    };
    await paid();
    expect((await instalmentOf(loan, 1)).state).toBe('paid');
    await collects(loan, {
      ...{ id: `S-${loan.id}`, instalment: 2, on: second.due_on, amountPaise: second.amount_paise },
      ...collected,
    });
    expect(await servicingOf(loan)).toMatchObject({ late_charges_paise: charge, payable_paise: charge });
    await paid();
    const { late_charges_paise: left, payments } = await servicingOf(loan);
    expect([left, payments.filter(({ state }) => state !== 'captured')]).toEqual([0, []]);
  });

  it('messages go to the customer’s current mobile number and email address', async () => {
    const { loan, first, debit } = await announcedLoan();
    const mobile = newMobile();
    await given.app.db
      .update(customers)
      .set({ mobile, email: 'new.address@example.in' })
      .where(eq(customers.mobile, loan.mobile));
    goTo(first.due_on, 12);
    await collects(loan, debit);
    const told = (await given.app.db.select().from(messages).where(eq(messages.loanId, loan.id)))
      .filter(({ template }) => template === 'servicing.collected')
      .map(({ recipient }) => recipient);
    expect(told.sort()).toEqual([mobile, 'new.address@example.in'].sort());
  });

  it('an entry that belongs to another loan opens a case and counts only for that loan', async () => {
    const { loan, first, debit } = await announcedLoan();
    const other = await disbursedLoan(given.app);
    goTo(first.due_on, 12);
    await collects(loan, debit);
    await collects(other, debit);
    expect(await kindsOf(other)).toEqual(['collection_changed']);
    expect(await instalmentOf(other, first.number)).toMatchObject({ paid_paise: 0 });
  });

  it('the lender is told of the mandate and of each payment, and does not debit a paid instalment', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const { next_invoice: first } = await servicingOf(loan);
    if (!first) throw new Error('Nothing is due');
    await pay(app, loan, 'instalment', first.amount_paise, 'captured', first.number);
    const asked = await readForLender(app.db, { loanId: loan.id, lenderId: 15 });
    const { mandate, payments = [] } = asked?.steps ?? {};
    expect(mandate).toMatchObject({ isWithdrawn: false });
    expect(payments.map(({ purpose }) => purpose).sort()).toEqual(['advance', 'instalment']);
    expect(payments.find(({ purpose }) => purpose === 'instalment')).toMatchObject({
      ...{ instalment: first.number, amountPaise: first.amount_paise, state: 'captured' },
    });
    await syncLenderLoanByJob(app.services, { loanId: loan.id, lenderId: 15 }, { signal });
    await lenderDoes(app, loan, 'return_debit');
    await lenderDoes(app, loan, 'collect');
    expect(await instalmentOf(loan, first.number + 1)).toMatchObject({ state: 'paid' });
    await lenderDoes(app, loan, 'reverse_collection');
    expect(await instalmentOf(loan, first.number + 1)).toMatchObject({ state: 'unpaid' });
    expect(await kindsOf(loan)).toEqual([]);
  });

  it('the lender is asked on each due date, every six hours while a debit is awaited, never once closed', async () => {
    const { loan, first, debit } = await announcedLoan();
    const ask = () => syncLenderLoanByJob(given.app.services, { loanId: loan.id, lenderId: 15 }, { signal });
    expect(await ask()).toEqual({ runAt: timeInIndia(first.due_on, 20) });
    goTo(first.due_on, 21);
    expect(await ask()).toEqual({ runAt: new Date(given.app.clock.now().getTime() + dayMs / 4) });
    await collects(loan, debit);
    const next = await instalmentOf(loan, first.number + 1);
    expect(await ask()).toEqual({ runAt: timeInIndia(next.due_on, 20) });
    const rest = (await invoicesOf(loan)).reduce((sum, one) => sum + one.amount_paise - one.paid_paise, 0);
    await collects(loan, { ...debit, id: `${debit.id}-rest`, instalment: null, amountPaise: rest });
    expect((await servicingOf(loan)).stage).toBe('closed');
    expect(await ask()).toBe('done');
    expect(
      await given.app.db
        .select()
        .from(jobs)
        .where(eq(jobs.dedupeKey, `reminder:${loan.id}:15`)),
    ).toEqual([]);
  });
});
