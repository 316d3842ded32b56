/** The provider of payments: people pay an order, twice, late, too little or not at all, and banks take money back. */
import { randomUUID } from 'node:crypto';
import { type IsoDate, todayInIndia } from '../../../domain/values/dates.ts';
import type { DayEntry } from '../../../server/adapters/day-list.ts';
import type { ProviderPayment } from '../../../domain/servicing/order-payments.ts';
import type { OrderReading, PaymentRequest } from '../../../server/adapters/payments.ts';
import type { NoRequest } from '../../../server/adapters/provider.ts';
import type { World } from '../world.ts';
import { sendEvent } from './events.ts';
import { minuteMs, dayMs } from '../times.ts';

export type Order = { request: PaymentRequest; payments: ProviderPayment[] };

export class PaymentProvider {
  constructor(
    private readonly world: World,
    readonly orders: Map<string, Order>,
  ) {}

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
    const isPaid = order.payments.some(({ state }) => state === 'captured');
    const isOver = order.request.expiresAt.getTime() <= this.world.scheduler.now;
    return {
      kind: 'order',
      url: isPaid || isOver ? null : `https://pay.example/${reference}`,
      payments: structuredClone(order.payments),
    };
  }

  refund(reference: string, paymentId: string): OrderReading | NoRequest {
    const payment = this.orders.get(reference)?.payments.find(({ id }) => id === paymentId);
    if (!payment) return { kind: 'none' };
    if (payment.state === 'captured') {
      payment.state = 'refunded';
      payment.changedOn = this.#today();
      this.world.did('refund made');
      this.#tell(reference);
    }
    return this.read(reference);
  }

  /** Lists the payments of a day as they are now. */
  listDay(day: IsoDate): DayEntry[] {
    return [...this.orders].flatMap(([reference, { payments }]) =>
      payments
        .map((payment) => ({ ...payment, reference, on: todayInIndia(payment.paidAt) }))
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
      this.world.later(random.whole(50 * dayMs), 'bank takes money back', () =>
        this.#takeBack(reference, order),
      );
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

  #takeBack(reference: string, { payments }: Order): void {
    const paid = payments.find(({ state }) => state === 'captured');
    if (!paid) return;
    paid.state = 'refunded';
    paid.changedOn = this.#today();
    this.world.did('chargeback');
    this.#tell(reference);
  }

  #today(): IsoDate {
    return todayInIndia(new Date(this.world.scheduler.now));
  }

  #tell(reference: string): void {
    sendEvent(this.world, 'receiveProviderEvent', { provider: 'payments' }, reference);
  }
}
