/** What each field that can be asked about is called on its screen, and how its value is read. */
import type { ApplicantField } from '../../../domain/applicant.ts';
import type { StudentField } from '../../../domain/student.ts';
import { documentTypes } from '../../../domain/documents.ts';
import type { DocumentType } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { typeWords } from '../../documents/words.ts';

export interface Asked {
  label: MessageId;
  /** The section that tells it apart from others of the same label. */
  part?: MessageId;
  /** How its value is read; without it, as the text that it is. */
  as?: 'money' | 'date' | 'switch' | 'course' | 'institution' | 'institute' | 'months' | 'document';
  /** The message that has the words of each {code}. */
  words?: MessageId;
}

/** In the order of the screens. */
const shared = {
  'el_details.institution_id': { label: 'student.institution.label', as: 'institution' },
  'documents.fee_receipt': { label: 'student.receipt.label', as: 'document' },
} as const satisfies Record<string, Asked>;

/** Fields that follow from others: nobody fills them in. */
type Derived = 'institution_id' | 'institution_name' | 'admission_fee_paid' | 'loan_details.emi_tenure';

const student: Record<Exclude<StudentField, Derived>, Asked> = {
  student_name: { label: 'student.name.label' },
  dob: { label: 'student.dob.label', as: 'date' },
  student_roll_no: { label: 'student.rollNumber.label' },
  type_of_institute: { label: 'student.instituteType.label', as: 'institute' },
  institution_course_id: { label: 'student.course.label', as: 'course' },
  course_name: { label: 'student.courseName.label' },
  academic_year: { label: 'student.academicYear.label' },
  new_admission: { label: 'student.newAdmission.label', as: 'switch' },
  transport_fee_paid: { label: 'student.transport.label', as: 'switch' },
  annual_fee: { label: 'student.annualFee.label', as: 'money' },
  admission_fee_amount: { label: 'student.admissionFee.label', as: 'money' },
  transport_fee_amount: { label: 'student.transportFee.label', as: 'money' },
  otherfees: { label: 'student.otherFees.label', as: 'money' },
};

const residence = 'applicant.residence';
const permanent = 'applicant.permanent';
const office = 'applicant.office';

const applicant: Record<Exclude<ApplicantField, Derived>, Asked> = {
  'personal_details.name': { label: 'applicant.name' },
  'personal_details.pan': { label: 'applicant.pan' },
  'personal_details.dob': { label: 'applicant.dob', as: 'date' },
  'personal_details.gender': { label: 'applicant.gender', words: 'applicant.gender.options' },
  'personal_details.relationship_type': {
    label: 'applicant.relationship',
    words: 'applicant.relationship.options',
  },
  'personal_details.marital_status': {
    label: 'applicant.maritalStatus',
    words: 'applicant.maritalStatus.options',
  },
  'personal_details.applicant_father_name': { label: 'applicant.fatherName' },
  'personal_details.alternate_mobile': { label: 'applicant.alternateMobile' },
  'bank_details.ifsc_code': { label: 'applicant.ifsc' },
  'bank_details.bank_name': { label: 'applicant.bankName' },
  'bank_details.bank_account_no': { label: 'applicant.accountNumber' },
  'bank_details.bank_account_type': {
    label: 'applicant.accountType',
    words: 'applicant.accountType.options',
  },
  'loan_details.emi_tenure_id': { label: 'applicant.emi.tenure', as: 'months' },
  'personal_details.type_of_residence': {
    label: 'applicant.residenceType',
    words: 'applicant.residenceType.options',
  },
  'personal_details.address.residence.address': { label: 'applicant.address', part: residence },
  'personal_details.address.residence.pincode': { label: 'applicant.pincode', part: residence },
  'personal_details.address.residence.state': { label: 'applicant.state', part: residence },
  'personal_details.address.residence.city': { label: 'applicant.city', part: residence },
  'personal_details.same_as_aadhaar': { label: 'applicant.sameAsAadhaar', as: 'switch' },
  'personal_details.address.permanent.address': { label: 'applicant.address', part: permanent },
  'personal_details.address.permanent.pincode': { label: 'applicant.pincode', part: permanent },
  'personal_details.address.permanent.state': { label: 'applicant.state', part: permanent },
  'personal_details.address.permanent.city': { label: 'applicant.city', part: permanent },
  'employment_details.employment_type': {
    label: 'applicant.occupation',
    words: 'applicant.occupation.options',
  },
  'employment_details.employer_name': { label: 'applicant.organization' },
  'employment_details.business_constitution': {
    label: 'applicant.constitution',
    words: 'applicant.constitution.options',
  },
  'employment_details.designation': { label: 'applicant.designation' },
  'employment_details.employed_since': { label: 'applicant.employedSince', as: 'date' },
  'income_details.monthly_income': { label: 'applicant.monthlyIncome', as: 'money' },
  'income_details.household_income': { label: 'applicant.householdIncome', as: 'money' },
  'employment_details.office_address.address': { label: 'applicant.address', part: office },
  'employment_details.office_address.pincode': { label: 'applicant.pincode', part: office },
  'employment_details.office_address.state': { label: 'applicant.state', part: office },
  'employment_details.office_address.city': { label: 'applicant.city', part: office },
};

/** On the applicant's page, but for the receipt, which stands with the institution. */
const papers = documentTypes.filter((type) => type !== 'fee_receipt');

const nameOf = (type: DocumentType) => `documents.${type}`;

const documents: Record<string, Asked> = Object.fromEntries(
  papers.map((type) => [nameOf(type), { label: typeWords[type][0], as: 'document' }]),
);

/** The documents that these fields are about, in the order of the page. */
export const documentsAsked = (fields: readonly string[]): DocumentType[] =>
  papers.filter((type) => fields.includes(nameOf(type)));

const all: ReadonlyMap<string, Asked> = new Map(
  Object.entries<Asked>({
    ...shared,
    ...Object.fromEntries(Object.entries(student).map(([name, asked]) => [`*.${name}`, asked])),
    ...documents,
    ...applicant,
  }),
);

const places = [...all.keys()];

export interface About {
  asked: Asked;
  /** Where it stands among all fields, as the screens have them. */
  place: number;
  /** The student that it is about. */
  id: string | undefined;
}

/** What a field is about, by its full dotted name; one that no screen has is called by what it belongs to. */
export function askedAbout(field: string): About {
  const [, id, own] = /^el_details\.students\.([^.]+)\.(.+)$/.exec(field) ?? [];
  const name = id === undefined ? field : `*.${own}`;
  const asked = all.get(name);
  if (asked) return { asked, place: places.indexOf(name), id };
  const label = stepOf(field) === 'students' ? 'app.title.students' : 'app.title.applicant';
  return { asked: { label }, place: places.length, id };
}

/** The step on which a field stands. */
export const stepOf = (field: string): 'students' | 'applicant' =>
  /^(el_details\.|documents\.fee_receipt$)/.test(field) ? 'students' : 'applicant';
