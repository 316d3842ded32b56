/** The fields of Applicant Details under section 3's dotted names, section by section. */
import * as z from 'zod/mini';
import type { Field, Wire } from '../check.ts';
import { digits, mobile, plain } from '../clean.ts';
import { lettersOnly, tenDigits, trimmed } from '../create.ts';
import { applicantDobPicker, employedSincePicker, yearOf } from '../dates.ts';
import { enums } from '../enums.ts';
import { limits } from '../limits.ts';
import { amount, amountText, date, id, numberOf, patterned, rupeesOf, someText } from '../schemas.ts';
import { anyStudentField } from './names.ts';
import { inSection, type SectionRow } from './row.ts';

const pan = (text: string) => text.replace(/\s/g, '').toUpperCase().slice(0, limits.panLength);
const ifsc = (text: string) => plain(text).replace(/\s/g, '').toUpperCase();

/** A name of letters and spaces: of a person, an employer, a designation. */
const letterText = (required: string, invalid: string) => ({
  kind: 'text' as const,
  schema: lettersOnly(required, invalid, limits.nameMaxLength),
  read: trimmed,
});

const words = (required: string, length: number = limits.placeMaxLength) => ({
  schema: someText(required, length),
  read: trimmed,
  clean: plain,
});

const choice = <const Codes extends readonly [string, ...string[]]>(
  codes: Codes,
  words: string,
  required: string,
) => ({
  kind: 'choice' as const,
  choices: { codes, words },
  schema: z.enum(codes, required),
  size: 'm' as const,
});

const rupees = (required: string) => ({
  kind: 'money' as const,
  schema: amount(required),
  read: rupeesOf,
  clean: amountText,
});

type AddressPart = 'address' | 'pincode' | 'state' | 'city';

/**
 * The four fields of an address.
 * @param autofill the browser's section of addresses; without it, the browser offers nothing
 */
function address<const Of extends string>(
  of: Of,
  required: Record<AddressPart, string>,
  { autofill, ...visibility }: { autofill?: string } & Pick<Field, 'shown' | 'hidden'> = {},
  dependsOn: readonly string[] = [],
) {
  const search = { kind: 'search' as const, dependsOn: [...dependsOn, `${of}.pincode`] };
  const rows = {
    [`${of}.address`]: {
      kind: 'text',
      label: 'applicant.address',
      ...words(required.address, limits.addressMaxLength),
      dependsOn,
      autoComplete: autofill ? `${autofill} address-line1` : 'off',
      autoCapitalize: 'words',
      ...visibility,
    },
    [`${of}.pincode`]: {
      kind: 'digits',
      label: 'applicant.pincode',
      hint: 'applicant.pincode.hint',
      schema: patterned(required.pincode, 'applicant.error.pincode.invalid', /^\d{4}(\d{2})?$/),
      clean: (text: string) => digits(text).slice(0, limits.pincodeMaxDigits),
      dependsOn,
      autoComplete: autofill ? `${autofill} postal-code` : 'off',
      size: 's',
      ...visibility,
    },
    [`${of}.state`]: { ...search, label: 'applicant.state', ...words(required.state), ...visibility },
    [`${of}.city`]: { ...search, label: 'applicant.city', ...words(required.city), ...visibility },
  } satisfies Record<string, SectionRow>;
  return rows as Record<`${Of}.${AddressPart}`, SectionRow & { schema: z.ZodMiniString }>;
}

/** Hidden when the address in Aadhaar is the residence (decision 35a). */
const unlessSameAsAadhaar = {
  shown: (wire: Wire) => wire['personal_details.same_as_aadhaar'] !== 1,
  hidden: undefined,
};

const isLowSalary = (salary: unknown) => typeof salary === 'number' && salary < limits.householdIncomeBelow;

const isApplicantYear = (dob: string) => {
  const year = yearOf(dob);
  return year >= limits.applicantBirthYearFirst && year <= limits.applicantBirthYearLast;
};

const tenure = {
  kind: 'tenure' as const,
  label: 'applicant.emi.tenure',
  schema: id('applicant.error.emiTenure.required'),
  read: numberOf,
};

