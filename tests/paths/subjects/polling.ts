/** A value that changes by itself, as its paths are made. */
import { type PollingContext, pollingMachine } from '../../../machines/polling.ts';
import { subject } from '../subject.ts';
import { atWith, callsOf } from './end-states.ts';
import { nothing, ok, refused, unreachable } from './outcomes.ts';

const pending = 'pending';
const done = 'done';
const start = 'a value that nobody has read';
const isPending = (value: unknown) => value === pending;
const waiting = ['read answers: pending', 'pollInterval passes'];
const ends = atWith<PollingContext>;

export const polling = subject<typeof pollingMachine>({
  name: 'polling',
  machine: pollingMachine,
  starts: { [start]: () => ({ isPending }) },
  events: {
    'retry.requested': nothing,
    'refresh.requested': nothing,
    'value.changed': { 'to pending': { value: pending }, 'to done': { value: done } },
  },
  answers: {
    read: { pending: ok(pending), done: ok(done), 'not found': refused(404), unreachable },
  },
  stateKey: ({ context }) => [context.value, context.failure],
  invariants: {
    'what is loaded has a value, and nothing else has one': (snapshot) =>
      snapshot.matches('loaded') === (snapshot.context.value !== null),
    'a value that is about to change is read again': (snapshot) =>
      snapshot.context.value !== pending || !snapshot.matches({ loaded: 'idle' }),
    'a value that stays is not read again by itself': (snapshot) =>
      snapshot.context.value !== done || !snapshot.matches({ loaded: 'waiting' }),
    'a reading that failed says why': (snapshot) =>
      !(snapshot.matches('failed') || snapshot.matches('notFound')) || snapshot.context.failure !== null,
    'at most one request is in flight': (snapshot) => callsOf(snapshot).length <= 1,
  },
  journeys: [
    {
      shows: 'a value is read again until it has changed',
      start,
      words: [...waiting, 'poll answers: done'],
      ends: ends({ loaded: 'idle' }, { value: done }),
    },
    {
      shows: 'a failed poll leaves the value, and the next one follows',
      start,
      words: [...waiting, 'poll answers: unreachable'],
      ends: ends({ loaded: 'waiting' }, { value: pending }),
    },
    {
      shows: 'the answer of another call counts, whatever a poll would have said',
      start,
      words: [...waiting, 'value.changed to done'],
      ends: ends({ loaded: 'idle' }, { value: done }),
    },
    {
      shows: 'a page that is shown again reads the value at once',
      start,
      words: ['read answers: done', 'refresh.requested', 'poll answers: pending'],
      ends: ends({ loaded: 'waiting' }, { value: pending }),
    },
    {
      shows: 'a failed reading is repeated on request, and its failure cleared',
      start,
      words: ['read answers: unreachable', 'retry.requested', 'read answers: done'],
      ends: ends({ loaded: 'idle' }, { value: done, failure: null }),
    },
    {
      shows: 'what is not there is not read again',
      start,
      words: ['read answers: not found'],
      ends: ends('notFound', { value: null }),
    },
  ],
});
