/** A loan as its applicant sees it. */
import { asc, eq } from 'drizzle-orm';
import { applicantForm, applicantFormOf, widerFieldsOf } from '../../domain/forms/applicant.ts';
import { getPath } from '../../domain/values/check.ts';
import { normalizeStudent } from '../../domain/forms/student.ts';
import type { Reopened } from '../../domain/loan/lock.ts';
import type { Loan, Query, Student } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { decryptPersonalData } from '../encryption/personal-data.ts';
import type { JsonValue, Section } from '../db/schema/columns.ts';
import { institutions } from '../db/schema/institutions.ts';
import { students } from '../db/schema/loans.ts';
import { bankCodeOf } from '../masters/banks.ts';
import type { LoanRow } from './tokens.ts';
import { answersOf, areConsentsWithdrawn } from './lenders-of-loan.ts';
import { queryOnWire, queryRowsOf } from './queries.ts';
import type { LoanRecord } from './record.ts';

/** The students in the order of their cards. */
export async function studentsOf(db: Database, loanId: string): Promise<Student[]> {
  const rows = await db
    .select({ details: students.details })
    .from(students)
    .where(eq(students.loanId, loanId))
    .orderBy(asc(students.position), asc(students.id));
  // An older release may have written the row without today's fields.
  return rows.map(({ details }) => normalizeStudent(details as Student));
}

/** Returns the reviewers' queries, the oldest first. */
export const queriesOf = async (db: Database, loanId: string): Promise<Query[]> =>
  (await queryRowsOf(db, loanId)).map(queryOnWire);

export async function readLoan(db: Database, row: LoanRow): Promise<Loan> {
  const receiptUpload = await takesReceipt(db, row);
  const students = await studentsOf(db, row.id);
  const loan = loanOnWire(db, { row, students, queries: await queriesOf(db, row.id), receiptUpload });
  return { ...loan, ...(await reopenedBy(db, row)) };
}

/** Reads what opens a submitted application to its applicant, also where a reviewer has asked about it (`lockOf`). */
export async function reopenedBy(db: Database, row: LoanRow): Promise<Reopened> {
  const reopened: Reopened = {};
  if (await areConsentsWithdrawn(db, row)) reopened.consents_withdrawn = true;
  if (await isRefused(db, row)) reopened.lender_refused = true;
  return reopened;
}

/** Says whether every lender has refused what was submitted last, one of them without a verdict: it would do so again. */
export async function isRefused(db: Database, row: LoanRow): Promise<boolean> {
  const answers = row.status === 'submitted' ? await answersOf(db, row) : [];
  return (
    answers.some(({ isRefused }) => isRefused) &&
    answers.every(({ result, isRefused }) => result !== null || isRefused)
  );
}

/** Returns whether the saved institution takes a fee receipt (section 2). */
async function takesReceipt(db: Database, { institutionId }: LoanRow): Promise<boolean> {
  if (institutionId === null) return false;
  const [row] = await db
    .select({ receiptUpload: institutions.receiptUpload })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  return row?.receiptUpload ?? false;
}

/** The record in the contract's shape; fields that were not saved yet are null. */
export function loanOnWire(db: Database, record: LoanRecord): Loan {
  const { row: stored, students, queries, receiptUpload } = record;
  const { personalDetails, bankDetails } = stored;
  const row = { ...stored, ...decryptPersonalData(db, stored.id, { personalDetails, bankDetails }) };
  return withWiderFields(row, {
    loan_id: row.id,
    status: row.status,
    test: row.test,
    language: row.language,
    presentation: row.presentation,
    asked_fields: row.askedFields,
    locked_institute_id: row.lockedInstituteId,
    created_at: row.createdAt.toISOString(),
    el_details: {
      institution_id: row.institutionId,
      institution_name: row.institutionName,
      receipt_upload: receiptUpload,
      course_id: row.courseId,
      students: students.map((student) => ({
        ...student,
        applicationId: row.id,
        user_id: row.customerId,
      })),
      order_value: row.orderValue,
    },
    personal_details: {
      ...filled(emptyPersonal, row.personalDetails),
      // The row's own name is the one that the loan was created with.
      name: String(row.personalDetails.name ?? row.name),
      email: row.email,
      mobile: row.mobile,
    },
    employment_details: filled(emptyEmployment, row.employmentDetails),
    income_details: filled({ monthly_income: null, household_income: null }, row.incomeDetails),
    loan_details: {
      ...filled(emptyLoanDetails, row.loanDetails),
      type: 'EL',
    },
    bank_details: { ...filled(emptyBank, row.bankDetails), bank_code: bankCodeOf(row.bankDetails.bank_name) },
    fee_receipt: row.feeReceipt,
    queries,
    lender_result: row.lenderResult,
  });
}

/** The loan with what its presentation asks besides, null where it was not saved yet. */
function withWiderFields({ personalDetails, employmentDetails, incomeDetails }: LoanRow, loan: Loan): Loan {
  if (applicantFormOf(loan) === applicantForm) return loan;
  const saved = {
    personal_details: personalDetails,
    employment_details: employmentDetails,
    income_details: incomeDetails,
  };
  for (const name of widerFieldsOf(loan)) {
    const at = name.lastIndexOf('.');
    const section = getPath(loan, name.slice(0, at)) as Section;
    section[name.slice(at + 1)] = (getPath(saved, name) ?? null) as JsonValue;
  }
  return loan;
}

/** Returns a section with these members, none of which was saved yet. */
const unsaved = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;

const emptyAddress = unsaved('address_line_1', 'address_line_2', 'address', 'city', 'state', 'pincode');

const emptyPersonal: Omit<Loan['personal_details'], 'name' | 'email' | 'mobile'> = {
  ...unsaved('gender', 'dob', 'applicant_father_name', 'alternate_mobile', 'pan'),
  ...unsaved('marital_status', 'relationship_type', 'type_of_residence'),
  same_as_aadhaar: 0,
  address: { residence: emptyAddress, permanent: emptyAddress },
};

const emptyEmployment: Loan['employment_details'] = {
  ...unsaved('employer_name', 'employed_since', 'employment_type', 'business_constitution'),
  ...unsaved('designation', 'employment_experience'),
  office_address: unsaved('address', 'state', 'city', 'pincode'),
};

const emptyLoanDetails: Omit<Loan['loan_details'], 'type'> = {
  ...unsaved('emi_tenure', 'emi_tenure_id', 'applied_amount', 'disbursed_amount'),
};

const emptyBank: Omit<Loan['bank_details'], 'bank_code'> = {
  ...unsaved('bank_account_no', 'bank_account_type', 'bank_name', 'ifsc_code'),
};

/** The empty section with what the saved one has under the same names. It runs for each answer: no lists of pairs. */
function filled<Shape extends object>(empty: Shape, saved: Section): Shape {
  const section: Section = { ...(empty as Section) };
  for (const name of Object.keys(section)) {
    const blank = section[name];
    const value = saved[name] ?? blank;
    section[name] = isSection(blank) && isSection(value) ? filled(blank, value) : (value as JsonValue);
  }
  return section as Shape;
}

const isSection = (value: unknown): value is Section =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
