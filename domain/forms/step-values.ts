/** The input values of each drafted step: from the loan, from a draft, as they are sent, and their issues. */
import {
  applicantValidationContext,
  applicantFromDraft,
  applicantFromWire,
  applicantToWire,
  type ApplicantValues,
  applicantFormOf,
} from './applicant.ts';
import { getPath, checkInputs, type Issue, type ValidationInputs, type Wire } from '../values/check.ts';
import { studentFieldName } from './fields/names.ts';
import { studentFields } from './fields/student.ts';
import { unflatten } from './schemas.ts';
import {
  checkStudentInputs,
  institutionFieldName,
  savedStudents,
  studentsFromDraft,
  studentsToWire,
  type StudentsStepValues,
  type StudentValues,
} from './student.ts';
import type { DraftedStep } from '../pages/steps.ts';
import type { Institution, Loan } from '../values/wire.ts';

export interface ValuesByStep {
  students: StudentsStepValues;
  applicant: ApplicantValues;
}

/** Selects fields by their full dotted names. */
export type FieldFilter = (name: string) => boolean;

interface StepValues<Values> {
  /** The input values where there is no draft. */
  saved: (loan: Loan, institution: Institution | null) => Values;
  /** A draft's body as values of the present fields; null where it is no draft of this step. */
  fromDraft: (body: unknown, loan: Loan) => Values | null;
  /**
   * Returns the typed values of the editable fields and the saved values of all others, so that values typed before
   * query mode do not change a locked field. Cards are neither added nor deleted.
   */
  mergeEditable: (saved: Values, typed: Values, isEditable: FieldFilter, loan: Loan) => Values;
  /** Wire values by full dotted names. */
  toWire: (values: Values, loan: Loan) => Wire;
  /** The first broken rule of each field that `only` lets through. */
  check: (values: Values, inputs: ValidationInputs, only: FieldFilter) => Issue[];
}

export const stepValues: { readonly [Step in DraftedStep]: StepValues<ValuesByStep[Step]> } = {
  students: {
    saved: savedStudents,
    fromDraft: studentsFromDraft,
    mergeEditable: (saved, typed, isEditable) => ({
      // The institution is one value under the name of the input that asks for it.
      institution: isEditable(institutionFieldName) ? typed.institution : saved.institution,
      students: saved.students.map((row) => {
        const typedRow = typed.students.find(({ id }) => id === row.id);
        return typedRow ? mergeStudent(row, typedRow, isEditable) : row;
      }),
    }),
    toWire: studentsToWire,
    check: ({ institution, students }, { today }, only) =>
      checkStudentInputs(
        { institutionId: institution ? String(institution.id) : '', students },
        { today },
        only,
      ),
  },
  applicant: {
    saved: (loan) => applicantFromWire(applicantFormOf(loan), loan),
    fromDraft: (body, loan) => applicantFromDraft(applicantFormOf(loan), body),
    mergeEditable: (saved, typed, isEditable, loan) =>
      unflatten(
        Object.keys(applicantFormOf(loan).fields).map((name) => [
          name,
          getPath(isEditable(name) ? typed : saved, name),
        ]),
      ) as ApplicantValues,
    toWire: (values, loan) => applicantToWire(applicantFormOf(loan), values),
    check: (values, inputs, only) =>
      checkInputs(applicantFormOf(inputs.loan), values, applicantValidationContext(inputs), only),
  },
};

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
