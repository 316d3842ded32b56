/** The queue with a job for each lender, and a server that exchanges with a lender: server/servicing/sync-lender-loan.ts. */
import { assign, enqueueActions, setup } from 'xstate';
import { sends } from '../party.ts';
import type { Said, Steps } from './agreement-rows.ts';

/** `isAgain` says that the job was enqueued once more while a server runs it. */
export type Job = { holder: string | null; isAgain: boolean };
export type JobsContext = { jobs: (Job | null)[] };

type JobsEvent =
  | { type: 'ask'; lender: number }
  | { type: 'claim'; lender: number; server: string }
  | { type: 'settle'; lender: number; server: string; isDone: boolean }
  | { type: 'lease ends'; lender: number };

function jobAfter(job: Job | null, event: JobsEvent): Job | null {
  switch (event.type) {
    case 'ask': {
      const holder = job?.holder ?? null;
      return { holder, isAgain: holder !== null };
    }
    case 'claim':
      return job?.holder === null ? { holder: event.server, isAgain: false } : job;
    case 'settle':
      if (job?.holder !== event.server) return job;
      return event.isDone && !job.isAgain ? null : { holder: null, isAgain: false };
    case 'lease ends':
      return job && { ...job, holder: null };
  }
}

export const jobsMachine = (lenders: number) =>
  setup({ types: { context: {} as JobsContext, events: {} as JobsEvent }, actions: sends }).createMachine({
    id: 'jobs',
    context: { jobs: Array.from({ length: lenders }, () => ({ holder: null, isAgain: false })) },
    initial: 'open',
    states: {
      open: {
        on: {
          '*': {
            actions: enqueueActions(({ context, event, enqueue }) => {
              const before = context.jobs[event.lender] ?? null;
              const job = jobAfter(before, event);
              enqueue.assign({ jobs: context.jobs.with(event.lender, job) });
              if (event.type !== 'claim' || before?.holder !== null) return;
              enqueue({ type: 'call', params: { to: 'sender', event: { type: 'claimed' } } });
            }),
          },
        },
      },
    },
  });

/** `wasCancelling` says whether the lender loan had a request to cancel when the server read it. */
export type ServerContext = { lender: number; wasCancelling: boolean };
const idleContext: ServerContext = { lender: 0, wasCancelling: false };

type ServerEvent =
  | { type: 'exchange'; lender: number }
  | { type: 'claimed' }
  | { type: 'steps'; steps: Steps }
  | { type: 'said'; said: Said }
  | { type: 'recorded'; isAskedAgain: boolean }
  | { type: 'time is up' | 'crash' };

const call = (to: string, event: { type: string } & Record<string, unknown>) =>
  ({ type: 'call', params: { to, event } }) as const;

export const serverMachine = (server: string) =>
  setup({
    types: { context: {} as ServerContext, events: {} as ServerEvent },
    actions: sends,
  }).createMachine({
    id: 'server',
    context: idleContext,
    initial: 'idle',
    on: { crash: { target: '.idle', actions: ['hangUp', assign(idleContext)] } },
    states: {
      idle: {
        on: {
          exchange: {
            target: 'reading',
            actions: enqueueActions(({ event: { lender }, enqueue }) => {
              enqueue.assign({ lender });
              enqueue(call('jobs', { type: 'claim', lender, server }));
            }),
          },
        },
      },
      reading: {
        on: {
          claimed: {
            actions: enqueueActions(({ context: { lender }, enqueue }) =>
              enqueue(call('database', { type: 'read for lender', lender })),
            ),
          },
          steps: {
            target: 'asking',
            actions: enqueueActions(({ context: { lender }, event: { steps }, enqueue }) => {
              enqueue.assign({ wasCancelling: steps.isCancelled });
              const put = { type: 'put', steps } as { type: string };
              enqueue({ type: 'send', params: { to: `lender ${lender + 1}`, event: put } });
            }),
          },
        },
      },
      asking: {
        on: {
          said: {
            target: 'recording',
            actions: enqueueActions(({ context: { lender }, event: { said }, enqueue }) =>
              enqueue(call('database', { type: 'record', lender, said })),
            ),
          },
          'time is up': {
            target: 'idle',
            actions: enqueueActions(({ context: { lender, wasCancelling }, enqueue }) => {
              enqueue('hangUp');
              enqueue(call('database', { type: 'lender does not answer', lender, wasCancelling }));
              enqueue(call('jobs', { type: 'settle', lender, server, isDone: false }));
              enqueue.assign(idleContext);
            }),
          },
        },
      },
      recording: {
        on: {
          recorded: {
            target: 'idle',
            actions: enqueueActions(({ context: { lender }, event: { isAskedAgain }, enqueue }) => {
              enqueue(call('jobs', { type: 'settle', lender, server, isDone: !isAskedAgain }));
              enqueue.assign(idleContext);
            }),
          },
        },
      },
    },
  });
