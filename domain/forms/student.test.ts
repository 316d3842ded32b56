import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { checkInputs, checkField, checkWire } from '../values/check.ts';
import { academicYears } from '../values/dates.ts';
import { feeFields, studentFees, studentTotal } from '../lending/fees.ts';
import { anyStudentField, rowOf } from './fields/catalogue.ts';
import { isShown, withoutHidden } from './hidden-fields.ts';
import {
  diffStudents,
  checkStudents,
  withCourse,
  emptyStudent,
  withInstitution,
  applyStudentChanges,
  normalizeStudent,
  type StudentField,
  type StudentValues,
  type StudentWire,
  studentForm,
  studentFromWire,
  studentToWire,
  diffStudent,
  switchEffects,
} from './student.ts';
import { aStudent } from '../testing.ts';
import type { Student } from '../values/wire.ts';

const today = '2026-11-20';
const context = { today };
const good: StudentValues = {
  ...emptyStudent('9c3f5a52-6f0e-4f0d-9a5e-6b1f6c1c0b11', { id: 7, name: 'Springs School' }),
  student_name: 'Arun',
  dob: '2015-06-01',
  institution_course_id: '70',
  course_name: 'Class 5',
  academic_year: '2026',
  annual_fee: '45000',
};
const fields = Object.keys(studentForm.fields) as StudentField[];
const codes = (change: Partial<StudentValues>) =>
  checkInputs(studentForm, { ...good, ...change }, context).map(({ field, code }) => [field, code]);

const typedFee = fc.oneof(fc.constant(''), fc.integer({ min: 0, max: 9_999_999_999 }).map(String));
const anyRow: fc.Arbitrary<StudentValues> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  student_name: fc.string({ maxLength: 5 }),
  student_roll_no: fc.constantFrom('', '12'),
  dob: fc.constantFrom('', '2015-06-01'),
  institution_id: fc.constantFrom('7', '202'),
  institution_name: fc.constantFrom('Springs School', 'Others'),
  unlisted_institution_name: fc.constantFrom('', 'Springs School'),
  type_of_institute: fc.constantFrom('', 'School', 'College'),
  course_name: fc.constantFrom('', 'Class 5'),
  institution_course_id: fc.constantFrom('', '70'),
  academic_year: fc.constantFrom(...academicYears(today)),
  new_admission: fc.boolean(),
  admission_fee_paid: fc.boolean(),
  admission_fee_amount: typedFee,
  transport_fee_paid: fc.boolean(),
  transport_fee_amount: typedFee,
  annual_fee: typedFee,
  otherfees: typedFee,
});
const anyRows = fc.uniqueArray(anyRow, { selector: (row) => row.id, maxLength: 5 });
const byId = (rows: StudentWire[]) => rows.toSorted((a, b) => a.id.localeCompare(b.id));

