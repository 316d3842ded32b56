/** The first values of a further student's card. */
import { newStudent, type StudentValues } from './student.ts';
import type { IsoDate } from '../values/dates.ts';
import type { Institution } from '../values/wire.ts';

/** Returns a further card: siblings are mostly in the same academic year, at the same school of the same type. */
export function nextStudent(
  rows: readonly StudentValues[],
  institution: Institution | null,
  today: IsoDate,
): StudentValues {
  const { academic_year, type_of_institute, unlisted_institution_name } = rows.at(-1) ?? {};
  return {
    ...newStudent(institution, today),
    ...(academic_year && { academic_year }),
    ...(type_of_institute && { type_of_institute }),
    ...(unlisted_institution_name && { unlisted_institution_name }),
  };
}
