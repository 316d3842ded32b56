/**
 * Events of providers and of the lender reach the server in any order: repeated, late, out of order, lost or sent
 * again, with stale or missing answers. In the end the server always has the same state, and money counts once. The
 * events are signed calls and the jobs are the server's; only time is the test's.
 * Each order is a loan, and five orders share a world. `EVENT_ORDERS` is their number; order n is always the same.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import {
  kycChecks,
  mandates,
  paymentOrders,
  payments,
  providerEvents,
} from '../../server/db/schema/servicing.ts';
import { jobHandlers } from '../../server/app/job-handlers.ts';
import { type ClaimedJob, claimJobs, settleJob } from '../../server/jobs/lease.ts';
import type { JobHandlers } from '../../server/jobs/runner.ts';
import { decideByTwo } from '../support/decide-by-two.ts';
import type { App } from './app.ts';
import { describeOnPostgres } from './both-databases.ts';
import {
  type EventCall,
  lonelyJobMs,
  openOrders,
  openTemplates,
  type Order,
  ordersPerWorld,
  referenceOf,
  start,
} from './event-order-loans.ts';
import { type Knowledge, knowledgeOf, type WorldRequest } from './event-worlds.ts';
import { signedEvent } from './lender-events.ts';
import { ProviderBooks } from './provider-books.ts';
import { providerEvent } from './provider-pages.ts';

const orders = Number(process.env.EVENT_ORDERS ?? 60);
const ordersAtOnce = 100;
const rounds = 6;
const atOnce = 8;
const secondMs = 1000;
const roundMs = 20 * secondMs;

const books = new ProviderBooks();

describeOnPostgres(
  'what the server knows in the end',
  (given) => {
    it(
      `is the same in ${orders} orders of events, and money counts once`,
      async () => {
        const { app } = given;
        const templates = await openTemplates(app);
        const wrong: object[] = [];
        const seen = {
          answers: new Map<number, number>(),
          counted: 0,
          refundedByLender: 0,
          stages: new Map<string, number>(),
        };
        for (let first = 0; first < orders; first += ordersAtOnce) {
          app.clock.set(start);
          const count = Math.min(ordersAtOnce, orders - first);
          const batch = await openOrders(app, { books, templates }, { first, count });
          for (let round = 0; round < rounds; round += 1) {
            await forEachOf(batch, (order) => act(app, order, seen.answers));
            await runJobs(app);
            app.clock.pass(roundMs);
          }
          await forEachOf(batch, async (order) => {
            for (const request of order.world.requests) books.finish(referenceOf(order, request));
            for (const late of order.delayed) await deliver(app, order, late, seen.answers);
          });
          // Everything is asked about once more, and what follows from that a minute later.
          for (const ms of [lonelyJobMs, 60 * secondMs]) {
            app.clock.pass(ms);
            await runJobs(app);
          }
          const known = await knowledgeInDatabase(app, batch);
          for (const order of batch) {
            const expected = knowledgeOf(order.world, templates.open.borrower, order.refundedByLender);
            seen.refundedByLender += order.refundedByLender.size;
            const actual = known.get(order.loanId);
            seen.counted += expected.countedPaise > 0 ? 1 : 0;
            if (expected.stage) seen.stages.set(expected.stage, (seen.stages.get(expected.stage) ?? 0) + 1);
            if (actual && expected.stage === null) Object.assign(actual, { stage: null, mandate: null });
            const isSame = JSON.stringify(sorted(actual)) === JSON.stringify(sorted(expected));
            if (!isSame && wrong.length < 5) wrong.push({ order: order.number, actual, expected });
          }
          await app.db.delete(jobs);
          books.clear();
        }
        expect(wrong).toEqual([]);
        process.stdout.write(
          `${orders} orders of events of ${Math.ceil(orders / ordersPerWorld)} worlds; answers ${text(seen.answers)}; ` +
            `ended ${text(seen.stages)}; money counted in ${seen.counted}, paid back by the lender ${seen.refundedByLender} times\n`,
        );
        // The worlds are no empty ones.
        expect(seen.counted).toBeGreaterThan(orders / 4);
        expect(seen.answers.get(409)).toBeGreaterThan(orders / 10);
        expect(seen.refundedByLender).toBeGreaterThan(0);
      },
      3 * lonelyJobMs,
    );
  },
  books.adapters,
);

const text = (counts: ReadonlyMap<number | string, number>): string =>
  [...counts].map(([what, count]) => `${what}: ${count}`).join(', ');

/** Returns the value with the members of its objects sorted by name. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, one]) => [name, sorted(one)]),
      )
    : value;

type Answers = Map<number, number>;

/** Something happens at a provider, and the server hears of it, or of something before. */
async function act(app: App, order: Order, answers: Answers): Promise<void> {
  const { world, random, delayed, delivered } = order;
  const request = random.pick(world.requests);
  if (!request) return;
  const reference = referenceOf(order, request);
  const chance = random.whole(100);
  if (chance < 12) {
    const known = delivered.length > 0 ? random.pick(delivered) : undefined;
    if (known) await deliver(app, order, known, answers);
    return;
  }
  if (chance < 22) {
    for (const late of delayed.splice(0)) await deliver(app, order, late, answers);
    return;
  }
  if (random.percent(80)) books.advance(reference);
  const event = eventOf(app, request, reference);
  if (chance > 84) await payBack(app, order);
  if (chance < 37) return;
  if (chance < 52) {
    delayed.push(event);
    return;
  }
  if (random.percent(40)) books.slip(reference, random.percent(40) ? 'silent' : random.whole(4));
  await deliver(app, order, event, answers);
  if (chance < 70) await deliver(app, order, event, answers);
  if (chance < 60) await deliver(app, order, eventOf(app, request, reference), answers);
}

