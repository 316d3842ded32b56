import { expect, it } from 'vitest';
import { applicantForm, emptyApplicant } from './applicant.ts';
import { stepValues } from './step-values.ts';
import { emptyStudent } from './student.ts';
import { aLoan } from '../testing.ts';

const empty = emptyApplicant(applicantForm);

const only =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);

it('takes typed values for open fields and saved values for all others', () => {
  const typed = structuredClone(empty);
  typed.personal_details.pan = 'ABCDE1234F';
  typed.personal_details.same_as_aadhaar = true;
  typed.personal_details.address.residence.city = 'Madurai';
  const open = only('personal_details.pan', 'personal_details.address.residence.city');
  const held = stepValues.applicant.mergeEditable(empty, typed, open, aLoan());
  expect(held.personal_details.pan).toBe('ABCDE1234F');
  expect(held.personal_details.address.residence.city).toBe('Madurai');
  expect(held.personal_details.same_as_aadhaar).toBe(false);
  expect(held.bank_details).toEqual(empty.bank_details);
});

const school = { id: 1, name: 'Lakeside' };
const other = { id: 2, name: 'Riverside' };
const saved = {
  institution: school,
  students: [emptyStudent('s1', school), emptyStudent('s2', school)],
};
const typed = {
  institution: other,
  students: [
    { ...emptyStudent('s2', other), student_roll_no: '2', dob: '2015-01-01' },
    { ...emptyStudent('s3', other), student_roll_no: '3' },
    { ...emptyStudent('s1', other), student_roll_no: '1' },
  ],
};

it('keeps the saved cards and takes open fields into them by id', () => {
  const held = stepValues.students.mergeEditable(
    saved,
    typed,
    only('el_details.students.s2.student_roll_no'),
    aLoan(),
  );
  expect(held.institution).toEqual(school);
  expect(held.students.map(({ id, student_roll_no, dob }) => [id, student_roll_no, dob])).toEqual([
    ['s1', '', ''],
    ['s2', '2', ''],
  ]);
});

it('takes the name of the institution together with its id', () => {
  const open = only('el_details.institution_id', 'el_details.students.s1.institution_id');
  const held = stepValues.students.mergeEditable(saved, typed, open, aLoan());
  expect(held.institution).toEqual(other);
  expect(held.students.map(({ institution_id }) => institution_id)).toEqual(['2', '1']);
});
