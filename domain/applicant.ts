/** The applicant's page: who pays, where they live and work, and from which account (sections 2, 3 and 5). */
import * as z from 'zod/mini';
import {
  type Field,
  type Form,
  readAll,
  type Typed,
  type Wire,
  type WireOf,
  withoutHidden,
} from './check.ts';
import { digits, mobile, plain } from './clean.ts';
import { lettersOnly, tenDigits, trimmed } from './create.ts';
import { isPast, yearOf } from './dates.ts';
import { enums } from './enums.ts';
import { limits } from './limits.ts';
import { amount, date, feeDigits, id, numberOf, patterned, someText, typedFrom } from './schemas.ts';
import type { Loan } from './wire.ts';

const emptyAddress = () => ({ address: '', city: '', state: '', pincode: '' });

/** A page that nobody has typed in yet. */
export const emptyApplicant = {
  personal_details: {
    name: '',
    applicant_father_name: '',
    pan: '',
    dob: '',
    gender: '',
    marital_status: '',
    relationship_type: '',
    alternate_mobile: '',
    type_of_residence: '',
    same_as_aadhaar: false,
    address: { residence: emptyAddress(), permanent: emptyAddress() },
  },
  employment_details: {
    employer_name: '',
    employed_since: '',
    employment_type: '',
    business_constitution: '',
    designation: '',
    office_address: emptyAddress(),
  },
  income_details: { monthly_income: '', household_income: '' },
  loan_details: { emi_tenure_id: '', emi_tenure: '' },
  bank_details: { bank_account_no: '', bank_account_type: '', bank_name: '', ifsc_code: '' },
};

/** What the inputs hold, nested as the dotted names say. */
export type ApplicantValues = typeof emptyApplicant;

type Dotted<Values> = {
  [Key in keyof Values & string]: Values[Key] extends object ? `${Key}.${Dotted<Values[Key]>}` : Key;
}[keyof Values & string];

export type ApplicantField = Dotted<ApplicantValues>;

const pan = (text: string) => text.replace(/\s/g, '').toUpperCase().slice(0, limits.panLength);
const ifsc = (text: string) => plain(text).replace(/\s/g, '').toUpperCase();
const pincodeDigits = (text: string) => digits(text).slice(0, limits.pincodeMaxDigits);

const person = (required: string, invalid: string) => ({
  schema: lettersOnly(required, invalid, limits.nameMaxLength),
  read: trimmed,
});
const words = (required: string, length: number = limits.placeMaxLength) => ({
  schema: someText(required, length),
  read: trimmed,
  clean: plain,
});
const address = (required: string) => words(required, limits.addressMaxLength);
const pincode = (required: string) => ({
  schema: patterned(required, 'applicant.error.pincode.invalid', /^\d{4}(\d{2})?$/),
  clean: pincodeDigits,
});
const oneOf = <const Codes extends readonly [string, ...string[]]>(codes: Codes, required: string) => ({
  schema: z.enum(codes, required),
});
const rupees = (required: string) => ({ schema: amount(required), read: numberOf, clean: feeDigits });

/** Hidden when the address in Aadhaar is the residence (decision 35a). */
const unlessSame = {
  shown: (wire: Wire) => wire['personal_details.same_as_aadhaar'] !== 1,
  hidden: undefined,
};

const isLowSalary = (salary: unknown) => typeof salary === 'number' && salary < limits.householdIncomeBelow;

const isApplicantYear = (dob: string) => {
  const { first, last } = limits.applicantBirthYear;
  return yearOf(dob) >= first && yearOf(dob) <= last;
};

const tenureless = 'applicant.error.emiTenure.required';
const badEmployedSince = 'applicant.error.employedSince.invalid';

