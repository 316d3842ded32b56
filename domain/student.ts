/** One student's card: the rules between its fields, what a choice does to the others, and what must be saved. */
import { checkWire, type Facts, type Form, type Issue, readAll, type WireOf } from './check.ts';
import { academicYears, isStudentAge } from './dates.ts';
import { type Fees, reachesMinimum } from './fees.ts';
import { studentFieldName } from './fields/names.ts';
import { type StudentField, studentFields } from './fields/student.ts';
import { limits } from './limits.ts';
import { typedFrom } from './schemas.ts';
import { withoutHidden } from './shown.ts';
import type { Course, Institution } from './wire.ts';

export { instituteTypes, type StudentField } from './fields/student.ts';

/** A student as it travels; `id` is a UUID that the client made. */
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
      holds: (wire) => reachesMinimum(wire as unknown as Fees),
      code: 'student.error.annualFee.minimum',
      values: { minimum: String(limits.minimumTotalFee) },
    },
  ],
};

/** Switches off, texts empty. */
const blank = Object.fromEntries(
  Object.entries(studentFields).map(([name, { kind }]) => [name, kind === 'switch' ? false : '']),
) as Omit<StudentValues, 'id'>;

/** A new card, at the institution if one is chosen. */
export const emptyStudent = (id: string, institution?: AnInstitution): StudentValues => ({
  id,
  ...blank,
  ...(institution && named(institution)),
});

type AnInstitution = Pick<Institution, 'id' | 'name'>;

const named = ({ id, name }: AnInstitution) => ({ institution_id: String(id), institution_name: name });

/** What travels, hidden fees 0. Of values that were not checked, a missing number is null. */
export const studentToWire = (values: StudentValues): StudentWire =>
  withoutHidden(studentForm, { id: values.id, ...readAll(studentForm, values) }) as StudentWire;

export const studentFromWire = (row: StudentWire): StudentValues => typedFrom(emptyStudent(row.id), row);

/**
 * A row as it was saved, with today's fields: one that the row does not have is empty, one that no longer exists is
 * left out. So rows outlive a release that adds or removes a field.
 */
export const savedStudent = (row: Partial<StudentWire> & { id: string }): StudentWire => {
  const today = studentToWire(emptyStudent(row.id));
  const saved = Object.entries(row).filter(([name]) => name in today);
  return { ...today, ...Object.fromEntries(saved) };
};

/** The broken rules of several students, each under its full name; what the server asks. */
export const checkStudents = (
  rows: readonly StudentWire[],
  facts: Facts,
  only: (name: string) => boolean = () => true,
): Issue[] =>
  rows.flatMap((row) =>
    checkWire(studentForm, row, facts, (field) => only(studentFieldName(row.id, field))).map((issue) => ({
      ...issue,
      field: studentFieldName(row.id, issue.field),
    })),
  );

/** Ticking New admission marks its fee as paid and resets it to 0; clearing it takes both back. */
export const newAdmissionTicked = (row: StudentValues, on: boolean): StudentValues => ({
  ...row,
  new_admission: on,
  admission_fee_paid: on,
  admission_fee_amount: '0',
});

/** Switching transportation resets its fee to 0. */
export const transportSwitched = (row: StudentValues, on: boolean): StudentValues => ({
  ...row,
  transport_fee_paid: on,
  transport_fee_amount: '0',
});

/** What turning a switch of a card does to the card's other fields. */
export const switchEffects: Partial<
  Record<StudentField, (row: StudentValues, on: boolean) => StudentValues>
> = {
  new_admission: newAdmissionTicked,
  transport_fee_paid: transportSwitched,
};

/** A course brings its title and its four fees; a fee that it does not name is 0. */
export const courseChosen = (row: StudentValues, course: Course): StudentValues => ({
  ...row,
  institution_course_id: String(course.id),
  course_name: course.title,
  annual_fee: String(course.fee ?? 0),
  admission_fee_amount: String(course.admission_fee ?? 0),
  transport_fee_amount: String(course.transport_fee ?? 0),
  otherfees: String(course.other_fee ?? 0),
});

/** Another institution has other courses, so the course is cleared; the same one again changes nothing. */
export const institutionChosen = (row: StudentValues, institution: AnInstitution): StudentValues =>
  row.institution_id === String(institution.id)
    ? row
    : {
        ...row,
        ...named(institution),
        type_of_institute: '',
        institution_course_id: '',
        course_name: '',
      };

export interface Tracked {
  isNew: boolean;
  isDirty: boolean;
  dirtyFields: StudentField[];
}

/** How a card differs from what is saved; hidden fields and spaces around a text make no difference. */
export function tracked(saved: StudentWire | undefined, now: StudentValues): Tracked {
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

/** What must be saved: new and changed rows, and the ids of deleted ones (decision 31b). Both empty: no call. */
export function changedRows(saved: readonly StudentWire[], now: readonly StudentValues[]): StudentChanges {
  const before = new Map(saved.map((row) => [row.id, row]));
  const kept = new Set(now.map((row) => row.id));
  return {
    students: now.filter((row) => tracked(before.get(row.id), row).isDirty).map(studentToWire),
    deleted_students: [...before.keys()].filter((id) => !kept.has(id)),
  };
}

/** The rows after a save: changed rows in place, new ones after them, absent ones untouched. */
export function mergedRows(saved: readonly StudentWire[], changes: StudentChanges): StudentWire[] {
  const rows = new Map([...saved, ...changes.students].map((row) => [row.id, row]));
  for (const id of changes.deleted_students) rows.delete(id);
  return [...rows.values()];
}
