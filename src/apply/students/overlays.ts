/** The overlays and optional parts of Student Details: one chunk, fetched as soon as the page is shown. */
import type { ComponentType } from 'react';
import { lazyOverlay } from '../lazy-overlay.ts';

type Secondary = typeof import('./secondary.tsx');

const lazyFromSecondaryChunk = <Props>(pick: (all: Secondary) => ComponentType<Props>) =>
  lazyOverlay(() => import('./secondary.tsx'), ['secondary'], pick);

export const ComplaintLink = lazyFromSecondaryChunk((all) => all.ComplaintLink);
export const CoursesFailed = lazyFromSecondaryChunk((all) => all.CoursesFailed);
export const MaxStudents = lazyFromSecondaryChunk((all) => all.MaxStudents);
export const StudentNameSuggestions = lazyFromSecondaryChunk((all) => all.StudentNameSuggestions);
export const StudentNotices = lazyFromSecondaryChunk((all) => all.StudentNotices);
export const StudentOverlay = lazyFromSecondaryChunk((all) => all.StudentOverlay);
