/** The reviewer's queue, as its paths are made. */
import { isDeepStrictEqual } from 'node:util';
import type { QueuePage } from '../../../domain/values/wire.ts';
import { pageLength, type QueueContext, queueMachine } from '../../../machines/desk/queue.ts';
import { type EventFixtures, subject } from '../subject.ts';
import { at, atWith, callsOf } from './end-states.ts';
import { ok, nothing, unreachable } from './outcomes.ts';

const counts = { to_review: 0, answered: 0, sent_back: 0, with_lender: 0, approved: 0, rejected: 0 };
const item: QueuePage['items'][number] = {
  ...{ loan_id: 'L', name: 'Meena', students: ['Kavin'], institution_name: null, partner: 'Demo' },
  ...{ status: 'submitted', stage: 'to_review', test: false, order_value: null, submitted_at: null },
  ...{ open_queries: 0, answered_queries: 0, viewers: [] },
};
const pageOf = (count: number, next: string | null): QueuePage => ({
  items: Array.from({ length: count }, () => item),
  ...{
    next,
    total: count,
    counts,
    institutions: [],
    partners: [],
  },
});
const full = pageOf(pageLength, 'cursor');
const last = pageOf(1, null);
const empty = pageOf(0, null);
const toReview = { stage: 'to_review' } as const;
const answered = { stage: 'answered' } as const;

const events: EventFixtures<typeof queueMachine> = {
  'queue.opened': nothing,
  'queue.closed': nothing,
  'filters.chosen': { 'to review': { filters: toReview }, answered: { filters: answered } },
  'text.typed': { 'a name': { text: ' Meena ' }, 'nothing at all': { text: '' } },
  'page.chosen': { 'the first': { page: 1 }, 'the second': { page: 2 } },
  'retry.requested': nothing,
};

/** The query parameters, as in the contract. */
const searchFor = ({ filters, text, page, cursors }: QueueContext) => ({
  ...filters,
  ...(text.trim() !== '' && { text: text.trim() }),
  ...(page > 1 && { after: cursors[page - 2] }),
  page_length: pageLength,
});

const start = 'what is to be reviewed';
const shown = ['queue.opened', 'search (searching) answers: a full page'];
const onTheSecond = [...shown, 'page.chosen the second', 'search (searching) answers: the last page'];
const comingBackInVain = ['queue.closed', 'queue.opened', 'search (searching) answers: unreachable'];
const ends = atWith<QueueContext>;

