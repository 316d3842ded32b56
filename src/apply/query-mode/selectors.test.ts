import { describe, expect, it } from 'vitest';
import {
  openQuery,
  rollNumberQuery,
  student,
  withStudents,
} from '../../../tests/paths/subjects/wizard-loans.ts';
import { typedForConsents } from './selectors.ts';

describe('the consents at Submit', () => {
  const body = { students: [{ id: student.id, dob: '1990-06-01' }] };
  const typed = (queries: readonly (typeof openQuery)[]) =>
    typedForConsents({
      loan: withStudents('submitted', { queries: [...queries] }),
      ...{ students: body, applicant: null, answers: null },
      ...{ institution: null, options: null, unanswered: [], today: '2026-06-04' },
    });

  it('depend on the saved students while no question is open', () => {
    expect(typed([])).toEqual({});
  });

  it('depend on the typed students in query mode', () => {
    expect(typed([{ ...rollNumberQuery, field: `el_details.students.${student.id}.dob` }])).toEqual({
      has_minor: false,
    });
    expect(typed([openQuery])).toEqual({ has_minor: true });
  });
});
