/**
 * The search behind the institution picker (decision 19): from the third character on, once typing pauses. What
 * is typed meanwhile ends the search that runs, so that no late answer to an older text is ever shown.
 */
import { assign, setup } from 'xstate';
import { limits } from '../domain/limits.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Institution } from '../domain/wire.ts';
import { type OutcomeParams, placeholderActor, succeeded, valueOf, withOutcome } from './outcome.ts';

export type TypeaheadEvent = { type: 'text.typed'; text: string };

export interface TypeaheadContext {
  /** What is searched for, without spaces around it. */
  text: string;
  /** What the search for `text` found; empty until it has. */
  found: Institution[];
}

/** How long typing must pause before a search starts, in milliseconds. */
export const searchPauseMs = 300;

/** A named guard or action that is given what was typed. */
const typed = <const Type extends string>(type: Type) => ({
  type,
  params: ({ event }: { event: TypeaheadEvent }) => event,
});

export const typeaheadMachine = setup({
  types: { context: {} as TypeaheadContext, events: {} as TypeaheadEvent, tags: {} as 'loading' },
  actors: {
    search: placeholderActor<Outcome<Institution[]>, { text: string }>(),
  },
  guards: {
    succeeded,
    isLongEnough: (_, { text }: { text: string }) => [...text.trim()].length > limits.searchAfterCharacters,
    isTheSameText: ({ context }, { text }: { text: string }) => text.trim() === context.text,
  },
  actions: {
    setText: assign((_, { text }: { text: string }) => ({ text: text.trim(), found: [] })),
    setFound: assign((_, { outcome }: OutcomeParams<Institution[]>) => ({ found: valueOf(outcome) ?? [] })),
  },
  delays: { pause: searchPauseMs },
}).createMachine({
  id: 'typeahead',
  context: { text: '', found: [] },
  initial: 'idle',
  on: {
    'text.typed': [
      { guard: typed('isLongEnough'), target: '.debouncing', actions: typed('setText') },
      { target: '.idle', actions: typed('setText') },
    ],
  },
  states: {
    idle: {},
    debouncing: { tags: 'loading', after: { pause: 'searching' } },
    searching: {
      tags: 'loading',
      on: { 'text.typed': { guard: typed('isTheSameText') } },
      invoke: {
        src: 'search',
        input: ({ context }) => ({ text: context.text }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'shown', actions: withOutcome('setFound') },
          { target: 'failed' },
        ],
      },
    },
    shown: { on: { 'text.typed': { guard: typed('isTheSameText') } } },
    failed: {},
  },
});
