/** What the inputs of Student Details hold, what is kept of it as a draft, what is sent, and which rules it breaks. */
import { checkAll, type Facts, type Issue, type Wire } from './check.ts';
import { studentFieldName } from './fields/names.ts';
import { filledFrom } from './schemas.ts';
import {
  changedRows,
  emptyStudent,
  type StudentValues,
  studentForm,
  studentFromWire,
  studentToWire,
} from './student.ts';
import { newUuid } from './uuid.ts';
import type { Institution, Loan, StudentsData } from './wire.ts';

/** As it is kept: the rows in a list, because storage does not keep the order of an object's names. */
export interface TypedStudents {
  institution: Institution | null;
  students: StudentValues[];
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

/** What would be saved, by full dotted names. */
export const studentsWire = ({ institution, students }: TypedStudents): Wire => ({
  [institutionName]: institution?.id ?? null,
  ...Object.fromEntries(
    students.flatMap((row) =>
      Object.entries(studentToWire(row)).map(([field, value]) => [studentFieldName(row.id, field), value]),
    ),
  ),
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

/** Every card carries the institution, and only one input asks for it. */
const askedOnce = /^institution_(id|name)$/;

/**
 * The first broken rule of each field that `only` lets through, by full dotted names.
 * @param institutionId as the one input holds it that all cards share; '' where none is chosen
 */
export function checkTypedStudents(
  { institutionId, students }: { institutionId: string; students: readonly StudentValues[] },
  facts: Facts,
  only: (name: string) => boolean,
): Issue[] {
  const shared = only(institutionName) && institutionIssue(institutionId);
  const own = students.flatMap((row) => {
    const full = (field: string) => studentFieldName(row.id, field);
    const asked = (field: string) => !askedOnce.test(field) && only(full(field));
    return checkAll(studentForm, row, facts, asked).map((issue) => ({ ...issue, field: full(issue.field) }));
  });
  return shared ? [shared, ...own] : own;
}

/** What is wrong with the institution that all cards share. */
export const institutionIssue = (institutionId: string): Issue | undefined =>
  institutionId === '' ? { field: institutionName, code: 'student.error.institution.required' } : undefined;
