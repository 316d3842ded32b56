/** What the inputs of each drafted step hold: as it was saved, as a draft has it, as it travels, and what is wrong. */
import {
  applicantFacts,
  applicantForm,
  applicantFromDraft,
  applicantFromWire,
  applicantToWire,
  type ApplicantValues,
} from './applicant.ts';
import { at, checkAll, type Issue, type ValidationInputs, type Wire } from './check.ts';
import { applicantFields } from './fields/applicant.ts';
import { studentFieldName } from './fields/names.ts';
import { studentFields } from './fields/student.ts';
import { nested } from './schemas.ts';
import {
  checkTypedStudents,
  institutionName,
  savedStudents,
  studentsFromDraft,
  studentsWire,
  type TypedStudents,
} from './student-values.ts';
import type { DraftedStep } from './steps.ts';
import type { StudentValues } from './student.ts';
import type { Institution, Loan } from './wire.ts';

export interface ValuesByStep {
  students: TypedStudents;
  applicant: ApplicantValues;
}

/** Whether a field is meant, by its full dotted name. */
export type FieldFilter = (name: string) => boolean;

interface StepValues<Values> {
  /** What the inputs hold where nothing was typed. */
  saved: (loan: Loan, institution: Institution | null) => Values;
  /** What was kept as a draft, in today's fields; null where it is none. */
  fromDraft: (body: unknown) => Values | null;
  /**
   * The editable fields as they are typed, all others as they are saved: what was typed before query mode of fields
   * that are locked in it is not taken over. No card is added or deleted.
   */
  mergeEditable: (saved: Values, typed: Values, isEditable: FieldFilter) => Values;
  /** The values as they travel, by full dotted names. */
  toWire: (values: Values) => Wire;
  /** The first broken rule of each field that `only` lets through. */
  check: (values: Values, inputs: ValidationInputs, only: FieldFilter) => Issue[];
}

export const stepValues: { readonly [Step in DraftedStep]: StepValues<ValuesByStep[Step]> } = {
  students: {
    saved: savedStudents,
    fromDraft: studentsFromDraft,
    mergeEditable: (saved, typed, isEditable) => ({
      // The institution is one value under the name of the input that asks for it.
      institution: isEditable(institutionName) ? typed.institution : saved.institution,
      students: saved.students.map((row) => {
        const typedRow = typed.students.find(({ id }) => id === row.id);
        return typedRow ? mergeStudent(row, typedRow, isEditable) : row;
      }),
    }),
    toWire: studentsWire,
    check: ({ institution, students }, { today }, only) =>
      checkTypedStudents(
        { institutionId: institution ? String(institution.id) : '', students },
        { today },
        only,
      ),
  },
  applicant: {
    saved: applicantFromWire,
    fromDraft: applicantFromDraft,
    mergeEditable: (saved, typed, isEditable) =>
      nested(
        Object.keys(applicantFields).map((name) => [name, at(isEditable(name) ? typed : saved, name)]),
      ) as ApplicantValues,
    toWire: applicantToWire,
    check: (values, inputs, only) => checkAll(applicantForm, values, applicantFacts(inputs), only),
  },
};

/** Every step whose values are kept in a draft, in the order of the screens. */
export const draftedSteps = Object.keys(stepValues) as DraftedStep[];

const mergeStudent = (
  saved: StudentValues,
  typed: StudentValues,
  isEditable: FieldFilter,
): StudentValues => ({
  ...saved,
  ...Object.fromEntries(
    Object.entries(typed).filter(
      ([field]) => field in studentFields && isEditable(studentFieldName(saved.id, field)),
    ),
  ),
});
