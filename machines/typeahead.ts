/**
 * The search behind the institution picker (decision 14): from the third character on, debounced. Typing
 * aborts the search that runs, so that no late response to an older text is shown.
 */
import { assign, setup } from 'xstate';
import { limits } from '../domain/values/limits.ts';
import type { Outcome } from '../domain/values/outcome.ts';
import type { Institution } from '../domain/values/wire.ts';
import { placeholderActor, succeeded, withEvent, withOutcome, withValue } from './outcome.ts';

export type TypeaheadEvent = { type: 'text.typed'; text: string };

export interface TypeaheadContext {
  /** The text that is searched for, without spaces around it. */
  text: string;
  /** The results of the search for `text`; empty until it has succeeded. */
  results: Institution[];
}

export const searchDebounceMs = 300;

export const typeaheadMachine = setup({
  types: { context: {} as TypeaheadContext, events: {} as TypeaheadEvent, tags: {} as 'loading' },
  actors: {
    search: placeholderActor<Outcome<Institution[]>, { text: string }>(),
  },
  guards: {
    succeeded,
    isLongEnough: (_, { text }: { text: string }) => [...text.trim()].length > limits.searchAfterCharacters,
    isSameText: ({ context }, { text }: { text: string }) => text.trim() === context.text,
  },
  actions: {
    setText: assign((_, { text }: { text: string }) => ({ text: text.trim(), results: [] })),
    setResults: assign((_, { value }: { value: Institution[] }) => ({ results: value })),
  },
  delays: { debounce: searchDebounceMs },
}).createMachine({
  id: 'typeahead',
  context: { text: '', results: [] },
  initial: 'idle',
  on: {
    'text.typed': [
      { guard: withEvent('isLongEnough'), target: '.debouncing', actions: withEvent('setText') },
      { target: '.idle', actions: withEvent('setText') },
    ],
  },
  states: {
    idle: {},
    debouncing: { tags: 'loading', after: { debounce: 'searching' } },
    searching: {
      tags: 'loading',
      on: { 'text.typed': { guard: withEvent('isSameText') } },
      invoke: {
        src: 'search',
        input: ({ context }) => ({ text: context.text }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'loaded', actions: withValue('setResults') },
          { target: 'failed' },
        ],
      },
    },
    loaded: { on: { 'text.typed': { guard: withEvent('isSameText') } } },
    failed: {},
  },
});
