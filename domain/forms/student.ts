/** One student's card: the rules between its fields, a choice's effects on other fields, and the changes to save. */
import {
  checkWire,
  type ValidationContext,
  type Form,
  type Issue,
  toWireValues,
  type WireOf,
  checkInputs,
  type Wire,
} from '../values/check.ts';
import { academicYears, isStudentAge, currentAcademicYear, type IsoDate } from '../values/dates.ts';
import {
  feeFields,
  feesOfCourse,
  type Fees,
  type FeeSwitch,
  isAboveMinimumFee,
  studentFees,
} from '../lending/fees.ts';
import { studentFieldName } from './fields/names.ts';
import { type StudentField, studentFields } from './fields/student.ts';
import { limits } from '../values/limits.ts';
import { inputsFromWire, inputsFromDraft } from './schemas.ts';
import { withoutHidden } from './hidden-fields.ts';
import type { Course, Institution, Loan, StudentsData } from '../values/wire.ts';
import { newUuid } from '../values/uuid.ts';

export { instituteTypes, type StudentField } from './fields/student.ts';

/** A student's wire values; `id` is a UUID that the client made. */
export type StudentWire = {
  [Name in 'id' | StudentField]: Name extends StudentField ? WireOf<typeof studentFields>[Name] : string;
};

/** The input values of a card: texts, and booleans for switches. */
export type StudentValues = {
  [Name in keyof StudentWire]: StudentWire[Name] extends boolean ? boolean : string;
};

export const studentForm: Form<StudentField> = {
  fields: studentFields,
  rules: [
    {
      field: 'dob',
      holds: (wire, { today }) => isStudentAge(String(wire.dob), today),
      code: 'student.error.dob.invalid',
    },
    {
      field: 'academic_year',
      holds: (wire, { today }) => academicYears(today).includes(String(wire.academic_year)),
      code: 'student.error.academicYear.required',
    },
    {
      field: 'annual_fee',
      holds: (wire) => isAboveMinimumFee(wire as unknown as Fees),
      code: 'student.error.annualFee.minimum',
      values: { minimum: String(limits.minimumTotalFee) },
    },
  ],
};

/** Switches off, texts empty. */
const blank = Object.fromEntries(
  Object.entries(studentFields).map(([name, { kind }]) => [name, kind === 'switch' ? false : '']),
) as Omit<StudentValues, 'id'>;

/** Returns an empty card, with the institution if one is chosen. */
export const emptyStudent = (id: string, institution?: InstitutionRef): StudentValues => ({
  id,
  ...blank,
  ...(institution && institutionValues(institution)),
});

type InstitutionRef = Pick<Institution, 'id' | 'name'>;

const institutionValues = ({ id, name }: InstitutionRef) => ({
  institution_id: String(id),
  institution_name: name,
});

/** Wire values; hidden fees are 0, and a missing number of unchecked values is null. */
export const studentToWire = (values: StudentValues): StudentWire =>
  withoutHidden(studentForm, { id: values.id, ...toWireValues(studentForm, values) }) as StudentWire;

export const studentFromWire = (row: StudentWire): StudentValues => inputsFromWire(emptyStudent(row.id), row);

const blankWire = /* @__PURE__ */ studentToWire(emptyStudent(''));

/**
 * Returns a stored row with the present fields: missing fields are empty and removed fields are left out, so that rows
 * outlive a release that adds or removes a field.
 */
export const normalizeStudent = (row: Partial<StudentWire> & { id: string }): StudentWire => {
  const saved = Object.entries(row).filter(([name]) => name in blankWire);
  return { ...blankWire, ...Object.fromEntries(saved), id: row.id };
};

/** Returns the first broken rule of each field of several students, under full names. */
export const checkStudents = (
  rows: readonly StudentWire[],
  context: ValidationContext,
  only: (name: string) => boolean = () => true,
): Issue[] =>
  rows.flatMap((row) =>
    checkWire(studentForm, row, context, (field) => only(studentFieldName(row.id, field))).map((issue) => ({
      ...issue,
      field: studentFieldName(row.id, issue.field),
    })),
  );

/** A switch of a card changes the card's other fields: the fee that it shows starts at 0. */
export const switchEffects: Readonly<Record<FeeSwitch, (row: StudentValues, on: boolean) => StudentValues>> =
  Object.fromEntries(
    feeFields.flatMap((fee) => {
      const { shownBy, paid } = studentFees[fee];
      if (!shownBy) return [];
      const effect = (row: StudentValues, on: boolean): StudentValues => ({
        ...row,
        ...(paid && { [paid]: on }),
        ...{ [shownBy]: on, [fee]: '0' },
      });
      return [[shownBy, effect]];
    }),
  ) as never;