describe('the rules of a student', () => {
  it('asks for the required fields in the order of the card', () => {
    const empty = checkInputs(studentForm, emptyStudent('x'), context);
    expect(empty.map(({ field, code }) => [field, code])).toEqual([
      ['student_name', 'student.error.name.required'],
      ['dob', 'student.error.dob.required'],
      ['institution_id', 'student.error.institution.required'],
      ['institution_name', 'student.error.institution.required'],
      ['institution_course_id', 'student.error.course.required'],
      ['academic_year', 'student.error.academicYear.required'],
      ['annual_fee', 'student.error.annualFee.required'],
    ]);
    expect(codes({})).toEqual([]);
  });

  it.each([
    ['2026-11-20', []],
    ['2026-11-21', ['student.error.dob.invalid']],
    ['1968-05-20', []],
    ['1968-05-19', ['student.error.dob.invalid']],
    ['2015-02-29', ['common.error.date.notReal']],
    ['2015--14', ['common.error.date.incomplete']],
  ])('checks the date of birth %s: %s', (dob, broken) =>
    expect(codes({ dob })).toEqual(broken.map((code) => ['dob', code])),
  );

  it('refuses a total of 20000 at the annual fee and names the minimum', () => {
    expect(checkField(studentForm, 'annual_fee', { ...good, annual_fee: '20000' }, context)).toEqual({
      field: 'annual_fee',
      code: 'student.error.annualFee.minimum',
      values: { minimum: '20000' },
    });
    expect(codes({ annual_fee: '20000', otherfees: '1' })).toEqual([]);
    expect(codes({ annual_fee: '0', new_admission: true, admission_fee_amount: '20001' })).toEqual([]);
    expect(codes({ annual_fee: '0', admission_fee_amount: '20001' })).toHaveLength(1);
  });

  it('accepts only the academic years that are offered', () => {
    expect(codes({ academic_year: '2024' })).toEqual([
      ['academic_year', 'student.error.academicYear.required'],
    ]);
  });

  it('accepts a roll number of at most 20 digits', () => {
    expect(codes({ student_roll_no: '0'.repeat(20) })).toEqual([]);
    for (const student_roll_no of ['0'.repeat(21), '12a'])
      expect(codes({ student_roll_no })).toEqual([['student_roll_no', 'student.error.rollNumber.invalid']]);
  });

  it('shows the type only at institution 202 and the course text only for its colleges', () => {
    const at202 = { ...good, institution_id: '202' };
    expect(isShown(studentForm, 'type_of_institute', good)).toBe(false);
    expect(isShown(studentForm, 'type_of_institute', at202)).toBe(true);
    expect(isShown(studentForm, 'course_name', at202)).toBe(false);
    expect(isShown(studentForm, 'course_name', { ...at202, type_of_institute: 'College' })).toBe(true);
    expect(isShown(studentForm, 'course_name', { ...good, type_of_institute: 'College' })).toBe(false);
    expect(studentToWire({ ...good, type_of_institute: 'College' }).type_of_institute).toBeNull();
  });

  it('asks for the name of the school only where it is not on the list', () => {
    const unlisted = { institution_id: '202', institution_name: 'Others' };
    expect(codes(unlisted)).toEqual([['unlisted_institution_name', 'student.error.unlistedName.required']]);
    expect(codes({ ...unlisted, unlisted_institution_name: 'Springs School, Salem' })).toEqual([]);
    expect(isShown(studentForm, 'unlisted_institution_name', { ...good, institution_name: 'Others' })).toBe(
      false,
    );
    expect(isShown(studentForm, 'unlisted_institution_name', { ...good, institution_id: '202' })).toBe(false);
    expect(
      studentToWire({ ...good, unlisted_institution_name: 'Springs School' }).unlisted_institution_name,
    ).toBe('');
  });

  it('asks for a fee directly after the switch that shows it', () => {
    const names = fields.filter((name) => !('derived' in studentForm.fields[name]));
    for (const fee of feeFields) {
      const { shownBy } = studentFees[fee];
      if (shownBy) expect(names.indexOf(fee)).toBe(names.indexOf(shownBy) + 1);
    }
  });

  it('counts every amount of the card as a fee, in its order', () => {
    const amounts = fields.filter((name) => rowOf(anyStudentField(name))?.kind === 'money');
    expect(amounts, 'domain/lending/fees.ts has the fees').toEqual(feeFields);
    for (const fee of feeFields) {
      expect(rowOf('loan_details.emi_tenure_id')?.dependsOn).toContain(anyStudentField(fee));
      const { shownBy } = studentFees[fee];
      const row = { ...studentToWire(good), [fee]: 7, ...(shownBy && { [shownBy]: true }) };
      expect(studentTotal(row) - studentTotal({ ...row, [fee]: 0 }), fee).toBe(7);
    }
  });

  it('shows an optional fee only while its switch is on', () => {
    expect(isShown(studentForm, 'annual_fee', good)).toBe(true);
    expect(isShown(studentForm, 'admission_fee_amount', good)).toBe(false);
    expect(isShown(studentForm, 'admission_fee_amount', switchEffects.new_admission(good, true))).toBe(true);
    expect(isShown(studentForm, 'transport_fee_amount', switchEffects.transport_fee_paid(good, true))).toBe(
      true,
    );
  });

  it('takes at most ten digits of a fee', () => {
    expect(studentForm.fields.annual_fee.clean?.('123456789012')).toBe('1234567890');
  });

  it.each([
    ['annual_fee', 1.5],
    ['annual_fee', -1],
    ['annual_fee', 10_000_000_000],
    ['annual_fee', '45000'],
    ['otherfees', Number.NaN],
    ['institution_course_id', 2 ** 31],
    ['institution_id', 0],
    ['student_name', 'a\u0000b'],
    ['student_name', '\ud800'],
    ['institution_name', 'x'.repeat(201)],
    ['course_name', 'x'.repeat(201)],
    ['new_admission', 1],
  ] as const)('refuses %s %j from any sender', (field, value) => {
    const issues = checkWire(studentForm, { ...studentToWire(good), [field]: value }, context);
    expect(issues.map((issue) => issue.field)).toContain(field);
  });

  it('names each field with its student id, and checks only the requested fields', () => {
    const rows = [studentToWire(good), { ...studentToWire(good), id: 'x', student_name: '', dob: '' }];
    const names = checkStudents(rows, context).map((issue) => issue.field);
    expect(names).toEqual(['el_details.students.x.student_name', 'el_details.students.x.dob']);
    expect(checkStudents(rows, context, (name) => name.endsWith('.dob'))).toHaveLength(1);
  });
});

