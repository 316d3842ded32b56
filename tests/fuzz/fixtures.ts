/** Calls that the rules let through, so that what lies behind the checks is reached as well. */
import { enums } from '../../domain/enums.ts';
import { pushRequestOf } from '../../domain/push-request.ts';
import type { Loan } from '../../domain/wire.ts';
import type { OperationId } from '../../openapi/operations.ts';
import type { Random } from './random.ts';
import { uuid } from './values.ts';

/** A loan that calls are about, with what earlier answers have told of it. */
export type KnownLoan = { id: string; token: string; saved?: Loan; version?: number };

type Call = { path?: Record<string, unknown>; header?: Record<string, string>; body?: unknown };

/** Of the seeded institutions. */
const school = { id: 205, name: 'Kaveritheeram Matriculation Higher Secondary School', course: 20501 };
const tenure = { id: 2050103, months: 3 };

const person = { name: 'Meenakshi Sundaram', phone: '9840012345', email: 'meena@parent.example' };

const student = (random: Random) => ({
  id: uuid(random),
  student_name: 'Kavin M',
  dob: '2016-04-09',
  institution_id: school.id,
  institution_name: school.name,
  institution_course_id: school.course,
  course_name: 'Nursery',
  academic_year: '2026',
  type_of_institute: null,
  student_roll_no: '1204',
  annual_fee: 30_000 + random.whole(10_000),
  otherfees: random.whole(2500),
  admission_fee_amount: 0,
  transport_fee_amount: 0,
  new_admission: false,
  admission_fee_paid: false,
  transport_fee_paid: false,
});

const application = (random: Random) => ({
  customerConsent: true,
  'personal_details.name': person.name,
  'personal_details.gender': random.pick(enums.genders),
  'personal_details.dob': '1986-11-02',
  'personal_details.applicant_father_name': 'Raghavan',
  'personal_details.alternate_mobile': '9840099999',
  'personal_details.pan': `ABCDE${random.pick(['1234', '0002', '0003', '0004'])}F`,
  'personal_details.marital_status': 'MARRIED',
  'personal_details.relationship_type': 'Mother',
  'personal_details.type_of_residence': 'RENTED',
  'personal_details.same_as_aadhaar': 1,
  'personal_details.address.residence.address': '12 Temple Street',
  'personal_details.address.residence.city': 'Chennai',
  'personal_details.address.residence.state': 'Tamil Nadu',
  'personal_details.address.residence.pincode': '600004',
  'employment_details.employer_name': 'Cauvery Textiles',
  'employment_details.employed_since': '2015-08-01',
  'employment_details.employment_type': 'Salaried',
  'employment_details.designation': 'Accountant',
  'employment_details.office_address.address': '77 Mount Road',
  'employment_details.office_address.state': 'Tamil Nadu',
  'employment_details.office_address.city': 'Chennai',
  'employment_details.office_address.pincode': '600002',
  'income_details.monthly_income': 48_000,
  'loan_details.emi_tenure': tenure.months,
  'loan_details.emi_tenure_id': tenure.id,
  'bank_details.bank_account_no': '001234567890',
  'bank_details.bank_account_type': 'SAVING',
  'bank_details.bank_name': 'State Bank of India',
  'bank_details.ifsc_code': 'SBIN0000001',
});

/** By operation; the others take what their schemas say. */
export const validCalls: { [Id in OperationId]?: (loan: KnownLoan, random: Random) => Call } = {
  getInstitute: () => ({ path: { id: school.id } }),
  searchInstitutes: () => ({ path: { text: 'kaveri' } }),
  listCourses: () => ({ path: { id: school.id } }),
  listEmiOptions: () => ({ path: { id: school.course } }),
  listCities: () => ({ path: { state_id: 33 } }),
  getPincode: () => ({ path: { pincode: '600004' } }),
  createLoan: () => ({ body: person }),
  createLoanByWiderName: () => ({ body: person }),
  saveStudents: (_, random) => ({
    body: { data: { 'el_details.institution_id': school.id, 'el_details.students': [student(random)] } },
  }),
  saveApplication: (_, random) => ({ body: { data: application(random) } }),
  keepDraft: (_, random) => ({
    header: { 'If-Match': String(random.whole(3)) },
    body: { body: { student_name: 'K', fee: random.whole(9) } },
  }),
  requestReentry: ({ id }) => ({ path: { id } }),
  reenterLoan: ({ id }) => ({ path: { id }, body: { otp: '123456' } }),
  searchApplications: () => ({ body: { page: 1, page_length: 20 } }),
  createOnLender: ({ saved }) => ({ path: { lender_id: 15 }, ...(saved && { body: pushRequestOf(saved) }) }),
  actOnApplication: ({ id, version = 1 }) => ({
    path: { id },
    body: {
      version,
      raise: [{ field: 'personal_details.pan', reason: 'other', message: 'Which one?' }],
    },
  }),
  pushApplication: ({ id, version = 1 }) => ({ path: { id }, body: { version } }),
};
