/** Query mode, which few ever meet: a chunk of its own, with both steps and the words that it speaks of them. */
import { loadWords } from '../../i18n.tsx';
import type { Wizard } from '../actor.tsx';
import { type Around, queryModeOf } from './mode.tsx';
import { Summary } from './Summary.tsx';

const areas = ['query', 'student', 'applicant', 'rare'] as const;

export type { QueriedNow, QueryMode } from './mode.tsx';

/** Fetches what it needs of the two steps; rejects where that does not come. */
export async function openQueried() {
  const [students, applicant] = await Promise.all([
    import('../students/screen.tsx'),
    import('../applicant/screen.tsx'),
    ...areas.map((area) => loadWords(area)),
  ]);
  const inputs = { students: students.inputs, applicant: applicant.inputs };
  return {
    Summary,
    modeOf: (wizard: Wizard, around: Omit<Around, 'inputs'>) => queryModeOf(wizard, { ...around, inputs }),
  };
}
