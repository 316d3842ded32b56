/** An application's fields as the wizard asks for them: sections, labels, and how a value is read by people. */
import { type ApplicantField, addressLines, applicantForm } from '../../domain/applicant.ts';
import { at, type Form } from '../../domain/check.ts';
import { documentTypes } from '../../domain/documents.ts';
import { type StudentField, studentFieldName, studentForm } from '../../domain/student.ts';
import type { Loan, Student } from '../../domain/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import { typeWords } from '../documents/words.ts';

/** How a value is shown; `options` is the message that has the words of each {code}. */
export type Kind =
  | 'text'
  | 'date'
  | 'rupees'
  | 'phone'
  | 'months'
  | 'yesNo'
  | 'instituteType'
  | 'document'
  | { options: MessageId };

export interface FieldWords {
  label: MessageId;
  kind: Kind;
}

const text = (label: MessageId): FieldWords => ({ label, kind: 'text' });
const options = (label: MessageId, words: MessageId): FieldWords => ({ label, kind: { options: words } });

const address = <Of extends string>(of: Of) =>
  ({
    [`${of}.address`]: text('applicant.address'),
    [`${of}.pincode`]: text('applicant.pincode'),
    [`${of}.state`]: text('applicant.state'),
    [`${of}.city`]: text('applicant.city'),
  }) as Record<`${Of}.${'address' | 'pincode' | 'state' | 'city'}`, FieldWords>;

/** In the order of the wizard's sections. */
const applicantWords = {
  'personal_details.name': text('applicant.name'),
  'personal_details.pan': text('applicant.pan'),
  'personal_details.dob': { label: 'applicant.dob', kind: 'date' },
  'personal_details.gender': options('applicant.gender', 'applicant.gender.options'),
  'personal_details.relationship_type': options('applicant.relationship', 'applicant.relationship.options'),
  'personal_details.marital_status': options('applicant.maritalStatus', 'applicant.maritalStatus.options'),
  'personal_details.applicant_father_name': text('applicant.fatherName'),
  'personal_details.alternate_mobile': { label: 'applicant.alternateMobile', kind: 'phone' },
  'bank_details.ifsc_code': text('applicant.ifsc'),
  'bank_details.bank_name': text('applicant.bankName'),
  'bank_details.bank_account_no': text('applicant.accountNumber'),
  'bank_details.bank_account_type': options('applicant.accountType', 'applicant.accountType.options'),
  'loan_details.emi_tenure_id': text('applicant.emi.tenure'),
  'loan_details.emi_tenure': { label: 'applicant.emi.tenure', kind: 'months' },
  'personal_details.type_of_residence': options('applicant.residenceType', 'applicant.residenceType.options'),
  ...address('personal_details.address.residence'),
  'personal_details.same_as_aadhaar': { label: 'applicant.sameAsAadhaar', kind: 'yesNo' },
  ...address('personal_details.address.permanent'),
  'employment_details.employment_type': options('applicant.occupation', 'applicant.occupation.options'),
  'employment_details.employer_name': text('applicant.organization'),
  'employment_details.business_constitution': options(
    'applicant.constitution',
    'applicant.constitution.options',
  ),
  'employment_details.designation': text('applicant.designation'),
  'employment_details.employed_since': { label: 'applicant.employedSince', kind: 'date' },
  'income_details.monthly_income': { label: 'applicant.monthlyIncome', kind: 'rupees' },
  'income_details.household_income': { label: 'applicant.householdIncome', kind: 'rupees' },
  ...address('employment_details.office_address'),
} satisfies Record<ApplicantField, FieldWords>;

const studentWords = {
  student_name: text('student.name.label'),
  dob: { label: 'student.dob.label', kind: 'date' },
  student_roll_no: text('student.rollNumber.label'),
  institution_id: text('student.institution.label'),
  institution_name: text('student.institution.label'),
  type_of_institute: { label: 'student.instituteType.label', kind: 'instituteType' },
  institution_course_id: text('student.course.label'),
  course_name: text('student.courseName.label'),
  academic_year: text('student.academicYear.label'),
  new_admission: { label: 'student.newAdmission.label', kind: 'yesNo' },
  admission_fee_paid: { label: 'student.admissionFee.label', kind: 'yesNo' },
  transport_fee_paid: { label: 'student.transport.label', kind: 'yesNo' },
  annual_fee: { label: 'student.annualFee.label', kind: 'rupees' },
  admission_fee_amount: { label: 'student.admissionFee.label', kind: 'rupees' },
  transport_fee_amount: { label: 'student.transportFee.label', kind: 'rupees' },
  otherfees: { label: 'student.otherFees.label', kind: 'rupees' },
} satisfies Record<StudentField, FieldWords>;

const otherWords: Readonly<Record<string, FieldWords>> = {
  'el_details.institution_id': text('student.institution.label'),
  'el_details.institution_name': text('student.institution.label'),
  'el_details.order_value': { label: 'student.total.label', kind: 'rupees' },
  ...Object.fromEntries(
    documentTypes.map((type) => [
      `documents.${type}`,
      { label: typeWords[type][0], kind: 'document' } satisfies FieldWords,
    ]),
  ),
  'personal_details.email': text('create.email.label'),
  'personal_details.mobile': { label: 'create.phone.label', kind: 'phone' },
  ...Object.fromEntries(addressLines.map((name) => [name, text('review.field.addressLine')])),
};

