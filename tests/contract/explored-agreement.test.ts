/**
 * Walks of the model of an agreement (docs/simulation.md), from the offer to the payout, made again with the real server:
 * after each step the lender loans, their cases and the customer's messages are the same.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lender } from '../../server/adapters/lender.ts';
import type { Payments } from '../../server/adapters/payments.ts';
import { noonOf } from '../explore/protocols/agreement-loan.ts';
import type { Row, Rows } from '../explore/protocols/agreement-rows.ts';
import { type AgreementOptions, agreementProtocol } from '../explore/protocols/agreement.ts';
import { describeSteps, shortestWalk, walk } from '../explore/search.ts';
import type { Step, View } from '../explore/world.ts';
import { createRandom } from '../fuzz/random.ts';
import { embedded } from '../support/databases.ts';
import { isNightly } from '../support/nightly.ts';
import { seed } from '../support/seed.ts';
import { AgreementWalk, lenderIds, modelState, type Values } from './agreement-walk.ts';
import { type App, openApp } from './app.ts';
import { submittedLoan } from './approved-loans.ts';
import { HeldServers } from './held-servers.ts';

const walksOfEach = isNightly ? 40 : 1;
const longest = 60;
const longestTestMs = 10 * 60_000;
const minuteMs = 60_000;

const servers = new HeldServers();
const lender: Lender = {
  timeoutMs: 25_000,
  push: async () => ({ kind: 'noResponse' }),
  find: async () => ({ kind: 'none' }),
  refresh: async () => ({ kind: 'none' }),
  exchangeServicing: servers.hold,
  listDay: async () => ({ kind: 'none' }),
};

/** A provider whose orders are paid as soon as they are made. */
const provider = (now: () => Date): Payments => ({
  createOrder: async ({ amountPaise, currency }) => ({
    ...{ kind: 'order', url: null },
    payments: [
      { ...{ id: randomUUID(), amountPaise, currency, method: 'upi' }, state: 'captured', paidAt: now() },
    ],
  }),
  readOrder: async () => ({ kind: 'none' }),
  refundPayment: async () => ({ kind: 'noResponse' }),
  listDay: async () => ({ kind: 'none' }),
});

const rowsOf = (view: View) => view.of<Rows>('database').context;

/** Says whether a step changes nothing in the database or at a server. */
function isIgnored({ kind, party, event: { type } }: Step, before: View): boolean {
  if (kind === 'lost' || !(party.startsWith('server') || party === 'database')) return true;
  if (party === 'database') return type === 'look';
  if (type === 'crash') return false;
  return (before.of(party).value === 'idle') !== (type === 'exchange');
}

async function make(app: App, { steps, visited }: ReturnType<typeof walk>): Promise<void> {
  const [first] = visited;
  if (!first) throw new Error('A walk has a beginning');
  app.clock.set(new Date(noonOf(0).getTime() - 60 * minuteMs));
  const made = new AgreementWalk(app, servers, await submittedLoan(app));
  const { lenders } = rowsOf(first);
  await made.begin(lenders.length);
  if (lenders[0]?.stage === 'agreement_signed') await made.beginSigned();
  await made.deleteMessages();
  expect(await made.readState(lenders.length)).toEqual(modelState(rowsOf(first)));
  for (const [index, step] of steps.entries()) {
    const [before, after] = [visited[index], visited[index + 1]];
    if (!before || !after || isIgnored(step, before)) continue;
    // Two steps never happen at the same time.
    app.clock.set(new Date(noonOf(rowsOf(after).day).getTime() + index * minuteMs));
    if (step.event.type === 'said') {
      const { lender: place } = before.of<{ lender: number }>(step.party).context;
      await made.reply(step.party, place, (step.event as typeof step.event & Values).said);
    } else await made.make(step);
    const soFar = describeSteps(steps.slice(0, index + 1)).join('\n');
    expect(await made.readState(lenders.length), soFar).toEqual(modelState(rowsOf(after)));
  }
}

type Walked = Omit<AgreementOptions, 'budgets' | 'servers'>;
const offered: Walked = { begin: 'offered', lenders: 1 };
const signed: Walked = { begin: 'signed', lenders: 1 };

/** Returns random walks, each of which has a payout or a cancelled loan. */
function walksByChance(options: Walked): ReturnType<typeof walk>[] {
  const random = createRandom(seed);
  const budgets = { person: 6, fault: 4, doubling: 2 };
  const protocol = agreementProtocol({ ...options, servers: 2, budgets });
  const walks: ReturnType<typeof walk>[] = [];
  while (walks.length < walksOfEach) {
    const made = walk(protocol, random.whole, longest);
    const { lenders } = rowsOf(made.visited.at(-1) as View);
    if (lenders.some(({ payout, stage }) => payout !== null || stage === 'cancelled')) walks.push(made);
  }
  return walks;
}

const walkTo = (options: Walked, [person, fault]: [number, number], isReached: (row: Row) => boolean) =>
  shortestWalk(
    agreementProtocol({ ...options, servers: 1, budgets: { person, fault, doubling: 0 } }),
    (view) => rowsOf(view).lenders.some(isReached),
    300_000,
  );

describe('a walk of the model of an agreement', () => {
  const database = embedded();
  let app: App;
  beforeAll(async () => {
    const now = () => app.clock.now();
    app = await openApp(
      database,
      {},
      { lenders: Object.fromEntries(lenderIds.map((id) => [id, lender])), payments: provider(now) },
    );
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it.each<Walked>([offered, signed, { begin: 'offered', lenders: 2 }, { begin: 'signed', lenders: 2 }])(
    `goes the same with the real server, ${walksOfEach} times: $begin, $lenders`,
    async (options) => {
      for (const made of walksByChance(options)) await make(app, made);
    },
    longestTestMs,
  );

  it.each<[string, Walked, [number, number], (row: Row) => boolean]>([
    ['a change is declined', offered, [3, 0], ({ declined }) => declined === 2],
    [
      'a change is accepted after the signatures',
      signed,
      [2, 0],
      ({ accepted, stage }) => accepted === 2 && stage === 'accepted',
    ],
    [
      'a payout has met a cancellation',
      signed,
      [1, 0],
      ({ isPaidAfterCancellation }) => isPaidAfterCancellation,
    ],
    [
      'a payout follows a confirmed cancellation',
      signed,
      [1, 1],
      (row) =>
        row.stage === 'disbursed' &&
        row.isPaidAfterCancellation &&
        row.messages.includes('servicing.changed'),
    ],
    ['the exit payment goes back', signed, [2, 1], ({ isExitReturned }) => isExitReturned],
    [
      'the lender does not answer a cancellation',
      offered,
      [2, 0],
      ({ cases }) => cases.includes('cancellation_unanswered'),
    ],
    [
      'a refusal and a payout are said at once',
      signed,
      [1, 1],
      ({ isRefused, payout }) => isRefused && payout !== null,
    ],
  ])(
    'goes the same until %s',
    async (_, options, budgets, isReached) => make(app, walkTo(options, budgets, isReached)),
    longestTestMs,
  );
});
