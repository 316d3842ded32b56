/** The carousel of how to apply, as its paths are made. */
import { type CarouselContext, carouselMachine } from '../../../machines/carousel.ts';
import { subject } from '../subject.ts';
import { atWith } from './end-states.ts';
import { nothing } from './outcomes.ts';

const start = 'three slides';
const ends = atWith<CarouselContext>;

export const carousel = subject<typeof carouselMachine>({
  name: 'carousel',
  machine: carouselMachine,
  starts: { [start]: () => ({ count: 3 }) },
  events: {
    'next.requested': nothing,
    'previous.requested': nothing,
    'pause.requested': nothing,
    'play.requested': nothing,
    'interaction.began': nothing,
    'interaction.ended': nothing,
  },
  answers: {},
  stateKey: ({ context }) => context.index,
  invariants: {
    'one of the slides is shown': ({ context: { index, count } }) =>
      Number.isInteger(index) && index >= 0 && index < count,
    'what plays can be paused': (snapshot) =>
      snapshot.matches('paused') || snapshot.can({ type: 'pause.requested' }),
  },
  journeys: [
    {
      shows: 'it plays on request, and the first slide follows the last',
      start,
      words: ['play.requested', 'interval passes', 'interval passes', 'interval passes'],
      ends: ends('playing', { index: 0 }),
    },
    {
      shows: 'before the first slide comes the last',
      start,
      words: ['previous.requested'],
      ends: ends('paused', { index: 2 }),
    },
    {
      shows: 'somebody who reads a slide interrupts it, and it goes on afterwards',
      start,
      words: ['play.requested', 'interaction.began', 'interaction.ended', 'interval passes'],
      ends: ends('playing', { index: 1 }),
    },
    {
      shows: 'a pause lasts, whoever points at it meanwhile',
      start,
      words: ['play.requested', 'interaction.began', 'pause.requested', 'interaction.ended'],
      ends: ends('paused', { index: 0 }),
    },
    {
      shows: 'a slide that is asked for while it plays is shown, and it goes on playing',
      start,
      words: ['play.requested', 'previous.requested'],
      ends: ends('playing', { index: 2 }),
    },
  ],
});
