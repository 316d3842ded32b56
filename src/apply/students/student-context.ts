/** The student whose card a field is on. */
import { createContext, useContext } from 'react';
import type { Courses } from './courses.ts';
import type { StudentsFormActions, StudentsForm } from './form.ts';

export interface StudentOfCard {
  id: string;
  form: StudentsForm;
  courses: Courses;
  /** Fills fields of the card from what it holds. */
  fill: StudentsFormActions['fill'];
}

export const StudentContext = createContext<StudentOfCard | null>(null);

export function useStudent(): StudentOfCard {
  const student = useContext(StudentContext);
  if (!student) throw new Error('No StudentContext');
  return student;
}
