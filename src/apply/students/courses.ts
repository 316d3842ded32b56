/** The courses to choose from, for all cards at once. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { createActor, fromPromise } from 'xstate';
import type { Course } from '../../../domain/wire.ts';
import { coursesMachine } from '../../../machines/courses.ts';
import { inspect } from '../../inspect/tap.ts';
import { useChild } from '../../child.ts';
import { useServices } from '../services.ts';

export interface Courses {
  list: readonly Course[];
  /** No institution was chosen yet. */
  waiting: boolean;
  loading: boolean;
  failed: boolean;
  read: (institutionId: number) => void;
  retry: () => void;
}

/** Starts with the courses of `institutionId`. */
export function useCourses(institutionId: number | null): Courses {
  const services = useServices();
  const machine = useMemo(
    () =>
      coursesMachine.provide({
        actors: {
          list: fromPromise(({ input, signal }) =>
            services.call('listCourses', { path: { id: input.institutionId } }, { signal }),
          ),
        },
      }),
    [services],
  );
  const actor = useChild(() =>
    createActor(machine, { input: { institutionId }, ...(import.meta.env.DEV && { inspect }) }),
  );
  const now = useSelector(actor, (snapshot) => snapshot);
  return {
    list: now.context.courses,
    waiting: now.matches('idle'),
    loading: now.hasTag('loading'),
    failed: now.matches('failed'),
    read: (id) => actor.send({ type: 'institution.chosen', id }),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}
