/** The fields of a loan that a reviewer can query: the ones that its applicant sees and fills in (decision 23). */
import { applicantFormOf } from '../forms/applicant.ts';
import { getPath, type Wire } from '../values/check.ts';
import { documentTypes, needOf } from './documents.ts';
import { documentFieldName, parseStudentFieldName, studentFieldName } from '../forms/fields/catalogue.ts';
import type { FieldRow } from '../forms/fields/row.ts';
import { studentFields } from '../forms/fields/student.ts';
import type { Loan } from '../values/wire.ts';

/** The receipt is asked for on the students' step, the others on a separate page. */
const receipt = documentFieldName('fee_receipt');

/** Full names in the order of the screens, without hidden fields. */
export function flaggableFields(loan: Loan): string[] {
  const { institution_id: institution, students } = loan.el_details;
  const hasReceipt = needOf('fee_receipt', loan) !== 'not_needed' || loan.fee_receipt !== null;
  const isFixed = institution !== null && institution === loan.locked_institute_id;
  return [
    ...(isFixed ? [] : ['el_details.institution_id']),
    ...(hasReceipt ? [receipt] : []),
    ...students.flatMap((row) =>
      visibleFields(studentFields, row).map((field) => studentFieldName(row.id, field)),
    ),
    ...visibleApplicantFields(loan),
    ...documentTypes
      .filter((type) => needOf(type, loan) !== 'not_needed')
      .map(documentFieldName)
      .filter((name) => name !== receipt),
  ];
}

/** Returns the fields of Applicant Details that have an input for the loan's saved values. */
export function visibleApplicantFields(loan: Loan): string[] {
  const { fields } = applicantFormOf(loan);
  return visibleFields(
    fields,
    Object.fromEntries(Object.keys(fields).map((name) => [name, getPath(loan, name)])),
  );
}

/** Returns the fields of a form that have an input for these wire values. */
export const visibleFields = (fields: Readonly<Record<string, FieldRow>>, wire: Wire): string[] =>
  Object.entries(fields)
    .filter(([, { derived, shown }]) => !derived && (shown?.(wire) ?? true))
    .map(([name]) => name);

/** Returns whether a field of that name can be flagged in the loan, or the reason why it cannot. */
export function flaggability(loan: Loan, name: string): 'flaggable' | 'unknown' | 'no such student' {
  if (flaggableFields(loan).includes(name)) return 'flaggable';
  const student = parseStudentFieldName(name);
  if (!student || !Object.hasOwn(studentFields, student.field)) return 'unknown';
  return loan.el_details.students.some(({ id }) => id === student.id) ? 'unknown' : 'no such student';
}
