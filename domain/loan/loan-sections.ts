/** A loan's fields in the order in which its applicant was asked, without hidden ones. */
import { rowOf, type SectionId, sections, studentFieldName } from '../forms/fields/catalogue.ts';
import { contactFields } from '../forms/fields/loan.ts';
import { studentFields } from '../forms/fields/student.ts';
import { visibleApplicantFields, visibleFields } from './flaggable.ts';
import type { Loan, Student } from '../values/wire.ts';

export interface Section {
  id: SectionId;
  /** Full names. */
  fields: readonly string[];
}

/** Returns the sections of Applicant Details that the applicant saw, without hidden fields. */
export function sectionsOf(loan: Loan): Section[] {
  const visible = visibleApplicantFields(loan);
  return (Object.keys(sections) as SectionId[])
    .map((id) => ({
      id,
      fields: [
        ...visible.filter((name) => rowOf(name)?.section === id),
        ...(id === 'person' ? contactFields : []),
      ],
    }))
    .filter(({ fields }) => fields.length > 0);
}

/** Returns the full names of a student's card, without hidden fields. */
export const cardOf = (student: Student): string[] =>
  visibleFields(studentFields, student).map((field) => studentFieldName(student.id, field));
