/** Fills a customer's new application from an earlier one: drafts of its two steps, to be checked and changed. */
import {
  applicantFromWire,
  type ApplicantValues,
  emptyApplicant,
  applicantFormOf,
  type PresentationFacts,
} from './applicant.ts';
import type { CarriedAnswersStatus } from './carried-answers.ts';
import { getPath } from '../values/check.ts';
import { lenderRequestableFields } from './fields/consumer.ts';
import { shownFields } from './hidden-fields.ts';
import { unflatten } from './schemas.ts';
import { newStudent, type StudentsStepValues, studentFromWire, type StudentValues } from './student.ts';
import type { IsoDate } from '../values/dates.ts';
import type { Institution, Loan } from '../values/wire.ts';

/** Decided anew for each loan: the plan, its purpose, and what only a lender's question may bring up (decision 81). */
const fieldsNotCarried = [
  'loan_details.emi_tenure_id',
  'loan_details.emi_tenure',
  'personal_details.loan_purpose',
];

/** A student is the same next year; the course, its fees and the academic year are not. */
const studentFieldsCarried = [
  'student_name',
  'dob',
  'student_roll_no',
  'unlisted_institution_name',
  'type_of_institute',
] as const;

type Carried<Values> = Values & { carried: CarriedAnswersStatus };

/** The facts about the new application that are known before its steps are filled in. */
export interface NewApplication extends PresentationFacts {
  /** The applicant's name, as the profile has it. */
  name: string;
  /** The institution that its students start with; null where none is known. */
  institution: Institution | null;
}

/** @param from the day on which the earlier application was begun */
export function studentsOfEarlier(
  earlier: Loan,
  { institution }: NewApplication,
  { from, today }: { from: IsoDate; today: IsoDate },
): Carried<StudentsStepValues> {
  const students = earlier.el_details.students.map((row): StudentValues => {
    const before = studentFromWire(row);
    const known = studentFieldsCarried.map((field) => [field, before[field]]);
    return { ...newStudent(institution, today), ...Object.fromEntries(known) };
  });
  return { institution, students, carried: { from, unchecked: [] } };
}

/** Marks every section with an answer as unchecked. @param from the day on which the earlier application began */
export function applicantOfEarlier(
  earlier: Loan,
  loan: NewApplication,
  from: IsoDate,
): Carried<ApplicantValues> {
  const table = applicantFormOf(loan);
  const empty = emptyApplicant(table);
  const before = applicantFromWire(table, earlier);
  // Fields that are hidden now would go unchecked if they were shown later.
  const shown = shownFields(table, before);
  const isCarried = (name: string) =>
    shown.includes(name) && !fieldsNotCarried.includes(name) && !lenderRequestableFields.includes(name);
  const names = Object.keys(table.fields);
  const values = unflatten(
    names.map((name) => [name, getPath(isCarried(name) ? before : empty, name)]),
  ) as ApplicantValues;
  values.personal_details.name = loan.name;
  const answered = names.filter((name) => isCarried(name) && getPath(before, name));
  const unchecked = [...new Set(answered.flatMap((name) => table.fields[name]?.section ?? []))];
  return { ...values, carried: { from, unchecked } };
}
