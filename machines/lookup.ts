/**
 * Looks up a typed code: the place of a pincode, the bank of an IFSC code. Another code, or a choice by hand, ends the
 * running look-up. The result is emitted, for the form to fill in.
 */
import { type ActorRefFrom, assign, emit, setup } from 'xstate';
import type { Outcome } from '../domain/values/outcome.ts';
import {
  notFound,
  type OutcomeParams,
  placeholderActor,
  succeeded,
  valueOf,
  withEvent,
  withOutcome,
} from './outcome.ts';

/** The values of the fields that a code fills in, by the last part of the fields' names. */
export type LookupValue = Readonly<Record<string, string>>;

export interface LookupInput {
  /** The characters of a complete code. */
  length: number;
}

export interface LookupContext extends LookupInput {
  code: string;
  /** The values that an earlier code has filled in; null where there are none. */
  filled: LookupValue | null;
}

export type LookupEvent =
  | { type: 'code.typed'; code: string }
  /** The field of the code was left. */
  | { type: 'code.left' }
  /** A value that the code would fill in was chosen by hand. */
  | { type: 'value.chosen' };

/** `before` is what an earlier code filled in; `value` null where the code stands for nothing that is known. */
export interface LookupAnswer {
  type: 'answered';
  code: string;
  before: LookupValue | null;
  value: LookupValue | null;
}

/** The outcome for a code that is no longer complete: it clears the values that the earlier code filled in. */
const noResult: OutcomeParams<LookupValue> = { outcome: { kind: 'unreachable' } };

export const lookupMachine = setup({
  types: {
    context: {} as LookupContext,
    events: {} as LookupEvent,
    input: {} as LookupInput,
    emitted: {} as LookupAnswer,
  },
  actors: { find: placeholderActor<Outcome<LookupValue>, { code: string }>() },
  guards: {
    succeeded,
    notFound,
    isWhole: ({ context }, { code }: { code: string }) => code.length === context.length,
    isOutdated: ({ context: { code, length, filled } }) => code.length !== length && filled !== null,
  },
  actions: {
    setCode: assign((_, { code }: { code: string }) => ({ code })),
    emitAnswer: emit(({ context: { code, filled } }, { outcome }: OutcomeParams<LookupValue>) => ({
      type: 'answered' as const,
      code,
      before: filled,
      value: valueOf(outcome),
    })),
    setFilled: assign((_, { outcome }: OutcomeParams<LookupValue>) => ({ filled: valueOf(outcome) })),
  },
}).createMachine({
  id: 'lookup',
  context: ({ input }) => ({ ...input, code: '', filled: null }),
  initial: 'idle',
  on: {
    'code.typed': [
      { guard: withEvent('isWhole'), target: '.searching', actions: withEvent('setCode') },
      { target: '.idle', actions: withEvent('setCode') },
    ],
    'code.left': {
      guard: 'isOutdated',
      actions: [
        { type: 'emitAnswer', params: noResult },
        { type: 'setFilled', params: noResult },
      ],
    },
  },
  states: {
    idle: {},
    searching: {
      on: { 'value.chosen': 'idle' },
      invoke: {
        id: 'find',
        src: 'find',
        input: ({ context }) => ({ code: context.code }),
        onDone: [
          { guard: withOutcome('notFound'), target: 'unknown', actions: replaceValue() },
          { guard: withOutcome('succeeded'), target: 'idle', actions: replaceValue() },
          { target: 'failed', actions: replaceValue() },
        ],
      },
    },
    /** The code does not exist. */
    unknown: {},
    failed: {},
  },
});

export type LookupActorRef = ActorRefFrom<typeof lookupMachine>;

function replaceValue() {
  return [withOutcome('emitAnswer'), withOutcome('setFilled')];
}
