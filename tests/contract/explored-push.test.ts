/**
 * Walks of the model of a push (docs/simulation.md), chosen by a seed and made again with the real server: what the
 * database has in the end is the same. A stalled server cannot be had in this process, so no walk has one that waits.
 */
import { randomUUID } from 'node:crypto';
import { desc, eq, isNotNull, and, gt, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Lender, LookupReply, Reply } from '../../server/adapters/lender.ts';
import { lenderLoans, pushes } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { receiveEvent } from '../../server/push/record.ts';
import { pushByJob } from '../../server/push/jobs.ts';
import { pushForReply, refreshVerdict } from '../../server/push/push.ts';
import type { DatabaseContext } from '../explore/protocols/push-database.ts';
import type { Lookup } from '../explore/protocols/push-lender.ts';
import { pushProtocol } from '../explore/protocols/push.ts';
import type { Reply as ModelReply } from '../explore/protocols/push-rows.ts';
import { describeSteps, walk } from '../explore/search.ts';
import type { Step, View } from '../explore/world.ts';
import { createRandom } from '../fuzz/random.ts';
import { seed } from '../support/seed.ts';
import { embedded } from '../support/databases.ts';
import { isNightly } from '../support/nightly.ts';
import { type App, openApp } from './app.ts';
import { HeldServers } from './held-servers.ts';
import { application, type CreatedLoan, saveApplication, withStudent } from './fixtures.ts';

const walksToMake = isNightly ? 100 : 15;
const longest = 40;
const longestTestMs = 10 * 60_000;
const digits = ['', '1234', '7777'];

const servers = new HeldServers();
const lender: Lender = {
  timeoutMs: 25_000,
  push: servers.hold,
  find: servers.hold,
  refresh: servers.hold,
  exchangeServicing: async () => ({ kind: 'none' }),
  listDay: async () => ({ kind: 'none' }),
};

const replyOf = (reply: ModelReply): Reply =>
  reply.kind === 'answered'
    ? { kind: 'answered', result: { status: reply.answer.status } }
    : reply.kind === 'failed'
      ? { ...reply, message: 'No' }
      : reply;

const lookupOf = (found: Lookup): LookupReply =>
  found.kind === 'answered'
    ? { kind: 'answered', submission: found.submission, result: { status: found.answer.status } }
    : found;

/** The final state that is compared between the model and the server. */
type Ending = { status: string; result: string | null; push: [number, string] | null };

const modelEnding = ({ rows }: DatabaseContext): Ending => {
  const [one] = rows.lenders;
  return {
    status: rows.status,
    result: one?.result?.status ?? null,
    push: one?.push ? [one.push.submission, one.push.state] : null,
  };
};

async function realEnding({ db }: App, { id }: CreatedLoan): Promise<Ending> {
  const [loan] = await db.select().from(loans).where(eq(loans.id, id));
  const [one] = await db.select().from(lenderLoans).where(eq(lenderLoans.loanId, id));
  const [push] = await db.select().from(pushes).where(eq(pushes.loanId, id)).orderBy(desc(pushes.submission));
  return {
    status: loan?.status ?? '',
    result: one?.result?.status ?? null,
    push: push ? [push.submission, push.state] : null,
  };
}

/** The leases of those at work last. */
const renewLeases = ({ db }: App, loan: CreatedLoan) =>
  db
    .update(lenderLoans)
    .set({ heldUntil: sql`now() + interval '1 hour'` })
    .where(
      and(
        eq(lenderLoans.loanId, loan.id),
        isNotNull(lenderLoans.holder),
        gt(lenderLoans.heldUntil, sql`now()`),
      ),
    );

/** Says whether a step changes nothing at a server: a message is lost, or finds it at something else. */
function isIgnored({ kind, party, event }: Step, before: View): boolean {
  if (kind === 'lost') return true;
  if (!party.startsWith('server')) return false;
  const { value } = before.of(party);
  if (event.type === 'crash') return false;
  if (event.type === 'pushed') return value !== 'sending';
  if (event.type === 'found') return value !== 'finding' && value !== 'refreshing';
  return (value === 'idle') === (event.type === 'time is up');
}

