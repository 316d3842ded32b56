/**
 * A value of the server that is read, and read again at an interval for as long as it is about to change without the
 * person doing anything.
 */
import { assign, type NonReducibleUnknown, setup } from 'xstate';
import type { Outcome } from '../domain/values/outcome.ts';
import {
  type Failure,
  failureOf,
  notFound,
  type OutcomeParams,
  placeholderActor,
  succeeded,
  valueOf,
  withEvent,
  withOutcome,
} from './outcome.ts';

export interface PollingInput {
  /** Whether the value is about to change by itself. */
  isPending: (value: unknown) => boolean;
}

export interface PollingContext extends PollingInput {
  /** Null until it is read. */
  value: unknown;
  /** Why the first reading failed; null where it did not. */
  failure: Failure | null;
}

export type PollingEvent =
  | { type: 'retry.requested' }
  /** The page is shown again, or what was done elsewhere may have changed the value. */
  | { type: 'refresh.requested' }
  /** The answer of another call has the value. */
  | { type: 'value.changed'; value: unknown };

export const pollingMachine = setup({
  types: {
    context: {} as PollingContext,
    events: {} as PollingEvent,
    input: {} as PollingInput,
  },
  actors: { read: placeholderActor<Outcome<unknown>, NonReducibleUnknown>() },
  guards: {
    isPending: ({ context: { isPending, value } }) => isPending(value),
    succeeded,
    notFound,
  },
  actions: {
    setValue: assign((_, { value }: { value: unknown }) => ({ value })),
    setResult: assign(({ context }, { outcome }: OutcomeParams) => ({
      value: valueOf(outcome) ?? context.value,
    })),
    setFailure: assign((_, { outcome }: OutcomeParams) => ({ failure: failureOf(outcome) })),
  },
  delays: { pollInterval: 5000 },
}).createMachine({
  id: 'polling',
  context: ({ input: { isPending } }) => ({ isPending, value: null, failure: null }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'loaded',
            actions: [withOutcome('setResult'), withOutcome('setFailure')],
          },
          { guard: withOutcome('notFound'), target: 'notFound', actions: withOutcome('setFailure') },
          { target: 'failed', actions: withOutcome('setFailure') },
        ],
      },
    },
    notFound: {},
    failed: { on: { 'retry.requested': 'reading' } },
    loaded: {
      initial: 'idle',
      on: {
        'refresh.requested': '.polling',
        'value.changed': { target: '.idle', actions: withEvent('setValue') },
      },
      states: {
        idle: { always: { guard: 'isPending', target: 'waiting' } },
        waiting: { after: { pollInterval: 'polling' } },
        // A poll that fails leaves the value as it is.
        polling: {
          invoke: {
            id: 'poll',
            src: 'read',
            onDone: { target: 'idle', actions: withOutcome('setResult') },
          },
        },
      },
    },
  },
});
