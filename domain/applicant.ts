/** The applicant's page: who pays, where they live and work, and from which account (sections 2, 3 and 5). */
import * as z from 'zod/mini';
import { type Field, type Form, readAll, type Typed, type Wire } from './check.ts';
import { digits, mobile, plain } from './clean.ts';
import { lettersOnly, tenDigits, trimmed } from './create.ts';
import { isPast, yearOf } from './dates.ts';
import { enums } from './enums.ts';
import { limits } from './limits.ts';
import {
  amount,
  amountText,
  date,
  id,
  numberOf,
  patterned,
  rupeesOf,
  someText,
  typedFrom,
} from './schemas.ts';
import { withoutHidden } from './shown.ts';
import type { Loan } from './wire.ts';

const pan = (text: string) => text.replace(/\s/g, '').toUpperCase().slice(0, limits.panLength);
const ifsc = (text: string) => plain(text).replace(/\s/g, '').toUpperCase();

const person = (required: string, invalid: string) => ({
  schema: lettersOnly(required, invalid, limits.nameMaxLength),
  read: trimmed,
});
const words = (required: string, length: number = limits.placeMaxLength) => ({
  schema: someText(required, length),
  read: trimmed,
  clean: plain,
});
/** The four inputs of an address, with the messages that ask for them. */
const address = (
  required: Record<'address' | 'city' | 'state' | 'pincode', string>,
  shown: Pick<Field, 'shown' | 'hidden'> = {},
) => ({
  address: { ...words(required.address, limits.addressMaxLength), ...shown },
  city: { ...words(required.city), ...shown },
  state: { ...words(required.state), ...shown },
  pincode: {
    schema: patterned(required.pincode, 'applicant.error.pincode.invalid', /^\d{4}(\d{2})?$/),
    clean: (text: string) => digits(text).slice(0, limits.pincodeMaxDigits),
    ...shown,
  },
});
const oneOf = <const Codes extends readonly [string, ...string[]]>(codes: Codes, required: string) => ({
  schema: z.enum(codes, required),
});
const rupees = (required: string) => ({ schema: amount(required), read: rupeesOf, clean: amountText });

/** Hidden when the address in Aadhaar is the residence (decision 35a). */
const unlessSame = {
  shown: (wire: Wire) => wire['personal_details.same_as_aadhaar'] !== 1,
  hidden: undefined,
};

const isLowSalary = (salary: unknown) => typeof salary === 'number' && salary < limits.householdIncomeBelow;

const isApplicantYear = (dob: string) => {
  const year = yearOf(dob);
  return year >= limits.applicantBirthYearFirst && year <= limits.applicantBirthYearLast;
};

const badEmployedSince = 'applicant.error.employedSince.invalid';

const tenureless = 'applicant.error.emiTenure.required';
const tenure = { schema: id(tenureless), read: numberOf };

const sameAsAadhaar = {
  schema: z.literal([0, 1], 'applicant.error.residenceType.required'),
  read: (typed: Typed) => (typed ? 1 : 0),
};

