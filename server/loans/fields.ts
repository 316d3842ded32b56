/** The applicant's flat dotted fields, and the sections of the row that store them. */

import { addressLines, applicantFormOf, type PresentationFacts } from '../../domain/forms/applicant.ts';
import { getPath, type Form, type Wire } from '../../domain/values/check.ts';
import { consumerAppFields } from '../../domain/forms/fields/consumer.ts';
import { limits } from '../../domain/values/limits.ts';
import { freeText } from '../../domain/forms/schemas.ts';
import type { ApplicationData, Loan } from '../../domain/values/wire.ts';
import type { JsonValue, Section } from '../db/schema/columns.ts';
import { Problem, shapeErrorCode, shapeError } from '../http/problem.ts';
import type { LoanRow } from './tokens.ts';

/** The fields of an application that has no values yet. */
export const emptyFields: Wire = Object.fromEntries(addressLines.map((name) => [name, '']));

const lineFields = Object.fromEntries(
  addressLines.map((name) => [name, { schema: freeText(shapeErrorCode, limits.addressMaxLength) }]),
);

/** The fields and rules of everything that the applicant of a loan may send. */
export function applicationFormOf(loan: PresentationFacts): Form {
  const { fields, rules } = applicantFormOf(loan);
  return { fields: { ...fields, ...lineFields }, rules };
}

/** The saved values of the applicant's fields; a field that was never saved is left out, an address line is ''. */
export function savedFields(loan: Loan): Wire {
  const names = Object.keys(applicationFormOf(loan).fields);
  const saved = names.map((name) => [name, getPath(loan, name) ?? undefined] as const);
  return {
    ...emptyFields,
    ...Object.fromEntries(saved.filter(([, value]) => value !== undefined)),
  };
}

/** The applicant's fields of a request body. @throws Problem 400 for fields that the loan does not ask (decision 81) */
export function sentFields(form: Form, data: ApplicationData): Wire {
  const unasked = Object.keys(data).filter((name) => name in consumerAppFields && !(name in form.fields));
  if (unasked.length > 0) {
    const errors = unasked.map((name) => shapeError(name, 'is not asked of this loan'));
    throw new Problem(400, 'A field is not asked of this loan', errors);
  }
  return Object.fromEntries(Object.entries(data).filter(([name]) => name in form.fields));
}

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
