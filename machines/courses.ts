/** The courses of the chosen institution, read anew whenever another one is chosen. */
import { assign, fromPromise, setup } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';
import type { Course } from '../domain/wire.ts';

export type CoursesEvent = { type: 'institution.chosen'; id: number } | { type: 'retry.requested' };

export interface CoursesContext {
  institutionId: number | null;
  courses: Course[];
}

export const coursesMachine = setup({
  types: {
    context: {} as CoursesContext,
    events: {} as CoursesEvent,
    input: {} as { institutionId: number | null },
    tags: {} as 'loading',
  },
  actors: {
    list: fromPromise<Outcome<Course[]>, { institutionId: number }>(() => {
      throw new Error('The edge provides no list');
    }),
  },
  guards: {
    noneIsChosen: ({ context }) => context.institutionId === null,
    isTheSame: ({ context }, params: { id: number }) => params.id === context.institutionId,
    wasDecided: (_, params: { outcome: Outcome<unknown> }) => params.outcome.kind === 'decided',
  },
  actions: {
    rememberInstitution: assign((_, params: { id: number }) => ({ institutionId: params.id, courses: [] })),
    rememberCourses: assign((_, params: { outcome: Outcome<Course[]> }) => ({
      courses: params.outcome.kind === 'decided' ? params.outcome.value : [],
    })),
  },
}).createMachine({
  id: 'courses',
  context: ({ input }) => ({ institutionId: input.institutionId, courses: [] }),
  initial: 'starting',
  on: {
    'institution.chosen': [
      { guard: { type: 'isTheSame', params: ({ event }) => ({ id: event.id }) } },
      {
        target: '.listing',
        actions: { type: 'rememberInstitution', params: ({ event }) => ({ id: event.id }) },
      },
    ],
  },
  states: {
    starting: { always: [{ guard: 'noneIsChosen', target: 'idle' }, { target: 'listing' }] },
    idle: {},
    listing: {
      tags: 'loading',
      invoke: {
        id: 'list',
        src: 'list',
        input: ({ context }) => ({ institutionId: context.institutionId ?? 0 }),
        onDone: [
          {
            guard: { type: 'wasDecided', params: ({ event }) => ({ outcome: event.output }) },
            target: 'listed',
            actions: { type: 'rememberCourses', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'failed' },
        ],
      },
    },
    listed: {},
    failed: { on: { 'retry.requested': 'listing' } },
  },
});
