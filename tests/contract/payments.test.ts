/** Payments of an accepted loan (decision 92), with the sandbox's provider: each thing that is due is counted once. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { messages } from '../../server/db/schema/messages.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { paymentOrders, payments } from '../../server/db/schema/servicing.ts';
import { sandboxAdapters } from '../../server/sandbox/adapters.ts';
import { createFaults } from '../../server/sandbox/index.ts';
import { checkPayments } from '../../server/servicing/payment-orders.ts';
import { recordOrder } from '../../server/servicing/settle-orders.ts';
import { type AcceptedLoan, acceptedLoan, disbursed } from './accepted-loan.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { jobRunnerFor } from './job-runner.ts';
import { press, shownPage } from './provider-pages.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describeOnPostgresByDay('a payment', (given) => {
  const work = jobRunnerFor(given);
  const create = (
    { bearer, id }: AcceptedLoan,
    body: object = { purpose: 'advance' },
    key: string = randomUUID(),
  ) =>
    given.app.call('createPaymentOrder', {
      bearer,
      path: { id },
      body,
      headers: { 'idempotency-key': key },
    });
  const ordered = async (loan: AcceptedLoan, body?: object): Promise<{ order_id: string; url: string }> => {
    const answer = await create(loan, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.result;
  };
  const read = async ({ bearer, id }: AcceptedLoan, order_id: string) =>
    (await given.app.call('readPaymentOrder', { bearer, path: { id, order_id } })).body.result;
  const stored = ({ id }: AcceptedLoan) =>
    given.app.db.select().from(payments).where(eq(payments.loanId, id)).orderBy(asc(payments.paidAt));
  const statesOf = async (loan: AcceptedLoan) => (await stored(loan)).map(({ state }) => state).toSorted();
  const orderStates = async ({ id }: AcceptedLoan) =>
    (await given.app.db.select().from(paymentOrders).where(eq(paymentOrders.loanId, id)))
      .map(({ state }) => state)
      .toSorted();
  const advanceOf = async ({ bearer, id }: AcceptedLoan) =>
    (await given.app.call('readServicing', { bearer, path: { id } })).body.result.advance;

  it('an advance payment has one order, is paid on the provider’s page, and is found by the event', async () => {
    const loan = await acceptedLoan(given.app);
    const key = randomUUID();
    const answers = await Promise.all([
      create(loan, undefined, key),
      create(loan, undefined, key),
      create(loan),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [order] = answers.map(({ body }) => body.result);
    expect(new Set(answers.map(({ body }) => body.result.order_id)).size).toBe(1);
    expect(order).toMatchObject({
      purpose: 'advance',
      instalment: null,
      amount_paise: 630_000,
      state: 'open',
    });
    expect(await shownPage(given.app, order.url)).toContain('₹6,300.00');
    expect(await advanceOf(loan)).toMatchObject({ state: 'due', order_id: order.order_id });
    work();
    const { location } = await press(given.app, order.url, { outcome: 'paid', method: 'card' });
    expect(new URL(location ?? '').search).toBe(`?order=${order.order_id}`);
    await expect.poll(() => orderStates(loan)).toEqual(['paid']);
    expect(await stored(loan)).toMatchObject([{ state: 'captured', method: 'card', amountPaise: 630_000 }]);
    expect(await advanceOf(loan)).toMatchObject({ state: 'paid', amount_paise: 630_000 });
    expect((await create(loan)).body.errors).toMatchObject([{ code: 'servicing.payment.notDue' }]);
    // The order is that of the press that came first.
    const [made] = await given.app.db
      .select()
      .from(paymentOrders)
      .where(eq(paymentOrders.id, order.order_id));
    expect((await create(loan, undefined, made?.idempotencyKey)).body.result).toMatchObject({
      state: 'paid',
      url: null,
    });
  });

  it.each([
    ['failed', ['failed'], 'open'],
    ['short', ['held'], 'open'],
    ['too_much', ['held'], 'open'],
    ['other_currency', ['held'], 'open'],
    ['twice', ['captured', 'held'], 'paid'],
    ['late', ['captured'], 'paid'],
    ['paid', ['captured'], 'paid'],
  ])('a %s payment is stored as %j, the order as %s', async (outcome, states, orderState) => {
    const loan = await acceptedLoan(given.app);
    const { order_id: id, url } = await ordered(loan);
    await press(given.app, url, { outcome, method: 'upi' }, { isDelivered: false });
    expect(await read(loan, id)).toMatchObject({ state: orderState });
    expect(await statesOf(loan)).toEqual(states);
    expect((await advanceOf(loan)).state).toBe(orderState === 'paid' ? 'paid' : 'due');
  });

  it('a refunded payment no longer counts, and a second payment counts instead', async () => {
    const loan = await acceptedLoan(given.app);
    const { order_id: id, url } = await ordered(loan);
    await press(given.app, url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    expect(await read(loan, id)).toMatchObject({ state: 'paid', url: null });
    work();
    await press(given.app, url, { outcome: 'refund_half', method: 'upi' });
    await expect.poll(() => statesOf(loan)).toEqual(['held']);
    expect((await stored(loan))[0]?.amountPaise).toBe(315_000);
    await press(given.app, url, { outcome: 'refund', method: 'upi' });
    await expect.poll(() => statesOf(loan)).toEqual(['refunded']);
    const again = await ordered(loan);
    await press(given.app, again.url, { outcome: 'paid', method: 'upi' });
    await expect.poll(() => statesOf(loan)).toEqual(['captured', 'refunded']);
    expect((await advanceOf(loan)).state).toBe('paid');
  });

  it('a report about another loan’s payment changes nothing and sends no refund message', async () => {
    const [loan, other] = [await acceptedLoan(given.app), await acceptedLoan(given.app)];
    const { order_id, url } = await ordered(loan);
    await press(given.app, url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    await read(loan, order_id);
    const [payment] = await stored(loan);
    const { order_id: otherId } = await ordered(other);
    const [order] = await given.app.db.select().from(paymentOrders).where(eq(paymentOrders.id, otherId));
    if (!payment || !order) throw new Error('Both are stored');
    const { providerPaymentId: id, amountPaise, currency, method, paidAt } = payment;
    const report = { ...{ id, amountPaise, currency, method, paidAt }, state: 'refunded' } as const;
    await recordOrder(given.app.services, order, { kind: 'order', url: null, payments: [report] });
    expect([await statesOf(loan), await stored(other)]).toEqual([['captured'], []]);
    const queued = await given.app.db.select().from(messages).where(eq(messages.loanId, other.id));
    expect(queued.map(({ template }) => template)).not.toContain('servicing.paymentRefunded');
  });

  it('a payment that succeeds after failing counts from its success, and each refund is recorded once', async () => {
    const loan = await acceptedLoan(given.app);
    const { order_id } = await ordered(loan);
    const { db, services, clock } = given.app;
    const [order] = await db.select().from(paymentOrders).where(eq(paymentOrders.id, order_id));
    if (!order) throw new Error('It is stored');
    const attempt = { id: randomUUID(), amountPaise: 630_000, currency: 'INR' };
    const paidAt = new Date(clock.now().getTime() + minuteMs);
    const report = (one: object) => {
      const payment = { ...attempt, method: 'card', paidAt, state: 'captured' as const, ...one };
      return recordOrder(services, order, { kind: 'order', url: null, payments: [payment] });
    };
    await report({ method: 'upi', paidAt: clock.now(), state: 'failed' });
    await report({});
    expect(await stored(loan)).toMatchObject([{ state: 'captured', method: 'card', paidAt }]);
    // A provider reports of a refund all that it has had.
    await report({ amountPaise: 400_000 });
    await report({ state: 'refunded' });
    const refunds = await db
      .select({ details: timeline.details })
      .from(timeline)
      .where(and(eq(timeline.loanId, loan.id), eq(timeline.act, 'payment.refunded')))
      .orderBy(asc(timeline.id));
    expect(refunds.map(({ details }) => details?.amount_paise)).toEqual([230_000, 400_000]);
  });

  it('is asked about once a week as long as the bank can take it back, without an event', async () => {
    const [loan, other] = [await acceptedLoan(given.app), await acceptedLoan(given.app)];
    const { order_id, url } = await ordered(loan);
    const { order_id: unpaid } = await ordered(other);
    const { db, services, clock } = given.app;
    const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    const check = (id = order_id) => checkPayments(services, id, run);
    await press(given.app, url, { outcome: 'paid', method: 'card' }, { isDelivered: false });
    expect(await check()).toBe('retry');
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
    const ofBoth = inArray(paymentOrders.id, [order_id, unpaid]);
    await db
      .update(paymentOrders)
      .set({ createdAt: daysAgo(31) })
      .where(ofBoth);
    expect(await check(unpaid)).toBe('done');
    const inAWeek = { runAt: daysAgo(-7) };
    await db
      .update(payments)
      .set({ paidAt: daysAgo(119) })
      .where(eq(payments.loanId, loan.id));
    expect(await check()).toEqual(inAWeek);
    await db
      .update(payments)
      .set({ paidAt: daysAgo(120) })
      .where(eq(payments.loanId, loan.id));
    expect(await check()).toBe('done');
    await press(given.app, url, { outcome: 'refund_half', method: 'card' }, { isDelivered: false });
    expect(await check()).toEqual(inAWeek);
    expect(await statesOf(loan)).toEqual(['held']);
    await press(given.app, url, { outcome: 'refund', method: 'card' }, { isDelivered: false });
    expect(await check()).toBe('done');
    expect(await statesOf(loan)).toEqual(['refunded']);
  });

  it('a payment with a lost event is found by the job', async () => {
    const loan = await acceptedLoan(given.app);
    const { url } = await ordered(loan);
    expect((await press(given.app, url, { outcome: 'unannounced', method: 'upi' })).events).toEqual([]);
    given.app.clock.pass(minuteMs);
    work();
    await expect.poll(() => orderStates(loan)).toEqual(['paid']);
  });

  it('a late payment of an expired order counts, and a second payment is held', async () => {
    const loan = await acceptedLoan(given.app);
    const first = await ordered(loan);
    const { db, clock } = given.app;
    const isFirst = eq(paymentOrders.id, first.order_id);
    await db.update(paymentOrders).set({ expiresAt: clock.now() }).where(isFirst);
    const second = await ordered(loan);
    expect(second.order_id).not.toBe(first.order_id);
    expect(await orderStates(loan)).toEqual(['expired', 'open']);
    await press(given.app, second.url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    await press(given.app, first.url, { outcome: 'late', method: 'upi' }, { isDelivered: false });
    work();
    for (const { order_id: id } of [first, second]) {
      await checkPayments(given.app.services, id, {
        attempt: 1,
        isLastAttempt: false,
        signal: new AbortController().signal,
      });
    }
    expect(await orderStates(loan)).toEqual(['expired', 'paid']);
    expect(await statesOf(loan)).toEqual(['captured', 'held']);
  });

  it('a failed call to the provider is repeated with the same order', async () => {
    const loan = await acceptedLoan(given.app);
    const faults = createFaults();
    const { adapters } = given.app.services;
    const before = adapters.payments;
    adapters.payments = sandboxAdapters.openPayments({ ...given.app.services, switches: faults });
    const key = randomUUID();
    try {
      const statuses = [];
      for (const fault of ['timedOut', 'cut', 'lost', 'refused'] as const) {
        faults.arm({ operation: 'payments.createOrder', fault });
        statuses.push((await create(loan, undefined, key)).status);
      }
      const { status, body } = await create(loan, undefined, key);
      expect([...statuses, status]).toEqual([504, 504, 504, 502, 200]);
      faults.arm({ operation: 'payments.readOrder', fault: 'timedOut' });
      expect(await read(loan, body.result.order_id)).toMatchObject({ state: 'open', url: null });
      expect(await read(loan, body.result.order_id)).toMatchObject({ state: 'open', url: body.result.url });
    } finally {
      adapters.payments = before;
    }
    expect(await orderStates(loan)).toEqual(['open']);
  });

  it('an instalment payment is for the first unpaid one, and a foreclosure payment closes the loan', async () => {
    const loan = await acceptedLoan(given.app, { advanceInstalments: 0 });
    const refusedOf = async (body: object) => (await create(loan, body)).body.errors?.[0]?.code;
    for (const body of [
      { purpose: 'advance' },
      { purpose: 'instalment', instalment: 1 },
      { purpose: 'foreclosure' },
    ])
      expect(await refusedOf(body)).toBe('servicing.payment.notDue');
    await disbursed(given.app, loan);
    for (const body of [
      { purpose: 'instalment', instalment: 2 },
      { purpose: 'instalment' },
      { purpose: 'cooling_off' },
    ])
      expect(await refusedOf(body)).toBe('servicing.payment.notDue');
    const { url } = await ordered(loan, { purpose: 'instalment', instalment: 1 });
    work();
    await press(given.app, url, { outcome: 'paid', method: 'upi' });
    await expect.poll(() => orderStates(loan)).toEqual(['paid']);
    const next = await ordered(loan, { purpose: 'instalment', instalment: 2 });
    expect(next).toMatchObject({ instalment: 2, amount_paise: 630_000 });
    const all = await ordered(loan, { purpose: 'foreclosure' });
    await press(given.app, all.url, { outcome: 'paid', method: 'net_banking' });
    await expect.poll(() => orderStates(loan)).toEqual(['expired', 'paid', 'paid']);
    const { bearer, id } = loan;
    const { body } = await given.app.call('readServicing', { bearer, path: { id } });
    expect(body.result).toMatchObject({ stage: 'closed', outstanding_paise: 0 });
  });

  it('requires the owner of the loan, and an idempotency key of its own', async () => {
    const loan = await acceptedLoan(given.app);
    const other = await acceptedLoan(given.app);
    const key = randomUUID();
    const { body } = await create(loan, undefined, key);
    expect((await create({ ...loan, bearer: other.bearer })).status).toBe(404);
    const path = { id: other.id, order_id: body.result.order_id };
    expect((await given.app.call('readPaymentOrder', { bearer: other.bearer, path })).status).toBe(404);
    await disbursed(given.app, loan);
    expect((await create(loan, { purpose: 'foreclosure' }, key)).status).toBe(409);
  });
});
