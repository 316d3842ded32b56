/** The rules of Student Details: each card's own, and the institution that all cards share. */
import { checkAll, checkField, type Facts, type Issue } from '../../../domain/check.ts';
import { type StudentField, studentForm } from '../../../domain/student.ts';
import type { Checker } from '../../form/checker.ts';
import { institutionName, rowName, rowsOf, type StudentsValues } from './values.ts';

/** Every card carries the institution, and only one input asks for it. */
const askedOnce = /^institution_(id|name)$/;

/** The row and the field that a full name means; of another name, nothing. */
function apart(name: string): { id: string; field: StudentField | undefined } {
  const [, , id = '', field = ''] = name.split('.');
  return { id, field: field in studentForm.fields ? (field as StudentField) : undefined };
}

export function studentsChecker(facts: Facts): Checker {
  return {
    check: (name, values) => {
      const { el_details } = values as StudentsValues;
      if (name === institutionName) return institutionIssue(el_details.institution_id);
      const { id, field } = apart(name);
      const row = el_details.students[id];
      const issue = row && field && checkField(studentForm, field, row, facts);
      return issue && { ...issue, field: name };
    },
    checkAll: (values, only) => {
      const { el_details } = values as StudentsValues;
      const shared = only(institutionName) && institutionIssue(el_details.institution_id);
      const own = rowsOf(values as StudentsValues).flatMap((row) => {
        const full = (field: string) => `${rowName(row.id)}.${field}`;
        const asked = (field: string) => !askedOnce.test(field) && only(full(field));
        return checkAll(studentForm, row, facts, asked).map((issue) => ({
          ...issue,
          field: full(issue.field),
        }));
      });
      return shared ? [shared, ...own] : own;
    },
    clean: (name) => {
      const { field } = apart(name);
      return field && studentForm.fields[field].clean;
    },
  };
}

const institutionIssue = (id: string): Issue | undefined =>
  id === '' ? { field: institutionName, code: 'student.error.institution.required' } : undefined;
