/** The provider of payments: people pay an order, twice, late, in parts or not at all, and banks dispute payments. */
import { randomUUID } from 'node:crypto';
import { type IsoDate, todayInIndia } from '../../../domain/values/dates.ts';
import type { DayEntry } from '../../../server/adapters/day-list.ts';
import { lessDisputes, type ProviderPayment } from '../../../domain/servicing/order-payments.ts';
import type { OrderReading, PaymentRequest } from '../../../server/adapters/payments.ts';
import type { NoRequest, ProviderReply } from '../../../server/adapters/provider.ts';
import type { World } from '../world.ts';
import { sendEvent } from './events.ts';
import { minuteMs, hourMs, dayMs } from '../times.ts';

export type Order = {
  request: PaymentRequest;
  payments: ProviderPayment[];
};

const hasOpenDispute = ({ disputes = [] }: ProviderPayment): boolean =>
  disputes.some(({ state }) => state === 'open');

export class PaymentProvider {
  constructor(
    private readonly world: World,
    readonly orders: Map<string, Order>,
  ) {
    for (const [reference, { payments }] of orders)
      for (const { id } of payments.filter(hasOpenDispute)) this.#endDisputeLater(reference, id);
  }

  createOrder(request: PaymentRequest): OrderReading | NoRequest {
    if (!this.orders.has(request.reference)) {
      this.orders.set(request.reference, { request, payments: [] });
      this.world.did('order created');
    }
    return this.read(request.reference);
  }

  read(reference: string): OrderReading | NoRequest {
    const order = this.orders.get(reference);
    if (!order) return { kind: 'none' };
    const isPaid = order.payments.some((payment) => lessDisputes(payment).state === 'captured');
    const isOver = order.request.expiresAt.getTime() <= this.world.scheduler.now;
    return {
      kind: 'order',
      url: isPaid || isOver ? null : `https://pay.example/${reference}`,
      payments: structuredClone(order.payments),
    };
  }

  /** Refuses to refund a payment that a bank disputes, which would be returned twice. */
  refund(reference: string, paymentId: string): ProviderReply<OrderReading> {
    const order = this.orders.get(reference);
    const payment = order?.payments.find(({ id }) => id === paymentId);
    if (!order || !payment) return { kind: 'none' };
    if (hasOpenDispute(payment)) {
      this.world.did('refund refused');
      return { kind: 'failed', isFinal: true };
    }
    if (payment.state === 'captured') this.#giveBack(reference, payment, 'refund made');
    return this.read(reference);
  }

  /** Lists the payments of a day as they are now, and those of earlier days that went back on it. */
  listDay(day: IsoDate): DayEntry[] {
    return [...this.orders].flatMap(([reference, { payments }]) =>
      payments
        .map((payment) => ({ ...lessDisputes(payment), reference, on: todayInIndia(payment.paidAt) }))
        .filter(({ on, changedOn }) => on === day || changedOn === day),
    );
  }

  /** Pays as a person does on its page. */
  pay(url: string): void {
    const reference = url.split('/').at(-1) ?? '';
    const order = this.orders.get(reference);
    if (!order) return;
    const { random } = this.world;
    const draw = random.whole(100);
    const amountPaise = order.request.amountPaise;
    if (draw < 8) this.#add(reference, order, { state: 'failed' }, 'payment failed');
    if (draw >= 8 && draw < 12)
      this.#add(reference, order, { amountPaise: amountPaise - 100 }, 'payment short');
    else if (draw >= 8) this.#add(reference, order, {}, 'payment');
    if (draw >= 12 && draw < 17) this.#add(reference, order, {}, 'payment twice');
    if (draw >= 17 && draw < 20)
      this.world.later(random.whole(50 * dayMs), 'bank disputes', () => void this.dispute(reference));
  }

