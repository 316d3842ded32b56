/** The values of the form of Student Details. */
import {
  type StudentsStepValues,
  withInstitution,
  type StudentValues,
} from '../../../domain/forms/student.ts';
import type { Institution } from '../../../domain/values/wire.ts';

/** The inputs under the dotted names that errors, locks and queries know them by. */
export interface StudentsValues {
  institution: Institution | null;
  el_details: { institution_id: string; students: Record<string, StudentValues> };
}

/** Returns the form's values, with one institution for all; a locked one has precedence over typed ones. */
export function formOf(typed: StudentsStepValues, locked: Institution | null): StudentsValues {
  const institution = locked ?? typed.institution;
  const { students } = typed;
  const rows = institution ? students.map((row) => withInstitution(row, institution)) : students;
  return {
    institution,
    el_details: {
      institution_id: institution ? String(institution.id) : '',
      students: Object.fromEntries(rows.map((row) => [row.id, row])),
    },
  };
}

export const rowsOf = (values: StudentsValues): StudentValues[] => Object.values(values.el_details.students);

export const typedOf = (values: StudentsValues): StudentsStepValues => ({
  institution: values.institution,
  students: rowsOf(values),
});
