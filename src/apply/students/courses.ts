/** The courses to choose from, for all cards at once. */
import { useState } from 'react';
import type { Course } from '../../../domain/values/wire.ts';
import { cachedForever, useApiQuery } from '../../data/query.tsx';

export interface Courses {
  list: readonly Course[];
  /** True if no institution was chosen yet. */
  waiting: boolean;
  loading: boolean;
  failed: boolean;
  read: (institutionId: number) => void;
  retry: () => void;
}

const noCourses: readonly Course[] = [];

/** Starts with the courses of `institutionId`. */
export function useCourses(institutionId: number | null): Courses {
  const [id, read] = useState(institutionId);
  const courses = useApiQuery('listCourses', id === null ? null : { path: { id } }, cachedForever);
  return {
    list: courses.data ?? noCourses,
    waiting: id === null,
    loading: courses.isLoading,
    failed: courses.isError,
    read,
    retry: () => void courses.refetch(),
  };
}
