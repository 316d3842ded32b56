/** An advance payment that goes back, by a refund or by the customer's bank, before and after the disbursal (decision 92). */
import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { kycChecks, mandates, paymentOrders } from '../../server/db/schema/servicing.ts';
import { type AcceptedLoan, acceptedLoan, disbursed, lenderId, signed, stageOf } from './accepted-loan.ts';
import { describeOnPostgres } from './both-databases.ts';
import { jobRunnerFor } from './job-runner.ts';
import { press } from './provider-pages.ts';

describeOnPostgres('an advance payment that goes back', (given) => {
  const work = jobRunnerFor(given);
  const ordered = async ({ bearer, id }: AcceptedLoan, body: object = { purpose: 'advance' }) => {
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await given.app.call('createPaymentOrder', { bearer, path: { id }, body, headers });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.result;
  };
  /** @returns the page of the order, on which the payment is given back */
  const paid = async (loan: AcceptedLoan, body?: object): Promise<string> => {
    const { order_id, url } = await ordered(loan, body);
    await press(given.app, url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    const { bearer, id } = loan;
    const { result } = (await given.app.call('readPaymentOrder', { bearer, path: { id, order_id } })).body;
    expect(result.state).toBe('paid');
    return url;
  };
  /** The provider says so by a signed event. */
  const goesBack = async (url: string, outcome = 'refund') =>
    expect((await press(given.app, url, { outcome, method: 'upi' })).events).toEqual([200]);
  const servicingOf = async ({ bearer, id }: AcceptedLoan) =>
    (await given.app.call('readServicing', { bearer, path: { id } })).body.result;
  const invoicesOf = async ({ bearer, id }: AcceptedLoan) =>
    (await given.app.call('listInvoices', { bearer, path: { id } })).body.result.invoices.map(
      ({ kind, number, state }: { kind: string; number: number; state: string }) => [kind, number, state],
    );
  const smsOf = async ({ id }: AcceptedLoan) =>
    (
      await given.app.db
        .select()
        .from(messages)
        .where(and(eq(messages.loanId, id), eq(messages.channel, 'sms')))
        .orderBy(asc(messages.createdAt))
    ).map(({ template, text }) => ({ template, text }));
  const actsOf = async ({ id }: AcceptedLoan, act: 'payment.refunded' | 'servicing.stage') =>
    given.app.db
      .select()
      .from(timeline)
      .where(and(eq(timeline.loanId, id), eq(timeline.act, act)))
      .orderBy(asc(timeline.id));

  /** Returns a loan whose steps are done except the advance payment. */
  async function atPayment(): Promise<AcceptedLoan> {
    const loan = await acceptedLoan(given.app);
    await signed(given.app, loan);
    const request = { loanId: loan.id, lenderId, createdAt: given.app.clock.now() };
    await given.app.db
      .insert(kycChecks)
      .values({ ...request, id: randomUUID(), providerReference: randomUUID(), state: 'verified' });
    await given.app.db.insert(mandates).values({
      ...{ ...request, id: randomUUID(), providerReference: randomUUID(), state: 'registered' },
      ...{ method: 'upi', limitPaise: 630_000 },
    });
    return loan;
  }

  it('is due again before the disbursal: the loan moves back a stage, and the customer is told why, once', async () => {
    const loan = await atPayment();
    const url = await paid(loan);
    expect(await stageOf(given.app, loan)).toBe('advance_paid');
    work();
    await goesBack(url, 'refund_half');
    await expect.poll(() => stageOf(given.app, loan)).toBe('mandate_registered');
    await goesBack(url);
    await expect.poll(async () => (await servicingOf(loan)).payments[0].state).toBe('refunded');
    expect(await servicingOf(loan)).toMatchObject({
      next: 'pay_advance',
      advance: { state: 'due', amount_paise: 630_000 },
    });
    const sms = await smsOf(loan);
    expect(sms.filter(({ template }) => template === 'servicing.advanceReversed')).toHaveLength(1);
    expect(sms.find(({ template }) => template === 'servicing.advanceReversed')?.text).toContain('₹6,300.00');
    const back = await actsOf(loan, 'payment.refunded');
    expect(back.map(({ details }) => details.amount_paise)).toEqual([315_000, 315_000]);
    await paid(loan);
    expect(await stageOf(given.app, loan)).toBe('advance_paid');
    const stages = (await actsOf(loan, 'servicing.stage')).map(({ after }) => after);
    expect(stages.slice(-3)).toEqual(['advance_paid', 'mandate_registered', 'advance_paid']);
  });

  it('a reversal after the disbursal keeps the stage, makes no instalment late, and is paid by a new order', async () => {
    const loan = await atPayment();
    const url = await paid(loan);
    await disbursed(given.app, loan);
    // Two instalments were due by today and neither has been paid: the older one is paid late.
    const ofLoan = and(eq(lenderLoans.loanId, loan.id), eq(lenderLoans.lenderId, lenderId));
    await given.app.db.update(lenderLoans).set({ disbursedOn: '2026-05-10' }).where(ofLoan);
    await paid(loan, { purpose: 'instalment', instalment: 2 });
    const hasEnded = { expiresAt: given.app.clock.now() };
    await given.app.db.update(paymentOrders).set(hasEnded).where(eq(paymentOrders.loanId, loan.id));
    work();
    await goesBack(url);
    await expect.poll(async () => (await servicingOf(loan)).advance.state).toBe('due');
    expect(await stageOf(given.app, loan)).toBe('repaying');
    expect((await invoicesOf(loan)).slice(0, 3)).toEqual([
      ['up_front', 0, 'unpaid'],
      ['instalment', 2, 'paid'],
      ['late_payment', 2, 'unpaid'],
    ]);
    expect((await servicingOf(loan)).next_invoice).toMatchObject({ kind: 'up_front', overdue: true });
    const templates = (await smsOf(loan)).map(({ template }) => template);
    expect(templates).toContain('servicing.paymentRefunded');
    expect(templates).not.toContain('servicing.advanceReversed');
    const { url: again } = await ordered(loan);
    const { location } = await press(given.app, again, { outcome: 'paid', method: 'upi' });
    expect(new URL(location ?? '').pathname).toBe(`/app/loan/${loan.id}/repayment`);
    await expect.poll(async () => (await servicingOf(loan)).advance.state).toBe('paid');
    expect((await servicingOf(loan)).next_invoice).toMatchObject({ kind: 'instalment', number: 3 });
    // The last one that is due is paid with what was charged for the older one.
    const { due_paise: due, late_charges_paise: late } = await servicingOf(loan);
    expect(late).toBeGreaterThan(0);
    const last = await ordered(loan, { purpose: 'instalment', instalment: 3 });
    expect(last.amount_paise).toBe(due);
    await paid(loan, { purpose: 'instalment', instalment: 3 });
    expect(await servicingOf(loan)).toMatchObject({ due_paise: 0, late_charges_paise: 0 });
  });
});
