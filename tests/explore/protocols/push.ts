/**
 * The push: the applicant's page, two servers with one database, and the lenders. The page models
 * machines/wizard/submission.ts, a server models server/push/push.ts, submit.ts, jobs.ts and refresh.ts, the database
 * the transactions in push-rows.ts, and a lender the promises of server/adapters/lender.ts.
 */
import { verdictOf } from '../../../domain/lending/lender.ts';
import type { PartyEvent } from '../party.ts';
import type { Act, Cause, Protocol, View } from '../world.ts';
import { databaseMachine, type DatabaseContext } from './push-database.ts';
import { lenderMachine, type LenderContext } from './push-lender.ts';
import { pageMachine, type PageContext } from './push-page.ts';
import { type Faults, noFaults } from './push-rows.ts';
import { serverMachine, type ServerContext } from './push-server.ts';

export type PushOptions = {
  lenders: 1 | 2;
  /** The number of servers; two where absent. */
  servers?: 1 | 2;
  /** The number of contents that the application may have one after the other. */
  contents: number;
  budgets: Protocol['budgets'];
  faults?: Partial<Faults>;
};

const allServers = ['server 1', 'server 2'];

export function pushProtocol({
  lenders,
  servers: count = 2,
  contents,
  budgets,
  faults = {},
}: PushOptions): Protocol {
  const servers = allServers.slice(0, count);
  const planted = { ...noFaults, ...faults };
  const numbers = Array.from({ length: lenders }, (_, lender) => lender);
  return {
    name: lenders === 1 ? 'push' : 'push to two lenders',
    parties: {
      page: pageMachine(lenders, servers),
      ...Object.fromEntries(servers.map((name) => [name, serverMachine(name, planted)])),
      database: databaseMachine(lenders, planted),
      ...Object.fromEntries(numbers.map((lender) => [`lender ${lender}`, lenderMachine(lender)])),
    },
    groups: { servers },
    budgets,
    readings: readingsOf,
    acts: (view) => [
      ...actsOfPage(view, contents),
      ...servers.flatMap((name) => actsOfServer(view, name, numbers)),
      ...numbers.flatMap((lender) => [...leaseActs(view, lender), ...actsOfLender(view, lender)]),
    ],
    invariants: invariantsOf(numbers, servers),
    isEnd: (view) => isEnd(view, numbers),
  };
}

const moods: readonly { mood: string; cause: Cause }[] = [
  { mood: 'approves', cause: 'free' },
  { mood: 'waits', cause: 'free' },
  { mood: 'is slow', cause: 'free' },
  { mood: 'refuses', cause: 'fault' },
  { mood: 'fails', cause: 'fault' },
];

const readingsOf: NonNullable<Protocol['readings']> = (party, { event, isClosed }) => {
  if (event.type !== 'push') return [{ event, cause: 'work' }];
  if (!party.startsWith('lender'))
    return [{ event: withValues(event, { hasHungUp: isClosed }), cause: 'work' }];
  return moods.map(({ mood, cause }) => ({ event: withValues(event, { mood }), cause }));
};

const withValues = (event: PartyEvent, values: object): PartyEvent => ({ ...event, ...values });

const database = (view: View) => view.of<DatabaseContext>('database').context;
const lenderOf = (view: View, lender: number) => view.of<LenderContext>(`lender ${lender}`).context;
const serverOf = (view: View, name: string) => view.of<ServerContext>(name);

function actsOfPage(view: View, contents: number): Act[] {
  const { value, context } = view.of<PageContext>('page');
  const person = (event: Act['event']): Act => ({ party: 'page', event, cause: 'person' });
  if (value === 'left') return [];
  // The lender has not decided: a reviewer asks, and the applicant's answer is another content.
  if (value === 'shown')
    return context.shown === 'PENDING' && context.content < contents
      ? [person({ type: 'submit', content: context.content + 1 } as Act['event'])]
      : [];
  const leave = person({ type: 'leave' });
  if (value !== 'form') return [{ party: 'page', event: { type: 'time is up' }, cause: 'timer' }, leave];
  const next = [context.content, context.content + 1].filter((one) => one >= 1 && one <= contents);
  return [...next.map((content) => person({ type: 'submit', content } as Act['event'])), leave];
}

