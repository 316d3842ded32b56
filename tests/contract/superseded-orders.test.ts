/** Orders of one loan side by side (decision 92): something else that is ordered or paid ends them. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { paymentOrders } from '../../server/db/schema/servicing.ts';
import { checkPayments } from '../../server/servicing/payment-orders.ts';
import { type AcceptedLoan, acceptedLoan, disbursed } from './accepted-loan.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { signedIn } from './customers.ts';
import { heldPaymentsOf } from './held-payments.ts';
import { press } from './provider-pages.ts';

describeOnPostgresByDay('two orders of one loan', (given) => {
  const held = heldPaymentsOf(given);
  const instalment = { purpose: 'instalment', instalment: 1 };
  const repaying = async (): Promise<AcceptedLoan> => {
    const loan = await acceptedLoan(given.app, { advanceInstalments: 0 });
    await disbursed(given.app, loan);
    return loan;
  };
  const create = ({ bearer, id }: AcceptedLoan, body: object) =>
    given.app.call('createPaymentOrder', {
      ...{ bearer, path: { id }, body },
      headers: { 'idempotency-key': randomUUID() },
    });
  const ordered = async (loan: AcceptedLoan, body: object): Promise<{ order_id: string; url: string }> => {
    const { status, body: answer } = await create(loan, body);
    expect(status, JSON.stringify(answer)).toBe(200);
    given.app.clock.pass(1000);
    return answer.result;
  };
  const pay = async ({ order_id, url }: { order_id: string; url: string }) => {
    await press(given.app, url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    await checkPayments(given.app.services, order_id, run);
  };
  const servicingOf = async ({ bearer, id }: AcceptedLoan) =>
    (await given.app.call('readServicing', { bearer, path: { id } })).body.result;
  const orderStates = async ({ id }: AcceptedLoan) =>
    (
      await given.app.db
        .select({ state: paymentOrders.state })
        .from(paymentOrders)
        .where(eq(paymentOrders.loanId, id))
        .orderBy(asc(paymentOrders.createdAt))
    ).map(({ state }) => state);

  it.each(['foreclosure', 'cooling_off'])(
    'an instalment and %s: the first order expires, and its payment is held and announced',
    async (purpose) => {
      for (const isFirstPaidFirst of [true, false]) {
        const loan = await repaying();
        const { bearer, id } = loan;
        if (purpose === 'cooling_off') await given.app.call('requestCancellation', { bearer, path: { id } });
        const first = await ordered(loan, instalment);
        const second = await ordered(loan, { purpose });
        expect(await orderStates(loan)).toEqual(['expired', 'open']);
        for (const order of isFirstPaidFirst ? [first, second] : [second, first]) await pay(order);
        expect(await orderStates(loan)).toEqual(['expired', 'paid']);
        const servicing = await servicingOf(loan);
        expect(servicing.stage).toBe(purpose === 'foreclosure' ? 'closed' : 'cancelled');
        expect(
          servicing.payments
            .map((one: { purpose: string; state: string }) => [one.purpose, one.state])
            .toSorted(),
        ).toEqual(
          [
            [purpose, 'captured'],
            ['instalment', 'held'],
          ].toSorted(),
        );
        expect(await held.onlyOneOf(loan)).toMatchObject({ held_because: 'ended', purpose: 'instalment' });
        expect(await held.messagesAbout(loan, 'servicing.paymentHeld')).toEqual(['email', 'sms']);
      }
    },
  );

  it('an unreported payment of the first order is read before the second order is opened', async () => {
    const loan = await repaying();
    const first = await ordered(loan, instalment);
    await press(given.app, first.url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    const before = (await servicingOf(loan)).outstanding_paise;
    const second = await ordered(loan, { purpose: 'foreclosure' });
    expect(second).toMatchObject({ state: 'open' });
    const after = await servicingOf(loan);
    expect(after.paid_paise).toBe(630_000);
    expect(after.outstanding_paise).toBeLessThan(before);
    await pay(second);
    expect(await servicingOf(loan)).toMatchObject({ stage: 'closed' });
    expect(await held.heldOf(loan)).toEqual([]);
  });

  it('an order is refused when its amount differs from the amount shown', async () => {
    const loan = await repaying();
    const { bearer, id } = loan;
    const quote = await given.app.call('readForeclosureQuote', { bearer, path: { id } });
    const shown = { purpose: 'foreclosure', amount_paise: quote.body.result.total_paise };
    await pay(await ordered(loan, instalment));
    const refused = await create(loan, shown);
    expect([refused.status, refused.body.code, refused.body.errors[0].code]).toEqual([
      409,
      'refusal.changed',
      'servicing.payment.amountChanged',
    ]);
    expect(await orderStates(loan)).toEqual(['paid']);
    const now = (await given.app.call('readForeclosureQuote', { bearer, path: { id } })).body.result;
    await ordered(loan, { ...shown, amount_paise: now.total_paise });
  });

  it('a payment counted by staff ends the open order for the same instalment', async () => {
    const loan = await repaying();
    await held.paid(loan, 'short', instalment);
    given.app.clock.pass(1000);
    await held.decide(loan, await held.onlyOneOf(loan), 'count');
    expect(await orderStates(loan)).toEqual(['expired']);
    const rest = await ordered(loan, instalment);
    expect(rest).toMatchObject({ amount_paise: 10_000 });
  });

  it('a payment that is held after an earlier payment is reported is announced to the customer', async () => {
    const loan = await repaying();
    const first = await ordered(loan, instalment);
    await press(given.app, first.url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    given.app.clock.pass(31 * 60_000);
    const { adapters } = given.app.services;
    const { payments } = adapters;
    if (!payments) throw new Error('The sandbox has payments');
    adapters.payments = { ...payments, readOrder: async () => ({ kind: 'noResponse' }) };
    // The session of before has ended.
    const second = await ordered({ ...loan, ...(await signedIn(given.app, loan.mobile)) }, instalment);
    adapters.payments = payments;
    await pay(second);
    expect(await held.messagesAbout(loan, 'servicing.paymentHeld')).toEqual([]);
    const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    await checkPayments(given.app.services, first.order_id, run);
    expect(await held.statesOf(loan)).toEqual(['captured', 'held']);
    expect(await held.messagesAbout(loan, 'servicing.paymentHeld')).toEqual(['email', 'sms']);
  });

  it('an unreported payment is read before the same order is repeated on another day', async () => {
    const loan = await repaying();
    const first = await ordered(loan, { purpose: 'foreclosure' });
    await press(given.app, first.url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    given.app.clock.pass(24 * 60 * 60_000);
    const again = { ...loan, ...(await signedIn(given.app, loan.mobile)) };
    expect((await create(again, { purpose: 'foreclosure' })).status).toBe(409);
    expect(await orderStates(loan)).toEqual(['paid']);
    expect(await servicingOf(again)).toMatchObject({ stage: 'closed' });
  });
});