/** The provider has refused the refund of a payment that is held, and staff record that the lender has paid it back. */
async function payBack({ db, clock, services }: App, { loanId, refundedByLender }: Order): Promise<void> {
  const [held] = await db
    .update(payments)
    .set({ decision: 'refund', refundRefusedAt: clock.now() })
    .where(and(eq(payments.loanId, loanId), eq(payments.state, 'held')))
    .returning();
  if (!held) return;
  const { providerPaymentId: paymentId, amountPaise } = held;
  const reference = 'UTR000042';
  const body = {
    decision: 'refunded_by_lender',
    amount_paise: amountPaise,
    reference,
    note: 'Done',
  } as const;
  await decideByTwo(services, { loanId, paymentId, body });
  refundedByLender.add(paymentId);
}

const eventOf = (app: App, { sender }: WorldRequest, reference: string): EventCall =>
  sender === 'lender'
    ? { operation: 'receiveLenderEvent', reference, call: signedEvent(app, { reference }) }
    : { operation: 'receiveProviderEvent', reference, call: providerEvent(app, sender, { reference }) };

/** The first time it is taken, and refused whenever it comes again. */
async function deliver(app: App, order: Order, event: EventCall, answers: Answers): Promise<void> {
  const { status } = await app.call(event.operation, event.call);
  expect(status, `order ${order.number}`).toBe(order.delivered.includes(event) ? 409 : 200);
  order.delivered.push(event);
  answers.set(status, (answers.get(status) ?? 0) + 1);
}

