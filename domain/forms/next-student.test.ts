import { describe, expect, it } from 'vitest';
import { nextStudent } from './next-student.ts';
import { newStudent } from './student.ts';

const school = { id: 7, name: 'Green Valley School' };
const asha = {
  ...newStudent(school),
  student_name: 'Asha',
  institution_course_id: '70',
  annual_fee: '30000',
};

describe('a further card', () => {
  it('copies the academic year and the type of institute from the card before, and nothing else', () => {
    const first = { ...asha, academic_year: '2026', type_of_institute: 'College' };
    const { id, ...next } = nextStudent([newStudent(school), first], school, '2025-11-20');
    expect(id).not.toBe(first.id);
    const { id: _, ...empty } = newStudent(school);
    expect(next).toEqual({ ...empty, academic_year: '2026', type_of_institute: 'College' });
  });

  it('starts with the current year where the card before has none', () => {
    const first = { ...asha, academic_year: '' };
    expect(nextStudent([first], null, '2025-11-20').academic_year).toBe('2025');
  });
});
