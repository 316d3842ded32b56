import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { feeFields } from '../../../domain/lending/fees.ts';
import { newStudent, withCourse, type StudentValues } from '../../../domain/forms/student.ts';
import type { Institution } from '../../../domain/values/wire.ts';
import { feeParts, totalOf } from './fees.ts';
import { formOf, rowsOf, typedOf } from './values.ts';

const school: Institution = { id: 7, name: 'Green Valley School', receipt_upload: true };
const college: Institution = { id: 202, name: 'Hill College' };
const course = {
  id: 70,
  title: 'Class 1',
  fee: 30000,
  admission_fee: 5000,
  transport_fee: 4000,
  other_fee: 100,
};

const student = (name: string): StudentValues => ({
  ...withCourse(newStudent(school), course),
  student_name: name,
  dob: '2015-04-05',
  academic_year: '2025',
});

describe('the values of the form', () => {
  it('contain the locked institution, even where the draft has another', () => {
    const typed = { institution: college, students: [{ ...student('Asha'), institution_id: '202' }] };
    const form = formOf(typed, school);
    expect(form.institution).toBe(school);
    expect(form.el_details.institution_id).toBe('7');
    expect(rowsOf(form)[0]).toMatchObject({
      institution_id: '7',
      institution_course_id: '',
      student_name: 'Asha',
    });
  });

  it('contain one institution for all cards', () => {
    const elsewhere = { ...student('Asha'), institution_id: '202' };
    const form = formOf({ institution: school, students: [elsewhere, student('Bala')] }, null);
    expect(rowsOf(form)).toMatchObject([
      { institution_id: '7', institution_course_id: '', student_name: 'Asha' },
      { institution_id: '7', institution_course_id: expect.stringMatching(/./), student_name: 'Bala' },
    ]);
  });

  it('keep the order of the cards', () => {
    const students = ['Asha', 'Bala', 'Chitra'].map(student);
    expect(typedOf(formOf({ institution: school, students }, null))).toEqual({
      institution: school,
      students,
    });
  });
});

describe('the parts of the total', () => {
  it('have a different colour for each fee', () => {
    const css = readFileSync(new URL('total.css', import.meta.url), 'utf8');
    const [common, ...own] = [...css.matchAll(/\[data-fee(?:='(\w+)')?\] \{\s*--fee: ([^;]+);/g)];
    expect(
      own.map(([, fee]) => fee),
      'total.css',
    ).toEqual(feeFields.slice(1));
    const colours = [common, ...own].map((rule) => rule?.[2]);
    expect(new Set(colours).size).toBe(feeFields.length);
  });

  it('include every shown fee of all students', () => {
    const asha = { ...student('Asha'), new_admission: true, admission_fee_paid: true };
    const bala = { ...student('Bala'), transport_fee_paid: true, otherfees: '' };
    expect(feeParts([asha, bala])).toEqual({
      annual_fee: 60000,
      admission_fee_amount: 5000,
      transport_fee_amount: 4000,
      otherfees: 100,
    });
    expect(totalOf(feeParts([asha, bala]))).toBe(69100);
  });

  it('add up to 0 before anything is typed', () => {
    expect(totalOf(feeParts([newStudent(null)]))).toBe(0);
  });
});