/** Runs the jobs that are due: those of a loan one after the other, loans beside one another. */
async function runJobs({ db, clock, services }: App): Promise<void> {
  const holder = randomUUID();
  const handlers = jobHandlers(services);
  for (;;) {
    const now = clock.now();
    const free = [
      ['provider', 100],
      ['verdict', 100],
    ] as const;
    const claimed = await claimJobs(db, { holder, now, running: [], free });
    if (claimed.length === 0) return;
    const byLoan = new Map<string, ClaimedJob[]>();
    for (const job of claimed.toSorted((one, other) => (rowOf(one) < rowOf(other) ? -1 : 1))) {
      const loan = rowOf(job).slice(0, 8);
      byLoan.set(loan, [...(byLoan.get(loan) ?? []), job]);
    }
    await forEachOf([...byLoan.values()], async (ofLoan) => {
      for (const job of ofLoan) {
        const handler = handlers[job.kind] as JobHandlers['provider.check'];
        const run = { attempt: job.attempts, isLastAttempt: false, signal: new AbortController().signal };
        const result = await handler(job.payload as Parameters<typeof handler>[0], run);
        const again = new Date(now.getTime() + lonelyJobMs);
        await settleJob(
          db,
          holder,
          job,
          result === 'done' ? { kind: 'done' } : { kind: 'again', runAt: again, attempts: job.attempts },
        );
      }
    });
  }
}

/** Some at a time: who waits for a connection of the pool too long is refused. */
async function forEachOf<One extends object>(
  all: readonly One[],
  work: (one: One) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The id of the row that a job is about, which begins with the number of its order. */
function rowOf({ payload }: ClaimedJob): string {
  const { id, loanId } = payload as { id?: string; loanId?: string };
  return id ?? loanId ?? '';
}

/** Returns the database's state of each loan. */
async function knowledgeInDatabase({ db }: App, batch: readonly Order[]): Promise<Map<string, Knowledge>> {
  const ids = batch.map(({ loanId }) => loanId);
  const [stages, checks, ofBanks, ordered, received, receipts, events] = await Promise.all([
    db.select().from(lenderLoans).where(inArray(lenderLoans.loanId, ids)),
    db.select().from(kycChecks).where(inArray(kycChecks.loanId, ids)),
    db.select().from(mandates).where(inArray(mandates.loanId, ids)),
    db.select().from(paymentOrders).where(inArray(paymentOrders.loanId, ids)),
    db.select().from(payments).where(inArray(payments.loanId, ids)),
    db.select({ key: jobs.dedupeKey }).from(jobs).where(eq(jobs.kind, 'servicing.receipt')),
    db
      .select({ reference: providerEvents.reference })
      .from(providerEvents)
      .where(inArray(providerEvents.reference, batch.flatMap(providerReferences))),
  ]);
  const receiptOf = (id: string) => receipts.filter(({ key }) => key === `receipt:${id}`).length;
  return new Map(
    batch.map((order) => {
      const { loanId } = order;
      const ours = <Row extends { loanId: string | null }>(rows: Row[]) =>
        rows.filter((row) => row.loanId === loanId);
      const [check, mandate, ofLoan] = [ours(checks)[0], ours(ofBanks)[0], ours(received)];
      const captured = ofLoan.filter(({ state }) => state === 'captured');
      for (const { id } of captured) expect(receiptOf(id), `a receipt of order ${order.number}`).toBe(1);
      // An accepted event is recorded once.
      const taken = new Set(order.delivered.filter(isOfProvider)).size;
      const recorded = events.filter(({ reference }) => reference.startsWith(`${order.number} `)).length;
      expect(recorded, `events of order ${order.number}`).toBe(taken);
      const knowledge: Knowledge = {
        stage: ours(stages)[0]?.stage ?? null,
        kyc: check ? { state: check.state, nameMatches: check.nameMatches } : null,
        mandate: mandate?.state ?? null,
        orders: Object.fromEntries(
          ours(ordered).map(({ providerReference, state }) => [
            (providerReference ?? '').slice(`${order.number} `.length),
            state,
          ]),
        ),
        payments: Object.fromEntries(
          ofLoan.map((one) => [one.providerPaymentId, `${one.state} ${one.amountPaise} ${one.currency}`]),
        ),
        countedPaise: captured.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
      };
      return [loanId, knowledge];
    }),
  );
}

const isOfProvider = ({ operation }: EventCall): boolean => operation === 'receiveProviderEvent';

const providerReferences = (order: Order): string[] =>
  order.world.requests
    .filter(({ sender }) => sender !== 'lender')
    .map((request) => referenceOf(order, request));
