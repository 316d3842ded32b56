/** A loan's fields in the order in which its applicant was asked, without what was hidden. */
import { applicantForm } from './applicant.ts';
import { getPath } from './check.ts';
import { applicantFields } from './fields/applicant.ts';
import { type SectionId, sections, studentFieldName } from './fields/catalogue.ts';
import { contactFields } from './fields/loan.ts';
import { studentFields } from './fields/student.ts';
import { visibleFields } from './flaggable.ts';
import type { Loan, Student } from './wire.ts';

export interface Section {
  id: SectionId;
  /** Full names. */
  fields: readonly string[];
}

/** The sections of Applicant Details that the applicant saw, without what was hidden from them. */
export function sectionsOf(loan: Loan): Section[] {
  const wire = Object.fromEntries(
    Object.keys(applicantForm.fields).map((name) => [name, getPath(loan, name)]),
  );
  const visible = visibleFields(applicantFields, wire);
  const rows: Readonly<Record<string, { section: SectionId }>> = applicantFields;
  return (Object.keys(sections) as SectionId[])
    .map((id) => ({
      id,
      fields: [
        ...visible.filter((name) => rows[name]?.section === id),
        ...(id === 'person' ? contactFields : []),
      ],
    }))
    .filter(({ fields }) => fields.length > 0);
}

/** The full names of a student's card, without what was hidden. */
export const cardOf = (student: Student): string[] =>
  visibleFields(studentFields, student).map((field) => studentFieldName(student.id, field));
