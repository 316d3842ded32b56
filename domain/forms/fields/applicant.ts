/** The fields of Applicant Details under section 3's dotted names, section by section. */
import * as z from 'zod/mini';
import type { Field, Wire } from '../../values/check.ts';
import { keepDigits, cleanMobile, stripControlCharacters, toLatinDigits } from '../../values/clean.ts';
import { tenDigits, unlikelyMobile } from '../create.ts';
import { applicantDobPicker, employedSincePicker, yearOf } from '../../values/dates.ts';
import { enums } from '../../values/enums.ts';
import { limits } from '../../values/limits.ts';
import { feeFields } from '../../lending/fees.ts';
import { findAccountNumber, findIfsc, findPan } from '../pasted-text.ts';
import { isoDate, id, parseNumber, textMatching, parseRupees } from '../schemas.ts';
import { choice, nameField, rupees, textField } from './applicant-kinds.ts';
import { anyStudentField } from './names.ts';
import { inSection, type SectionRow } from './row.ts';

const capitals = (text: string) => toLatinDigits(text).replace(/\s/g, '').toUpperCase();
const pan = (text: string) => findPan(text) ?? capitals(text).slice(0, limits.panLength);
const ifsc = (text: string) => findIfsc(text) ?? capitals(stripControlCharacters(text));
const accountNumber = (text: string) => (/\p{L}/u.test(text) && findAccountNumber(text)) || keepDigits(text);

/** Returns whether the code has the standard format; another one is no error (decision 22). */
export const looksLikeIfsc = (text: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text);

type AddressPart = 'address' | 'pincode' | 'state' | 'city';

/**
 * Returns the four fields of an address.
 * @param autofill the browser's section of addresses; without it, the browser offers nothing
 */
function address<const Of extends string>(
  of: Of,
  required: Record<AddressPart, string>,
  { autofill, ...visibility }: { autofill?: string } & Pick<Field, 'shown' | 'valueWhenHidden'> = {},
  dependsOn: readonly string[] = [],
) {
  const place = { kind: 'place' as const, dependsOn: [...dependsOn, `${of}.pincode`] };
  const rows = {
    [`${of}.address`]: {
      kind: 'text',
      label: 'applicant.address',
      ...textField(required.address, limits.addressMaxLength),
      dependsOn,
      autoComplete: autofill ? `${autofill} address-line1` : 'off',
      autoCapitalize: 'words',
      ...visibility,
    },
    [`${of}.pincode`]: {
      kind: 'digits',
      label: 'applicant.pincode',
      hint: 'applicant.pincode.hint',
      strippedMessage: 'app.stripped.digits',
      schema: textMatching(required.pincode, 'applicant.error.pincode.invalid', /^\d{4}(\d{2})?$/),
      clean: (text: string) => keepDigits(text).slice(0, limits.pincodeMaxDigits),
      dependsOn,
      autoComplete: autofill ? `${autofill} postal-code` : 'off',
      size: 's',
      ...visibility,
    },
    [`${of}.state`]: { ...place, label: 'applicant.state', ...textField(required.state), ...visibility },
    [`${of}.city`]: { ...place, label: 'applicant.city', ...textField(required.city), ...visibility },
  } satisfies Record<string, SectionRow>;
  return rows as Record<`${Of}.${AddressPart}`, SectionRow & { schema: z.ZodMiniString }>;
}

/** Hidden when the address in Aadhaar is the residence (section 5). */
export const unlessSameAsAadhaar = {
  shown: (wire: Wire) => wire['personal_details.same_as_aadhaar'] !== 1,
  valueWhenHidden: undefined,
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
  parse: parseNumber,
};

