/**
 * The search behind the institution picker (decision 19): from the third character on, once typing pauses. What
 * is typed meanwhile ends the search that runs, so that no late answer to an older text is ever shown.
 */
import { assign, fromPromise, setup } from 'xstate';
import { limits } from '../domain/limits.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Institution } from '../domain/wire.ts';

export type TypeaheadEvent = { type: 'text.typed'; text: string };

export interface TypeaheadContext {
  /** What is searched for, without spaces around it. */
  text: string;
  /** What the search for `text` found; empty until it has. */
  found: Institution[];
}

/** How long typing must pause before a search starts, in milliseconds. */
export const searchPauseMs = 300;

export const typeaheadMachine = setup({
  types: { context: {} as TypeaheadContext, events: {} as TypeaheadEvent, tags: {} as 'loading' },
  actors: {
    search: fromPromise<Outcome<Institution[]>, { text: string }>(() => {
      throw new Error('The edge provides no search');
    }),
  },
  guards: {
    isLongEnough: (_, params: { text: string }) =>
      [...params.text.trim()].length > limits.searchAfterCharacters,
    isTheSameText: ({ context }, params: { text: string }) => params.text.trim() === context.text,
    wasDecided: (_, params: { outcome: Outcome<Institution[]> }) => params.outcome.kind === 'decided',
  },
  actions: {
    rememberText: assign((_, params: { text: string }) => ({ text: params.text.trim(), found: [] })),
    rememberFound: assign((_, params: { outcome: Outcome<Institution[]> }) => ({
      found: params.outcome.kind === 'decided' ? params.outcome.value : [],
    })),
  },
  delays: { pause: searchPauseMs },
}).createMachine({
  id: 'typeahead',
  context: { text: '', found: [] },
  initial: 'idle',
  on: {
    'text.typed': [
      {
        guard: { type: 'isLongEnough', params: ({ event }) => ({ text: event.text }) },
        target: '.debouncing',
        actions: { type: 'rememberText', params: ({ event }) => ({ text: event.text }) },
      },
      { target: '.idle', actions: { type: 'rememberText', params: ({ event }) => ({ text: event.text }) } },
    ],
  },
  states: {
    idle: {},
    debouncing: { tags: 'loading', after: { pause: 'searching' } },
    searching: {
      tags: 'loading',
      on: { 'text.typed': { guard: sameText() } },
      invoke: {
        id: 'search',
        src: 'search',
        input: ({ context }) => ({ text: context.text }),
        onDone: [
          {
            guard: { type: 'wasDecided', params: ({ event }) => ({ outcome: event.output }) },
            target: 'shown',
            actions: { type: 'rememberFound', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'failed' },
        ],
      },
    },
    shown: { on: { 'text.typed': { guard: sameText() } } },
    failed: {},
  },
});

function sameText() {
  return {
    type: 'isTheSameText' as const,
    params: ({ event }: { event: TypeaheadEvent }) => ({ text: event.text }),
  };
}
