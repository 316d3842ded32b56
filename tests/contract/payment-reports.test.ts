/** Reports of a payment's provider that come late, twice and in any order (decision 92). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { OrderReading, Payments } from '../../server/adapters/payments.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { paymentOrders, payments } from '../../server/db/schema/servicing.ts';
import { checkPayments } from '../../server/servicing/payment-orders.ts';
import { type AcceptedLoan, acceptedLoan } from './accepted-loan.ts';
import { describeOnPostgresByDay, describeOnPostgres } from './both-databases.ts';
import { press } from './provider-pages.ts';

describeOnPostgresByDay('a payment', (given) => {
  const stored = ({ id }: AcceptedLoan) =>
    given.app.db.select().from(payments).where(eq(payments.loanId, id));

  it('ends in the same state in any order of reports, and is counted once', async () => {
    const { adapters } = given.app.services;
    const before = adapters.payments;
    if (!before) throw new Error('The sandbox has a provider');
    const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    const outcomes = ['paid', 'failed', 'short', 'twice', 'late', 'refund', 'refund_half', 'other_currency'];
    const loan = await acceptedLoan(given.app);
    let seed = 7;
    const random = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % limit;
    };
    try {
      for (let round = 0; round < 12; round += 1) {
        const provider = staleProvider(before, random);
        adapters.payments = provider;
        const { body } = await given.app.call('createPaymentOrder', {
          bearer: loan.bearer,
          path: { id: loan.id },
          body: { purpose: 'advance' },
          headers: { 'idempotency-key': randomUUID() },
        });
        const { order_id: id, url } = body.result;
        for (let step = 0; step < 4; step += 1) {
          const outcome = outcomes[random(outcomes.length)] ?? 'paid';
          await press(given.app, url, { outcome, method: 'upi' }, { isDelivered: false });
          for (let report = 0; report < random(3); report += 1)
            await checkPayments(given.app.services, id, run);
          expect((await stored(loan)).filter(({ state }) => state === 'captured').length).toBeLessThan(2);
        }
        provider.isCurrent = true;
        await checkPayments(given.app.services, id, run);
        const known = (await stored(loan)).filter(({ orderId }) => orderId === id);
        const [order] = await given.app.db.select().from(paymentOrders).where(eq(paymentOrders.id, id));
        const reading = await before.readOrder(order?.providerReference ?? '', run.signal);
        if (reading.kind !== 'order') throw new Error('The order is gone');
        const right = reading.payments.some(
          (one) => one.state === 'captured' && one.amountPaise === 630_000 && one.currency === 'INR',
        );
        expect(known).toHaveLength(reading.payments.length);
        expect(order?.state === 'paid', `round ${round}`).toBe(right);
        expect(known.filter(({ state }) => state === 'captured')).toHaveLength(right ? 1 : 0);
        // The next round begins with nothing paid.
        await press(given.app, url, { outcome: 'refund', method: 'upi' }, { isDelivered: false });
        await checkPayments(given.app.services, id, run);
        await given.app.db
          .update(paymentOrders)
          .set({ expiresAt: given.app.clock.now() })
          .where(eq(paymentOrders.id, id));
        await given.app.db.delete(jobs);
      }
    } finally {
      adapters.payments = before;
    }
  });
});

describeOnPostgres('the books of a payment’s provider', (given) => {
  const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
  const ordered = async (loan: AcceptedLoan) => {
    const { body } = await given.app.call('createPaymentOrder', {
      bearer: loan.bearer,
      path: { id: loan.id },
      body: { purpose: 'advance' },
      headers: { 'idempotency-key': randomUUID() },
    });
    return body.result as { order_id: string; url: string };
  };
  const paymentsOf = ({ id }: AcceptedLoan) =>
    given.app.db.select().from(payments).where(eq(payments.loanId, id));

  /** Runs with the sandbox's provider, changed. */
  async function withProvider(changed: (real: Payments) => Partial<Payments>, work: () => Promise<void>) {
    const { adapters } = given.app.services;
    const before = adapters.payments;
    if (!before) throw new Error('The sandbox has a provider');
    adapters.payments = { ...before, ...changed(before) };
    try {
      await work();
    } finally {
      adapters.payments = before;
    }
  }

  it('give back no payment that counts by now, though its refund was ordered', async () => {
    const loan = await acceptedLoan(given.app);
    const { order_id: id, url } = await ordered(loan);
    await press(given.app, url, { outcome: 'short', method: 'upi' }, { isDelivered: false });
    await checkPayments(given.app.services, id, run);
    const isOrders = eq(payments.orderId, id);
    const [held] = await paymentsOf(loan);
    expect(held).toMatchObject({ state: 'held' });
    const ordering = { decision: 'refund', decidedAt: given.app.clock.now() } as const;
    await given.app.db
      .update(payments)
      .set({ ...ordering, state: 'captured' })
      .where(isOrders);
    const asked: string[] = [];
    const refundPayment: (real: Payments) => Partial<Payments> = (real) => ({
      refundPayment: async (reference, paymentId, signal) => {
        asked.push(paymentId);
        return real.refundPayment(reference, paymentId, signal);
      },
    });
    await withProvider(refundPayment, async () => {
      await checkPayments(given.app.services, id, run);
      expect(asked).toEqual([]);
      await given.app.db.update(payments).set({ state: 'held' }).where(isOrders);
      await checkPayments(given.app.services, id, run);
    });
    expect(asked).toEqual([held?.providerPaymentId]);
  });

  it('change no payment of one order by the report of another', async () => {
    const loan = await acceptedLoan(given.app);
    const first = await ordered(loan);
    await press(given.app, first.url, { outcome: 'short', method: 'upi' }, { isDelivered: false });
    await checkPayments(given.app.services, first.order_id, run);
    const held = await paymentsOf(loan);
    expect(held).toMatchObject([{ state: 'held', orderId: first.order_id }]);
    const isFirst = eq(paymentOrders.id, first.order_id);
    await given.app.db.update(paymentOrders).set({ expiresAt: given.app.clock.now() }).where(isFirst);
    const second = await ordered(loan);
    expect(second.order_id).not.toBe(first.order_id);
    const reportsTheSame: (real: Payments) => Partial<Payments> = (real) => ({
      readOrder: async (...order) => {
        const reading = await real.readOrder(...order);
        const gone = { amountPaise: 500_000, currency: 'INR', state: 'refunded', method: 'upi' } as const;
        const id = held[0]?.providerPaymentId ?? '';
        return { ...reading, payments: [{ ...gone, id, paidAt: given.app.clock.now() }] } as OrderReading;
      },
    });
    await withProvider(reportsTheSame, async () => {
      await checkPayments(given.app.services, second.order_id, run);
    });
    expect(await paymentsOf(loan)).toEqual(held);
    const [order] = await given.app.db
      .select()
      .from(paymentOrders)
      .where(eq(paymentOrders.id, second.order_id));
    expect(order?.state).toBe('open');
  });
});

/** Answers what the books said at some time before. */
function staleProvider(real: Payments, random: (limit: number) => number): Payments & { isCurrent: boolean } {
  const past: Record<string, OrderReading[]> = {};
  const provider: Payments & { isCurrent: boolean } = {
    isCurrent: false,
    createOrder: (request, signal) => real.createOrder(request, signal),
    refundPayment: (...refund) => real.refundPayment(...refund),
    listDay: (...list) => real.listDay(...list),
    async readOrder(reference, signal) {
      const reading = await real.readOrder(reference, signal);
      if (reading.kind !== 'order') return reading;
      const known = (past[reference] ??= []);
      known.push(reading);
      return provider.isCurrent ? reading : (known[random(known.length)] ?? reading);
    },
  };
  return provider;
}
