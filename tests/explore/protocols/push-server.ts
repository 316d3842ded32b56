/** A server that pushes: server/push/push.ts with submit.ts, jobs.ts and refresh.ts. It does one thing at a time. */
import { assign, enqueueActions, setup } from 'xstate';
import { sends } from '../party.ts';
import type { Lookup } from './push-lender.ts';
import type { Claim, Faults, Look, Reply } from './push-rows.ts';

export type ServerContext = {
  task: 'page' | 'job' | 'refresh' | null;
  lender: number;
  /** The id of the page's call. */
  attempt: number;
  hasHungUp: boolean;
  reference: number;
  submission: number;
  /** The contents of the submission without an answer, and of the saved loan. */
  content: number;
  saved: number;
  mayBeBooked: boolean;
  /** Says whether the lender was asked by reference since the claim. */
  isAsked: boolean;
  /** The reply that is being recorded. */
  reply: Reply | null;
};

type ServerEvent =
  | { type: 'push'; lender: number; attempt: number; hasHungUp: boolean }
  | { type: 'job'; lender: number }
  | { type: 'refresh'; lender: number }
  | { type: 'claim'; claim: Claim }
  | { type: 'look'; look?: Look }
  | { type: 'found'; lookup: Lookup }
  | { type: 'pushed'; reply: Reply }
  | { type: 'opened'; submission: number; content: number }
  | { type: 'recorded' }
  | { type: 'lost' }
  | { type: 'status refuses' }
  | { type: 'request'; request: { reference: number; submission: number } | null }
  | { type: 'time is up' }
  | { type: 'caller hangs up'; attempt: number }
  | { type: 'crash' };

const idle: ServerContext = {
  ...{ task: null, lender: 0, attempt: 0, reference: 0, submission: 0, content: 0, saved: 0 },
  ...{ hasHungUp: false, mayBeBooked: false, isAsked: false, reply: null },
};

type Outgoing = { type: 'send' | 'call'; params: { to: string; event: { type: string } } };
const outgoing = (
  type: Outgoing['type'],
  to: string,
  event: { type: string } & Record<string, unknown>,
): Outgoing => ({
  type,
  params: { to, event },
});

/** `replyTo` of server/push/submit.ts: the result of a lookup for one submission. */
function replyTo(submission: number, found: Lookup): Reply | { kind: 'none' } {
  if (found.kind === 'none' || found.submission < submission) return { kind: 'none' };
  return found.kind === 'processing' ? { kind: 'noResponse' } : { kind: 'answered', answer: found.answer };
}

