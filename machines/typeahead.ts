/**
 * The search behind the institution picker (decision 19): from the third character on, once typing pauses. What
 * is typed meanwhile ends the search that runs, so that no late answer to an older text is ever shown.
 */
import { assign, setup } from 'xstate';
import { limits } from '../domain/limits.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Institution } from '../domain/wire.ts';
import { unprovided } from './unprovided.ts';

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
    search: unprovided<Outcome<Institution[]>, { text: string }>(),
  },
  guards: {
    isLongEnough: ({ event }) => [...event.text.trim()].length > limits.searchAfterCharacters,
    isTheSameText: ({ context, event }) => event.text.trim() === context.text,
  },
  actions: {
    rememberText: assign(({ event }) => ({ text: event.text.trim(), found: [] })),
  },
  delays: { pause: searchPauseMs },
}).createMachine({
  id: 'typeahead',
  context: { text: '', found: [] },
  initial: 'idle',
  on: {
    'text.typed': [
      { guard: 'isLongEnough', target: '.debouncing', actions: 'rememberText' },
      { target: '.idle', actions: 'rememberText' },
    ],
  },
  states: {
    idle: {},
    debouncing: { tags: 'loading', after: { pause: 'searching' } },
    searching: {
      tags: 'loading',
      on: { 'text.typed': { guard: 'isTheSameText' } },
      invoke: {
        src: 'search',
        input: ({ context }) => ({ text: context.text }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'decided',
            target: 'shown',
            actions: assign(({ event }) =>
              event.output.kind === 'decided' ? { found: event.output.value } : {},
            ),
          },
          { target: 'failed' },
        ],
      },
    },
    shown: { on: { 'text.typed': { guard: 'isTheSameText' } } },
    failed: {},
  },
});
