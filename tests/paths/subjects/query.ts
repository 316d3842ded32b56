/** The life cycle of a query, as its paths are made. */
import { type QueryEvent, queryMachine } from '../../../machines/query.ts';
import { type EventFixtures, subject } from '../subject.ts';
import { at } from './end-states.ts';
import { nothing } from './outcomes.ts';

const events: EventFixtures<typeof queryMachine> = {
  'query.answered': nothing,
  'query.accepted': nothing,
  'query.askedAgain': nothing,
  'query.withdrawn': nothing,
};

const all = Object.keys(events) as QueryEvent['type'][];
const start = 'a query that was raised';

export const query = subject<typeof queryMachine>({
  name: 'query',
  machine: queryMachine,
  starts: { [start]: () => undefined },
  events,
  answers: {},
  stateKey: () => null,
  invariants: {
    'a query that has ended does not change': (snapshot) =>
      ['raised', 'answered'].includes(snapshot.value) || all.every((type) => !snapshot.can({ type })),
    'a query has one answer': (snapshot) =>
      snapshot.can({ type: 'query.answered' }) === (snapshot.value === 'raised'),
    'only an answer is accepted or asked again': (snapshot) =>
      (['query.accepted', 'query.askedAgain'] as const).every(
        (type) => snapshot.can({ type }) === (snapshot.value === 'answered'),
      ),
    'a query that has not ended can be withdrawn': (snapshot) =>
      snapshot.can({ type: 'query.withdrawn' }) === ['raised', 'answered'].includes(snapshot.value),
  },
  journeys: [
    {
      shows: 'an answer that is accepted ends the query',
      start,
      words: ['query.answered', 'query.accepted'],
      ends: at('accepted'),
    },
    {
      shows: 'asking again ends the query; the next round is another one',
      start,
      words: ['query.answered', 'query.askedAgain'],
      ends: at('asked_again'),
    },
    {
      shows: 'a query is withdrawn before it is answered',
      start,
      words: ['query.withdrawn', 'query.answered'],
      ends: at('withdrawn'),
    },
  ],
});
