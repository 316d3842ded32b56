/** The search of the institution picker, as its paths are made. */
import { limits } from '../../../domain/values/limits.ts';
import type { Institution } from '../../../domain/values/wire.ts';
import { type TypeaheadContext, typeaheadMachine } from '../../../machines/typeahead.ts';
import { subject } from '../subject.ts';
import { atWith, callsOf } from './end-states.ts';
import { ok, unreachable } from './outcomes.ts';

const found: Institution[] = [{ id: 101, name: 'Lakeside School' }];

const isLongEnough = (text: string) => [...text].length > limits.searchAfterCharacters;

const start = 'an empty field';
const searched = ['text.typed three letters', 'debounce passes'];
const ends = atWith<TypeaheadContext>;

export const typeahead = subject<typeof typeaheadMachine>({
  name: 'typeahead',
  machine: typeaheadMachine,
  starts: { [start]: () => undefined },
  events: {
    'text.typed': {
      'two letters': { text: 'La' },
      'three letters': { text: 'Lak' },
      'three letters and a space': { text: 'Lak ' },
      'other letters': { text: 'Hill' },
    },
  },
  answers: { search: { 'an institution': ok(found), 'none at all': ok([]), unreachable } },
  stateKey: ({ context }) => [context.text, context.results.length],
  invariants: {
    'only a text that is long enough is searched for or has results': (snapshot) =>
      snapshot.value === 'idle' || isLongEnough(snapshot.context.text),
    'spaces around a text are no part of it': ({ context }) => context.text === context.text.trim(),
    'no results are shown while another text is searched for': (snapshot) =>
      snapshot.value === 'loaded' || snapshot.context.results.length === 0,
    'a request is in flight exactly while searching': (snapshot) =>
      (snapshot.value === 'searching') === callsOf(snapshot).length > 0,
    'a search in flight is shown as loading': (snapshot) =>
      callsOf(snapshot).length === 0 || snapshot.hasTag('loading'),
  },
  journeys: [
    {
      shows: 'two letters search for nothing',
      start,
      words: ['text.typed two letters'],
      ends: ends('idle', { text: 'La', results: [] }),
    },
    {
      shows: 'the third letter searches after the debounce',
      start,
      words: searched,
      ends: ends('searching', { text: 'Lak', results: [] }),
    },
    {
      shows: 'the results are shown, and a space changes nothing',
      start,
      words: [...searched, 'search answers: an institution', 'text.typed three letters and a space'],
      ends: ends('loaded', { text: 'Lak', results: found }),
    },
    {
      shows: 'other letters cancel the search',
      start,
      words: [...searched, 'text.typed other letters'],
      ends: ends('debouncing', { text: 'Hill', results: [] }),
    },
    {
      shows: 'the results are cleared when the text gets too short',
      start,
      words: [...searched, 'search answers: an institution', 'text.typed two letters'],
      ends: ends('idle', { text: 'La', results: [] }),
    },
    {
      shows: 'after a failure the same letters are searched for again',
      start,
      words: [
        ...searched,
        'search answers: unreachable',
        'text.typed three letters and a space',
        'debounce passes',
        'search answers: an institution',
      ],
      ends: ends('loaded', { text: 'Lak', results: found }),
    },
  ],
});
