/**
 * The institution that all students of a loan share. The students' step asks for it, and does without the other rows of
 * loan.ts.
 */
import { inSection } from './row.ts';

export const institutionFields = inSection('institution', {
  'el_details.institution_id': {
    kind: 'search',
    label: 'student.institution.label',
    displayedField: 'el_details.institution_name',
  },
});
