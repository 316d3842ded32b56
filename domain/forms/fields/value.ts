/** A field's value in a loan. */
import { getPath } from '../../values/check.ts';
import type { Loan } from '../../values/wire.ts';
import { parseStudentFieldName } from './names.ts';

/** Returns the wire value of a field by its full name; undefined where the loan has none. */
export function loanFieldValue(loan: Loan, name: string): unknown {
  const student = parseStudentFieldName(name);
  if (!student) return getPath(loan, name);
  return getPath(
    loan.el_details.students.find(({ id }) => id === student.id),
    student.field,
  );
}
