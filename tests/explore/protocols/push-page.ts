/** The page of a person who submits an application: machines/wizard/submission.ts, with the person's acts. */
import { assign, setup } from 'xstate';
import { sends } from '../party.ts';
import type { Answer } from './push-rows.ts';

export type PageContext = {
  shown: Answer['status'] | null;
  content: number;
  attempt: number;
  /** It has said that no answer came, and that Submit again is safe. */
  isWarned: boolean;
};

export type PageEvent =
  | { type: 'submit'; content: number }
  | { type: 'leave' }
  | { type: 'saved' }
  | { type: 'refused' }
  | { type: 'verdict'; attempt: number; status: Answer['status'] }
  | { type: 'failed'; attempt: number }
  | { type: 'no response'; attempt: number }
  | { type: 'time is up' };

/** A server notices that the connection of a call is closed. */
const closingOf = (servers: readonly string[]) =>
  servers.map((to) => ({
    type: 'call' as const,
    params: ({ context }: { context: PageContext }) => ({
      to,
      event: { type: 'caller hangs up', attempt: context.attempt } as { type: string },
    }),
  }));

const leaving = { type: 'call' as const, params: { to: 'database', event: { type: 'page leaves' } } };

const submitted = {
  target: 'saving',
  actions: [
    {
      type: 'setContent' as const,
      params: ({ event }: { event: { content: number } }) => event.content,
    },
    {
      type: 'send' as const,
      params: ({ event }: { event: { content: number } }) => ({
        to: 'database',
        event: { type: 'submit', content: event.content } as { type: string },
      }),
    },
  ],
};

export function pageMachine(lenders: number, servers: readonly string[]) {
  const closing = closingOf(servers);
  return setup({
    types: { context: {} as PageContext, events: {} as PageEvent },
    actions: {
      ...sends,
      setContent: assign((_, content: number) => ({ content, shown: null })),
    },
    guards: { isOfAttempt: ({ context }, attempt: number) => context.attempt === attempt },
  }).createMachine({
    id: 'page',
    context: { shown: null, content: 0, attempt: 0, isWarned: false },
    initial: 'form',
    states: {
      form: {
        on: {
          leave: 'left',
          submit: submitted,
        },
      },
      saving: {
        on: {
          leave: { target: 'left', actions: 'hangUp' },
          'time is up': { target: 'form', actions: 'hangUp' },
          refused: 'form',
          saved: {
            target: 'pushingToLender',
            actions: [
              assign({ attempt: ({ context }) => context.attempt + 1 }),
              ...Array.from({ length: lenders }, (_, lender) => ({
                type: 'send' as const,
                params: ({ context }: { context: PageContext }) => ({
                  to: 'servers',
                  event: { type: 'push', lender, attempt: context.attempt } as { type: string },
                }),
              })),
            ],
          },
        },
      },
      pushingToLender: {
        on: {
          leave: { target: 'left', actions: ['hangUp', ...closing, leaving] },
          'time is up': { target: 'form', actions: ['hangUp', ...closing, assign({ isWarned: true })] },
          failed: { guard: { type: 'isOfAttempt', params: ({ event }) => event.attempt }, target: 'form' },
          'no response': {
            guard: { type: 'isOfAttempt', params: ({ event }) => event.attempt },
            target: 'form',
          },
          verdict: {
            guard: { type: 'isOfAttempt', params: ({ event }) => event.attempt },
            target: 'shown',
            actions: ['hangUp', assign({ shown: ({ event }) => event.status })],
          },
        },
      },
      /** An answer to a reviewer's query is submitted as well. */
      shown: { on: { submit: submitted } },
      left: {},
    },
  });
}
