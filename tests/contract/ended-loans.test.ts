/** Money of a loan that has ended: what was paid goes back, nothing more is paid, and an end is undone with its payment. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { issuedDocuments, paymentOrders, payments } from '../../server/db/schema/servicing.ts';
import { eraseLoan } from '../../server/retention/erase-loan.ts';
import { applyDueStageChanges } from '../../server/servicing/stage-timer-job.ts';
import { createStatement } from '../../server/servicing/statements.ts';
import { decideByTwo } from '../support/decide-by-two.ts';
import * as rows from './accepted-loan.ts';
import { cancel, disbursedLoan, pay, servicingOf, signedInAgain, stagesOf } from './approved-loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { codesOf } from './calls.ts';
import { heldPaymentsOf } from './held-payments.ts';
import { jobRunnerFor } from './job-runner.ts';
import { lenderCollections } from './lender-collections.ts';
import { press } from './provider-pages.ts';

const dayMs = 24 * 60 * 60_000;

describeOnPostgresByDay('a loan that has ended', (given) => {
  const work = jobRunnerFor(given);
  const held = heldPaymentsOf(given);
  const { casesOf, goTo, invoicesOf, kindsOf, lenderSays, pass, templatesOf } = lenderCollections(given);

  it('a payment made before the cancellation is refunded, and the customer is told', async () => {
    const { app } = given;
    const loan = await rows.acceptedLoan(app);
    const { bearer, id } = loan;
    const headers = { 'idempotency-key': randomUUID() };
    const order = { bearer, path: { id }, body: { purpose: 'advance' }, headers };
    const { order_id, url } = (await app.call('createPaymentOrder', order)).body.result;
    await press(app, url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    await app.call('readPaymentOrder', { bearer, path: { id, order_id } });
    await cancel(app, loan);
    expect(await eraseLoan(app.services, id)).toBe('running');
    await lenderSays(loan, { cancelled: { at: app.clock.now() } });
    const servicing = (await app.call('readServicing', { bearer, path: { id } })).body.result;
    expect(servicing).toMatchObject({ stage: 'cancelled', payments: [{ state: 'refunding' }] });
    expect(await eraseLoan(app.services, id)).toBe('unsettled');
    work();
    const state = async () =>
      (await app.db.select().from(payments).where(eq(payments.loanId, id))).map((payment) => payment.state);
    await expect.poll(state).toEqual(['refunded']);
    expect(await templatesOf(loan)).toContain('servicing.paymentRefunded');
  });

  it('no payment is accepted for a loan that was refused before its disbursal or left after it', async () => {
    const { app } = given;
    const ordered = async ({ bearer, id }: { bearer: string; id: string }, body: object) => {
      const headers = { 'idempotency-key': randomUUID() };
      return codesOf(await app.call('createPaymentOrder', { bearer, path: { id }, body, headers }));
    };
    const refused = await rows.acceptedLoan(app);
    await lenderSays(refused, { refused: true });
    expect(await ordered(refused, { purpose: 'advance' })).toEqual([409, 'servicing.payment.notDue']);
    const left = await disbursedLoan(app);
    const asked = await cancel(app, left);
    await pay(app, left, 'cooling_off', asked.cooling_off.exit_paise);
    const instalments = [1, 2].map((instalment) => ({ purpose: 'instalment', instalment }));
    for (const body of [...instalments, { purpose: 'foreclosure' }])
      expect(await ordered(left, body)).toEqual([409, 'servicing.payment.notDue']);
  });

  it('a closed loan is repaying again when its last payment is refunded', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const quote = (await app.call('readForeclosureQuote', loan)).body.result;
    await pay(app, loan, 'foreclosure', quote.total_paise);
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'closed' });
    const ofPayment = and(eq(payments.loanId, loan.id), eq(payments.amountPaise, quote.total_paise));
    await app.db.update(payments).set({ state: 'refunded' }).where(ofPayment);
    await lenderSays(loan, {});
    expect(await servicingOf(app, loan)).toMatchObject({ stage: 'repaying', next: 'repay' });
    expect(await kindsOf(loan)).toEqual(['reopened']);
  });

  it('instalments that fell due between a last payment and its refund are not late', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const quote = (await app.call('readForeclosureQuote', loan)).body.result;
    await pay(app, loan, 'foreclosure', quote.total_paise);
    pass(100 * dayMs);
    const ofPayment = and(eq(payments.loanId, loan.id), eq(payments.amountPaise, quote.total_paise));
    await app.db.update(payments).set({ state: 'refunded', refundedAt: app.clock.now() }).where(ofPayment);
    await lenderSays(loan, {});
    const invoices = await invoicesOf(loan);
    expect(
      invoices.filter(({ kind, state }) => kind === 'instalment' && state === 'unpaid').length,
    ).toBeGreaterThan(2);
    expect(invoices.filter(({ kind, overdue }) => kind === 'late_payment' || overdue)).toEqual([]);
  });

  it('instalments paid on time do not become late when an earlier payment is refunded', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const instalments = (await invoicesOf(loan)).filter(({ kind }) => kind === 'instalment');
    for (const { due_on: dueOn, amount_paise: amount, number } of instalments.slice(0, 3)) {
      goTo(dueOn, 12);
      await pay(app, loan, 'instalment', amount, 'captured', number);
    }
    pass(10 * dayMs);
    const [first] = await app.db
      .select()
      .from(payments)
      .innerJoin(paymentOrders, eq(paymentOrders.id, payments.orderId))
      .where(and(eq(payments.loanId, loan.id), eq(paymentOrders.instalment, instalments[0]?.number ?? 0)));
    if (!first) throw new Error('Nothing was paid');
    const refunded = { state: 'refunded', refundedAt: app.clock.now() } as const;
    await app.db.update(payments).set(refunded).where(eq(payments.id, first.payments.id));
    const late = async () =>
      (await invoicesOf(loan)).filter(({ kind }) => kind === 'late_payment').map(({ number }) => number);
    expect(await late()).toEqual([]);
    pass(10 * dayMs);
    expect(await late()).toEqual([instalments[2]?.number]);
  });

  it('a loan that was left continues when its exit payment is refunded, without a second disbursal message', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const asked = await cancel(app, loan);
    await pay(app, loan, 'cooling_off', asked.cooling_off.exit_paise);
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'cancelled' });
    const before = await templatesOf(loan);
    const ofPayment = and(
      eq(payments.loanId, loan.id),
      eq(payments.amountPaise, asked.cooling_off.exit_paise),
    );
    await app.db.update(payments).set({ state: 'refunded' }).where(ofPayment);
    await lenderSays(loan, {});
    expect(await servicingOf(app, loan)).toMatchObject({ stage: 'disbursed', next: 'repay' });
    expect(await kindsOf(loan)).toEqual(['reopened']);
    const after = await templatesOf(loan);
    const told = (templates: string[]) => templates.filter((one) => one.startsWith('servicing.disbursed'));
    expect(told(after)).toEqual(told(before));
  });

  it('a loan is left by an exit payment made in time, whenever staff count it', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    await cancel(app, loan);
    const asked = await servicingOf(app, loan);
    expect(asked.cancel_requested_at).not.toBeNull();
    await held.paid(loan, 'late', { purpose: 'cooling_off' });
    pass(10 * dayMs);
    await applyDueStageChanges(app.services);
    const signedIn = { ...loan, ...(await signedInAgain(app, loan)) };
    expect(await servicingOf(app, signedIn)).toMatchObject({ stage: 'repaying', cancel_requested_at: null });
    const [payment] = await held.heldOf(loan);
    if (!payment) throw new Error('Nothing is held');
    const { payment_id: paymentId, amount_paise } = payment;
    const body = { decision: 'count', amount_paise, note: 'Paid in its time' } as const;
    await decideByTwo(app.services, { loanId: loan.id, paymentId, body });
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'cancelled' });
  });

  it('a loan that was left has no unpaid invoices, and its statement owes nothing', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const asked = await cancel(app, loan);
    await pay(app, loan, 'cooling_off', asked.cooling_off.exit_paise);
    pass(40 * dayMs);
    expect((await invoicesOf(loan)).filter(({ state }) => state !== 'paid')).toEqual([]);
    await createStatement(app.services, { loanId: loan.id, language: 'en' });
    const ofStatement = and(eq(issuedDocuments.loanId, loan.id), eq(issuedDocuments.kind, 'statement'));
    const [statement] = await app.db.select().from(issuedDocuments).where(ofStatement);
    const all = await app.db.select().from(payments).where(eq(payments.loanId, loan.id));
    const received = all.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
    expect(statement?.input).toMatchObject({ received, credit: 0, outstanding: 0 });
    const invoices = statement?.input.invoices as { state: string }[];
    expect(invoices.filter(({ state }) => state !== 'paid')).toEqual([]);
  });

  it('a refund of the advance payment of a loan that was left opens a case', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const asked = await cancel(app, loan);
    await pay(app, loan, 'cooling_off', asked.cooling_off.exit_paise);
    await lenderSays(loan, {});
    expect(await kindsOf(loan)).toEqual([]);
    const advance = eq(paymentOrders.purpose, 'advance');
    const ordered = await app.db
      .select()
      .from(paymentOrders)
      .where(and(eq(paymentOrders.loanId, loan.id), advance));
    const [order] = ordered;
    if (!order) throw new Error('Nothing was paid in advance');
    await app.db.update(payments).set({ state: 'refunded' }).where(eq(payments.orderId, order.id));
    for (const _ of [1, 2]) await lenderSays(loan, {});
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'cancelled' });
    expect((await casesOf(loan)).map(({ kind, details }) => [kind, details])).toEqual([
      ['reopened', [{ name: 'amount_paise', known: '0', said: String(order.amountPaise) }]],
    ]);
  });

  it('instalments that fell due while a loan was left are not late when the exit payment is refunded', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const asked = await cancel(app, loan);
    await pay(app, loan, 'cooling_off', asked.cooling_off.exit_paise);
    pass(100 * dayMs);
    const ofPayment = and(
      eq(payments.loanId, loan.id),
      eq(payments.amountPaise, asked.cooling_off.exit_paise),
    );
    await app.db.update(payments).set({ state: 'refunded', refundedAt: app.clock.now() }).where(ofPayment);
    await lenderSays(loan, {});
    const invoices = await invoicesOf(loan);
    expect(
      invoices.filter(({ kind, state }) => kind === 'instalment' && state === 'unpaid').length,
    ).toBeGreaterThan(2);
    expect(invoices.filter(({ kind, overdue }) => kind === 'late_payment' || overdue)).toEqual([]);
  });
});
