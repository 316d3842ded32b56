/**
 * Walks of the model of payments (docs/simulation.md), chosen by a seed and made again with the real server: after each
 * step the orders, the payments, the stage and what the customer was told are the same.
 */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dispute, PaymentPurpose } from '../../domain/servicing/order-payments.ts';
import type { OrderReading, Payments } from '../../server/adapters/payments.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { paymentOrders, payments } from '../../server/db/schema/servicing.ts';
import { requestCancellation } from '../../server/servicing/accept.ts';
import { recordLenderSteps } from '../../server/servicing/sync-lender-loan.ts';
import {
  checkPayments,
  createPaymentOrder,
  readPaymentOrder,
} from '../../server/servicing/payment-orders.ts';
import { instalmentOf, termsOf, today } from '../explore/protocols/payment-loan.ts';
import type { Reading } from '../explore/protocols/payment-provider.ts';
import type { Decision, Report, Rows } from '../explore/protocols/payment-rows.ts';
import { type PaymentOptions, paymentProtocol } from '../explore/protocols/payment.ts';
import { describeSteps, shortestWalk, walk } from '../explore/search.ts';
import type { Step, View } from '../explore/world.ts';
import { createRandom } from '../fuzz/random.ts';
import { embedded } from '../support/databases.ts';
import { decideByTwo } from '../support/decide-by-two.ts';
import { isNightly } from '../support/nightly.ts';
import { seed } from '../support/seed.ts';
import { type AcceptedLoan, acceptedLoan, disbursed, lenderId, stageOf } from './accepted-loan.ts';
import { type App, openApp } from './app.ts';
import { HeldServers } from './held-servers.ts';
import { disbursalOf, noLenderSteps } from './lender-steps.ts';

const walksOfEach = isNightly ? 40 : 1;
const longest = 60;
const longestTestMs = 10 * 60_000;
const start = new Date('2026-07-20T06:30:00Z').getTime();

const servers = new HeldServers();
const provider: Payments = {
  createOrder: servers.hold,
  readOrder: servers.hold,
  refundPayment: servers.hold,
  listDay: servers.hold,
};

const rowsOf = (view: View) => view.of<Rows>('database').context;
const timeOf = (clock: number) => new Date(start + clock * 1000);

/** Returns the part of the model's state that is compared with the server's after each step. */
const modelState = ({ loan, orders, payments: known }: Rows) => ({
  stage: loan.stage,
  orders: orders.map(({ purpose, amountPaise, state }) => [purpose, amountPaise, state]),
  payments: known.map(({ id, order, state, decision, isRefused, isPaidBack }) => [
    ...[id, order, state, decision, isRefused && decision === 'refund', isPaidBack],
  ]),
  isToldHeld: known.some((one) => one.isToldHeld),
  isToldRefunded: known.some((one) => one.isToldRefunded),
});

async function realState(app: App, loan: AcceptedLoan) {
  const orders = await ordersOf(app, loan);
  const stored = await app.db.select().from(payments).where(eq(payments.loanId, loan.id));
  const sent = await app.db.select().from(messages).where(eq(messages.loanId, loan.id));
  const isSent = (name: string) => sent.some(({ template }) => template === name);
  const idOf = (name: string) => Number(name.split(' ').at(-1));
  return {
    stage: await stageOf(app, loan),
    orders: orders.map(({ purpose, amountPaise, state }) => [purpose, amountPaise, state]),
    payments: stored
      .toSorted((a, b) => idOf(a.providerPaymentId) - idOf(b.providerPaymentId))
      .map(({ providerPaymentId, orderId, state, decision, refundRefusedAt, refundReference }) => [
        ...[idOf(providerPaymentId), orders.findIndex(({ id }) => id === orderId) + 1, state, decision],
        ...[refundRefusedAt !== null, refundReference !== null],
      ]),
    isToldHeld: isSent('servicing.paymentHeld'),
    isToldRefunded: isSent('servicing.paymentRefunded') || isSent('servicing.paymentDisputed'),
  };
}

const ordersOf = ({ db }: App, { id }: AcceptedLoan) =>
  db.select().from(paymentOrders).where(eq(paymentOrders.loanId, id)).orderBy(asc(paymentOrders.createdAt));

/** Says whether a step changes nothing at a server: a message is lost, or finds it at something else. */
function isIgnored({ kind, party, event: { type } }: Step, before: View): boolean {
  if (kind === 'lost' || !(party.startsWith('server') || party === 'database')) return true;
  if (party === 'database' || type === 'crash') return false;
  const { value } = before.of(party);
  if (type === 'caller hangs up') return true;
  if (type === 'refund ends') return value !== 'refunding';
  if (type === 'reading') return value !== 'reading' && value !== 'reading others';
  return (value === 'idle') === (type === 'time is up');
}