const studentPattern = /^el_details\.students\.([^.]+)\.([^.]+)$/;

/** The student and the field of its card that a dotted name means; null where it means none. */
export function studentPart(name: string): { id: string; field: string } | null {
  const [, id, field] = studentPattern.exec(name) ?? [];
  return id && field ? { id, field } : null;
}

/** What a field of that name is called, and how its value is read; null for a name that no screen knows. */
export function wordsOfField(name: string): FieldWords | null {
  const part = studentPart(name);
  const table: Readonly<Record<string, FieldWords>> = part
    ? studentWords
    : { ...applicantWords, ...otherWords };
  return table[part ? part.field : name] ?? null;
}

/** What people read in place of an id: the name under which the same choice is kept as words. */
const readAs: Readonly<Record<string, string>> = {
  'el_details.institution_id': 'el_details.institution_name',
  'loan_details.emi_tenure_id': 'loan_details.emi_tenure',
};
const studentReadAs: Readonly<Record<string, string>> = {
  institution_id: 'institution_name',
  institution_course_id: 'course_name',
};

/** The name whose value is shown for this one. */
export function shownAs(name: string): string {
  const part = studentPart(name);
  if (!part) return readAs[name] ?? name;
  const field = studentReadAs[part.field];
  return field ? studentFieldName(part.id, field) : name;
}

/** The value that an application has for a field, by its dotted name; students by their ids. */
export function valueOf(loan: Loan, name: string): unknown {
  const part = studentPart(name);
  if (!part) return at(loan, name);
  const row = loan.el_details.students.find(({ id }) => id === part.id);
  return row && (row as Readonly<Record<string, unknown>>)[part.field];
}

export interface Section {
  title: MessageId;
  fields: readonly string[];
}

const within = (of: string) => ['address', 'pincode', 'state', 'city'].map((part) => `${of}.${part}`);

/** Applicant Details, in the wizard's order; e-mail and mobile number are those of the first screen. */
const applicantSections: readonly Section[] = [
  {
    title: 'applicant.person',
    fields: [
      'personal_details.name',
      'personal_details.pan',
      'personal_details.dob',
      'personal_details.gender',
      'personal_details.relationship_type',
      'personal_details.marital_status',
      'personal_details.applicant_father_name',
      'personal_details.mobile',
      'personal_details.alternate_mobile',
      'personal_details.email',
    ],
  },
  {
    title: 'applicant.bank',
    fields: [
      'bank_details.ifsc_code',
      'bank_details.bank_name',
      'bank_details.bank_account_no',
      'bank_details.bank_account_type',
    ],
  },
  { title: 'applicant.emi', fields: ['loan_details.emi_tenure_id'] },
  {
    title: 'applicant.residence',
    fields: [
      'personal_details.type_of_residence',
      ...within('personal_details.address.residence'),
      'personal_details.same_as_aadhaar',
    ],
  },
  { title: 'applicant.permanent', fields: within('personal_details.address.permanent') },
  {
    title: 'applicant.employment',
    fields: [
      'employment_details.employment_type',
      'employment_details.employer_name',
      'employment_details.business_constitution',
      'employment_details.designation',
      'employment_details.employed_since',
      'income_details.monthly_income',
      'income_details.household_income',
    ],
  },
  { title: 'applicant.office', fields: within('employment_details.office_address') },
];

/** A student's card, in the wizard's order. */
const cardFields: readonly StudentField[] = [
  'student_name',
  'dob',
  'student_roll_no',
  'type_of_institute',
  'institution_course_id',
  'course_name',
  'academic_year',
  'new_admission',
  'transport_fee_paid',
  'annual_fee',
  'admission_fee_amount',
  'transport_fee_amount',
  'otherfees',
];

const isShownIn = (form: Form, name: string, wire: Readonly<Record<string, unknown>>) =>
  form.fields[name]?.shown?.(wire) ?? true;

/** The sections that the applicant saw, without what was hidden from them. */
export function sectionsOf(loan: Loan): Section[] {
  const wire = Object.fromEntries(Object.keys(applicantForm.fields).map((name) => [name, at(loan, name)]));
  return applicantSections
    .map(({ title, fields }) => ({
      title,
      fields: fields.filter((name) => isShownIn(applicantForm, name, wire)),
    }))
    .filter(({ fields }) => fields.length > 0);
}

/** The full names of a student's card, without what was hidden. */
export const cardOf = (student: Student): string[] =>
  cardFields
    .filter((field) => isShownIn(studentForm, field, student))
    .map((field) => studentFieldName(student.id, field));

/** What the fees of one student come to, in whole rupees. */
export const feesOf = ({
  annual_fee,
  admission_fee_amount,
  transport_fee_amount,
  otherfees,
}: Student): number => annual_fee + admission_fee_amount + transport_fee_amount + otherfees;
