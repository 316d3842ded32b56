/** A person, a student and an application that the rules let through, for tests in Vitest and programs beside it. */
import { randomUUID } from 'node:crypto';
import type { ApplicationData, Student } from '../../domain/values/wire.ts';

/** Institution 205 of the seed: STANDARD, with a fee receipt, and with course 20501 and its tenures. */
export const school = {
  id: 205,
  name: 'Kaveritheeram Matriculation Higher Secondary School',
  course: 20501,
  title: 'Nursery',
};
/** Institution 204 of the seed: HYBRID with a subvention of 2.5 percent. */
export const hybrid = { id: 204, name: 'Silverpine Grove International School', course: 20401 };
export const tenure = { id: 2050103, months: 3 };

export const person = { name: 'Meenakshi Sundaram', phone: '9840012345', email: 'meena@parent.example' };

/** The date on which the applicant of `application` was born. */
export const birthDate = '1986-11-02';

export const student = (changes: Partial<Student> = {}): Student => ({
  id: randomUUID(),
  student_name: 'Kavin M',
  dob: '2016-04-09',
  institution_id: school.id,
  institution_name: school.name,
  institution_course_id: school.course,
  course_name: school.title,
  academic_year: '2026',
  unlisted_institution_name: '',
  type_of_institute: null,
  student_roll_no: '1204',
  annual_fee: 36500,
  otherfees: 2500,
  admission_fee_amount: 0,
  transport_fee_amount: 0,
  new_admission: false,
  admission_fee_paid: false,
  transport_fee_paid: false,
  ...changes,
});

/** @param pan its four digits choose the sandbox lender's answer */
export const application = (digits = '1234', changes: Partial<ApplicationData> = {}): ApplicationData => ({
  customerConsent: true,
  'personal_details.name': 'Meenakshi Sundaram',
  'personal_details.gender': 'Female',
  'personal_details.dob': birthDate,
  'personal_details.applicant_father_name': 'Raghavan',
  'personal_details.alternate_mobile': '9840099999',
  'personal_details.pan': `ABCDE${digits}F`,
  'personal_details.marital_status': 'MARRIED',
  'personal_details.relationship_type': 'Mother',
  'personal_details.type_of_residence': 'RENTED',
  'personal_details.same_as_aadhaar': 0,
  'personal_details.address.residence.address': '12 Temple Street',
  'personal_details.address.residence.city': 'Chennai',
  'personal_details.address.residence.state': 'Tamil Nadu',
  'personal_details.address.residence.pincode': '600004',
  'personal_details.address.permanent.address': '4 Hill Road',
  'personal_details.address.permanent.city': 'Madurai',
  'personal_details.address.permanent.state': 'Tamil Nadu',
  'personal_details.address.permanent.pincode': '625001',
  'employment_details.employer_name': 'Cauvery Textiles',
  'employment_details.employed_since': '2015-08-01',
  'employment_details.employment_type': 'Salaried',
  'employment_details.designation': 'Accountant',
  'employment_details.office_address.address': '77 Mount Road',
  'employment_details.office_address.state': 'Tamil Nadu',
  'employment_details.office_address.city': 'Chennai',
  'employment_details.office_address.pincode': '600002',
  'income_details.monthly_income': 48000,
  'loan_details.emi_tenure': tenure.months,
  'loan_details.emi_tenure_id': tenure.id,
  'bank_details.bank_account_no': '001234567890',
  'bank_details.bank_account_type': 'SAVING',
  'bank_details.bank_name': 'State Bank of India',
  'bank_details.ifsc_code': 'SBIN0000001',
  ...changes,
});

/** Returns the additional values of a consumer loan, for a salaried applicant whose residence is Aadhaar's address. */
export const consumerApplication = (changes: Partial<ApplicationData> = {}): ApplicationData =>
  application('1234', {
    'personal_details.same_as_aadhaar': 1,
    'personal_details.mother_maiden_name': 'Lakshmi',
    'personal_details.loan_purpose': 'School fees of this year',
    'personal_details.address.residence.landmark': 'Opposite the bus stand',
    'personal_details.years_at_current_address': 4,
    'personal_details.years_in_current_city': 9,
    'employment_details.total_work_experience': 12,
    'employment_details.current_work_experience': 10,
    'income_details.total_monthly_income': 52000,
    'income_details.monthly_obligations': 3500,
    ...changes,
  });