function actsOfServer(view: View, name: string, numbers: readonly number[]): Act[] {
  const { rows } = database(view);
  const timer = (event: Act['event']): Act => ({ party: name, event, cause: 'timer' });
  const { value } = serverOf(view, name);
  if (value === 'idle') {
    const due = numbers.filter((lender) => rows.lenders[lender]?.job.state === 'waiting');
    const open = rows.refresh === 'waiting' ? numbers : [];
    return [
      ...due.map((lender) => timer({ type: 'job', lender } as Act['event'])),
      ...open.map((lender) => timer({ type: 'refresh', lender } as Act['event'])),
    ];
  }
  const crash: Act = { party: name, event: { type: 'crash' }, cause: 'fault' };
  return [timer({ type: value === 'waiting' ? 'look' : 'time is up' }), crash];
}

/** A lease ends where its server has died; that of one which works is renewed, unless it stalls. */
function leaseActs(view: View, lender: number): Act[] {
  const one = database(view).rows.lenders[lender];
  if (!one?.leased || one.holder === null) return [];
  const { value, context } = serverOf(view, one.holder);
  const isAtWork = (value === 'finding' || value === 'sending') && context.lender === lender;
  const event = { type: 'lease ends', lender } as Act['event'];
  return [{ party: 'database', event, cause: isAtWork ? 'fault' : 'timer' }];
}

function actsOfLender(view: View, lender: number): Act[] {
  return lenderOf(view, lender).loans.flatMap(({ verdict }, index) => {
    if (verdict === 'APPROVED' || verdict === 'REJECTED') return [];
    const decide = (status: string): Act => ({
      party: `lender ${lender}`,
      event: { type: 'decide', reference: index + 1, verdict: status } as Act['event'],
      cause: 'free',
    });
    return [decide('APPROVED'), decide('REJECTED')];
  });
}

const invariantsOf = (numbers: readonly number[], servers: readonly string[]): Protocol['invariants'] => ({
  'a lender has at most one loan for an application': (view) =>
    numbers.every((lender) => lenderOf(view, lender).loans.length <= 1),
  'a verdict is recorded for the content that it is about': (view) => {
    const { rows } = database(view);
    return rows.lenders.every(({ result }) => result === null || result.content === rows.content);
  },
  'a push is taken over only after its lease has ended': (view) => !database(view).hasOverriddenLease,
  'a submission that the lender may have is sent again only after it was asked': (view) =>
    servers.every((name) => {
      const { value, context } = serverOf(view, name);
      return value !== 'sending' || !context.mayBeBooked || context.isAsked;
    }),
  'no answer of a lender is thrown away because of the status of the loan': (view) =>
    !database(view).hasRefusedAnswer,
  'a final status is that of a lender’s verdict': (view) => {
    const { rows } = database(view);
    if (rows.status !== 'approved' && rows.status !== 'rejected') return true;
    return rows.lenders.some(({ result }) => result && verdictOf(result) === rows.status);
  },
});

/** Returns whether nothing was submitted, staff see a failed job, or the applicant knows the final verdict. */
function isEnd(view: View, numbers: readonly number[]): boolean {
  const { rows } = database(view);
  if (rows.status === 'draft') return true;
  if (rows.lenders.some(({ job }) => job.state === 'failed')) return true;
  if (rows.status !== 'approved' && rows.status !== 'rejected') return false;
  const { shown, isWarned } = view.of<PageContext>('page').context;
  const isOnScreen = shown === rows.decided || isWarned || database(view).hadAnswerAtLeave;
  const isTold = rows.announced === rows.decided || isOnScreen;
  const isRecorded = numbers.every((lender) => {
    const [loan] = lenderOf(view, lender).loans;
    const result = rows.lenders[lender]?.result;
    return result
      ? result.status === loan?.verdict && result.content === loan.content
      : rows.status === 'approved';
  });
  return isTold && isRecorded;
}