/** The values of the events of the servers and of the database. */
type Values = {
  order: number;
  purpose: PaymentPurpose;
  key: string;
  reading: Reading | null;
  isRefused: boolean;
  payment: number;
  decision: Decision;
  changes: Partial<Rows['loan']>;
};

/** One walk with the real server. */
class Walk {
  constructor(
    private readonly app: App,
    private readonly loan: AcceptedLoan,
    private readonly begin: Rows['loan'],
  ) {}

  async make({ kind, party, event }: Step): Promise<void> {
    const values = event as typeof event & Values;
    const server = `${this.loan.id} ${party}`;
    switch (`${party.replace(/ \d$/, '')} ${event.type}`) {
      case 'server create order':
      case 'server read order':
      case 'server check': {
        const work = await this.workOf(values);
        return servers.start(server, work);
      }
      case 'server reading':
        return servers.reply(server, this.readingOf(values.reading));
      case 'server refund ends': {
        const refunded = { kind: 'order', url: null, payments: [] };
        const reply = kind === 'act' ? { kind: 'noResponse' } : refunded;
        return servers.reply(server, values.isRefused ? { kind: 'failed', isFinal: true } : reply);
      }
      case 'server time is up':
        return servers.reply(server, { kind: 'noResponse' });
      case 'server crash':
        return servers.crash(server);
      case 'database order expires': {
        const { db, clock } = this.app;
        const expiresAt = new Date(clock.now().getTime() - 1000);
        const id = await this.orderId(values.order);
        await db.update(paymentOrders).set({ expiresAt }).where(eq(paymentOrders.id, id));
        return;
      }
      case 'database decide':
        return this.decide(values.payment, values.decision);
      case 'database loan changes':
        return this.changeLoan(values.changes);
    }
  }

  private async workOf({ type, purpose, key, order }: { type: string } & Values) {
    const { services } = this.app;
    const { id: loanId } = this.loan;
    if (type === 'create order') {
      const instalment = instalmentOf(this.begin, purpose);
      return () =>
        createPaymentOrder(services, loanId, { purpose, instalment, idempotencyKey: `${loanId} ${key}` });
    }
    const orderId = await this.orderId(order);
    const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    return type === 'check'
      ? () => checkPayments(services, orderId, run)
      : () => readPaymentOrder(services, { loanId, orderId });
  }

  private async orderId(order: number): Promise<string> {
    return (await ordersOf(this.app, this.loan))[order - 1]?.id ?? '';
  }

  private readonly nameOf = (payment: number) => `${this.loan.id} ${payment}`;

  private readingOf(reading: Reading | null): OrderReading | { kind: 'none' } {
    if (!reading) return { kind: 'none' };
    return {
      kind: 'order',
      url: reading.url,
      payments: reading.payments.map(({ id, amountPaise, state, paidAt, dispute }) => ({
        ...{ id: this.nameOf(id), amountPaise, state, currency: 'INR', method: 'upi' },
        ...{ paidAt: timeOf(paidAt), disputes: dispute ? [this.disputeOf(id, amountPaise, dispute)] : [] },
      })),
    };
  }

  private readonly disputeOf = (
    payment: number,
    amountPaise: number,
    { takenAt, wonAt }: NonNullable<Report['dispute']>,
  ): Dispute => ({
    ...{ id: `${this.nameOf(payment)} dispute`, amountPaise, takenAt: timeOf(takenAt).toISOString() },
    ...{
      state: wonAt === null ? 'open' : 'won',
      decidedAt: wonAt === null ? null : timeOf(wonAt).toISOString(),
    },
  });

  private async decide(payment: number, decision: Decision): Promise<void> {
    const ofPayment = eq(payments.providerPaymentId, this.nameOf(payment));
    const [known] = await this.app.db.select().from(payments).where(ofPayment);
    await decideByTwo(this.app.services, {
      ...{ loanId: this.loan.id, paymentId: this.nameOf(payment) },
      body: {
        ...{ decision, amount_paise: known?.amountPaise ?? 0 },
        ...(decision === 'refunded_by_lender' && { reference: 'UTR-123456' }),
        note: 'As explored',
      },
    });
  }

