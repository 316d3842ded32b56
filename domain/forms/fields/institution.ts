/** The institution of all students of a loan: the students' step asks for it, and for no other row of loan.ts. */
import { inSection } from './row.ts';

export const institutionFields = inSection('institution', {
  'el_details.institution_id': {
    kind: 'search',
    label: 'student.institution.label',
    displayedField: 'el_details.institution_name',
  },
});
