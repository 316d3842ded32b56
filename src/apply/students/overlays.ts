/** What lies over the page or stands beside its fields: one chunk, fetched as soon as the page stands. */
import type { ComponentType } from 'react';
import { lazyOverlay } from '../lazy-overlay.ts';

type Secondary = typeof import('./secondary.tsx');

const over = <Props>(pick: (all: Secondary) => ComponentType<Props>) =>
  lazyOverlay(() => import('./secondary.tsx'), ['secondary'], pick);

export const ComplaintLink = over((all) => all.ComplaintLink);
export const CoursesFailed = over((all) => all.CoursesFailed);
export const MaxStudents = over((all) => all.MaxStudents);
export const StudentNames = over((all) => all.StudentNames);
export const StudentNotices = over((all) => all.StudentNotices);
export const StudentOverlay = over((all) => all.StudentOverlay);
