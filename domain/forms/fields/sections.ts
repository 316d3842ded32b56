/** The sections of the two steps that ask about a loan, in the order of the screens. */
import type { FormStep } from '../../pages/steps.ts';

/** `title` is a message id. */
export const sections = {
  institution: { step: 'students', title: 'student.institution.label' },
  student: { step: 'students', title: 'student.card.title' },
  documents: { step: 'applicant', title: 'document.title' },
  person: { step: 'applicant', title: 'applicant.person' },
  bank: { step: 'applicant', title: 'applicant.bank' },
  emi: { step: 'applicant', title: 'applicant.emi' },
  residence: { step: 'applicant', title: 'applicant.residence' },
  permanent: { step: 'applicant', title: 'applicant.permanent' },
  employment: { step: 'applicant', title: 'applicant.employment' },
  office: { step: 'applicant', title: 'applicant.office' },
} as const satisfies Record<string, { step: FormStep; title: string }>;

export type SectionId = keyof typeof sections;