export const applicantFields = {
  ...inSection('person', {
    'personal_details.name': {
      ...nameField('applicant.error.name.required', 'applicant.error.name.invalid'),
      label: 'applicant.name',
      hint: 'applicant.name.hint',
      autoComplete: 'name',
      autoCapitalize: 'words',
    },
    'personal_details.pan': {
      kind: 'capitals',
      label: 'applicant.pan',
      hint: 'applicant.pan.hint',
      schema: textMatching(
        'applicant.error.pan.required',
        'applicant.error.pan.invalid',
        /^[A-Z]{5}\d{4}[A-Z]$/,
      ),
      clean: pan,
    },
    'personal_details.dob': {
      kind: 'date',
      label: 'applicant.dob',
      hint: 'applicant.dob.hint',
      schema: isoDate('applicant.error.dob.required', {
        accepts: isApplicantYear,
        invalid: 'applicant.error.dob.invalid',
      }),
      picker: applicantDobPicker,
      autoComplete: 'bday',
    },
    'personal_details.relationship_type': {
      ...choice(
        enums.relationships,
        'applicant.relationship.options',
        'applicant.error.relationship.required',
      ),
      label: 'applicant.relationship',
    },
    'personal_details.gender': {
      ...choice(enums.genders, 'applicant.gender.options', 'applicant.error.gender.required'),
      label: 'applicant.gender',
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
      ...nameField('applicant.error.fatherName.required', 'applicant.error.fatherName.invalid'),
      label: 'applicant.fatherName',
      hint: 'applicant.fatherName.hint',
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
      clean: cleanMobile,
      warning: unlikelyMobile,
      autoComplete: 'off',
    },
  }),
  ...inSection('bank', {
    'bank_details.ifsc_code': {
      kind: 'capitals',
      label: 'applicant.ifsc',
      hint: 'applicant.ifsc.hint',
      ...textField('applicant.error.ifsc.required', limits.ifscMaxLength),
      clean: ifsc,
      warning: { when: (typed) => typed !== '' && !looksLikeIfsc(typed), message: 'applicant.ifsc.unusual' },
    },
    'bank_details.bank_name': {
      kind: 'search',
      label: 'applicant.bankName',
      dependsOn: ['bank_details.ifsc_code'],
      ...textField('applicant.error.bankName.required'),
    },
    'bank_details.bank_account_no': {
      kind: 'digits',
      label: 'applicant.accountNumber',
      hint: 'applicant.accountNumber.hint',
      strippedMessage: 'app.stripped.digits',
      warning: { when: (typed) => /^(\d{1,8}|0+)$/.test(typed), message: 'applicant.warning.accountNumber' },
      schema: textMatching(
        'applicant.error.accountNumber.required',
        'applicant.error.accountNumber.invalid',
        new RegExp(`^\\d{1,${limits.accountMaxDigits}}$`),
      ),
      clean: accountNumber,
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
      // The fees decide on the instalment, and the course on the plans that are offered.
      dependsOn: ['institution_course_id', ...feeFields].map(anyStudentField),
      isConsequence: true,
      displayedField: 'loan_details.emi_tenure',
    },
    'loan_details.emi_tenure': {
      ...tenure,
      derived: true,
      dependsOn: ['loan_details.emi_tenure_id'],
      isConsequence: true,
    },
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
      parse: (typed) => (typed ? 1 : 0),
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
      ...nameField('applicant.error.organization.required', 'applicant.error.organization.invalid'),
      label: 'applicant.organization',
      hint: 'applicant.organization.hint',
      autoComplete: 'organization',
      autoCapitalize: 'words',
    },
    'employment_details.business_constitution': {
      kind: 'choice',
      label: 'applicant.constitution',
      choices: { codes: enums.businessConstitutions, labels: 'applicant.constitution.options' },
      optional: true,
      schema: z.optional(z.enum(enums.businessConstitutions, 'applicant.error.occupation.required')),
      parse: (typed) => typed || undefined,
      size: 'l',
    },
    'employment_details.designation': {
      ...nameField('applicant.error.designation.required', 'applicant.error.designation.invalid'),
      label: 'applicant.designation',
      hint: 'applicant.designation.hint',
      autoComplete: 'organization-title',
      autoCapitalize: 'words',
    },
    'employment_details.employed_since': {
      kind: 'date',
      label: 'applicant.employedSince',
      schema: isoDate('applicant.error.employedSince.required'),
      picker: employedSincePicker,
    },
    'income_details.monthly_income': {
      ...rupees('applicant.error.monthlyIncome.required'),
      label: 'applicant.monthlyIncome',
      warning: { when: (typed) => parseRupees(typed) === 0, message: 'applicant.warning.monthlyIncome' },
    },
    'income_details.household_income': {
      ...rupees('applicant.error.householdIncome.required'),
      label: 'applicant.householdIncome',
      hint: 'applicant.householdIncome.hint',
      dependsOn: ['income_details.monthly_income'],
      shown: (wire) => isLowSalary(wire['income_details.monthly_income']),
      valueWhenHidden: undefined,
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

/** The lines of an address that no screen asks for; clients of the API may send them. */
export const addressLines = [
  'personal_details.address.residence.address_line_1',
  'personal_details.address.residence.address_line_2',
  'personal_details.address.permanent.address_line_1',
  'personal_details.address.permanent.address_line_2',
] as const;
