import { describe, expect, it } from 'vitest';
import { flaggability, flaggableFields } from './flaggable.ts';
import { aLoan, aStudent } from '../testing.ts';
import type { Loan } from '../values/wire.ts';

const student = (fields: string[], id = 's1') => fields.map((field) => `el_details.students.${id}.${field}`);
const documents = (types: string[]) => types.map((type) => `documents.${type}`);
const everybodys = ['aadhaar_front', 'aadhaar_back', 'pan_photo', 'passport_photo', 'cancelled_cheque'];
const salaried = ['pay_slip_last_month', 'pay_slip_month_before', 'bank_statement_3_months'];
const selfEmployed = [
  'business_bank_statement_6_months',
  'personal_bank_statement_2_months',
  'itr_latest_year',
  'financials_latest_year',
];
const address = (of: string) => ['address', 'city', 'state', 'pincode'].map((part) => `${of}.${part}`);

describe('the fields that a reviewer can flag', () => {
  it('are all fields that the applicant sees and fills in', () => {
    expect(flaggableFields(aLoan()).sort()).toEqual(
      [
        'el_details.institution_id',
        ...documents([
          'fee_receipt',
          'fee_demand_letter',
          'current_address_proof',
          ...everybodys,
          ...salaried,
        ]),
        ...student([
          'student_name',
          'student_roll_no',
          'dob',
          'institution_course_id',
          'academic_year',
          'new_admission',
          'transport_fee_paid',
          'annual_fee',
          'otherfees',
        ]),
        'personal_details.name',
        'personal_details.applicant_father_name',
        'personal_details.pan',
        'personal_details.dob',
        'personal_details.gender',
        'personal_details.marital_status',
        'personal_details.relationship_type',
        'personal_details.alternate_mobile',
        'personal_details.type_of_residence',
        'personal_details.same_as_aadhaar',
        ...address('personal_details.address.residence'),
        ...address('personal_details.address.permanent'),
        'employment_details.employer_name',
        'employment_details.employed_since',
        'employment_details.employment_type',
        'employment_details.business_constitution',
        'employment_details.designation',
        ...address('employment_details.office_address'),
        'income_details.monthly_income',
        'loan_details.emi_tenure_id',
        'bank_details.bank_account_no',
        'bank_details.bank_account_type',
        'bank_details.bank_name',
        'bank_details.ifsc_code',
      ].sort(),
    );
  });

  it('change with the fields that the loan hides or shows', () => {
    const rich = flaggableFields(aLoan());
    const poor = aLoan();
    poor.income_details.monthly_income = 20_000;
    expect(flaggableFields(poor).filter((name) => !rich.includes(name))).toEqual([
      'income_details.household_income',
    ]);
    const same = aLoan();
    same.personal_details.same_as_aadhaar = 1;
    expect(rich.filter((name) => !flaggableFields(same).includes(name))).toEqual(
      expect.arrayContaining(address('personal_details.address.permanent')),
    );
    const college = aLoan([
      aStudent('s1', {
        institution_id: 202,
        institution_name: 'Others',
        unlisted_institution_name: 'Springs School',
        type_of_institute: 'College',
        new_admission: true,
        transport_fee_paid: true,
      }),
    ]);
    expect(
      flaggableFields(college)
        .filter((name) => !rich.includes(name))
        .sort(),
    ).toEqual(
      student([
        'admission_fee_amount',
        'course_name',
        'transport_fee_amount',
        'type_of_institute',
        'unlisted_institution_name',
      ]).sort(),
    );
  });

  it('include the required and optional documents, in the order of the screens', () => {
    const asked = (loan: Loan) => flaggableFields(loan).filter((name) => name.startsWith('documents.'));
    const loan = aLoan(undefined, {
      employment_details: { ...aLoan().employment_details, employment_type: 'Self Employed' },
    });
    loan.personal_details.same_as_aadhaar = 1;
    expect(asked(loan).sort()).toEqual(
      documents(['fee_receipt', 'fee_demand_letter', ...everybodys, ...selfEmployed]).sort(),
    );
    loan.employment_details.employment_type = null;
    expect(asked(loan).sort()).toEqual(documents(['fee_receipt', 'fee_demand_letter', ...everybodys]).sort());
    const names = flaggableFields(loan);
    expect(names.indexOf('documents.fee_receipt')).toBeLessThan(names.indexOf('personal_details.name'));
    expect(names.at(-1)).toBe('documents.fee_demand_letter');
  });

  it('include the receipt if the institution takes one or the loan has one (section 2)', () => {
    const receipt = (receipt_upload: boolean, fee_receipt: string | null) => {
      const loan = aLoan(undefined, { fee_receipt });
      loan.el_details.receipt_upload = receipt_upload;
      return flaggability(loan, 'documents.fee_receipt');
    };
    expect(receipt(true, null)).toBe('flaggable');
    expect(receipt(false, null)).toBe('unknown');
    expect(receipt(false, 'documents/L1/fee_receipt/hash')).toBe('flaggable');
  });

  it('leave out the institution to which the loan is locked', () => {
    expect(flaggableFields(aLoan(undefined, { locked_institute_id: 203 }))).not.toContain(
      'el_details.institution_id',
    );
    // The address named an institution that does not exist, so the applicant chose another.
    expect(flaggableFields(aLoan(undefined, { locked_institute_id: 999 }))).toContain(
      'el_details.institution_id',
    );
  });

  it('are told apart from unknown fields and unknown students', () => {
    const loan = aLoan([aStudent('s1'), aStudent('s2')]);
    for (const name of flaggableFields(loan)) expect(flaggability(loan, name)).toBe('flaggable');
    for (const field of ['student_roll_no', 'annual_fee', 'course_name'])
      expect(flaggability(loan, `el_details.students.s3.${field}`)).toBe('no such student');
    for (const name of [
      'personal_details.email',
      'personal_details.mobile',
      'loan_details.emi_tenure',
      'el_details.order_value',
      'el_details.students',
      'el_details.students.s1',
      'el_details.students.s1.id',
      'el_details.students.s3.id',
      'el_details.students.s3.constructor',
      'el_details.students.s1.course_name',
      'income_details.household_income',
      'documents.photo',
      'documents.itr_latest_year',
      'constructor',
      '__proto__',
      '',
    ])
      expect(flaggability(loan, name), name).toBe('unknown');
  });
});
