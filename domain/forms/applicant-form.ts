/**
 * What Applicant Details asks of a loan: the one rule for forms, validation, drafts, query mode, the desk and the server
 * (decision 81).
 */
import { type ApplicantTable, applicantForm } from './applicant.ts';
import { consumerAppFields, lenderRequestableFields } from './fields/consumer.ts';
import type { Loan } from '../values/wire.ts';

/** The facts of a loan that decide on its fields. */
export type PresentationFacts = Pick<Loan, 'presentation' | 'asked_fields'>;

/** The same object for the same facts. */
export function applicantFormOf({ presentation, asked_fields }: PresentationFacts): ApplicantTable {
  if (presentation !== 'consumer') return applicantForm;
  const missing = lenderRequestableFields.filter(
    (name) => !(asked_fields as readonly string[]).includes(name),
  );
  const key = missing.join();
  const form = forms.get(key) ?? consumerFormWithout(missing);
  forms.set(key, form);
  return form;
}

/** The fields that a loan of its presentation has and the embedded flow does not ask. */
export const widerFieldsOf = (loan: PresentationFacts): string[] =>
  Object.keys(applicantFormOf(loan).fields).filter((name) => !(name in applicantForm.fields));

const forms = new Map<string, ApplicantTable>();

const consumerFormWithout = (missing: readonly string[]): ApplicantTable => ({
  fields: Object.fromEntries(Object.entries(consumerAppFields).filter(([name]) => !missing.includes(name))),
  rules: [
    ...applicantForm.rules,
    {
      field: 'personal_details.years_in_current_city',
      holds: (wire) =>
        isAtLeast(
          wire['personal_details.years_in_current_city'],
          wire['personal_details.years_at_current_address'],
        ),
      code: 'consumer.error.yearsInCity.invalid',
    },
    {
      field: 'employment_details.current_work_experience',
      holds: (wire) =>
        isAtLeast(
          wire['employment_details.total_work_experience'],
          wire['employment_details.current_work_experience'],
        ),
      code: 'consumer.error.currentExperience.invalid',
    },
  ],
});

/** Whether `most` is not below `least`; true where one of them is missing, which has an error of its own. */
const isAtLeast = (most: unknown, least: unknown): boolean =>
  typeof most !== 'number' || typeof least !== 'number' || most >= least;
