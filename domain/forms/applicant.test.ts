import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type ApplicantField,
  type ApplicantValues,
  type ApplicantWire,
  applicantForm,
  applicantFromWire,
  applicantToWire,
  emptyApplicant,
} from './applicant.ts';
import { looksLikeIfsc } from './fields/applicant.ts';
import { getPath, checkInputs, checkField, checkWire, type InputValue } from '../values/check.ts';
import { isShown } from './hidden-fields.ts';
import type { ApplicationData, Loan } from '../values/wire.ts';

const context = { today: '2026-11-20', applicantMobile: '9876543210' };
const fields = Object.keys(applicantForm.fields) as ApplicantField[];

/** The values with one field, by its dotted name, set. */
function set(values: ApplicantValues, name: ApplicantField, value: InputValue): ApplicantValues {
  const copy = structuredClone(values);
  const path = name.split('.');
  const parent = getPath(copy, path.slice(0, -1).join('.')) as Record<string, InputValue>;
  parent[path.at(-1) ?? ''] = value;
  return copy;
}

const typed: Record<ApplicantField, InputValue> = {
  'personal_details.name': 'Meena Kumari',
  'personal_details.applicant_father_name': 'Ravi',
  'personal_details.pan': 'ABCDE1234F',
  'personal_details.dob': '1985-04-12',
  'personal_details.gender': 'Female',
  'personal_details.marital_status': 'MARRIED',
  'personal_details.relationship_type': 'Mother',
  'personal_details.alternate_mobile': '9876543211',
  'personal_details.type_of_residence': 'OWNED',
  'personal_details.same_as_aadhaar': false,
  'personal_details.address.residence.address': '12, Gandhi Road',
  'personal_details.address.residence.city': 'Chennai',
  'personal_details.address.residence.state': 'Tamil Nadu',
  'personal_details.address.residence.pincode': '600001',
  'personal_details.address.permanent.address': '3, Hill Street',
  'personal_details.address.permanent.city': 'Salem',
  'personal_details.address.permanent.state': 'Tamil Nadu',
  'personal_details.address.permanent.pincode': '6360',
  'employment_details.employer_name': 'Sunrise Textiles',
  'employment_details.employed_since': '2012-01-02',
  'employment_details.employment_type': 'Salaried',
  'employment_details.business_constitution': '',
  'employment_details.designation': 'Manager',
  'employment_details.office_address.address': '1, Mill Road',
  'employment_details.office_address.city': 'Chennai',
  'employment_details.office_address.state': 'Tamil Nadu',
  'employment_details.office_address.pincode': '600002',
  'income_details.monthly_income': '24999',
  'income_details.household_income': '60000',
  'loan_details.emi_tenure_id': '31',
  'loan_details.emi_tenure': '6',
  'bank_details.bank_account_no': '00123456789',
  'bank_details.bank_account_type': 'SAVING',
  'bank_details.bank_name': 'HDFC',
  'bank_details.ifsc_code': 'HDFC0000001',
};
const empty = emptyApplicant(applicantForm);
const good = fields.reduce((values, name) => set(values, name, typed[name]), empty);
const codes = (values: ApplicantValues) =>
  checkInputs(applicantForm, values, context).map((issue) => issue.code);
const codesWith = (name: ApplicantField, value: InputValue) => codes(set(good, name, value));

const permanent = fields.filter((name) => name.startsWith('personal_details.address.permanent.'));