  /** Pays a part of the page's amount. @param part from 0 to 1 */
  payPart(url: string, part: number): void {
    const reference = url.split('/').at(-1) ?? '';
    const order = this.orders.get(reference);
    if (!order) return;
    const amountPaise = Math.round(order.request.amountPaise * part);
    this.#add(reference, order, { amountPaise }, 'payment of a part');
  }

  /** Says whether a bank has not decided yet. */
  get isDisputed(): boolean {
    return [...this.orders.values()].some(({ payments }) => payments.some(hasOpenDispute));
  }

  /** Lets a bank dispute the payment of an order. @returns false if the order is not paid */
  dispute(reference: string): boolean {
    const order = this.orders.get(reference);
    const paid = order?.payments.find((payment) => lessDisputes(payment).state === 'captured');
    if (!order || !paid) return false;
    const takenAt = this.#now();
    const dispute = { state: 'open', amountPaise: paid.amountPaise, takenAt: takenAt.toISOString() } as const;
    paid.disputes = [...(paid.disputes ?? []), { ...dispute, id: `disp_${randomUUID()}`, decidedAt: null }];
    paid.changedOn = todayInIndia(takenAt);
    this.world.did('dispute begun');
    this.#tell(reference);
    this.#endDisputeLater(reference, paid.id);
    return true;
  }

  #endDisputeLater(reference: string, paymentId: string): void {
    const { world } = this;
    const isLost = world.random.percent(60);
    // A short run has no more days.
    const mostMs = (world.options.from ? 3 : 15) * dayMs;
    world.later(hourMs + world.random.whole(mostMs), 'dispute ends', async () => {
      const order = this.orders.get(reference);
      const payment = order?.payments.find(({ id }) => id === paymentId);
      if (!order || !payment || !hasOpenDispute(payment)) return;
      const when = await this.#momentOf(reference);
      const decidedAt = this.#now();
      const decided = { state: isLost ? 'lost' : 'won', decidedAt: decidedAt.toISOString() } as const;
      payment.disputes =
        payment.disputes?.map((one) => (one.state === 'open' ? { ...one, ...decided } : one)) ?? [];
      payment.changedOn = todayInIndia(decidedAt);
      world.did(`dispute ${decided.state} ${when}`);
      this.#tell(reference);
    });
  }

  #now(): Date {
    return new Date(this.world.scheduler.now);
  }

  /** Finds where the loan of an order is in its life. */
  async #momentOf(reference: string): Promise<string> {
    const [loan] = await this.world.database.rows<{ stage: string; on: string | null }>(
      `select stage, disbursed_on as on from payment_orders o join lender_loans using (loan_id, lender_id)
        where o.provider_reference = '${reference}'`,
    );
    if (!loan?.stage || ['closed', 'cancelled', 'refused'].includes(loan.stage)) return 'after the end';
    return loan.on === null ? 'before the disbursal' : 'while it is repaid';
  }

  #giveBack(reference: string, payment: Order['payments'][number], act: string): void {
    payment.state = 'refunded';
    payment.changedOn = todayInIndia(new Date(this.world.scheduler.now));
    this.world.did(act);
    this.#tell(reference);
  }

  /** Shown as failed at first, and captured later; or paid on a page that was left open. */
  payLate(url: string): void {
    const reference = url.split('/').at(-1) ?? '';
    const order = this.orders.get(reference);
    if (!order) return;
    const { world } = this;
    world.later(10 * minuteMs + world.random.whole(3 * dayMs), 'late payment', () =>
      this.#add(reference, order, {}, 'payment late'),
    );
  }

  #add(reference: string, order: Order, change: Partial<ProviderPayment>, act: string): void {
    order.payments.push({
      ...{ id: `pay_${randomUUID()}`, amountPaise: order.request.amountPaise, currency: 'INR' },
      ...{ state: 'captured', method: 'upi', paidAt: new Date(this.world.scheduler.now) },
      ...change,
    });
    this.world.did(act);
    this.#tell(reference);
  }

  #tell(reference: string): void {
    sendEvent(this.world, 'receiveProviderEvent', { provider: 'payments' }, reference);
  }
}
