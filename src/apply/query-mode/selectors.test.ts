import { describe, expect, it } from 'vitest';
import {
  openQuery,
  rollNumberQuery,
  student,
  withStudents,
} from '../../../tests/paths/subjects/wizard-loans.ts';
import { typedForConsents } from './selectors.ts';

describe('the consents of Submit depend on', () => {
  const body = { students: [{ id: student.id, dob: '1990-06-01' }] };
  const typed = (queries: readonly (typeof openQuery)[]) =>
    typedForConsents({
      loan: withStudents('submitted', { queries: [...queries] }),
      ...{ students: body, applicant: null, answers: null },
      ...{ institution: null, options: null, unanswered: [], today: '2026-06-04' },
    });

  it('what is saved while no question is open: Submit then saves no students', () => {
    expect(typed([])).toEqual({});
  });

  it('what is typed about the students in query mode', () => {
    expect(typed([{ ...rollNumberQuery, field: `el_details.students.${student.id}.dob` }])).toEqual({
      has_minor: false,
    });
    expect(typed([openQuery])).toEqual({ has_minor: true });
  });
});
