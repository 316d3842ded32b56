/** The courses to choose from, for all cards at once. */
import { useState } from 'react';
import type { Course } from '../../../domain/values/wire.ts';
import { useResource } from '../../hooks/resource.ts';
import { useServices } from '../shared/services.ts';

export interface Courses {
  list: readonly Course[];
  /** No institution was chosen yet. */
  waiting: boolean;
  loading: boolean;
  failed: boolean;
  read: (institutionId: number) => void;
  retry: () => void;
}

const noCourses: readonly Course[] = [];

/** Starts with the courses of `institutionId`. */
export function useCourses(institutionId: number | null): Courses {
  const { call } = useServices();
  const [id, read] = useState(institutionId);
  const { status, value, retry } = useResource(id === null ? null : `courses ${id}`, (signal) =>
    call('listCourses', { path: { id: id ?? 0 } }, { signal }),
  );
  return {
    list: value ?? noCourses,
    waiting: status === 'idle',
    loading: status === 'loading',
    failed: status === 'failed',
    read,
    retry,
  };
}
