/** The applicant's page: the rules between its fields, what its inputs hold, and what travels. */
import type * as z from 'zod/mini';
import { type Facts, type Form, readAll, type ValidationInputs } from './check.ts';
import { isPast } from './dates.ts';
import { type ApplicantField, applicantFields } from './fields/applicant.ts';
import { tenuresOf } from './offer.ts';
import { filledFrom, nested, typedFrom } from './schemas.ts';
import { withoutHidden } from './shown.ts';
import type { Loan } from './wire.ts';

export { addressLines, type ApplicantField } from './fields/applicant.ts';

/** Values by dotted names, nested as the names say. */
type Nested<Flat> = {
  [Head in HeadOf<keyof Flat & string>]: Head extends keyof Flat
    ? Flat[Head]
    : Nested<{ [Name in keyof Flat as Name extends `${Head}.${infer Rest}` ? Rest : never]: Flat[Name] }>;
};
type HeadOf<Name extends string> = Name extends `${infer Head}.${string}` ? Head : Name;

/** What the inputs hold: a switch is true or false, all else is text. */
export type ApplicantValues = Nested<{
  [Name in ApplicantField]: (typeof applicantFields)[Name]['kind'] extends 'switch' ? boolean : string;
}>;

/** What travels: flat, by dotted name, without hidden fields. */
export type ApplicantWire = {
  [Name in ApplicantField]?: Exclude<z.infer<(typeof applicantFields)[Name]['schema']>, undefined>;
};

/** A page that nobody has typed in yet. */
export const emptyApplicant = nested(
  Object.entries(applicantFields).map(([name, { kind }]) => [name, kind === 'switch' ? false : '']),
) as ApplicantValues;

export const applicantForm: Form<ApplicantField> = {
  fields: applicantFields,
  rules: [
    {
      field: 'personal_details.alternate_mobile',
      holds: (wire, facts) => wire['personal_details.alternate_mobile'] !== facts.applicantMobile,
      code: 'applicant.error.alternateMobile.same',
    },
    {
      field: 'loan_details.emi_tenure_id',
      holds: (wire, { tenures }) => tenures?.includes(Number(wire['loan_details.emi_tenure_id'])) ?? true,
      code: 'applicant.error.emiTenure.required',
    },
    {
      field: 'employment_details.employed_since',
      holds: (wire, { today }) => isPast(String(wire['employment_details.employed_since']), today),
      code: 'applicant.error.employedSince.invalid',
    },
  ],
};

/** The body's flat fields, of values that `checkAll` let through; `customerConsent` is the caller's. */
export function applicantToWire(values: ApplicantValues): ApplicantWire {
  const shown = withoutHidden(applicantForm, readAll(applicantForm, values));
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

/** What the inputs hold for a loan as it was read. */
export const applicantFromWire = (loan: Loan): ApplicantValues => typedFrom(emptyApplicant, loan);

/** What was kept as a draft, filled into today's fields; null where it is none. */
export const applicantFromDraft = (body: unknown): ApplicantValues | null => filledFrom(emptyApplicant, body);

/** What the rules of the page must know besides what is typed. */
export const applicantFacts = ({ today, loan, options }: ValidationInputs): Facts => ({
  today,
  applicantMobile: loan.personal_details.mobile,
  ...(options && { tenures: tenuresOf(options) }),
});

/** The standard format: a hint beside the field, never a refusal (decision 22). */
export const looksLikeIfsc = (text: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text);
