/** Reads the course that the plans in query mode depend on, from the students' draft, which may still be loading. */
import { waitFor } from 'xstate';
import type { WizardContext } from '../../../machines/wizard.ts';
import { typedCourse } from './selectors.ts';

/**
 * Returns the typed course of the first student, once the students' draft has been read.
 * @throws once `signal` is aborted
 */
export async function readCourse(
  { loan, institution, drafts }: Pick<WizardContext, 'loan' | 'institution' | 'drafts'>,
  signal: AbortSignal,
): Promise<number | null> {
  if (!loan || !drafts) return null;
  const draft = await waitFor(drafts.students, (now) => !now.hasTag('reading'), { signal });
  return typedCourse({ loan, institution, students: draft.context.body });
}
