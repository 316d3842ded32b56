/** Which fields of a loan a reviewer can ask about: those that its applicant sees and fills in (decision 23). */
import { type ApplicantField, applicantForm } from './applicant.ts';
import { at, type Form, type Wire } from './check.ts';
import { documentTypes, needOf } from './documents.ts';
import { type StudentField, studentFieldName, studentForm } from './student.ts';
import type { Loan } from './wire.ts';

/** What follows from another field, so that nobody fills it in. */
const derived: readonly (StudentField | ApplicantField)[] = [
  'institution_id',
  'institution_name',
  'admission_fee_paid',
  'loan_details.emi_tenure',
];

/** The receipt is asked for on the students' step, the others on a page of their own. */
const receipt = 'documents.fee_receipt';

/** Their dotted names in the order of the screens; what is hidden for what the others hold is left out. */
export function flaggableFields(loan: Loan): string[] {
  const { institution_id: institution, students } = loan.el_details;
  const isFixed = institution !== null && institution === loan.locked_institute_id;
  const applicant = Object.fromEntries(
    Object.keys(applicantForm.fields).map((name) => [name, at(loan, name)]),
  );
  return [
    ...(isFixed ? [] : ['el_details.institution_id']),
    receipt,
    ...students.flatMap((row) => filledIn(studentForm, row).map((field) => studentFieldName(row.id, field))),
    ...filledIn(applicantForm, applicant),
    ...documentTypes
      .filter((type) => needOf(type, loan) !== 'not_needed')
      .map((type) => `documents.${type}`)
      .filter((name) => name !== receipt),
  ];
}

const filledIn = (form: Form, wire: Wire): string[] =>
  Object.entries(form.fields)
    .filter(([name, row]) => !(derived as readonly string[]).includes(name) && (row.shown?.(wire) ?? true))
    .map(([name]) => name);

/** Whether a field of that name can be flagged in the loan, or why not. */
export function flaggability(loan: Loan, name: string): 'flaggable' | 'unknown' | 'no such student' {
  if (flaggableFields(loan).includes(name)) return 'flaggable';
  const [, id, field = ''] = /^el_details\.students\.([^.]+)\.([^.]+)$/.exec(name) ?? [];
  const isThere = loan.el_details.students.some((row) => row.id === id);
  return id && !isThere && Object.hasOwn(studentForm.fields, field) ? 'no such student' : 'unknown';
}
