/** The people, loans and answers of the wizard's paths. They are invented; the amounts fit the rules. */
import type {
  EmiOption,
  Institution,
  LenderResult,
  Loan,
  LoanStatus,
  Student,
} from '../../../domain/values/wire.ts';

export const loanId = '5f0c5d5e-6a53-4d53-9d2b-0d8c5a7a1b11';

export const student: Student = {
  id: '0b6f8f0e-5c58-4a3e-8a5f-2f3c8f6f7a10',
  student_name: 'Kavin',
  dob: '2015-06-01',
  institution_id: 101,
  institution_name: 'Lakeside School',
  institution_course_id: 1001,
  course_name: 'Grade 5',
  academic_year: '2026',
  unlisted_institution_name: '',
  type_of_institute: null,
  student_roll_no: '',
  annual_fee: 60000,
  otherfees: 0,
  admission_fee_amount: 0,
  transport_fee_amount: 0,
  new_admission: false,
  admission_fee_paid: false,
  transport_fee_paid: false,
};

const address = {
  address_line_1: null,
  address_line_2: null,
  address: null,
  city: null,
  state: null,
  pincode: null,
};

export const emptyLoan: Loan = {
  loan_id: loanId,
  status: 'draft',
  test: false,
  language: 'en',
  presentation: 'embedded',
  asked_fields: [],
  locked_institute_id: null,
  created_at: '2026-06-01T08:00:00.000Z',
  el_details: {
    institution_id: null,
    institution_name: null,
    receipt_upload: false,
    course_id: null,
    students: [],
    order_value: null,
  },
  personal_details: {
    name: 'Meena Raman',
    email: 'meena@example.org',
    mobile: '9000000001',
    gender: null,
    dob: null,
    applicant_father_name: null,
    alternate_mobile: null,
    pan: null,
    marital_status: null,
    relationship_type: null,
    type_of_residence: null,
    same_as_aadhaar: 0,
    address: { residence: address, permanent: address },
  },
  employment_details: {
    employer_name: null,
    employed_since: null,
    employment_type: null,
    business_constitution: null,
    designation: null,
    employment_experience: null,
    office_address: { address: null, state: null, city: null, pincode: null },
  },
  income_details: { monthly_income: null, household_income: null },
  loan_details: {
    emi_tenure: null,
    emi_tenure_id: null,
    applied_amount: null,
    disbursed_amount: null,
    type: 'EL',
  },
  bank_details: {
    bank_account_no: null,
    bank_account_type: null,
    bank_name: null,
    bank_code: null,
    ifsc_code: null,
  },
  fee_receipt: null,
  queries: [],
  lender_result: null,
};

export const withStudents = (status: LoanStatus, more: Partial<Loan> = {}): Loan => ({
  ...emptyLoan,
  status,
  el_details: {
    institution_id: 101,
    institution_name: 'Lakeside School',
    receipt_upload: false,
    course_id: 1001,
    students: [student],
    order_value: 60000,
  },
  ...more,
});

export const withPlan = {
  emi_tenure: 6,
  emi_tenure_id: 11,
  applied_amount: 60000,
  disbursed_amount: null,
  type: 'EL' as const,
};

export const pendingWith = (more: Partial<Loan>): Loan =>
  withStudents('pending', { loan_details: withPlan, lender_result: results.pending, ...more });

export const openQuery: Loan['queries'][number] = {
  id: 'q1',
  field: 'personal_details.pan',
  reason: 'mismatch',
  message: 'The PAN does not match the card.',
  round: 1,
  state: 'raised',
  raised_at: '2026-06-01T10:00:00Z',
  answered_at: null,
  answer: null,
};

export const rollNumberQuery = {
  ...openQuery,
  id: 'q3',
  field: `el_details.students.${student.id}.student_roll_no`,
  message: 'The school has another number.',
};

export const documentQuery = {
  ...openQuery,
  id: 'q4',
  field: 'documents.pan_photo',
  reason: 'unreadable' as const,
  message: 'The number cannot be read.',
};

export const answeredQuery = {
  ...openQuery,
  state: 'answered' as const,
  answered_at: '2026-06-02T10:00:00Z',
};

/** A query and its second round, after asking again. */
export const secondRound = [
  { ...answeredQuery, state: 'asked_again' as const },
  { ...openQuery, id: 'q2', round: 2, raised_at: '2026-06-03T10:00:00Z' },
];

export const institution: Institution = { id: 101, name: 'Lakeside School', receipt_upload: false };

export const option: EmiOption = {
  id: 11,
  emi_tenure: 6,
  parent_pf: '1.1',
  parent_pf_amount: 0,
  parent_interest: '0',
  advance_emi: 1,
  membership_fee: 0,
  subvention: '0',
  fibe_id: null,
  is_disabled: false,
};

export const results = {
  approved: { status: 'APPROVED', url: 'https://lender.example/continue' },
  rejected: { status: 'REJECTED' },
  pending: { status: 'PENDING' },
  inProgress: { status: 'IN_PROGRESS' },
  code1001: { status_code: 1001, status_message: 'Duplicate' },
  somethingElse: { status: 'QUEUED' },
} satisfies Record<string, LenderResult>;

export const refused = (status: number) => ({
  kind: 'refused' as const,
  status,
  code: 'refusal.failed',
  errors: [],
});
export const unreachable = { kind: 'unreachable' as const };
export const ok = <T>(value: T) => ({ kind: 'ok' as const, value });
