/** The student whose card a field is on. */
import { requiredContext } from '../../hooks/required-context.ts';
import type { Courses } from './courses.ts';
import type { StudentsFormActions, StudentsForm } from './form.ts';

export interface StudentOfCard {
  id: string;
  form: StudentsForm;
  courses: Courses;
  /** Fills fields of the card from what it holds. */
  fill: StudentsFormActions['fill'];
}

export const [StudentProvider, useStudent] = requiredContext<StudentOfCard>('StudentProvider');
