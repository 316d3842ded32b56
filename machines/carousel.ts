/**
 * A carousel: while it plays, its slides follow one another at an interval, and the first follows the last. It pauses
 * while a pointer or the focus is in it.
 */
import { assign, setup } from 'xstate';
import { limits } from '../domain/values/limits.ts';

export interface CarouselContext {
  /** The number of slides. */
  count: number;
  /** The slide that is shown, from 0. */
  index: number;
}

export type CarouselEvent =
  | { type: 'next.requested' }
  | { type: 'previous.requested' }
  | { type: 'pause.requested' }
  | { type: 'play.requested' }
  | { type: 'interaction.began' }
  | { type: 'interaction.ended' };

const selections = {
  'next.requested': { actions: 'showNext' },
  'previous.requested': { actions: 'showPrevious' },
} as const;

/** The interval restarts with a slide that the user asks for. */
const restart = { target: 'playing', reenter: true } as const;

export const carouselMachine = setup({
  types: { context: {} as CarouselContext, events: {} as CarouselEvent, input: {} as { count: number } },
  actions: {
    showNext: assign(({ context }) => ({ index: (context.index + 1) % context.count })),
    showPrevious: assign(({ context }) => ({ index: (context.index - 1 + context.count) % context.count })),
  },
  delays: { interval: limits.carouselMs },
}).createMachine({
  id: 'carousel',
  context: ({ input }) => ({ count: input.count, index: 0 }),
  initial: 'paused',
  on: selections,
  states: {
    paused: { on: { 'play.requested': 'playing' } },
    playing: {
      after: { interval: { ...restart, actions: 'showNext' } },
      on: {
        'next.requested': { ...selections['next.requested'], ...restart },
        'previous.requested': { ...selections['previous.requested'], ...restart },
        'pause.requested': 'paused',
        'interaction.began': 'interrupted',
      },
    },
    interrupted: { on: { 'interaction.ended': 'playing', 'pause.requested': 'paused' } },
  },
});