describe('the effect of a choice', () => {
  it('New admission marks the admission fee as paid and resets it', () => {
    const typed = { ...good, admission_fee_amount: '500' };
    expect(switchEffects.new_admission(typed, true)).toEqual({
      ...typed,
      new_admission: true,
      admission_fee_paid: true,
      admission_fee_amount: '0',
    });
    const off = switchEffects.new_admission(switchEffects.new_admission(typed, true), false);
    expect(off).toMatchObject({ new_admission: false, admission_fee_paid: false });
  });

  it('the transport switch resets the transport fee', () => {
    const on = switchEffects.transport_fee_paid({ ...good, transport_fee_amount: '900' }, true);
    expect(on).toMatchObject({ transport_fee_paid: true, transport_fee_amount: '0' });
  });

  it('a chosen course fills in its title and fees', () => {
    const course = { id: 71, title: 'Class 6', fee: 1, admission_fee: 2, transport_fee: 3, other_fee: 4 };
    expect(withCourse(good, course)).toEqual({
      ...good,
      institution_course_id: '71',
      course_name: 'Class 6',
      annual_fee: '1',
      admission_fee_amount: '2',
      transport_fee_amount: '3',
      otherfees: '4',
    });
  });

  it('a different institution clears the course, and the same one keeps it', () => {
    expect(withInstitution(good, { id: 7, name: 'Springs School' })).toEqual(good);
    expect(withInstitution(good, { id: 8, name: 'Hill School' })).toEqual({
      ...good,
      institution_id: '8',
      institution_name: 'Hill School',
      institution_course_id: '',
      course_name: '',
    });
  });
});

describe('the request with one student', () => {
  it('has the type of the contract', () => {
    expectTypeOf<StudentWire>().toEqualTypeOf<Omit<Student, 'applicationId' | 'user_id'>>();
  });

  it('contains whole rupees, with 0 for hidden fees', () => {
    expect(studentToWire({ ...good, admission_fee_amount: '7', transport_fee_amount: '8' })).toMatchObject({
      institution_id: 7,
      institution_course_id: 70,
      annual_fee: 45000,
      otherfees: 0,
      admission_fee_amount: 0,
      transport_fee_amount: 0,
      admission_fee_paid: false,
    });
  });

  it('stays the same when it is read and sent again', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const wire = studentToWire(row);
        expect(studentToWire(studentFromWire(wire))).toEqual(wire);
      }),
    );
  });

  it('contains no hidden fee, even where one is sent to the server', () => {
    fc.assert(
      fc.property(anyRow, fc.integer({ min: 1, max: 9_999_999_999 }), (row, fee) => {
        const sent = { ...studentToWire(row), admission_fee_amount: fee, transport_fee_amount: fee };
        const stored = withoutHidden(studentForm, sent);
        expect(stored.admission_fee_amount).toBe(row.new_admission ? fee : 0);
        expect(stored.transport_fee_amount).toBe(row.transport_fee_paid ? fee : 0);
        expect(studentTotal(stored)).toBe(studentTotal(sent));
      }),
    );
  });
});

describe('the changes to save', () => {
  it('tell new, changed and unchanged cards apart', () => {
    const saved = studentToWire(good);
    expect(diffStudent(undefined, good)).toMatchObject({ isNew: true, isDirty: true });
    expect(diffStudent(saved, good)).toEqual({ isNew: false, isDirty: false, dirtyFields: [] });
    expect(diffStudent(saved, { ...good, student_name: ' Arun ', transport_fee_amount: '9' }).isDirty).toBe(
      false,
    );
    expect(diffStudent(saved, { ...good, student_name: 'Arul' })).toEqual({
      isNew: false,
      isDirty: true,
      dirtyFields: ['student_name'],
    });
  });

  it('are empty when nothing changed', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const saved = rows.map(studentToWire);
        const none = { students: [], deleted_students: [] };
        expect(diffStudents(saved, saved.map(studentFromWire))).toEqual(none);
      }),
    );
  });

  it('turn the saved students into the current ones and contain nothing else', () => {
    fc.assert(
      fc.property(anyRows, anyRows, (before, now) => {
        const saved = before.map(studentToWire);
        const changes = diffStudents(saved, now);
        expect(byId(applyStudentChanges(saved, changes))).toEqual(byId(now.map(studentToWire)));
        for (const row of changes.students) expect(saved).not.toContainEqual(row);
        expect(changes.deleted_students).toEqual(
          saved.map((row) => row.id).filter((id) => !now.some((row) => row.id === id)),
        );
      }),
    );
  });

  it('contain no mark of new or changed cards in the request', () => {
    expect(Object.keys(studentToWire(good)).sort()).toEqual(['id', ...fields].sort());
  });
});

it('a row saved by another release is read with the current fields', () => {
  const { otherfees: _, ...older } = aStudent('s1');
  expect(normalizeStudent({ ...older, house: 'Blue' } as never)).toEqual({ ...aStudent('s1'), otherfees: 0 });
});
