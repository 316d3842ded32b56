/** The rules of Student Details: each card's own, and the institution that all cards share. */
import { checkAll, checkField, type Facts, type Issue } from '../../../domain/check.ts';
import { parseStudentFieldName, studentFieldName } from '../../../domain/fields/names.ts';
import { type StudentField, studentFields } from '../../../domain/fields/student.ts';
import { studentForm } from '../../../domain/student.ts';
import type { Checker } from '../../form/checker.ts';
import { institutionName, rowsOf, type StudentsValues } from './values.ts';

/** Every card carries the institution, and only one input asks for it. */
const askedOnce = /^institution_(id|name)$/;

/** The student and the field of the card that a full name means; null for another name. */
function parseName(name: string): { id: string; field: StudentField } | null {
  const parsed = parseStudentFieldName(name);
  return parsed && parsed.field in studentFields ? (parsed as { id: string; field: StudentField }) : null;
}

export function studentsChecker(facts: Facts): Checker {
  return {
    check: (name, values) => {
      const { el_details } = values as StudentsValues;
      if (name === institutionName) return institutionIssue(el_details.institution_id);
      const parsed = parseName(name);
      const row = parsed && el_details.students[parsed.id];
      const issue = row && checkField(studentForm, parsed.field, row, facts);
      return issue ? { ...issue, field: name } : undefined;
    },
    checkAll: (values, only) => {
      const { el_details } = values as StudentsValues;
      const shared = only(institutionName) && institutionIssue(el_details.institution_id);
      const own = rowsOf(values as StudentsValues).flatMap((row) => {
        const full = (field: string) => studentFieldName(row.id, field);
        const asked = (field: string) => !askedOnce.test(field) && only(full(field));
        return checkAll(studentForm, row, facts, asked).map((issue) => ({
          ...issue,
          field: full(issue.field),
        }));
      });
      return shared ? [shared, ...own] : own;
    },
    clean: (name) => {
      const parsed = parseName(name);
      return parsed ? studentForm.fields[parsed.field].clean : undefined;
    },
  };
}

const institutionIssue = (id: string): Issue | undefined =>
  id === '' ? { field: institutionName, code: 'student.error.institution.required' } : undefined;
