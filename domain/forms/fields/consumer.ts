/** The fields that the consumer app alone asks (decision 81); the embedded flow's chunks do without this module. */
import * as z from 'zod/mini';
import type { InputValue, Wire } from '../../values/check.ts';
import { keepDigits } from '../../values/clean.ts';
import { trimText } from '../create.ts';
import { limits } from '../../values/limits.ts';
import { amount, freeText, parseNumber, parseRupees } from '../schemas.ts';
import { type ApplicantField, applicantFields, unlessSameAsAadhaar } from './applicant.ts';
import { nameField, rupees, textField } from './applicant-kinds.ts';
import { type FieldRow, inSection, type SectionRow } from './row.ts';

/** A row, and the field after which it is asked. */
type WiderRow = SectionRow & {
  follows: ApplicantField;
  /** Set for a field that is asked only where the loan's lender asks for it. */
  onRequest?: true;
};

/** Completed years. */
const years = (required: string) => ({
  kind: 'digits' as const,
  strippedMessage: 'app.stripped.digits',
  schema: z
    .number(required)
    .check(z.refine((count) => Number.isInteger(count) && count >= 0 && count <= limits.yearsMax, required)),
  parse: parseNumber,
  clean: (text: string) => keepDigits(text).slice(0, String(limits.yearsMax).length),
  size: 's' as const,
});

const landmark = {
  kind: 'text' as const,
  label: 'consumer.landmark',
  hint: 'consumer.landmark.hint',
  optional: true as const,
  schema: z.optional(freeText('problem.shape', limits.placeMaxLength)),
  parse: (typed: InputValue) => trimText(typed) || undefined,
  autoComplete: 'off',
  autoCapitalize: 'words' as const,
};

/** Shown where the applicant has this employment, and else not sent. */
const whereEmployed = (type: 'Salaried' | 'Self Employed') => ({
  dependsOn: ['employment_details.employment_type'],
  shown: (wire: Wire) => wire['employment_details.employment_type'] === type,
  valueWhenHidden: undefined,
});

const widerFields = {
  ...inSection('person', {
    'personal_details.mother_maiden_name': {
      ...nameField('consumer.error.motherMaidenName.required', 'consumer.error.motherMaidenName.invalid'),
      follows: 'personal_details.applicant_father_name',
      label: 'consumer.motherMaidenName',
      hint: 'applicant.fatherName.hint',
      autoComplete: 'off',
      autoCapitalize: 'words',
    },
    'personal_details.religion': {
      ...nameField('consumer.error.religion.required', 'consumer.error.religion.invalid'),
      follows: 'personal_details.alternate_mobile',
      onRequest: true,
      label: 'consumer.religion',
      autoComplete: 'off',
      autoCapitalize: 'words',
    },
    'personal_details.caste': {
      ...nameField('consumer.error.caste.required', 'consumer.error.caste.invalid'),
      follows: 'personal_details.alternate_mobile',
      onRequest: true,
      label: 'consumer.caste',
      autoComplete: 'off',
      autoCapitalize: 'words',
    },
    'personal_details.loan_purpose': {
      ...textField('consumer.error.loanPurpose.required'),
      follows: 'personal_details.alternate_mobile',
      kind: 'text',
      label: 'consumer.loanPurpose',
      hint: 'consumer.loanPurpose.hint',
      autoComplete: 'off',
    },
  }),
  ...inSection('residence', {
    'personal_details.address.residence.landmark': {
      ...landmark,
      follows: 'personal_details.address.residence.address',
    },
    'personal_details.years_at_current_address': {
      ...years('consumer.error.yearsAtAddress.required'),
      follows: 'personal_details.address.residence.city',
      label: 'consumer.yearsAtAddress',
      hint: 'consumer.years.hint',
    },
    'personal_details.years_in_current_city': {
      ...years('consumer.error.yearsInCity.required'),
      follows: 'personal_details.address.residence.city',
      label: 'consumer.yearsInCity',
      hint: 'consumer.years.hint',
    },
  }),
  ...inSection('permanent', {
    'personal_details.address.permanent.landmark': {
      ...landmark,
      ...unlessSameAsAadhaar,
      follows: 'personal_details.address.permanent.address',
      dependsOn: ['personal_details.same_as_aadhaar'],
    },
  }),
  ...inSection('employment', {
    'employment_details.business_vintage': {
      ...years('consumer.error.businessVintage.required'),
      ...whereEmployed('Self Employed'),
      follows: 'employment_details.employed_since',
      label: 'consumer.businessVintage',
      hint: 'consumer.years.hint',
    },
    'employment_details.total_work_experience': {
      ...years('consumer.error.totalExperience.required'),
      ...whereEmployed('Salaried'),
      follows: 'employment_details.employed_since',
      label: 'consumer.totalExperience',
      hint: 'consumer.years.hint',
    },
    'employment_details.current_work_experience': {
      ...years('consumer.error.currentExperience.required'),
      ...whereEmployed('Salaried'),
      follows: 'employment_details.employed_since',
      label: 'consumer.currentExperience',
      hint: 'consumer.currentExperience.hint',
    },
    'income_details.net_annual_income': {
      ...rupees('consumer.error.netAnnualIncome.required'),
      ...whereEmployed('Self Employed'),
      follows: 'income_details.household_income',
      label: 'consumer.netAnnualIncome',
      hint: 'consumer.netAnnualIncome.hint',
    },
    'income_details.total_monthly_income': {
      ...rupees('app.amount.invalid'),
      schema: z.optional(amount('app.amount.invalid')),
      parse: (typed) => parseRupees(typed) ?? undefined,
      follows: 'income_details.household_income',
      optional: true,
      label: 'consumer.monthlyIncome',
      hint: 'consumer.monthlyIncome.hint',
    },
    'income_details.monthly_obligations': {
      ...rupees('consumer.error.monthlyObligations.required'),
      follows: 'income_details.household_income',
      label: 'consumer.monthlyObligations',
      hint: 'consumer.monthlyObligations.hint',
    },
  }),
} satisfies Record<string, WiderRow>;

/** A field that only the consumer app has, by its dotted name. */
export type WiderField = keyof typeof widerFields;

/** The additional values that a consumer loan sends. */
export type WiderWire = {
  [Name in WiderField]?: Exclude<z.infer<(typeof widerFields)[Name]['schema']>, undefined>;
};

const rows: Readonly<Record<string, FieldRow & WiderRow>> = widerFields;

/** The fields that a lender may request; otherwise they are not asked. */
export const lenderRequestableFields = Object.keys(rows).filter((name) => rows[name]?.onRequest);

/** The fields of the consumer app, in the order in which they are asked. */
export const consumerAppFields: Readonly<Record<string, FieldRow>> = Object.fromEntries(
  Object.entries<FieldRow>(applicantFields).flatMap(([name, row]) => [
    [name, row] as const,
    ...Object.entries(rows).filter(([, { follows }]) => follows === name),
  ]),
);