export const applicantFields = {
  ...inSection('person', {
    'personal_details.name': {
      ...letterText('applicant.error.name.required', 'applicant.error.name.invalid'),
      label: 'applicant.name',
      hint: 'applicant.name.hint',
      autoComplete: 'name',
      autoCapitalize: 'words',
    },
    'personal_details.pan': {
      kind: 'capitals',
      label: 'applicant.pan',
      hint: 'applicant.pan.hint',
      schema: patterned(
        'applicant.error.pan.required',
        'applicant.error.pan.invalid',
        /^[A-Z]{5}\d{4}[A-Z]$/,
      ),
      clean: pan,
    },
    'personal_details.dob': {
      kind: 'date',
      label: 'applicant.dob',
      schema: date('applicant.error.dob.required', 'applicant.error.dob.invalid', isApplicantYear),
      picker: applicantDobPicker,
      autoComplete: 'bday',
    },
    'personal_details.gender': {
      ...choice(enums.genders, 'applicant.gender.options', 'applicant.error.gender.required'),
      label: 'applicant.gender',
    },
    'personal_details.relationship_type': {
      ...choice(
        enums.relationships,
        'applicant.relationship.options',
        'applicant.error.relationship.required',
      ),
      label: 'applicant.relationship',
    },
    'personal_details.marital_status': {
      ...choice(
        enums.maritalStatuses,
        'applicant.maritalStatus.options',
        'applicant.error.maritalStatus.required',
      ),
      label: 'applicant.maritalStatus',
    },
    'personal_details.applicant_father_name': {
      ...letterText('applicant.error.fatherName.required', 'applicant.error.fatherName.invalid'),
      label: 'applicant.fatherName',
      autoComplete: 'off',
      autoCapitalize: 'words',
    },
    'personal_details.alternate_mobile': {
      kind: 'phone',
      label: 'applicant.alternateMobile',
      hint: 'applicant.alternateMobile.hint',
      schema: tenDigits(
        'applicant.error.alternateMobile.required',
        'applicant.error.alternateMobile.invalid',
      ),
      clean: mobile,
      autoComplete: 'off',
    },
  }),
  ...inSection('bank', {
    'bank_details.ifsc_code': {
      kind: 'capitals',
      label: 'applicant.ifsc',
      hint: 'applicant.ifsc.hint',
      ...words('applicant.error.ifsc.required', limits.ifscMaxLength),
      clean: ifsc,
    },
    'bank_details.bank_name': {
      kind: 'search',
      label: 'applicant.bankName',
      dependsOn: ['bank_details.ifsc_code'],
      ...words('applicant.error.bankName.required'),
    },
    'bank_details.bank_account_no': {
      kind: 'digits',
      label: 'applicant.accountNumber',
      schema: patterned(
        'applicant.error.accountNumber.required',
        'applicant.error.accountNumber.invalid',
        new RegExp(`^\\d{1,${limits.accountMaxDigits}}$`),
      ),
      clean: digits,
      size: 'm',
    },
    'bank_details.bank_account_type': {
      ...choice(enums.accountTypes, 'applicant.accountType.options', 'applicant.error.accountType.required'),
      label: 'applicant.accountType',
    },
  }),
  ...inSection('emi', {
    'loan_details.emi_tenure_id': {
      ...tenure,
      dependsOn: [anyStudentField('institution_course_id')],
      readAs: 'loan_details.emi_tenure',
    },
    'loan_details.emi_tenure': { ...tenure, derived: true, dependsOn: ['loan_details.emi_tenure_id'] },
  }),
  ...inSection('residence', {
    'personal_details.type_of_residence': {
      ...choice(
        enums.residences,
        'applicant.residenceType.options',
        'applicant.error.residenceType.required',
      ),
      label: 'applicant.residenceType',
    },
    ...address(
      'personal_details.address.residence',
      {
        address: 'applicant.error.residenceAddress.required',
        pincode: 'applicant.error.residencePincode.required',
        state: 'applicant.error.residenceState.required',
        city: 'applicant.error.residenceCity.required',
      },
      { autofill: 'section-residence' },
    ),
    'personal_details.same_as_aadhaar': {
      kind: 'switch',
      label: 'applicant.sameAsAadhaar',
      schema: z.literal([0, 1], 'applicant.error.residenceType.required'),
      read: (typed) => (typed ? 1 : 0),
    },
  }),
  ...inSection(
    'permanent',
    address(
      'personal_details.address.permanent',
      {
        address: 'applicant.error.permanentAddress.required',
        pincode: 'applicant.error.permanentPincode.required',
        state: 'applicant.error.permanentState.required',
        city: 'applicant.error.permanentCity.required',
      },
      { autofill: 'section-permanent', ...unlessSameAsAadhaar },
      ['personal_details.same_as_aadhaar'],
    ),
  ),
  ...inSection('employment', {
    'employment_details.employment_type': {
      ...choice(enums.employmentTypes, 'applicant.occupation.options', 'applicant.error.occupation.required'),
      label: 'applicant.occupation',
    },
    'employment_details.employer_name': {
      ...letterText('applicant.error.organization.required', 'applicant.error.organization.invalid'),
      label: 'applicant.organization',
      autoComplete: 'organization',
      autoCapitalize: 'words',
    },
    'employment_details.business_constitution': {
      kind: 'choice',
      label: 'applicant.constitution',
      choices: { codes: enums.businessConstitutions, words: 'applicant.constitution.options' },
      optional: true,
      schema: z.optional(z.enum(enums.businessConstitutions, 'applicant.error.occupation.required')),
      read: (typed) => typed || undefined,
      size: 'l',
    },
    'employment_details.designation': {
      ...letterText('applicant.error.designation.required', 'applicant.error.designation.invalid'),
      label: 'applicant.designation',
      autoComplete: 'organization-title',
      autoCapitalize: 'words',
    },
    'employment_details.employed_since': {
      kind: 'date',
      label: 'applicant.employedSince',
      schema: date('applicant.error.employedSince.required', 'applicant.error.employedSince.invalid'),
      picker: employedSincePicker,
    },
    'income_details.monthly_income': {
      ...rupees('applicant.error.monthlyIncome.required'),
      label: 'applicant.monthlyIncome',
    },
    'income_details.household_income': {
      ...rupees('applicant.error.householdIncome.required'),
      label: 'applicant.householdIncome',
      hint: 'applicant.householdIncome.hint',
      dependsOn: ['income_details.monthly_income'],
      shown: (wire) => isLowSalary(wire['income_details.monthly_income']),
      hidden: undefined,
    },
  }),
  ...inSection(
    'office',
    address('employment_details.office_address', {
      address: 'applicant.error.officeAddress.required',
      pincode: 'applicant.error.officePincode.required',
      state: 'applicant.error.officeState.required',
      city: 'applicant.error.officeCity.required',
    }),
  ),
};

export type ApplicantField = keyof typeof applicantFields;

/** Lines of an address that no screen asks for; whoever calls the server may send them. */
export const addressLines = [
  'personal_details.address.residence.address_line_1',
  'personal_details.address.residence.address_line_2',
  'personal_details.address.permanent.address_line_1',
  'personal_details.address.permanent.address_line_2',
] as const;
