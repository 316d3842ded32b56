/** Query mode, in a chunk of its own with the messages of both steps, because few loans need it. */
import { waitFor } from 'xstate';
import type { WizardContext } from '../../../machines/wizard.ts';
import { loadMessages } from '../../i18n.tsx';
import { lazyOverlays } from '../lazy-overlays.ts';
import { fieldLocks } from './locks.tsx';
import { withReplacedDocument } from './open-queries.ts';
import * as selectors from './selectors.ts';
import { OpenQuestions, Summary } from './Summary.tsx';

const namespaces = ['query', 'student', 'applicant', 'consumer', 'secondary', 'document'] as const;

const Documents = lazyOverlays(() => import('./Documents.tsx'), ['document'])((all) => all.QueriedDocuments);

/**
 * The first student's course as it is typed, once the students' draft has been read.
 * @throws once `signal` is aborted
 */
async function readCourse(
  { loan, institution, drafts }: Pick<WizardContext, 'loan' | 'institution' | 'drafts'>,
  signal: AbortSignal,
): Promise<number | null> {
  if (!loan || !drafts) return null;
  const draft = await waitFor(drafts.students, (now) => !now.hasTag('reading'), { signal });
  return selectors.typedCourse({ loan, institution, students: draft.context.body });
}

const queryMode = {
  ...selectors,
  Summary,
  OpenQuestions,
  Documents,
  fieldLocks,
  readCourse,
  withReplacedDocument,
};

export type QueryMode = typeof queryMode;

/** Fetches the messages; rejects where they cannot be had. */
export async function loadQueryModeMessages(): Promise<QueryMode> {
  await Promise.all(namespaces.map((namespace) => loadMessages(namespace)));
  return queryMode;
}
