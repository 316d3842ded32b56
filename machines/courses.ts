/** The courses of the chosen institution, read anew whenever another one is chosen. */
import { assign, setup } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';
import type { Course } from '../domain/wire.ts';
import { unprovided } from './unprovided.ts';

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
    list: unprovided<Outcome<Course[]>, { institutionId: number }>(),
  },
}).createMachine({
  id: 'courses',
  context: ({ input }) => ({ institutionId: input.institutionId, courses: [] }),
  initial: 'idle',
  on: {
    'institution.chosen': {
      guard: ({ context, event }) => event.id !== context.institutionId,
      target: '.listing',
      actions: assign(({ event }) => ({ institutionId: event.id, courses: [] })),
    },
  },
  states: {
    idle: { always: { guard: ({ context }) => context.institutionId !== null, target: 'listing' } },
    listing: {
      tags: 'loading',
      invoke: {
        src: 'list',
        input: ({ context }) => ({ institutionId: context.institutionId ?? 0 }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'decided',
            target: 'listed',
            actions: assign(({ event }) =>
              event.output.kind === 'decided' ? { courses: event.output.value } : {},
            ),
          },
          { target: 'failed' },
        ],
      },
    },
    listed: {},
    failed: { on: { 'retry.requested': 'listing' } },
  },
});