/** Every field, under section 3's names. */
const table = {
  personal_details: {
    name: person('applicant.error.name.required', 'applicant.error.name.invalid'),
    applicant_father_name: person(
      'applicant.error.fatherName.required',
      'applicant.error.fatherName.invalid',
    ),
    pan: {
      schema: patterned(
        'applicant.error.pan.required',
        'applicant.error.pan.invalid',
        /^[A-Z]{5}\d{4}[A-Z]$/,
      ),
      clean: pan,
    },
    dob: { schema: date('applicant.error.dob.required', 'applicant.error.dob.invalid', isApplicantYear) },
    gender: oneOf(enums.genders, 'applicant.error.gender.required'),
    marital_status: oneOf(enums.maritalStatuses, 'applicant.error.maritalStatus.required'),
    relationship_type: oneOf(enums.relationships, 'applicant.error.relationship.required'),
    alternate_mobile: {
      schema: tenDigits(
        'applicant.error.alternateMobile.required',
        'applicant.error.alternateMobile.invalid',
      ),
      clean: mobile,
    },
    type_of_residence: oneOf(enums.residences, 'applicant.error.residenceType.required'),
    same_as_aadhaar: sameAsAadhaar,
    address: {
      residence: address({
        address: 'applicant.error.residenceAddress.required',
        city: 'applicant.error.residenceCity.required',
        state: 'applicant.error.residenceState.required',
        pincode: 'applicant.error.residencePincode.required',
      }),
      permanent: address(
        {
          address: 'applicant.error.permanentAddress.required',
          city: 'applicant.error.permanentCity.required',
          state: 'applicant.error.permanentState.required',
          pincode: 'applicant.error.permanentPincode.required',
        },
        unlessSame,
      ),
    },
  },
  employment_details: {
    employer_name: person('applicant.error.organization.required', 'applicant.error.organization.invalid'),
    employed_since: { schema: date('applicant.error.employedSince.required', badEmployedSince) },
    employment_type: oneOf(enums.employmentTypes, 'applicant.error.occupation.required'),
    business_constitution: {
      schema: z.optional(z.enum(enums.businessConstitutions, 'applicant.error.occupation.required')),
      read: (typed: Typed) => typed || undefined,
    },
    designation: person('applicant.error.designation.required', 'applicant.error.designation.invalid'),
    office_address: address({
      address: 'applicant.error.officeAddress.required',
      city: 'applicant.error.officeCity.required',
      state: 'applicant.error.officeState.required',
      pincode: 'applicant.error.officePincode.required',
    }),
  },
  income_details: {
    monthly_income: rupees('applicant.error.monthlyIncome.required'),
    household_income: {
      ...rupees('applicant.error.householdIncome.required'),
      shown: (wire: Wire) => isLowSalary(wire['income_details.monthly_income']),
      hidden: undefined,
    },
  },
  loan_details: { emi_tenure_id: tenure, emi_tenure: tenure },
  bank_details: {
    bank_account_no: {
      schema: patterned(
        'applicant.error.accountNumber.required',
        'applicant.error.accountNumber.invalid',
        new RegExp(`^\\d{1,${limits.accountMaxDigits}}$`),
      ),
      clean: digits,
    },
    bank_account_type: oneOf(enums.accountTypes, 'applicant.error.accountType.required'),
    bank_name: words('applicant.error.bankName.required'),
    ifsc_code: { ...words('applicant.error.ifsc.required', limits.ifscMaxLength), clean: ifsc },
  },
};

interface Table {
  [name: string]: Field | Table;
}

/** What the inputs hold, nested as the table is: a switch is true or false, all else is text. */
type Blank<T> = {
  [Name in keyof T]: T[Name] extends typeof sameAsAadhaar
    ? boolean
    : T[Name] extends Field
      ? string
      : Blank<T[Name]>;
};

export type ApplicantValues = Blank<typeof table>;

/** Lines of an address that no screen asks for; whoever calls the server may send them. */
export const addressLines = [
  'personal_details.address.residence.address_line_1',
  'personal_details.address.residence.address_line_2',
  'personal_details.address.permanent.address_line_1',
  'personal_details.address.permanent.address_line_2',
] as const;

type Dotted<Values> = {
  [Name in keyof Values & string]: Values[Name] extends object ? `${Name}.${Dotted<Values[Name]>}` : Name;
}[keyof Values & string];

export type ApplicantField = Dotted<ApplicantValues>;

type RowAt<T, Name extends string> = Name extends `${infer Outer}.${infer Inner}`
  ? RowAt<T[Outer & keyof T], Inner>
  : T[Name & keyof T];

/** What travels: flat, by dotted name, without hidden fields. */
export type ApplicantWire = {
  [Name in ApplicantField]?: Exclude<z.infer<Extract<RowAt<typeof table, Name>, Field>['schema']>, undefined>;
};

const isRow = (entry: Field | Table): entry is Field => 'schema' in entry;

const blank = (rows: Table): object =>
  Object.fromEntries(
    Object.entries(rows).map(([name, entry]) => [
      name,
      entry === sameAsAadhaar ? false : isRow(entry) ? '' : blank(entry),
    ]),
  );

const flat = (rows: Table, before = ''): [string, Field][] =>
  Object.entries(rows).flatMap(([name, entry]) =>
    isRow(entry) ? [[before + name, entry]] : flat(entry, `${before}${name}.`),
  );

/** A page that nobody has typed in yet. */
export const emptyApplicant = blank(table) as ApplicantValues;

export const applicantForm: Form<ApplicantField> = {
  fields: Object.fromEntries(flat(table)) as Record<ApplicantField, Field>,
  rules: [
    {
      field: 'personal_details.alternate_mobile',
      holds: (wire, facts) => wire['personal_details.alternate_mobile'] !== facts.applicantMobile,
      code: 'applicant.error.alternateMobile.same',
    },
    {
      field: 'loan_details.emi_tenure_id',
      holds: (wire, { tenures }) => tenures?.includes(Number(wire['loan_details.emi_tenure_id'])) ?? true,
      code: tenureless,
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

/** The standard format: a hint beside the field, never a refusal (decision 22). */
export const looksLikeIfsc = (text: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text);
