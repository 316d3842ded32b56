/** The look-up of a pincode's place or a code's bank, as its paths are made. */
import { type LookupContext, lookupMachine } from '../../../machines/lookup.ts';
import { subject } from '../subject.ts';
import { atWith, callsOf } from './end-states.ts';
import { ok, refused, unreachable } from './outcomes.ts';

const place = { state: 'Tamil Nadu', city: 'Chennai' };
const length = 6;

const start = 'an empty field';
const ends = atWith<LookupContext>;

export const lookup = subject<typeof lookupMachine>({
  name: 'lookup',
  machine: lookupMachine,
  starts: { [start]: () => ({ length }) },
  events: {
    'code.typed': {
      'a part of it': { code: '6000' },
      whole: { code: '600004' },
      'another one': { code: '625001' },
    },
    'code.left': { '': {} },
    'value.chosen': { '': {} },
  },
  answers: { find: { found: ok(place), 'not found': refused(404), unreachable } },
  stateKey: ({ context }) => [context.code, context.filled !== null],
  invariants: {
    'a request is in flight exactly while searching': (snapshot) =>
      (snapshot.value === 'searching') === callsOf(snapshot).length > 0,
    'only a whole code is looked up, unknown or failed': ({ value, context }) =>
      value === 'idle' || context.code.length === length,
    'what is unknown or failed has filled in nothing': ({ value, context }) =>
      !['unknown', 'failed'].includes(String(value)) || context.filled === null,
  },
  journeys: [
    {
      shows: 'a part of a code looks up nothing',
      start,
      words: ['code.typed a part of it'],
      ends: ends('idle', { code: '6000', filled: null }),
    },
    {
      shows: 'a whole code is looked up, and what it stands for is filled in',
      start,
      words: ['code.typed whole', 'find answers: found'],
      ends: ends('idle', { code: '600004', filled: place }),
    },
    {
      shows: 'another code ends the look-up that runs',
      start,
      words: ['code.typed whole', 'code.typed another one'],
      ends: ends('searching', { code: '625001', filled: null }),
    },
    {
      shows: 'a choice by hand ends the look-up that runs',
      start,
      words: ['code.typed whole', 'value.chosen'],
      ends: ends('idle', { code: '600004', filled: null }),
    },
    {
      shows: 'what an earlier code filled in is forgotten once the field is left with a part of one',
      start,
      words: ['code.typed whole', 'find answers: found', 'code.typed a part of it', 'code.left'],
      ends: ends('idle', { code: '6000', filled: null }),
    },
    {
      shows: 'after a failure the same code is looked up again',
      start,
      words: ['code.typed whole', 'find answers: unreachable', 'code.typed whole'],
      ends: ends('searching', { code: '600004' }),
    },
  ],
});
