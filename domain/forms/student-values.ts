/** The input values of Student Details: from the loan, from a draft, as they are sent, and their issues. */
import { checkInputs, type ValidationContext, type Issue, type Wire } from '../values/check.ts';
import { currentAcademicYear, type IsoDate } from '../values/dates.ts';
import { studentFieldName } from './fields/names.ts';
import { inputsFromDraft } from './schemas.ts';
import {
  diffStudents,
  emptyStudent,
  type StudentValues,
  studentForm,
  studentFromWire,
  studentToWire,
} from './student.ts';
import { newUuid } from '../values/uuid.ts';
import type { Institution, Loan, StudentsData } from '../values/wire.ts';

/** The rows are a list, because storage does not keep the order of an object's keys. */
export interface StudentsStepValues {
  institution: Institution | null;
  students: StudentValues[];
}

export const institutionFieldName = 'el_details.institution_id';

/** The input values without a draft: the saved rows, else one empty card. */
export function savedStudents(
  loan: Loan,
  institution: Institution | null,
  today?: IsoDate,
): StudentsStepValues {
  const saved = loan.el_details.students.map(studentFromWire);
  return { institution, students: saved.length > 0 ? saved : [newStudent(institution, today)] };
}

/** An empty card with a new id, and with the academic year of `today` where it is given. */
export const newStudent = (institution: Institution | null, today?: IsoDate): StudentValues => ({
  ...emptyStudent(newUuid(), institution ?? undefined),
  ...(today && { academic_year: currentAcademicYear(today) }),
});

/** A draft's body as values of the present fields; null where it holds no students. */
export function studentsFromDraft(body: unknown): StudentsStepValues | null {
  const { institution = null, students } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(students)) return null;
  const rows = students.flatMap((row) => {
    const filled = inputsFromDraft(emptyStudent(''), row);
    return filled && filled.id !== '' ? [filled] : [];
  });
  if (rows.length === 0) return null;
  return { institution: isInstitution(institution) ? institution : null, students: rows };
}

const isInstitution = (value: unknown): value is Institution => {
  const { id, name } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'number' && typeof name === 'string';
};

/** Wire values by full dotted names. */
export const studentsToWire = ({ institution, students }: StudentsStepValues): Wire => ({
  [institutionFieldName]: institution?.id ?? null,
  ...Object.fromEntries(
    students.flatMap((row) =>
      Object.entries(studentToWire(row)).map(([field, value]) => [studentFieldName(row.id, field), value]),
    ),
  ),
});

/** New, changed and deleted rows, with the loan's institution and course from the first row; null without changes. */
export function changedStudentsData(loan: Loan, rows: readonly StudentValues[]): StudentsData | null {
  const { students, deleted_students } = diffStudents(loan.el_details.students, rows);
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

/** Every row has the institution, and all cards share one input for it. */
const sharedByAllCards = /^institution_(id|name)$/;

/**
 * The first broken rule of each field that `only` lets through, by full dotted names.
 * @param institutionId the value of the input that all cards share; '' where none is chosen
 */
export function checkStudentInputs(
  { institutionId, students }: { institutionId: string; students: readonly StudentValues[] },
  context: ValidationContext,
  only: (name: string) => boolean,
): Issue[] {
  const shared = only(institutionFieldName) && institutionIssue(institutionId);
  const own = students.flatMap((row) => {
    const fullName = (field: string) => studentFieldName(row.id, field);
    const isAsked = (field: string) => !sharedByAllCards.test(field) && only(fullName(field));
    return checkInputs(studentForm, row, context, isAsked).map((issue) => ({
      ...issue,
      field: fullName(issue.field),
    }));
  });
  return shared ? [shared, ...own] : own;
}

/** The broken rule of the institution that all cards share. */
export const institutionIssue = (institutionId: string): Issue | undefined =>
  institutionId === ''
    ? { field: institutionFieldName, code: 'student.error.institution.required' }
    : undefined;
