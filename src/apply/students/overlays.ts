/** The overlays and optional parts of Student Details: one chunk, fetched as soon as the page is shown. */
import { lazyOverlays } from '../lazy-overlays.ts';

const lazyFromSecondaryChunk = lazyOverlays(() => import('./secondary.tsx'), ['secondary']);

export const ComplaintLink = lazyFromSecondaryChunk((all) => all.ComplaintLink);
export const CoursesFailed = lazyFromSecondaryChunk((all) => all.CoursesFailed);
export const MaxStudents = lazyFromSecondaryChunk((all) => all.MaxStudents);
export const StudentNameSuggestions = lazyFromSecondaryChunk((all) => all.StudentNameSuggestions);
export const StudentNotices = lazyFromSecondaryChunk((all) => all.StudentNotices);
export const StudentOverlay = lazyFromSecondaryChunk((all) => all.StudentOverlay);
export const UnlistedFailed = lazyFromSecondaryChunk((all) => all.UnlistedFailed);
