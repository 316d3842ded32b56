/** One student's card: the rules between its fields, how a choice changes other fields, and what must be saved. */
import {
  checkWire,
  type ValidationContext,
  type Form,
  type Issue,
  toWireValues,
  type WireOf,
} from '../values/check.ts';
import { academicYears, isStudentAge } from '../values/dates.ts';
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
import { inputsFromWire } from './schemas.ts';
import { withoutHidden } from './hidden-fields.ts';
import type { Course, Institution } from '../values/wire.ts';

export { instituteTypes, type StudentField } from './fields/student.ts';

/** A student's wire values; `id` is a UUID that the client made. */
export type StudentWire = {
  [Name in 'id' | StudentField]: Name extends StudentField ? WireOf<typeof studentFields>[Name] : string;
};

/** What the inputs of a card hold: texts and switches. */
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

/** An empty card, with the institution if one is chosen. */
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
 * A stored row with the present fields: one that the row does not have is empty, one that no longer exists is left out,
 * so that rows outlive a release that adds or removes a field.
 */
export const normalizeStudent = (row: Partial<StudentWire> & { id: string }): StudentWire => {
  const saved = Object.entries(row).filter(([name]) => name in blankWire);
  return { ...blankWire, ...Object.fromEntries(saved), id: row.id };
};

/** The first broken rule of each field of several students, under full names. */
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

export interface StudentDiff {
  isNew: boolean;
  isDirty: boolean;
  dirtyFields: StudentField[];
}

/** How a card differs from what is saved; hidden fields and spaces around a text make no difference. */
export function diffStudent(saved: StudentWire | undefined, now: StudentValues): StudentDiff {
  const before = saved && studentToWire(studentFromWire(saved));
  const after = studentToWire(now);
  const dirtyFields = (Object.keys(studentFields) as StudentField[]).filter(
    (field) => before?.[field] !== after[field],
  );
  return { isNew: !saved, isDirty: dirtyFields.length > 0, dirtyFields };
}

export interface StudentChanges {
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

/** The rows after a save: changed rows in place, new ones after them, absent ones untouched. */
export function applyStudentChanges(saved: readonly StudentWire[], changes: StudentChanges): StudentWire[] {
  const rows = new Map([...saved, ...changes.students].map((row) => [row.id, row]));
  for (const id of changes.deleted_students) rows.delete(id);
  return [...rows.values()];
}
