/** What the inputs of Student Details hold, what is kept of it as a draft, and what is sent. */
import { filledFrom } from '../../../domain/schemas.ts';
import { studentFieldName } from '../../../domain/fields/names.ts';
import {
  changedRows,
  emptyStudent,
  institutionChosen,
  type StudentValues,
  studentFromWire,
  studentToWire,
} from '../../../domain/student.ts';
import { newUuid } from '../../../domain/uuid.ts';
import type { Wire } from '../../../domain/check.ts';
import type { Institution, Loan, StudentsData } from '../../../domain/wire.ts';

/** As it is kept: the rows in a list, because storage does not keep the order of an object's names. */
export interface TypedStudents {
  institution: Institution | null;
  students: StudentValues[];
}

/** As the form holds it: every input under the dotted name that errors, locks and queries know it by. */
export interface StudentsValues {
  institution: Institution | null;
  el_details: { institution_id: string; students: Record<string, StudentValues> };
}

export const institutionName = 'el_details.institution_id';

/** What the inputs start with where nothing was typed: the saved rows, else one empty card. */
export function savedStudents(loan: Loan, institution: Institution | null): TypedStudents {
  const saved = loan.el_details.students.map(studentFromWire);
  return { institution, students: saved.length > 0 ? saved : [newStudent(institution)] };
}

/** A card with an id of its own. */
export const newStudent = (institution: Institution | null): StudentValues =>
  emptyStudent(newUuid(), institution ?? undefined);

/** The form's values; a locked institution beats whatever was typed. */
export function formOf(typed: TypedStudents, locked: Institution | null): StudentsValues {
  const institution = locked ?? typed.institution;
  const rows = locked ? typed.students.map((row) => institutionChosen(row, locked)) : typed.students;
  return {
    institution,
    el_details: {
      institution_id: institution ? String(institution.id) : '',
      students: Object.fromEntries(rows.map((row) => [row.id, row])),
    },
  };
}

export const rowsOf = (values: StudentsValues): StudentValues[] => Object.values(values.el_details.students);

export const typedOf = (values: StudentsValues): TypedStudents => ({
  institution: values.institution,
  students: rowsOf(values),
});

/** New, changed and deleted rows with what the loan takes from the first one; null when there are none. */
export function changesOf(loan: Loan, rows: readonly StudentValues[]): StudentsData | null {
  const { students, deleted_students } = changedRows(loan.el_details.students, rows);
  const first = rows[0];
  if (!first || students.length + deleted_students.length === 0) return null;
  const { institution_id, institution_name, institution_course_id } = studentToWire(first);
  return {
    'el_details.institution_id': institution_id,
    'el_details.institution_name': institution_name,
    'el_details.course_id': institution_course_id,
    'el_details.students': students,
    ...(deleted_students.length > 0 && { 'el_details.deleted_students': deleted_students }),
  };
}

/** What would be saved, by full dotted names. */
export const studentsWire = ({ institution, students }: TypedStudents): Wire => ({
  [institutionName]: institution?.id ?? null,
  ...Object.fromEntries(
    students.flatMap((row) =>
      Object.entries(studentToWire(row)).map(([field, value]) => [studentFieldName(row.id, field), value]),
    ),
  ),
});

/** What was kept as a draft, filled into today's fields; null where it holds no students. */
export function studentsFromDraft(body: unknown): TypedStudents | null {
  const { institution = null, students } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(students)) return null;
  const rows = students.flatMap((row) => {
    const filled = filledFrom(emptyStudent(''), row);
    return filled && filled.id !== '' ? [filled] : [];
  });
  if (rows.length === 0) return null;
  return { institution: isInstitution(institution) ? institution : null, students: rows };
}

const isInstitution = (value: unknown): value is Institution => {
  const { id, name } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'number' && typeof name === 'string';
};