/** Choosing a course fills its title and its fees; a fee that it does not have is 0. */
export const withCourse = (row: StudentValues, course: Course): StudentValues => ({
  ...row,
  institution_course_id: String(course.id),
  course_name: course.title,
  ...Object.fromEntries(Object.entries(feesOfCourse(course)).map(([fee, amount]) => [fee, String(amount)])),
});

/** Choosing another institution clears the course; choosing the same one again changes nothing. */
export const withInstitution = (row: StudentValues, institution: InstitutionRef): StudentValues =>
  row.institution_id === String(institution.id)
    ? row
    : {
        ...row,
        ...institutionValues(institution),
        type_of_institute: '',
        institution_course_id: '',
        course_name: '',
      };

interface StudentDiff {
  isNew: boolean;
  isDirty: boolean;
  dirtyFields: StudentField[];
}

/** Returns the changes of a card since it was saved; hidden fields and spaces around a text do not count. */
export function diffStudent(saved: StudentWire | undefined, now: StudentValues): StudentDiff {
  const before = saved && studentToWire(studentFromWire(saved));
  const after = studentToWire(now);
  const dirtyFields = (Object.keys(studentFields) as StudentField[]).filter(
    (field) => before?.[field] !== after[field],
  );
  return { isNew: !saved, isDirty: dirtyFields.length > 0, dirtyFields };
}

interface StudentChanges {
  students: StudentWire[];
  deleted_students: string[];
}

/** Gives what must be saved: new and changed rows, and the ids of deleted ones (decision 31). Both empty: no call. */
export function diffStudents(saved: readonly StudentWire[], now: readonly StudentValues[]): StudentChanges {
  const before = new Map(saved.map((row) => [row.id, row]));
  const present = new Set(now.map((row) => row.id));
  return {
    students: now.filter((row) => diffStudent(before.get(row.id), row).isDirty).map(studentToWire),
    deleted_students: [...before.keys()].filter((id) => !present.has(id)),
  };
}

/** Returns the rows after a save: changed rows in place, new ones after them, absent ones untouched. */
export function applyStudentChanges(saved: readonly StudentWire[], changes: StudentChanges): StudentWire[] {
  const rows = new Map([...saved, ...changes.students].map((row) => [row.id, row]));
  for (const id of changes.deleted_students) rows.delete(id);
  return [...rows.values()];
}

/** The rows are a list, because storage does not keep the order of an object's keys. */
export interface StudentsStepValues {
  institution: Institution | null;
  students: StudentValues[];
  /** The ids of the saved rows that were read before it was typed. */
  known?: string[];
}

export const institutionFieldName = 'el_details.institution_id';

/** Returns the input values without a draft: the saved rows, else one empty card. */
export function savedStudents(
  loan: Loan,
  institution: Institution | null,
  today?: IsoDate,
): StudentsStepValues {
  const saved = loan.el_details.students.map(studentFromWire);
  return { institution, students: saved.length > 0 ? saved : [newStudent(institution, today)] };
}

/** Returns an empty card with a new id, and with the academic year of `today` where it is given. */
export const newStudent = (institution: Institution | null, today?: IsoDate): StudentValues => ({
  ...emptyStudent(newUuid(), institution ?? undefined),
  ...(today && { academic_year: currentAcademicYear(today) }),
});

/** Returns a draft's values of the present fields, with the students saved since; null if it has no students. */
export function studentsFromDraft(body: unknown, loan: Loan): StudentsStepValues | null {
  const { institution = null, students, known } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(students)) return null;
  const rows = students.flatMap((row) => {
    const filled = inputsFromDraft(emptyStudent(''), row);
    return filled && filled.id !== '' ? [filled] : [];
  });
  if (rows.length === 0) return null;
  const isShown = ({ id }: StudentWire) =>
    rows.some((row) => row.id === id) || (Array.isArray(known) && !known.includes(id));
  const saved = loan.el_details.students.filter(isShown).map(studentFromWire);
  const byId = new Map([...saved, ...rows].map((row) => [row.id, row]));
  return { institution: isInstitution(institution) ? institution : null, students: [...byId.values()] };
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

export const studentIdsOf = (loan: Loan): string[] => loan.el_details.students.map(({ id }) => id);

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
    'el_details.known_students': studentIdsOf(loan),
    ...(deleted_students.length > 0 && { 'el_details.deleted_students': deleted_students }),
  };
}

/** The institution is in every row, and all cards share one input for it. */
const sharedByAllCards = /^institution_(id|name)$/;

/**
 * Returns the first broken rule of each field that `only` lets through, by full dotted names.
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

/** Returns the broken rule of the institution that all cards share. */
export const institutionIssue = (institutionId: string): Issue | undefined =>
  institutionId === ''
    ? { field: institutionFieldName, code: 'student.error.institution.required' }
    : undefined;
