/** Query mode, which few ever meet: a chunk of its own, with both steps and the words that it speaks of them. */
import { loadMessages } from '../../i18n.tsx';
import type { Wizard } from '../wizard-actor.tsx';
import { lazyOverlay } from '../lazy-overlay.ts';
import { type Around, queryModeOf } from './mode.tsx';
import { Summary } from './Summary.tsx';

const areas = ['query', 'student', 'applicant', 'rare', 'document'] as const;

export type { QueriedNow, QueryMode } from './mode.tsx';

const Documents = lazyOverlay(
  () => import('./Documents.tsx'),
  ['document'],
  (all) => all.QueriedDocuments,
);

/** Fetches what it needs of the two steps; rejects where that does not come. */
export async function openQueried() {
  const [students, applicant] = await Promise.all([
    import('../students/screen.tsx'),
    import('../applicant/screen.tsx'),
    ...areas.map((area) => loadMessages(area)),
  ]);
  const inputs = { students: students.inputs, applicant: applicant.inputs };
  return {
    Summary,
    Documents,
    modeOf: (wizard: Wizard, around: Omit<Around, 'inputs'>) => queryModeOf(wizard, { ...around, inputs }),
  };
}
