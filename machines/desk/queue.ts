/**
 * The queue of applications: searched when a filter or page is chosen and when typing pauses, and refreshed at an
 * interval while it is shown. It outlives its screen, so that its filters and results are there on return.
 */
import { assign, setup } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { QueuePage, QueueSearch } from '../../domain/values/wire.ts';
import { type OutcomeParams, placeholderActor, succeeded, withEvent, withOutcome } from '../outcome.ts';

/** The filters apart from the text; they may be part of an address. */
export type QueueFilters = Pick<QueueSearch, 'stage' | 'status' | 'institution_id' | 'partner' | 'test'>;

export interface QueueContext {
  filters: QueueFilters;
  /** The typed text. */
  text: string;
  /** The number of the page, from 1. */
  page: number;
  /** The `after` of each page from the second on, as far as pages were read. */
  cursors: readonly string[];
  /** The results of the last successful search; null before the first one, and if they are outdated. */
  results: QueuePage | null;
  /** The search and page of `results`; the current choice may differ. */
  resultsSearch: QueueSearch | null;
  resultsPage: number;
}

export type QueueEvent =
  | { type: 'queue.opened' }
  | { type: 'queue.closed' }
  | { type: 'filters.chosen'; filters: QueueFilters }
  | { type: 'text.typed'; text: string }
  | { type: 'page.chosen'; page: number }
  | { type: 'retry.requested' };

export const pageLength = 25;

/** Returns the number of pages, at least one. */
export const pageCount = (total: number): number => Math.max(1, Math.ceil(total / pageLength));

const searchOf = ({ filters, text, page, cursors }: QueueContext): QueueSearch => {
  const after = cursors[page - 2];
  return {
    ...filters,
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(after === undefined ? {} : { after }),
    page_length: pageLength,
  };
};

const sameFilters = (a: QueueFilters, b: QueueFilters) =>
  a.stage === b.stage &&
  a.status === b.status &&
  a.institution_id === b.institution_id &&
  a.partner === b.partner &&
  a.test === b.test;

const firstPage = { page: 1, cursors: [] };

/** Returns whether `results` belong to the chosen filters, text and page. */
const areResultsCurrent = (context: QueueContext) => {
  const { filters, resultsSearch } = context;
  const { text, after } = searchOf(context);
  return (
    resultsSearch !== null &&
    sameFilters(resultsSearch, filters) &&
    resultsSearch.text === text &&
    resultsSearch.after === after
  );
};

export const queueMachine = setup({
  types: { context: {} as QueueContext, events: {} as QueueEvent, input: {} as { filters: QueueFilters } },
  actors: { search: placeholderActor<Outcome<QueuePage>, QueueSearch>() },
  guards: {
    filtersDiffer: ({ context, event }) =>
      event.type === 'filters.chosen' && !sameFilters(context.filters, event.filters),
    resultsAreCurrent: ({ context }) => areResultsCurrent(context),
    succeeded,
    pageIsKnown: ({ context: { cursors }, event }) =>
      event.type === 'page.chosen' && event.page >= 1 && event.page <= cursors.length + 1,
    /** The queue has become shorter. */
    pageIsEmpty: ({ context }, { outcome }: OutcomeParams<QueuePage>) =>
      outcome.kind === 'ok' && context.page > 1 && outcome.value.items.length === 0,
  },
  actions: {
    setResults: assign(({ context }, { outcome }: OutcomeParams<QueuePage>) => {
      if (outcome.kind !== 'ok') return {};
      const { page, cursors } = context;
      const { next } = outcome.value;
      return {
        results: outcome.value,
        resultsSearch: searchOf(context),
        resultsPage: page,
        cursors: [...cursors.slice(0, page - 1), ...(next === null ? [] : [next])],
      };
    }),
    clearResults: assign({ results: null, resultsSearch: null }),
    setFilters: assign((_, { filters }: { filters: QueueFilters }) => ({ filters, ...firstPage })),
    setText: assign((_, { text }: { text: string }) => ({ text, ...firstPage })),
    setPage: assign((_, { page }: { page: number }) => ({ page })),
    setPreviousPage: assign(({ context: { page } }) => ({ page: page - 1 })),
  },
  delays: { debounce: 300, refresh: 30_000 },
}).createMachine({
  id: 'queue',
  context: ({ input }) => ({
    ...{ filters: input.filters, text: '' },
    ...firstPage,
    ...{ results: null, resultsSearch: null, resultsPage: 1 },
  }),
  initial: 'hidden',
  on: {
    'queue.closed': '.hidden',
    'filters.chosen': { guard: 'filtersDiffer', target: '.searching', actions: withEvent('setFilters') },
    'text.typed': { target: '.debouncing', actions: withEvent('setText') },
    'page.chosen': { guard: 'pageIsKnown', target: '.searching', actions: withEvent('setPage') },
  },
  states: {
    // A hidden queue only stores changes; the search follows when it is opened again.
    hidden: {
      on: {
        'queue.opened': [
          { guard: 'resultsAreCurrent', target: 'refreshing' },
          { target: 'searching', actions: 'clearResults' },
        ],
        'filters.chosen': { guard: 'filtersDiffer', actions: withEvent('setFilters') },
        'text.typed': { actions: withEvent('setText') },
        'page.chosen': { guard: 'pageIsKnown', actions: withEvent('setPage') },
      },
    },
    debouncing: { after: { debounce: 'searching' } },
    searching: {
      invoke: {
        src: 'search',
        input: ({ context }) => searchOf(context),
        onDone: [
          {
            guard: withOutcome('pageIsEmpty'),
            target: 'searching',
            reenter: true,
            actions: 'setPreviousPage',
          },
          { guard: withOutcome('succeeded'), target: 'loaded', actions: withOutcome('setResults') },
          { target: 'failed' },
        ],
      },
    },
    loaded: { after: { refresh: 'refreshing' } },
    // The results stay on the screen, after a failed refresh too.
    refreshing: {
      invoke: {
        src: 'search',
        input: ({ context }) => searchOf(context),
        onDone: [
          {
            guard: withOutcome('pageIsEmpty'),
            target: 'searching',
            actions: 'setPreviousPage',
          },
          { target: 'loaded', actions: withOutcome('setResults') },
        ],
      },
    },
    failed: { on: { 'retry.requested': 'searching' } },
  },
});