  private async changeLoan(changes: Partial<Rows['loan']>): Promise<void> {
    const { services, clock } = this.app;
    const { id: loanId, terms, offerId } = this.loan;
    if (changes.isCancelled) return requestCancellation(services, loanId);
    await recordLenderSteps(
      services,
      { loanId, lenderId },
      {
        ...noLenderSteps,
        refused: changes.isRefused ?? false,
        cancelled: changes.isCancelConfirmed ? { at: clock.now() } : null,
        disbursal: changes.isDisbursed ? disbursalOf(terms, today, { proposalNumber: `P-${offerId}` }) : null,
      },
    );
  }
}

async function make(app: App, { steps, visited }: ReturnType<typeof walk>): Promise<void> {
  const [first] = visited;
  if (!first) throw new Error('A walk has a beginning');
  app.clock.set(timeOf(0));
  const begin = rowsOf(first).loan;
  const loan = await acceptedLoan(app, termsOf(begin));
  if (begin.isDisbursed) await disbursed(app, loan);
  const made = new Walk(app, loan, begin);
  for (const [index, step] of steps.entries()) {
    const [before, after] = [visited[index], visited[index + 1]];
    if (!before || !after || isIgnored(step, before)) continue;
    // Two steps never happen at the same time.
    app.clock.set(new Date(timeOf(rowsOf(after).clock).getTime() + index));
    await made.make(step);
    const soFar = describeSteps(steps.slice(0, index + 1)).join('\n');
    expect(await realState(app, loan), soFar).toEqual(modelState(rowsOf(after)));
  }
}

type Walked = Omit<PaymentOptions, 'budgets' | 'servers'>;
const inAdvance: Walked = { loan: 'accepted', tabs: ['advance'] };
const repaid: Walked = { loan: 'disbursed', tabs: ['instalment'] };

/** Returns random walks, each of which has a recorded payment. */
function walksByChance(options: Walked): ReturnType<typeof walk>[] {
  const random = createRandom(seed);
  const budgets = { person: 5, fault: 2, doubling: 1 };
  const protocol = paymentProtocol({ ...options, servers: 2, budgets });
  const walks: ReturnType<typeof walk>[] = [];
  while (walks.length < walksOfEach) {
    const made = walk(protocol, random.whole, longest);
    if (rowsOf(made.visited.at(-1) as View).payments.length > 0) walks.push(made);
  }
  return walks;
}

const walkTo = (options: Walked, [person, fault]: [number, number], isReached: (rows: Rows) => boolean) =>
  shortestWalk(
    paymentProtocol({ ...options, servers: 1, budgets: { person, fault, doubling: 0 } }),
    (view) => isReached(rowsOf(view)),
    300_000,
  );

describe('a walk of the model of payments', () => {
  const database = embedded();
  let app: App;
  beforeAll(async () => {
    app = await openApp(database, {}, { payments: provider });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it.each<Walked>([
    { ...inAdvance, tabs: ['advance', 'advance'] },
    { ...repaid, tabs: ['instalment', 'foreclosure'] },
    { ...repaid, tabs: ['instalment', 'cooling_off'] },
  ])(
    `goes the same with the real server, ${walksOfEach} times: $loan, $tabs`,
    async (options) => {
      for (const made of walksByChance(options)) await make(app, made);
    },
    longestTestMs,
  );

  it.each<[string, Walked, [number, number], (rows: Rows) => boolean]>([
    ['the money of a refused loan has gone back', inAdvance, [2, 0], isReturned],
    ['staff give back what was paid twice', repaid, [4, 0], isReturned],
    [
      'staff count what was paid twice',
      repaid,
      [4, 0],
      ({ payments: known }) =>
        known.some(({ state, decision }) => state === 'captured' && decision === 'count'),
    ],
    [
      'the lender pays back what the provider does not',
      inAdvance,
      [3, 1],
      ({ payments: known }) => known.some(({ state }) => state === 'refunded_by_lender'),
    ],
    [
      'a bank takes a payment back that has counted',
      repaid,
      [2, 1],
      ({ payments: known }) => known.some(({ state }) => state === 'disputed'),
    ],
    [
      'a dispute is won of a payment that counts again',
      repaid,
      [2, 2],
      ({ payments: known }) =>
        known.some(({ state, dispute }) => state === 'captured' && dispute?.wonAt != null),
    ],
    [
      'a loan is left by its exit payment',
      { ...repaid, tabs: ['cooling_off'] },
      [3, 0],
      ({ loan }) => loan.stage === 'cancelled',
    ],
  ])(
    'goes the same until %s',
    async (_, options, budgets, isReached) => make(app, walkTo(options, budgets, isReached)),
    longestTestMs,
  );
});

const isReturned = ({ payments: known }: Rows): boolean =>
  known.some(({ state, decision }) => state === 'refunded' && decision === 'refund');
