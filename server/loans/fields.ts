/** The applicant's flat dotted fields, and the sections of the row that store them. */

import { addressLines, applicantForm } from '../../domain/applicant.ts';
import { getPath, type Form, type Wire } from '../../domain/check.ts';
import { limits } from '../../domain/limits.ts';
import { freeText } from '../../domain/schemas.ts';
import type { ApplicationData, Loan } from '../../domain/wire.ts';
import type { JsonValue, Section } from '../db/schema.ts';
import { shapeCode } from '../problem.ts';
import type { LoanRow } from '../tokens.ts';

/** The fields of an application that has no values yet. */
export const emptyFields: Wire = Object.fromEntries(addressLines.map((name) => [name, '']));

/** The fields and rules of everything that an applicant may send. */
export const applicationForm: Form = {
  fields: {
    ...applicantForm.fields,
    ...Object.fromEntries(
      addressLines.map((name) => [name, { schema: freeText(shapeCode, limits.addressMaxLength) }]),
    ),
  },
  rules: applicantForm.rules,
};

export const applicationFields: readonly string[] = Object.keys(applicationForm.fields);

/** The saved values of the applicant's fields; a field that was never saved is left out, an address line is ''. */
export function savedFields(loan: Loan): Wire {
  const saved = applicationFields.map((name) => [name, getPath(loan, name) ?? undefined] as const);
  return {
    ...emptyFields,
    ...Object.fromEntries(saved.filter(([, value]) => value !== undefined)),
  };
}

/** The applicant's fields of a request body. */
export const sentFields = (data: ApplicationData): Wire =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name in applicationForm.fields));

type SectionColumn =
  'personalDetails' | 'employmentDetails' | 'incomeDetails' | 'loanDetails' | 'bankDetails';

const columns: Readonly<Record<string, SectionColumn>> = {
  personal_details: 'personalDetails',
  employment_details: 'employmentDetails',
  income_details: 'incomeDetails',
  loan_details: 'loanDetails',
  bank_details: 'bankDetails',
};

/** The row's sections with these fields in them and nothing else, nested as the dotted names say. */
export function sectionsOf(fields: Wire): Pick<LoanRow, SectionColumn> {
  const sections: Record<SectionColumn, Section> = {
    personalDetails: {},
    employmentDetails: {},
    incomeDetails: {},
    loanDetails: {},
    bankDetails: {},
  };
  for (const [name, value] of Object.entries(fields)) {
    const [head = '', ...steps] = name.split('.');
    const column = columns[head];
    if (column && value !== undefined && value !== '') setNested(sections[column], steps, value as JsonValue);
  }
  return sections;
}

function setNested(section: Section, [step = '', ...rest]: string[], value: JsonValue): void {
  if (rest.length === 0) {
    section[step] = value;
    return;
  }
  const inner = section[step];
  const next: Section = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  section[step] = next;
  setNested(next, rest, value);
}
