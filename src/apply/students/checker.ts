/** The rules of Student Details, as its form asks for them. */
import { checkField, type ValidationContext } from '../../../domain/values/check.ts';
import { parseStudentFieldName } from '../../../domain/forms/fields/names.ts';
import { type StudentField, studentFields } from '../../../domain/forms/fields/student.ts';
import {
  checkStudentInputs,
  institutionIssue,
  institutionFieldName,
  studentForm,
} from '../../../domain/forms/student.ts';
import type { Checker } from '../../form/domain-form.tsx';
import { rowsOf, type StudentsValues } from './values.ts';

/** Returns the student and the field of the card that a full name means; null for another name. */
function parseName(name: string): { id: string; field: StudentField } | null {
  const parsed = parseStudentFieldName(name);
  return parsed && parsed.field in studentFields ? (parsed as { id: string; field: StudentField }) : null;
}

export function studentsChecker(context: ValidationContext): Checker {
  return {
    check: (name, values) => {
      const { el_details } = values as StudentsValues;
      if (name === institutionFieldName) return institutionIssue(el_details.institution_id);
      const parsed = parseName(name);
      const row = parsed && el_details.students[parsed.id];
      const issue = row && checkField(studentForm, parsed.field, row, context);
      return issue ? { ...issue, field: name } : undefined;
    },
    checkAll: (values, only) => {
      const institutionId = (values as StudentsValues).el_details.institution_id;
      return checkStudentInputs({ institutionId, students: rowsOf(values as StudentsValues) }, context, only);
    },
    clean: (name) => {
      const parsed = parseName(name);
      return parsed ? studentForm.fields[parsed.field].clean : undefined;
    },
  };
}
