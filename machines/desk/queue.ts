/**
 * The queue as it stands on the screen: searched anew when a filter is chosen or typing pauses, and quietly by
 * itself while it is looked at. It outlives the screen, so that whoever comes back finds it as it was.
 */
import { assign, setup } from 'xstate';
import type { Outcome } from '../../domain/outcome.ts';
import type { QueuePage, QueueSearch } from '../../domain/review-wire.ts';
import { type OutcomeParams, placeholderActor, succeeded, withOutcome } from '../outcome.ts';

/** What narrows the queue besides the text; it may stand in an address. */
export type QueueFilters = Pick<QueueSearch, 'stage' | 'status' | 'institution_id' | 'partner' | 'test'>;

export interface QueueContext {
  filters: QueueFilters;
  /** As it was typed. */
  text: string;
  /** From 1 on. */
  page: number;
  /** What the last search that was answered found; null before the first, and where it is of no use any more. */
  found: QueuePage | null;
  /** The search that found it: what is asked for now may be another one. */
  foundBy: QueueSearch | null;
}

export type QueueEvent =
  | { type: 'queue.opened' }
  | { type: 'queue.left' }
  | { type: 'filters.chosen'; filters: QueueFilters }
  | { type: 'text.typed'; text: string }
  | { type: 'page.chosen'; page: number }
  | { type: 'retry.requested' };

export const pageLength = 25;

/** How many pages there are, at least one. */
export const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / pageLength));

const searchOf = ({ filters, text, page }: QueueContext): QueueSearch => ({
  ...filters,
  ...(text.trim() === '' ? {} : { text: text.trim() }),
  page,
  page_length: pageLength,
});

const sameFilters = (a: QueueFilters, b: QueueFilters) =>
  a.stage === b.stage &&
  a.status === b.status &&
  a.institution_id === b.institution_id &&
  a.partner === b.partner &&
  a.test === b.test;

/** Whether what was found answers what is asked for. */
const isAnswer = (context: QueueContext) => {
  const { filters, foundBy } = context;
  const { text, page } = searchOf(context);
  return foundBy !== null && sameFilters(foundBy, filters) && foundBy.text === text && foundBy.page === page;
};

export const queueMachine = setup({
  types: { context: {} as QueueContext, events: {} as QueueEvent, input: {} as { filters: QueueFilters } },
  actors: { search: placeholderActor<Outcome<QueuePage>, QueueSearch>() },
  guards: {
    filtersDiffer: ({ context, event }) =>
      event.type === 'filters.chosen' && !sameFilters(context.filters, event.filters),
    wantedWasFound: ({ context }) => isAnswer(context),
    succeeded,
    /** What was on the last page has gone meanwhile. */
    pageIsGone: ({ context }, { outcome }: OutcomeParams<QueuePage>) =>
      outcome.kind === 'decided' && context.page > pagesOf(outcome.value.total),
  },
  actions: {
    remember: assign(({ context }, { outcome }: OutcomeParams<QueuePage>) =>
      outcome.kind === 'decided' ? { found: outcome.value, foundBy: searchOf(context) } : {},
    ),
    /** Whoever comes back is not shown what they did not ask for. */
    forget: assign({ found: null, foundBy: null }),
    narrow: assign((_, { filters }: { filters: QueueFilters }) => ({ filters, page: 1 })),
    takeText: assign((_, { text }: { text: string }) => ({ text, page: 1 })),
    turn: assign((_, { page }: { page: number }) => ({ page })),
    goToTheLastPage: assign((_, { outcome }: OutcomeParams<QueuePage>) =>
      outcome.kind === 'decided' ? { page: pagesOf(outcome.value.total) } : {},
    ),
  },
  delays: { pause: 300, refresh: 30_000 },
}).createMachine({
  id: 'queue',
  context: ({ input }) => ({ filters: input.filters, text: '', page: 1, found: null, foundBy: null }),
  initial: 'away',
  on: {
    'queue.left': '.away',
    'filters.chosen': {
      guard: 'filtersDiffer',
      target: '.searching',
      actions: { type: 'narrow', params: ({ event }) => event },
    },
    'text.typed': { target: '.typing', actions: { type: 'takeText', params: ({ event }) => event } },
    'page.chosen': { target: '.searching', actions: { type: 'turn', params: ({ event }) => event } },
  },
  states: {
    // While the queue is hidden, changes are only recorded; the search follows when it is opened again.
    away: {
      on: {
        'queue.opened': [
          { guard: 'wantedWasFound', target: 'refreshing' },
          { target: 'searching', actions: 'forget' },
        ],
        'filters.chosen': {
          guard: 'filtersDiffer',
          actions: { type: 'narrow', params: ({ event }) => event },
        },
        'text.typed': { actions: { type: 'takeText', params: ({ event }) => event } },
        'page.chosen': { actions: { type: 'turn', params: ({ event }) => event } },
      },
    },
    typing: { after: { pause: 'searching' } },
    searching: {
      invoke: {
        src: 'search',
        input: ({ context }) => searchOf(context),
        onDone: [
          {
            guard: withOutcome('pageIsGone'),
            target: 'searching',
            reenter: true,
            actions: withOutcome('goToTheLastPage'),
          },
          { guard: withOutcome('succeeded'), target: 'shown', actions: withOutcome('remember') },
          { target: 'failed' },
        ],
      },
    },
    shown: { after: { refresh: 'refreshing' } },
    // What is shown stays until there is an answer, and where there is none.
    refreshing: {
      invoke: {
        src: 'search',
        input: ({ context }) => searchOf(context),
        onDone: [
          { guard: withOutcome('pageIsGone'), target: 'searching', actions: withOutcome('goToTheLastPage') },
          { target: 'shown', actions: withOutcome('remember') },
        ],
      },
    },
    failed: { on: { 'retry.requested': 'searching' } },
  },
});
