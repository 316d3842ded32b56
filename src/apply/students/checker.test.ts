import { describe, expect, it } from 'vitest';
import { studentsChecker } from './checker.ts';
import { studentFieldName } from '../../../domain/forms/fields/names.ts';
import { institutionFieldName, newStudent } from '../../../domain/forms/student.ts';
import { formOf } from './values.ts';

const checker = studentsChecker({ today: '2025-11-20' });
const all = () => true;

describe('the rules of Student Details', () => {
  it('ask for the institution once for any number of cards', () => {
    const values = formOf({ institution: null, students: [newStudent(null), newStudent(null)] }, null);
    const missing = { field: institutionFieldName, code: 'student.error.institution.required' };
    expect(checker.check(institutionFieldName, values)).toEqual(missing);
    const institution = checker.checkAll(values, all).filter(({ field }) => field.includes('institution_'));
    expect(institution.filter(({ field }) => !field.endsWith('course_id'))).toEqual([missing]);
    expect(checker.checkAll(values, (name) => name !== institutionFieldName)).not.toContainEqual(missing);
  });

  it('ask each card for what is required, by its full name', () => {
    const student = newStudent({ id: 7, name: 'Green Valley School' });
    const values = formOf({ institution: { id: 7, name: 'Green Valley School' }, students: [student] }, null);
    expect(checker.checkAll(values, all)).toEqual(
      [
        ['student_name', 'student.error.name.required'],
        ['dob', 'student.error.dob.required'],
        ['institution_course_id', 'student.error.course.required'],
        ['academic_year', 'student.error.academicYear.required'],
        ['annual_fee', 'student.error.annualFee.required'],
      ].map(([field, code]) => ({ field: studentFieldName(student.id, String(field)), code })),
    );
  });

  it('report nothing for a removed card or an unknown name', () => {
    const values = formOf({ institution: null, students: [newStudent(null)] }, null);
    expect(checker.check(studentFieldName('gone', 'student_name'), values)).toBeUndefined();
    expect(checker.check('el_details.course_id', values)).toBeUndefined();
    expect(checker.clean('el_details.course_id')).toBeUndefined();
  });

  it('strip invalid characters from a roll number', () => {
    expect(checker.clean(studentFieldName('x', 'student_roll_no'))?.('12a3')).toBe('123');
    expect(checker.clean(institutionFieldName)).toBeUndefined();
  });
});
