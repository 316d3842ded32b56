/** The rules of Student Details: each card's own, and the institution that all cards share. */
import type { Facts, Issue } from '../../../domain/check.ts';
import { studentForm } from '../../../domain/student.ts';
import { type Checker, rowsChecker } from '../../form/checker.ts';
import { institutionName, type StudentsValues } from './values.ts';

/** Every card carries the institution, and only one input asks for it. */
const askedOnce = /\.institution_(id|name)$/;

export function studentsChecker(facts: Facts): Checker {
  const rows = rowsChecker(studentForm, facts, 'el_details.students');
  return {
    ...rows,
    check: (name, values) => (name === institutionName ? institutionIssue(values) : rows.check(name, values)),
    checkAll: (values, only) => [
      ...(only(institutionName) ? [institutionIssue(values)] : []).filter((issue) => issue !== undefined),
      ...rows.checkAll(values, (name) => !askedOnce.test(name) && only(name)),
    ],
  };
}

function institutionIssue(values: object): Issue | undefined {
  const { el_details } = values as StudentsValues;
  if (el_details.institution_id !== '') return;
  return { field: institutionName, code: 'student.error.institution.required' };
}