export const queue = subject<typeof queueMachine>({
  name: 'queue',
  machine: queueMachine,
  starts: { [start]: () => ({ filters: toReview }) },
  events,
  answers: {
    search: { 'a full page': ok(full), 'the last page': ok(last), 'no application': ok(empty), unreachable },
  },
  stateKey: ({ context: { filters, text, page, cursors, results: was, resultsSearch } }) => [
    filters.stage,
    text,
    page,
    cursors.length,
    was?.items.length,
    resultsSearch,
  ],
  invariants: {
    'nothing is searched while the queue is closed': (snapshot) =>
      snapshot.value !== 'hidden' || callsOf(snapshot).length === 0,
    'a shown queue has results': (snapshot) =>
      !['loaded', 'refreshing'].includes(snapshot.value) || snapshot.context.results !== null,
    'the shown results belong to the current search': ({ value, context }) =>
      !['loaded', 'refreshing'].includes(value) ||
      isDeepStrictEqual(context.resultsSearch, searchFor(context)),
    'nothing is searched before the debounce is over': (snapshot) =>
      snapshot.value !== 'debouncing' || callsOf(snapshot).length === 0,
    'a failed search can be retried': (snapshot) =>
      snapshot.value !== 'failed' || snapshot.can({ type: 'retry.requested' }),
    'at most one search is in flight': (snapshot) => callsOf(snapshot).length <= 1,
    'a page is one that is known to begin somewhere': ({ context: { page, cursors } }) =>
      page >= 1 && page <= cursors.length + 1,
  },
  journeys: [
    {
      shows: 'the queue is searched when it is opened',
      start,
      words: shown,
      ends: ends('loaded', { filters: toReview, page: 1, results: full }),
    },
    {
      shows: 'typing is debounced, and the search begins at its first page',
      start,
      words: [...onTheSecond, 'text.typed a name', 'debounce passes'],
      ends: ends('searching', { text: ' Meena ', page: 1 }),
    },
    {
      shows: 'another filter begins at its first page',
      start,
      words: [...onTheSecond, 'filters.chosen answered'],
      ends: ends('searching', { filters: answered, page: 1 }),
    },
    {
      shows: 'the filter that is chosen already changes nothing',
      start,
      words: [...onTheSecond, 'filters.chosen to review'],
      ends: ends('loaded', { filters: toReview, page: 2 }),
    },
    {
      shows: 'a queue that is opened again shows its last results, and is searched again',
      start,
      words: [...onTheSecond, 'queue.closed', 'queue.opened'],
      ends: ends('refreshing', { page: 2, results: last }),
    },
    {
      shows: 'a queue that is opened again with another filter does not show the results of the former one',
      start,
      words: [...onTheSecond, 'queue.closed', 'filters.chosen answered', 'queue.opened'],
      ends: ends('searching', { filters: answered, page: 1, results: null }),
    },
    {
      shows: 'the results stay where a refresh fails',
      start,
      words: [...shown, 'refresh passes', 'search (refreshing) answers: unreachable'],
      ends: ends('loaded', { results: full }),
    },
    {
      shows: 'where the chosen page has become empty, the one before it is searched',
      start,
      words: [...shown, 'page.chosen the second', 'search (searching) answers: no application'],
      ends: ends('searching', { page: 1 }),
    },
    {
      shows: 'a page is left for the one before',
      start,
      words: [...onTheSecond, 'page.chosen the first', 'search (searching) answers: a full page'],
      ends: ends('loaded', { page: 1, resultsPage: 1, results: full }),
    },
    {
      shows: 'a failed search is retried',
      start,
      words: ['queue.opened', 'search (searching) answers: unreachable', 'retry.requested'],
      ends: ends('searching', { results: null }),
    },
    {
      shows:
        'a queue that is opened again before a filter was answered does not show the results of the former one',
      start,
      words: [...shown, 'filters.chosen answered', ...comingBackInVain],
      ends: ends('failed', { filters: answered, page: 1 }),
    },
    {
      shows:
        'a queue that is opened again before a text was answered does not show the results of the former one',
      start,
      words: [...shown, 'text.typed a name', ...comingBackInVain],
      ends: ends('failed', { text: ' Meena ', page: 1 }),
    },
    {
      shows: 'a queue that is opened again before a page was answered does not show the former one',
      start,
      words: [...shown, 'page.chosen the second', ...comingBackInVain],
      ends: ends('failed', { page: 2 }),
    },
    {
      shows: 'a queue that is opened again after a failure can be retried',
      start,
      words: [
        ...shown,
        'page.chosen the second',
        'search (searching) answers: unreachable',
        ...comingBackInVain,
      ],
      ends: ends('failed', { page: 2 }),
    },
    {
      shows: 'a text that is typed while the queue is closed is searched once it is opened',
      start,
      words: ['text.typed a name', 'queue.opened'],
      ends: (end, seen) => {
        at('hidden')(seen[1] ?? end);
        ends('searching', { text: ' Meena ' })(end);
      },
    },
    {
      shows: 'a page that is chosen while the queue is closed is searched once it is opened',
      start,
      words: [...shown, 'queue.closed', 'page.chosen the second', 'queue.opened'],
      ends: (end, seen) => {
        at('hidden')(seen.at(-2) ?? end);
        ends('searching', { page: 2 })(end);
      },
    },
  ],
});