async function make(app: App, { steps, visited }: ReturnType<typeof walk>): Promise<Ending> {
  const loan = await withStudent(app);
  const { services, db, clock } = app;
  const order = { loanId: loan.id, lenderId: 15 } as const;
  const ofLoan = eq(lenderLoans.loanId, loan.id);
  for (const [index, step] of steps.entries()) {
    const before = visited[index];
    const { party, event } = step;
    if (!before || isIgnored(step, before)) continue;
    const values = event as typeof event & Record<string, never>;
    // The server's name is unique to this walk.
    const server = `${loan.id} ${party}`;
    switch (`${party.replace(/ \d$/, '')} ${event.type}`) {
      case 'database submit':
        await saveApplication(app, loan, application(digits[values.content ?? 0] ?? ''));
        break;
      case 'database lender event': {
        const [row] = await db.select().from(lenderLoans).where(ofLoan);
        const told = { lenderId: 15, eventId: randomUUID(), reference: row?.reference ?? '' } as const;
        await receiveEvent(db, told, clock.now());
        break;
      }
      case 'database lease ends':
        await db
          .update(lenderLoans)
          .set({ heldUntil: new Date(0) })
          .where(ofLoan);
        break;
      case 'server push':
        await servers.start(server, () => pushForReply(services, { ...order, by: 'applicant' }));
        break;
      case 'server job': {
        const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
        await servers.start(server, () => pushByJob(services, order, run));
        break;
      }
      case 'server refresh':
        await servers.start(server, () => refreshVerdict(services, loan.id, { by: 'system' }));
        break;
      case 'server found':
        await servers.reply(server, lookupOf(values.lookup as unknown as Lookup));
        break;
      case 'server pushed':
        await servers.reply(server, replyOf(values.reply as unknown as ModelReply));
        break;
      case 'server time is up':
        await servers.reply(server, { kind: 'noResponse' });
        break;
      case 'server crash':
        servers.crash(server);
        if (before.of<DatabaseContext>('database').context.rows.lenders[0]?.holder === party)
          await db.update(lenderLoans).set({ holder: randomUUID() }).where(ofLoan);
        break;
    }
    if (party.startsWith('server') && event.type !== 'crash') await renewLeases(app, loan);
  }
  return realEnding(app, loan);
}

/**
 * Left out are walks in which a server waits for another one, because the real one looks by a clock of its own, and
 * those in which queries are answered, because no reviewer raises any here.
 */
function chosenWalks() {
  const random = createRandom(seed);
  const protocol = pushProtocol({
    ...{ lenders: 1, contents: 2 },
    budgets: { person: 3, fault: 1, doubling: 1 },
  });
  const walks: ReturnType<typeof walk>[] = [];
  while (walks.length < walksToMake) {
    const made = walk(protocol, random.whole, longest);
    const { steps, visited } = made;
    const waits = visited.some((view) =>
      ['server 1', 'server 2'].some((name) => view.of(name).value === 'waiting'),
    );
    const isPushed = steps.some(({ event }) => event.type === 'pushed');
    const answersQueries = steps.some(
      ({ party, event }, index) =>
        party === 'database' &&
        event.type === 'submit' &&
        visited[index]?.of<DatabaseContext>('database').context.rows.status === 'pending',
    );
    if (!waits && isPushed && !answersQueries) walks.push(made);
  }
  return walks;
}

describe('a walk of the model of a push', () => {
  const database = embedded();
  let app: App;
  beforeAll(async () => {
    app = await openApp(database, {}, { lenders: { 15: lender } });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it(
    `ends the same with the real server, ${walksToMake} times`,
    async () => {
      // Lease renewals are off: the walks decide when a lease ends.
      vi.useFakeTimers({ toFake: ['setInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      for (const made of chosenWalks()) {
        const last = made.visited.at(-1);
        if (!last) continue;
        const model = modelEnding(last.of<DatabaseContext>('database').context);
        expect(await make(app, made), describeSteps(made.steps).join('\n')).toEqual(model);
      }
    },
    longestTestMs,
  );
});
