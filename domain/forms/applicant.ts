/** The applicant's page: the rules between its fields, its input values and its request. */
import type * as z from 'zod/mini';
import { type ValidationContext, type Form, toWireValues, type ValidationInputs } from '../values/check.ts';
import { isNotInFuture } from '../values/dates.ts';
import { type ApplicantField, applicantFields } from './fields/applicant.ts';
import type { FieldRow } from './fields/row.ts';
import { availableTenureIds } from '../lending/tenures.ts';
import { inputsFromDraft, unflatten, inputsFromWire } from './schemas.ts';
import { withoutHidden } from './hidden-fields.ts';
import { type FormStep, stepOfField } from '../pages/steps.ts';
import type { Loan } from '../values/wire.ts';
import { consumerAppFields, lenderRequestableFields } from './fields/consumer.ts';

export { addressLines, type ApplicantField } from './fields/applicant.ts';

/** Values by dotted names, nested as the names say. */
type Nested<Flat> = {
  [Head in HeadOf<keyof Flat & string>]: Head extends keyof Flat
    ? Flat[Head]
    : Nested<{ [Name in keyof Flat as Name extends `${Head}.${infer Rest}` ? Rest : never]: Flat[Name] }>;
};
type HeadOf<Name extends string> = Name extends `${infer Head}.${string}` ? Head : Name;

/** The input values: booleans for switches, texts for all other fields. Consumer loans have more (decision 81). */
export type ApplicantValues = Nested<{
  [Name in ApplicantField]: (typeof applicantFields)[Name]['kind'] extends 'switch' ? boolean : string;
}>;

/** The request: flat, by dotted name, without hidden fields. */
export type ApplicantWire = {
  [Name in ApplicantField]?: Exclude<z.infer<(typeof applicantFields)[Name]['schema']>, undefined>;
};

/** The fields of an application besides its students, on any step, and the rules between them. */
export interface ApplicantTable<Name extends string = string> extends Form<Name> {
  fields: Readonly<Record<Name, FieldRow>>;
}

/** The form of the embedded flow; domain/forms/applicant.ts says which loans have it. */
export const applicantForm: ApplicantTable<ApplicantField> = {
  fields: applicantFields,
  rules: [
    {
      field: 'personal_details.alternate_mobile',
      holds: (wire, context) => wire['personal_details.alternate_mobile'] !== context.applicantMobile,
      code: 'applicant.error.alternateMobile.same',
    },
    {
      field: 'loan_details.emi_tenure_id',
      holds: (wire, { tenures }) => tenures?.includes(Number(wire['loan_details.emi_tenure_id'])) ?? true,
      code: 'applicant.error.emiTenure.required',
    },
    {
      field: 'employment_details.employed_since',
      holds: (wire, { today }) => isNotInFuture(String(wire['employment_details.employed_since']), today),
      code: 'applicant.error.employedSince.invalid',
    },
  ],
};

/** The part of an application's form that a step asks. */
export const formOfStep = ({ fields, rules }: ApplicantTable, step: FormStep): ApplicantTable => ({
  fields: Object.fromEntries(Object.entries(fields).filter(([name]) => stepOfField(name) === step)),
  rules: rules.filter(({ field }) => stepOfField(field) === step),
});

/** Returns the input values of an empty page. */
export const emptyApplicant = ({ fields }: ApplicantTable): ApplicantValues =>
  unflatten(
    Object.entries(fields).map(([name, { kind }]) => [name, kind === 'switch' ? false : '']),
  ) as ApplicantValues;

/** Returns the body's flat fields, of values that `checkInputs` let through; the caller adds `customerConsent`. */
export function applicantToWire(form: ApplicantTable, values: ApplicantValues): ApplicantWire {
  const shown = withoutHidden(form, toWireValues(form, values));
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

/** Returns the input values for a saved loan. */
export const applicantFromWire = (form: ApplicantTable, loan: Loan): ApplicantValues =>
  inputsFromWire(emptyApplicant(form), loan);

/** Returns a draft's body as values of the present fields; null where it is no draft of this step. */
export const applicantFromDraft = (form: ApplicantTable, body: unknown): ApplicantValues | null =>
  inputsFromDraft(emptyApplicant(form), body);

export const applicantValidationContext = ({
  today,
  loan,
  options,
}: ValidationInputs): ValidationContext => ({
  today,
  applicantMobile: loan.personal_details.mobile,
  ...(options && { tenures: availableTenureIds(options) }),
});

/** The gender that a relationship with the student says, by its code; the other relationships say none. */
export const genderOfRelationship: Readonly<Record<string, string>> = { Mother: 'Female', Father: 'Male' };

/** The facts of a loan that decide on its fields. */
export type PresentationFacts = Pick<Loan, 'presentation' | 'asked_fields'>;

/**
 * Returns the fields that Applicant Details asks for in a loan. Forms, validation, drafts, query mode, the desk and the
 * server all use it (decision 81). Equal facts give the same object.
 */
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

/** Returns the fields that a loan of its presentation has and the embedded flow does not ask. */
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

/** Returns whether `most` is not below `least`; true if one of them is missing, which is a separate error. */
const isAtLeast = (most: unknown, least: unknown): boolean =>
  typeof most !== 'number' || typeof least !== 'number' || most >= least;