const fields = {
  'personal_details.name': person('applicant.error.name.required', 'applicant.error.name.invalid'),
  'personal_details.applicant_father_name': person(
    'applicant.error.fatherName.required',
    'applicant.error.fatherName.invalid',
  ),
  'personal_details.pan': {
    schema: patterned('applicant.error.pan.required', 'applicant.error.pan.invalid', /^[A-Z]{5}\d{4}[A-Z]$/),
    clean: pan,
  },
  'personal_details.dob': {
    schema: date('applicant.error.dob.required', 'applicant.error.dob.invalid', isApplicantYear),
  },
  'personal_details.gender': oneOf(enums.genders, 'applicant.error.gender.required'),
  'personal_details.marital_status': oneOf(enums.maritalStatuses, 'applicant.error.maritalStatus.required'),
  'personal_details.relationship_type': oneOf(enums.relationships, 'applicant.error.relationship.required'),
  'personal_details.alternate_mobile': {
    schema: tenDigits('applicant.error.alternateMobile.required', 'applicant.error.alternateMobile.invalid'),
    clean: mobile,
  },
  'personal_details.type_of_residence': oneOf(enums.residences, 'applicant.error.residenceType.required'),
  'personal_details.same_as_aadhaar': {
    schema: z.literal([0, 1], 'applicant.error.residenceType.required'),
    read: (typed: Typed) => (typed ? 1 : 0),
  },
  'personal_details.address.residence.address': address('applicant.error.residenceAddress.required'),
  'personal_details.address.residence.city': words('applicant.error.residenceCity.required'),
  'personal_details.address.residence.state': words('applicant.error.residenceState.required'),
  'personal_details.address.residence.pincode': pincode('applicant.error.residencePincode.required'),
  'personal_details.address.permanent.address': {
    ...address('applicant.error.permanentAddress.required'),
    ...unlessSame,
  },
  'personal_details.address.permanent.city': {
    ...words('applicant.error.permanentCity.required'),
    ...unlessSame,
  },
  'personal_details.address.permanent.state': {
    ...words('applicant.error.permanentState.required'),
    ...unlessSame,
  },
  'personal_details.address.permanent.pincode': {
    ...pincode('applicant.error.permanentPincode.required'),
    ...unlessSame,
  },
  'employment_details.employer_name': person(
    'applicant.error.organization.required',
    'applicant.error.organization.invalid',
  ),
  'employment_details.employed_since': {
    schema: date('applicant.error.employedSince.required', badEmployedSince),
  },
  'employment_details.employment_type': oneOf(enums.employmentTypes, 'applicant.error.occupation.required'),
  'employment_details.business_constitution': {
    schema: z.optional(z.enum(enums.businessConstitutions, 'applicant.error.occupation.required')),
    read: (typed: Typed) => typed || undefined,
  },
  'employment_details.designation': person(
    'applicant.error.designation.required',
    'applicant.error.designation.invalid',
  ),
  'employment_details.office_address.address': address('applicant.error.officeAddress.required'),
  'employment_details.office_address.city': words('applicant.error.officeCity.required'),
  'employment_details.office_address.state': words('applicant.error.officeState.required'),
  'employment_details.office_address.pincode': pincode('applicant.error.officePincode.required'),
  'income_details.monthly_income': rupees('applicant.error.monthlyIncome.required'),
  'income_details.household_income': {
    ...rupees('applicant.error.householdIncome.required'),
    shown: (wire: Wire) => isLowSalary(wire['income_details.monthly_income']),
    hidden: undefined,
  },
  'loan_details.emi_tenure_id': { schema: id(tenureless), read: numberOf },
  'loan_details.emi_tenure': { schema: id(tenureless), read: numberOf },
  'bank_details.bank_account_no': {
    schema: patterned(
      'applicant.error.accountNumber.required',
      'applicant.error.accountNumber.invalid',
      new RegExp(`^\\d{1,${limits.accountMaxDigits}}$`),
    ),
    clean: digits,
  },
  'bank_details.bank_account_type': oneOf(enums.accountTypes, 'applicant.error.accountType.required'),
  'bank_details.bank_name': words('applicant.error.bankName.required'),
  'bank_details.ifsc_code': {
    ...words('applicant.error.ifsc.required', limits.ifscMaxLength),
    clean: ifsc,
  },
} satisfies Record<ApplicantField, Field>;

/** What travels: flat, by dotted name, without hidden fields. */
export type ApplicantWire = {
  [Name in ApplicantField]?: Exclude<WireOf<typeof fields>[Name], undefined>;
};

export const applicantForm: Form<ApplicantField> = {
  fields,
  rules: [
    {
      field: 'personal_details.alternate_mobile',
      holds: (wire, facts) => wire['personal_details.alternate_mobile'] !== facts.applicantMobile,
      code: 'applicant.error.alternateMobile.same',
    },
    {
      field: 'employment_details.employed_since',
      holds: (wire, { today }) => isPast(String(wire['employment_details.employed_since']), today),
      code: badEmployedSince,
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

/** Copies the residence to the permanent address, or the other way. */
export function copyAddress(
  values: ApplicantValues,
  way: 'residenceToPermanent' | 'permanentToResidence',
): ApplicantValues {
  const { address } = values.personal_details;
  const source = way === 'residenceToPermanent' ? address.residence : address.permanent;
  return {
    ...values,
    personal_details: {
      ...values.personal_details,
      address: { residence: { ...source }, permanent: { ...source } },
    },
  };
}

/** The standard format: a hint beside the field, never a refusal (decision 22). */
export const looksLikeIfsc = (text: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text);
