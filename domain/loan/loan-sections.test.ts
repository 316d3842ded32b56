import { describe, expect, it } from 'vitest';
import { documentTypes } from './documents.ts';
import { flaggableFields } from './flaggable.ts';
import type { Loan, Student } from '../values/wire.ts';
import { displayedField, rowOf } from '../forms/fields/catalogue.ts';
import { loanFieldValue } from '../forms/fields/value.ts';
import { cardOf, sectionsOf } from './loan-sections.ts';

const student = {
  id: 's1',
  institution_id: 202,
  type_of_institute: 'College',
  new_admission: true,
  transport_fee_paid: false,
  course_name: 'B.Sc.',
} as Student;

const loan = {
  locked_institute_id: null,
  el_details: {
    institution_id: 202,
    institution_name: 'A school',
    receipt_upload: true,
    students: [student],
  },
  personal_details: { same_as_aadhaar: 0 },
  employment_details: { employment_type: 'Salaried' },
  income_details: { monthly_income: 20_000 },
} as unknown as Loan;

describe('every field that can be flagged', () => {
  const names = flaggableFields(loan);

  it('has a row in the catalogue', () => {
    expect(names.filter((name) => rowOf(name) === undefined)).toEqual([]);
  });

  it('is shown on the screen', () => {
    const shown = new Set([
      'el_details.institution_id',
      // The application lists those that it needs or has, and each has its row.
      ...documentTypes.map((type) => `documents.${type}`),
      ...cardOf(student),
      ...sectionsOf(loan).flatMap(({ fields }) => fields),
    ]);
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });
});

it('fields hidden from the applicant are hidden from the reviewer', () => {
  const other = {
    ...loan,
    personal_details: { same_as_aadhaar: 1 },
    income_details: { monthly_income: 90_000 },
  };
  const ids = sectionsOf(other as unknown as Loan).map(({ id }) => id);
  expect(ids).not.toContain('permanent');
  expect(sectionsOf(other as unknown as Loan).flatMap(({ fields }) => fields)).not.toContain(
    'income_details.household_income',
  );
  expect(cardOf(student)).not.toContain('el_details.students.s1.transport_fee_amount');
});

it('a chosen course is displayed by its name', () => {
  expect(displayedField('el_details.students.s1.institution_course_id')).toBe(
    'el_details.students.s1.course_name',
  );
  expect(displayedField('personal_details.pan')).toBe('personal_details.pan');
  expect(loanFieldValue(loan, displayedField('el_details.students.s1.institution_course_id'))).toBe('B.Sc.');
  expect(loanFieldValue(loan, 'el_details.students.gone.dob')).toBeUndefined();
});
