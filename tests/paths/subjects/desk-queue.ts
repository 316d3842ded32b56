/** The reviewer's queue, as its paths are made. */
import { isDeepStrictEqual } from 'node:util';
import type { QueuePage } from '../../../domain/review-wire.ts';
import { pageLength, type QueueContext, queueMachine } from '../../../machines/desk/queue.ts';
import { type EventFixtures, subject } from '../subject.ts';
import { at, atWith, callsOf } from './end-states.ts';
import { ok, nothing, unreachable } from './outcomes.ts';

const counts = { to_review: 0, answered: 0, sent_back: 0, with_lender: 0, approved: 0, rejected: 0 };
const pageOf = (total: number): QueuePage => ({ items: [], total, counts, institutions: [], partners: [] });
const twoPages = pageOf(pageLength + 1);
const toReview = { stage: 'to_review' } as const;
const answered = { stage: 'answered' } as const;

const events: EventFixtures<typeof queueMachine> = {
  'queue.opened': nothing,
  'queue.closed': nothing,
  'filters.chosen': { 'to review': { filters: toReview }, answered: { filters: answered } },
  'text.typed': { 'a name': { text: ' Meena ' }, 'nothing at all': { text: '' } },
  'page.chosen': { 'the second': { page: 2 }, 'one that is not there': { page: 9 } },
  'retry.requested': nothing,
};

/** The query parameters, as in the contract. */
const searchFor = ({ filters, text, page }: QueueContext) => ({
  ...filters,
  ...(text.trim() !== '' && { text: text.trim() }),
  page,
  page_length: pageLength,
});

const start = 'what is to be reviewed';
const shown = ['queue.opened', 'search (searching) answers: two pages'];
const onTheSecond = [...shown, 'page.chosen the second', 'search (searching) answers: two pages'];
const comingBackInVain = ['queue.closed', 'queue.opened', 'search (searching) answers: unreachable'];
const ends = atWith<QueueContext>;

export const queue = subject<typeof queueMachine>({
  name: 'queue',
  machine: queueMachine,
  starts: { [start]: () => ({ filters: toReview }) },
  events,
  answers: { search: { 'two pages': ok(twoPages), 'one page': ok(pageOf(3)), unreachable } },
  stateKey: ({ context: { filters, text, page, results: was, resultsSearch } }) => [
    filters.stage,
    text,
    page,
    was?.total,
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
    'pages are counted from the first on': ({ context }) => context.page >= 1,
  },
  journeys: [
    {
      shows: 'the queue is searched when it is opened',
      start,
      words: shown,
      ends: ends('loaded', { filters: toReview, page: 1, results: twoPages }),
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
      ends: ends('refreshing', { page: 2, results: twoPages }),
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
      ends: ends('loaded', { results: twoPages }),
    },
    {
      shows: 'where the chosen page does not exist any more, the last one is searched',
      start,
      words: [...shown, 'page.chosen one that is not there', 'search (searching) answers: two pages'],
      ends: ends('searching', { page: 2 }),
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
        'page.chosen one that is not there',
        'search (searching) answers: unreachable',
        ...comingBackInVain,
      ],
      ends: ends('failed', { page: 9 }),
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
