import { describe, expect, it } from 'vitest';
import { applicantForm, emptyApplicant } from '../../domain/applicant.ts';
import type { Facts } from '../../domain/check.ts';
import { createForm } from '../../domain/create.ts';
import { emptyStudent, studentForm } from '../../domain/student.ts';
import { formChecker } from './checker.ts';
import { rowsChecker } from './rows-checker.ts';

const facts: Facts = { today: '2026-07-01' };
const all = () => true;

describe('the checker of one table', () => {
  const checker = formChecker(createForm, facts);

  it('finds what is wrong with a field', () => {
    expect(checker.check('phone', { name: '', phone: '98', email: '' })).toEqual({
      field: 'phone',
      code: 'create.error.phone.invalid',
    });
  });

  it('knows nothing of a field that stands in no table', () => {
    expect(checker.check('declared', {})).toBeUndefined();
    expect(checker.clean('declared')).toBeUndefined();
  });

  it('reaches nested values by dotted names', () => {
    const issue = formChecker(applicantForm, facts).check(
      'personal_details.address.residence.city',
      emptyApplicant,
    );
    expect(issue?.code).toBe('applicant.error.residenceCity.required');
  });

  it('asks only about the fields it is told to', () => {
    const issues = checker.checkAll({ name: '', phone: '', email: '' }, (name) => name === 'email');
    expect(issues.map(({ field }) => field)).toEqual(['email']);
  });
});

describe('the checker of rows', () => {
  const prefix = 'el_details.students';
  const checker = rowsChecker(studentForm, facts, prefix);
  const values = {
    el_details: { students: { a: { ...emptyStudent('a'), student_name: 'Meera' }, b: emptyStudent('b') } },
  };

  it('names each issue in full', () => {
    expect(checker.check(`${prefix}.b.student_name`, values)?.field).toBe(`${prefix}.b.student_name`);
    expect(checker.check(`${prefix}.a.student_name`, values)).toBeUndefined();
    expect(checker.checkAll(values, all).map(({ field }) => field)).toContain(`${prefix}.b.student_name`);
  });

  it('cleans by the row’s table', () => {
    expect(checker.clean(`${prefix}.a.student_roll_no`)?.('12-3')).toBe('123');
  });

  it('is silent about a row that is gone and about other names', () => {
    expect(checker.check(`${prefix}.gone.student_name`, values)).toBeUndefined();
    expect(checker.check('el_details.institution_id', values)).toBeUndefined();
  });
});