describe('the rules of the applicant', () => {
  it('accepts valid values', () => expect(codes(good)).toEqual([]));

  it('asks for every field but the business constitution, the switch and hidden ones', () => {
    const free = [
      'personal_details.same_as_aadhaar',
      'employment_details.business_constitution',
      'income_details.household_income',
    ];
    const asked = checkInputs(applicantForm, empty, context);
    expect(asked.map((issue) => issue.field)).toEqual(fields.filter((name) => !free.includes(name)));
    for (const { code } of asked) expect(code).toMatch(/\.required$/);
    const own = asked.filter(({ field }) => field !== 'loan_details.emi_tenure').map(({ code }) => code);
    expect(new Set(own).size).toBe(own.length);
  });

  it.each([
    ['personal_details.name', 'Meena 2', 'applicant.error.name.invalid'],
    ['personal_details.applicant_father_name', 'Ravi.', 'applicant.error.fatherName.invalid'],
    ['employment_details.employer_name', 'A & B', 'applicant.error.organization.invalid'],
    ['employment_details.designation', 'Manager-1', 'applicant.error.designation.invalid'],
    ['personal_details.pan', 'ABCDE12345', 'applicant.error.pan.invalid'],
    ['personal_details.pan', 'abcde1234f', 'applicant.error.pan.invalid'],
    ['personal_details.dob', '1949-12-31', 'applicant.error.dob.invalid'],
    ['personal_details.dob', '2006-01-01', 'applicant.error.dob.invalid'],
    ['personal_details.dob', '1985-02-30', 'common.error.date.notReal'],
    ['personal_details.alternate_mobile', '987654321', 'applicant.error.alternateMobile.invalid'],
    ['personal_details.alternate_mobile', '9876543210', 'applicant.error.alternateMobile.same'],
    ['personal_details.address.residence.pincode', '60000', 'applicant.error.pincode.invalid'],
    ['employment_details.employed_since', '2026-11-21', 'applicant.error.employedSince.invalid'],
    ['bank_details.bank_account_no', '1'.repeat(21), 'applicant.error.accountNumber.invalid'],
    ['personal_details.address.residence.city', 'x'.repeat(101), 'common.error.tooLong'],
    ['income_details.household_income', '', 'applicant.error.householdIncome.required'],
    ['personal_details.gender', 'female', 'applicant.error.gender.required'],
  ] as const)('refuses %s %j with %s', (name, value, code) => expect(codesWith(name, value)).toEqual([code]));

  it.each([
    ['personal_details.dob', '1950-01-01'],
    ['personal_details.dob', '2005-12-31'],
    ['employment_details.employed_since', '2026-11-20'],
    ['employment_details.business_constitution', 'PVT_COM'],
    ['personal_details.name', 'மீனா குமாரி'],
    ['bank_details.ifsc_code', 'not in the standard'],
    ['income_details.monthly_income', '0'],
  ] as const)('accepts %s %j', (name, value) => expect(codesWith(name, value)).toEqual([]));

  it('accepts only an offered plan, where the offered plans are known', () => {
    const codesOf = (tenures: number[]) =>
      checkInputs(applicantForm, good, { ...context, tenures }).map((issue) => issue.code);
    expect(codesOf([31, 32])).toEqual([]);
    expect(codesOf([32])).toEqual(['applicant.error.emiTenure.required']);
  });

  it('asks for the household income below 25000 only', () => {
    const shown = (salary: string) =>
      isShown(
        applicantForm,
        'income_details.household_income',
        set(good, 'income_details.monthly_income', salary),
      );
    expect(['', '0', '24999', '25000', '9999999999'].map(shown)).toEqual([false, true, true, false, false]);
  });

  it('does not ask for the permanent address when it is the same as in Aadhaar', () => {
    const same = set(good, 'personal_details.same_as_aadhaar', true);
    const without = permanent.reduce((values, name) => set(values, name, ''), same);
    expect(codes(without)).toEqual([]);
    for (const name of permanent) {
      expect(isShown(applicantForm, name, same)).toBe(false);
      expect(checkField(applicantForm, name, without, context)).toBeUndefined();
    }
  });

  it.each(fields)('answers any invalid value of %s with a message of the app', (name) => {
    fc.assert(
      fc.property(fc.anything(), (junk) => {
        const issues = checkWire(
          applicantForm,
          { ...applicantToWire(applicantForm, good), [name]: junk },
          context,
        );
        for (const { code } of issues) expect(code).toMatch(/^(applicant|common)\.error\./);
      }),
      { numRuns: 30 },
    );
  });

  it('cleans typed text, and cleaning it twice changes nothing more', () => {
    const clean = (name: ApplicantField) => applicantForm.fields[name].clean ?? String;
    expect(clean('personal_details.pan')('abcde 1234f')).toBe('ABCDE1234F');
    expect(clean('bank_details.ifsc_code')(' hdfc0000001')).toBe('HDFC0000001');
    expect(clean('personal_details.pan')('abcde१२३४f')).toBe('ABCDE1234F');
    expect(clean('bank_details.ifsc_code')('HDFC౦౦౦౦౦౦౧')).toBe('HDFC0000001');
    expect(clean('personal_details.address.residence.pincode')('600 001 7')).toBe('600001');
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.string({ unit: 'binary' }), (name, text) => {
        const once = clean(name)(text);
        expect(clean(name)(once)).toBe(once);
      }),
    );
  });
});

describe('the request with the applicant', () => {
  it('matches the types of the contract', () => {
    expectTypeOf<ApplicantWire>().toExtend<Omit<ApplicationData, 'customerConsent'>>();
    expectTypeOf<keyof ApplicantWire>().toExtend<keyof ApplicationData>();
  });

  it('is flat and sends numeric fields as numbers', () => {
    const wire = applicantToWire(applicantForm, good);
    expect(wire['loan_details.emi_tenure_id']).toBe(31);
    expect(wire['income_details.monthly_income']).toBe(24999);
    expect(wire['personal_details.same_as_aadhaar']).toBe(0);
    expect(wire['personal_details.address.permanent.city']).toBe('Salem');
    expect('employment_details.business_constitution' in wire).toBe(false);
    expect(checkWire(applicantForm, wire, context)).toEqual([]);
  });

  it('contains no hidden field', () => {
    const values = set(
      set(good, 'personal_details.same_as_aadhaar', true),
      'income_details.monthly_income',
      '25000',
    );
    const wire = applicantToWire(applicantForm, values);
    const hidden = [...permanent, 'income_details.household_income'];
    expect(Object.keys(wire).filter((name) => hidden.includes(name))).toEqual([]);
    expect(wire['personal_details.same_as_aadhaar']).toBe(1);
  });

  it('reads from a loan what was typed', () => {
    const wire = Object.entries(applicantToWire(applicantForm, good));
    const loan: Record<string, unknown> = {};
    for (const [name, value] of wire) {
      const path = name.split('.');
      const last = path.pop() ?? '';
      let inner = loan;
      for (const key of path) {
        inner[key] ??= {};
        inner = inner[key] as Record<string, unknown>;
      }
      inner[last] = value;
    }
    expect(applicantFromWire(applicantForm, loan as Loan)).toEqual(good);
  });
});

describe('looksLikeIfsc', () => {
  it('accepts the format of an IFSC code and refuses any other', () => {
    expect(looksLikeIfsc('HDFC0000001')).toBe(true);
    expect(looksLikeIfsc('HDFC1000001')).toBe(false);
    expect(looksLikeIfsc('hdfc0000001')).toBe(false);
  });
});
