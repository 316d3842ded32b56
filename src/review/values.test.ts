import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { flaggableFields } from '../../domain/loan/flaggable.ts';
import type { Loan, Student } from '../../domain/values/wire.ts';
import messages from '../../locales/en/app.json';
import { fieldTitle } from './values.tsx';

const intl = createIntl({ locale: 'en', messages });
const student = (id: string) => ({ id, institution_id: 202, new_admission: true }) as Student;

const loanOf = (...students: Student[]) =>
  ({
    el_details: { institution_id: 202, students },
    personal_details: { same_as_aadhaar: 0 },
    employment_details: { employment_type: 'Salaried' },
    income_details: { monthly_income: 20_000 },
  }) as unknown as Loan;

describe('the titles of the fields that can be flagged', () => {
  it.each([
    ['one student', loanOf(student('s1'))],
    ['two students', loanOf(student('s1'), student('s2'))],
  ])('are different from each other with %s', (_, loan) => {
    const titles = flaggableFields(loan).map((name) => fieldTitle(intl, name, loan));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});