export function serverMachine(server: string, faults: Faults) {
  const claim = ({ lender }: { lender: number }) =>
    outgoing('call', 'database', { type: 'claim', lender, server });

  /** Replies to the page or the job, after which the server is idle. */
  const end = ({ task, lender, attempt }: ServerContext, reply: Reply): Outgoing => {
    if (task === 'page') {
      const [type, values] =
        reply.kind === 'answered'
          ? ['verdict', { status: reply.answer.status }]
          : [reply.kind === 'failed' ? 'failed' : 'no response', {}];
      return outgoing('send', 'page', { type: type, attempt, ...(values as object) });
    }
    const isFinal = reply.kind === 'failed' && reply.isFinal;
    const how = reply.kind === 'answered' ? 'done' : isFinal ? 'failed' : 'retry';
    return outgoing('call', 'database', { type: 'job ends', end: how, lender, server });
  };
  /** A refusal with 409 ends a job. */
  const refused = (context: ServerContext): Outgoing =>
    context.task === 'page'
      ? outgoing('send', 'page', { type: 'failed', attempt: context.attempt })
      : outgoing('call', 'database', { type: 'job ends', end: 'done', lender: context.lender, server });

  const send = ({ lender, reference }: ServerContext, submission: number, content: number) =>
    outgoing('send', `lender ${lender}`, { type: 'push', reference, submission, content });
  const record = ({ lender, task, hasHungUp, submission, content }: ServerContext, reply: Reply) =>
    outgoing('call', 'database', {
      ...{ type: 'record', lender, server, isSeen: task === 'page' && !(hasHungUp && faults.noticesHangUp) },
      ...{ reply, submission, content },
    });
  const noResponse: Reply = { kind: 'noResponse' };

  return setup({
    types: { context: {} as ServerContext, events: {} as ServerEvent },
    actions: sends,
    guards: {
      claims: (_, { claim: made, kind }: { claim: Claim; kind: Claim['kind'] }) => made.kind === kind,
      asksFirst: (_, { claim: made }: { claim: Claim }) =>
        made.kind === 'claimed' && made.mayBeBooked && faults.asksBeforeItSends,
      looks: (_, { look, is }: { look: Look | undefined; is: Look }) => look === is,
      hasReply: (_, { look }: { look: Look | undefined }) =>
        look !== undefined && look !== 'wait' && look !== 'again',
      isCaller: ({ context }, attempt: number) => context.task === 'page' && context.attempt === attempt,
      isChanged: ({ context }) => context.saved !== context.content,
      isNone: ({ context }, lookup: Lookup) => replyTo(context.submission, lookup).kind === 'none',
      saysNothing: ({ context }, lookup: Lookup) => replyTo(context.submission, lookup).kind === 'noResponse',
      isAsked: (_, request: object | null) => request !== null,
    },
  }).createMachine({
    id: 'server',
    context: idle,
    initial: 'idle',
    on: {
      'caller hangs up': {
        guard: { type: 'isCaller', params: ({ event }) => event.attempt },
        actions: assign({ hasHungUp: true }),
      },
      crash: {
        target: '.idle',
        actions: enqueueActions(({ enqueue }) => {
          enqueue.assign(idle);
          enqueue('hangUp');
          enqueue(outgoing('call', 'database', { type: 'server dies', server }));
        }),
      },
    },
    states: {
      idle: {
        on: {
          push: {
            target: 'claiming',
            actions: enqueueActions(({ event, enqueue }) => {
              const { lender, attempt, hasHungUp } = event;
              enqueue.assign({ ...idle, task: 'page', lender, attempt, hasHungUp });
              enqueue(claim(event));
            }),
          },
          job: {
            target: 'claiming',
            actions: enqueueActions(({ event, enqueue }) => {
              enqueue.assign({ ...idle, task: 'job', lender: event.lender });
              enqueue(outgoing('call', 'database', { type: 'job starts', lender: event.lender, server }));
              enqueue(claim(event));
            }),
          },
          refresh: {
            target: 'requesting',
            actions: enqueueActions(({ event, enqueue }) => {
              enqueue.assign({ ...idle, task: 'refresh', lender: event.lender });
              enqueue(outgoing('call', 'database', { type: 'refresh request', lender: event.lender }));
            }),
          },
        },
      },
      claiming: {
        on: {
          claim: [
            {
              guard: { type: 'asksFirst', params: ({ event }) => event },
              target: 'finding',
              actions: enqueueActions(({ context, event, enqueue }) => {
                if (event.claim.kind !== 'claimed') return;
                enqueue.assign({ ...context, ...claimedOf(event.claim), isAsked: true });
                enqueue(
                  outgoing('send', `lender ${context.lender}`, {
                    type: 'find',
                    reference: event.claim.reference,
                  }),
                );
              }),
            },
            {
              guard: {
                type: 'claims',
                params: ({ event }) => ({ claim: event.claim, kind: 'claimed' as const }),
              },
              target: 'sending',
              actions: enqueueActions(({ context, event, enqueue }) => {
                if (event.claim.kind !== 'claimed') return;
                const claimed = { ...context, ...claimedOf(event.claim) };
                // A server that does not ask the lender first takes the saved content for the sent one.
                const content = claimed.mayBeBooked ? claimed.saved : claimed.content;
                enqueue.assign({ ...claimed, content });
                enqueue(send(claimed, claimed.submission, content));
              }),
            },
            {
              guard: {
                type: 'claims',
                params: ({ event }) => ({ claim: event.claim, kind: 'in flight' as const }),
              },
              target: 'waiting',
            },
            {
              target: 'idle',
              actions: enqueueActions(({ context, event, enqueue }) => {
                enqueue.assign(idle);
                if (event.claim.kind === 'answered')
                  enqueue(end(context, { kind: 'answered', answer: event.claim.answer }));
                else enqueue(refused(context));
              }),
            },
          ],
        },
      },
      waiting: {
        on: {
          look: [
            {
              guard: { type: 'looks', params: ({ event }) => ({ look: event.look, is: 'again' as const }) },
              target: 'claiming',
              actions: enqueueActions(({ context, enqueue }) => enqueue(claim(context))),
            },
            { guard: { type: 'looks', params: ({ event }) => ({ look: event.look, is: 'wait' as const }) } },
            {
              guard: { type: 'hasReply', params: ({ event }) => ({ look: event.look }) },
              target: 'idle',
              actions: enqueueActions(({ context, event, enqueue }) => {
                enqueue.assign(idle);
                const isFinal = event.look === 'failed for good';
                const reply: Reply =
                  event.look === 'no response'
                    ? noResponse
                    : { kind: 'failed', nothingBooked: false, isFinal };
                enqueue(end(context, reply));
              }),
            },
            {
              actions: enqueueActions(({ context, enqueue }) =>
                enqueue(outgoing('call', 'database', { type: 'look', lender: context.lender })),
              ),
            },
          ],
        },
      },
      finding: {
        on: {
          'time is up': {
            target: 'recording',
            actions: enqueueActions(({ context, enqueue }) => {
              enqueue('hangUp');
              enqueue.assign({ reply: noResponse });
              enqueue(record(context, noResponse));
            }),
          },
          found: [
            {
              guard: { type: 'saysNothing', params: ({ event }) => event.lookup },
              target: 'recording',
              actions: enqueueActions(({ context, enqueue }) => {
                enqueue.assign({ reply: noResponse });
                enqueue(record(context, noResponse));
              }),
            },
            {
              guard: 'isChanged',
              target: 'opening',
              actions: enqueueActions(({ context, enqueue }) => {
                const { lender, saved } = context;
                enqueue(outgoing('call', 'database', { type: 'open next', lender, server, saved }));
              }),
            },
            {
              guard: { type: 'isNone', params: ({ event }) => event.lookup },
              target: 'sending',
              actions: enqueueActions(({ context, enqueue }) =>
                enqueue(send(context, context.submission, context.content)),
              ),
            },
            {
              target: 'recording',
              actions: enqueueActions(({ context, event, enqueue }) => {
                const reply = replyTo(context.submission, event.lookup) as Reply;
                enqueue.assign({ reply });
                enqueue(record(context, reply));
              }),
            },
          ],
        },
      },
      opening: {
        on: {
          opened: {
            target: 'sending',
            actions: enqueueActions(({ context, event, enqueue }) => {
              enqueue.assign({ submission: event.submission, content: event.content });
              enqueue(send(context, event.submission, event.content));
            }),
          },
          lost: 'waiting',
        },
      },
      sending: {
        on: {
          'time is up': {
            target: 'recording',
            actions: enqueueActions(({ context, enqueue }) => {
              enqueue('hangUp');
              enqueue.assign({ reply: noResponse });
              enqueue(record(context, noResponse));
            }),
          },
          pushed: {
            target: 'recording',
            actions: enqueueActions(({ context, event, enqueue }) => {
              enqueue.assign({ reply: event.reply });
              enqueue(record(context, event.reply));
            }),
          },
        },
      },
      recording: {
        on: {
          recorded: {
            target: 'idle',
            actions: enqueueActions(({ context, enqueue }) => {
              enqueue.assign(idle);
              enqueue(end(context, context.reply ?? noResponse));
            }),
          },
          lost: { target: 'waiting' },
          'status refuses': {
            target: 'idle',
            actions: enqueueActions(({ context, enqueue }) => {
              enqueue.assign(idle);
              enqueue(refused(context));
            }),
          },
        },
      },
      requesting: {
        on: {
          request: [
            {
              guard: { type: 'isAsked', params: ({ event }) => event.request },
              target: 'refreshing',
              actions: enqueueActions(({ context, event, enqueue }) => {
                const { reference = 0, submission = 0 } = event.request ?? {};
                enqueue.assign({ ...context, reference, submission });
                enqueue(outgoing('send', `lender ${context.lender}`, { type: 'find', reference }));
              }),
            },
            { target: 'idle', actions: enqueueActions(({ enqueue }) => enqueue.assign(idle)) },
          ],
        },
      },
      refreshing: {
        on: {
          'time is up': {
            target: 'idle',
            actions: enqueueActions(({ enqueue }) => {
              enqueue('hangUp');
              enqueue.assign(idle);
            }),
          },
          found: {
            target: 'idle',
            actions: enqueueActions(({ context, event, enqueue }) => {
              enqueue.assign(idle);
              const { lookup } = event;
              if (lookup.kind !== 'answered' || lookup.submission !== context.submission) return;
              const { lender, submission } = context;
              const { answer } = lookup;
              enqueue(outgoing('call', 'database', { type: 'record verdict', lender, submission, answer }));
            }),
          },
        },
      },
    },
  });
}

const claimedOf = ({ reference, submission, content, saved, mayBeBooked }: Claim & { kind: 'claimed' }) => ({
  ...{ reference, submission, content, saved, mayBeBooked },
});
