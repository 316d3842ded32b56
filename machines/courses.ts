/** The courses of the chosen institution, read anew whenever another one is chosen. */
import { assign, setup } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';
import type { Course } from '../domain/wire.ts';
import { type OutcomeParams, placeholderActor, succeeded, valueOf, withOutcome } from './outcome.ts';

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
    list: placeholderActor<Outcome<Course[]>, { institutionId: number }>(),
  },
  guards: {
    succeeded,
    institutionIsKnown: ({ context }) => context.institutionId !== null,
    institutionDiffers: ({ context }, { id }: { id: number }) => id !== context.institutionId,
  },
  actions: {
    setInstitution: assign((_, { id }: { id: number }) => ({ institutionId: id, courses: [] })),
    setCourses: assign((_, { outcome }: OutcomeParams<Course[]>) => ({ courses: valueOf(outcome) ?? [] })),
  },
}).createMachine({
  id: 'courses',
  context: ({ input }) => ({ institutionId: input.institutionId, courses: [] }),
  initial: 'idle',
  on: {
    'institution.chosen': {
      guard: { type: 'institutionDiffers', params: ({ event }) => event },
      target: '.listing',
      actions: { type: 'setInstitution', params: ({ event }) => event },
    },
  },
  states: {
    idle: { always: { guard: 'institutionIsKnown', target: 'listing' } },
    listing: {
      tags: 'loading',
      invoke: {
        src: 'list',
        input: ({ context }) => ({ institutionId: context.institutionId ?? 0 }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'listed', actions: withOutcome('setCourses') },
          { target: 'failed' },
        ],
      },
    },
    listed: {},
    failed: { on: { 'retry.requested': 'listing' } },
  },
});
