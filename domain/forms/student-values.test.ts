import { describe, expect, it } from 'vitest';
import {
  changedStudentsData,
  newStudent,
  savedStudents,
  studentsFromDraft,
  type StudentsStepValues,
  withCourse,
  type StudentValues,
  studentToWire,
} from './student.ts';
import type { Institution, Loan } from '../values/wire.ts';

const school: Institution = { id: 7, name: 'Green Valley School', receipt_upload: true };
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

/** Returns a loan with just the members that Student Details reads. */
const loanWith = (rows: readonly StudentValues[]) =>
  ({ el_details: { students: rows.map(studentToWire) } }) as unknown as Loan;

describe('the initial values of the inputs', () => {
  it('are one empty card, with the institution where it is known', () => {
    const { institution, students } = savedStudents(loanWith([]), school);
    expect(institution).toBe(school);
    expect(students).toHaveLength(1);
    expect(students[0]).toMatchObject({ institution_id: '7', institution_name: school.name, annual_fee: '' });
    expect(savedStudents(loanWith([]), null).students[0]).toMatchObject({
      institution_id: '',
      academic_year: '',
    });
    const [today] = savedStudents(loanWith([]), null, '2026-07-01').students;
    expect(today).toMatchObject({ academic_year: '2026' });
  });

  it('are the saved students', () => {
    const rows = [student('Asha'), student('Bala')];
    expect(savedStudents(loanWith(rows), school).students.map((row) => row.student_name)).toEqual([
      'Asha',
      'Bala',
    ]);
  });
});

describe('the request with the students', () => {
  it('is omitted when nothing changed', () => {
    const rows = [student('Asha')];
    expect(changedStudentsData(loanWith(rows), rows)).toBeNull();
  });

  it('contains only new and changed rows, with the institution and course of the first row', () => {
    const [asha, bala, chitra] = [student('Asha'), student('Bala'), student('Chitra')];
    const changed = { ...bala, annual_fee: '40000' };
    expect(changedStudentsData(loanWith([asha, bala]), [asha, changed, chitra])).toEqual({
      'el_details.institution_id': 7,
      'el_details.institution_name': school.name,
      'el_details.course_id': 70,
      'el_details.students': [changed, chitra].map(studentToWire),
      'el_details.known_students': [asha.id, bala.id],
    });
  });

  it('names the rows that were deleted', () => {
    const [asha, bala] = [student('Asha'), student('Bala')];
    expect(changedStudentsData(loanWith([asha, bala]), [bala])).toMatchObject({
      'el_details.students': [],
      'el_details.deleted_students': [asha.id],
    });
  });
});

describe('a draft', () => {
  const good: StudentsStepValues = { institution: school, students: [student('Asha')] };
  const [row] = good.students;
  const taken = (body: unknown, saved: readonly StudentValues[] = []) =>
    studentsFromDraft(body, loanWith(saved));

  it('is restored as it was stored', () => {
    expect(taken(JSON.parse(JSON.stringify(good)))).toEqual(good);
    expect(taken({ ...good, institution: null })).toEqual({ ...good, institution: null });
  });

  it('fills the current fields where another release stored it', () => {
    const { annual_fee: _, ...older } = { ...row, a_field_that_is_gone: 'x' };
    expect(taken({ ...good, students: [older] })?.students).toEqual([{ ...row, annual_fee: '' }]);
    expect(taken({ ...good, students: [{ ...row, annual_fee: 30000 }] })?.students).toEqual([
      { ...row, annual_fee: '' },
    ]);
    expect(taken({ ...good, institution: { id: '7', name: 'x' } })).toEqual({
      ...good,
      institution: null,
    });
  });

  it('includes students saved after it was typed, in the order of the loan', () => {
    const [bala, chitra, newOne] = [student('Bala'), student('Chitra'), student('Devi')];
    const typed = { ...bala, annual_fee: '40000' };
    const draft = { ...good, students: [typed, newOne] };
    const namesAndFees = (known: readonly string[]) =>
      taken({ ...draft, known }, [bala, chitra])?.students.map((row) => [row.student_name, row.annual_fee]);
    expect(namesAndFees([bala.id])).toEqual([
      ['Bala', '40000'],
      ['Chitra', '30000'],
      ['Devi', '30000'],
    ]);
    expect(namesAndFees([bala.id, chitra.id])).toEqual([
      ['Bala', '40000'],
      ['Devi', '30000'],
    ]);
  });

  it('is ignored where it contains no valid students', () => {
    for (const bad of [null, 'text', {}, { ...good, students: [] }, { ...good, students: {} }])
      expect(taken(bad)).toBeNull();
    for (const broken of [null, 'text', [], { ...row, id: '' }])
      expect(taken({ ...good, students: [broken] })).toBeNull();
  });
});
