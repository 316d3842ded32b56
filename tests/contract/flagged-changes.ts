/**
 * The content of an application, every change that its two pages can make to it, and what may change with a flagged field:
 * written by hand, so that a wrong table of the server's is not its own proof.
 */
import type { ApplicationData, Student } from '../../domain/values/wire.ts';
import { application, hybrid, school, student } from './fixtures.ts';

/** The applicant's fields by dotted name, the students, and the institution. */
export type ApplicationContent = {
  institution: number;
  applicant: Record<string, string | number>;
  students: Student[];
};

/** Both students' fields can change: the first has every fee, the second none that can be switched off. */
export const initialContent = (): ApplicationContent => {
  const { customerConsent: _, ...applicant } = application('1234', {
    'employment_details.business_constitution': 'LLP',
    'income_details.monthly_income': 20_000,
    'income_details.household_income': 60_000,
  });
  const fees = {
    new_admission: true,
    admission_fee_paid: true,
    admission_fee_amount: 5000,
    transport_fee_paid: true,
    transport_fee_amount: 3000,
  };
  return {
    institution: school.id,
    applicant: applicant as ApplicationContent['applicant'],
    students: [student(fees), student({ student_name: 'Nila M', student_roll_no: '77' })],
  };
};

type Values = Partial<Record<keyof ApplicationData, string | number>>;
const puts =
  (values: Values) =>
  ({ applicant }: ApplicationContent) => {
    Object.assign(applicant, values);
  };
const drops = (content: ApplicationContent, ...names: string[]) => {
  for (const name of names) delete content.applicant[name];
};

const residence = 'personal_details.address.residence';
export const permanent = 'personal_details.address.permanent';
const office = 'employment_details.office_address';
const partsOf = (of: string) => ['address', 'city', 'state', 'pincode'].map((part) => `${of}.${part}`);

/** Another value of each field of the applicant's page that the rules let through beside any of the others. */
const otherValues: Values = {
  'personal_details.name': 'Another Name',
  'personal_details.applicant_father_name': 'Another',
  'personal_details.pan': 'ABCDE7777F',
  'personal_details.dob': '1985-01-01',
  'personal_details.gender': 'Transgender',
  'personal_details.marital_status': 'WIDOW',
  'personal_details.relationship_type': 'Self',
  'personal_details.alternate_mobile': '9840088888',
  'personal_details.type_of_residence': 'OWNED',
  'employment_details.employer_name': 'Vaigai Mills',
  'employment_details.employed_since': '2016-01-01',
  'employment_details.employment_type': 'Self Employed',
  'employment_details.business_constitution': 'FIRM',
  'employment_details.designation': 'Manager',
  'income_details.household_income': 70_000,
  'bank_details.bank_account_no': '009999999',
  'bank_details.bank_account_type': 'CURRENT',
  'bank_details.bank_name': 'Canara Bank',
  'bank_details.ifsc_code': 'CNRB0000001',
  ...Object.fromEntries(
    [residence, permanent, office].flatMap((of) => [
      [`${of}.address`, '9 Lake View'],
      [`${of}.city`, 'Erode'],
      [`${of}.state`, 'Kerala'],
      [`${of}.pincode`, '638001'],
    ]),
  ),
};

/** Changes of the applicant's page. */
const applicantChanges: Record<string, (content: ApplicationContent) => void> = {
  ...Object.fromEntries(Object.entries(otherValues).map(([name, value]) => [name, puts({ [name]: value })])),
  'loan_details.emi_tenure_id': (content) => {
    const [first] = content.students;
    if (content.institution !== school.id || first?.institution_course_id !== school.course) return;
    puts({ 'loan_details.emi_tenure_id': 2_050_106, 'loan_details.emi_tenure': 6 })(content);
  },
  // These hide others, which then do not travel.
  'income_details.monthly_income': (content) => {
    puts({ 'income_details.monthly_income': 90_000 })(content);
    drops(content, 'income_details.household_income');
  },
  'personal_details.same_as_aadhaar': (content) => {
    puts({ 'personal_details.same_as_aadhaar': 1 })(content);
    drops(content, ...partsOf(permanent));
  },
};

/** Changes of a student's card. */
const studentChanges: Record<string, (row: Student) => Partial<Student>> = {
  student_name: () => ({ student_name: 'Another Child' }),
  student_roll_no: () => ({ student_roll_no: '600004' }),
  dob: () => ({ dob: '2017-01-31' }),
  academic_year: () => ({ academic_year: '2027' }),
  annual_fee: () => ({ annual_fee: 41_000 }),
  otherfees: () => ({ otherfees: 100 }),
  admission_fee_amount: (row) => (row.new_admission ? { admission_fee_amount: 6000 } : {}),
  transport_fee_amount: (row) => (row.transport_fee_paid ? { transport_fee_amount: 4000 } : {}),
  new_admission: (row) =>
    row.new_admission
      ? { new_admission: false, admission_fee_paid: false, admission_fee_amount: 0 }
      : { new_admission: true, admission_fee_paid: true, admission_fee_amount: 7000 },
  transport_fee_paid: (row) =>
    row.transport_fee_paid
      ? { transport_fee_paid: false, transport_fee_amount: 0 }
      : { transport_fee_paid: true, transport_fee_amount: 7000 },
};

/** Another course, and for the first student the plan of that course. */
const changeCourse = (content: ApplicationContent, index: number) => {
  const row = content.students[index];
  if (!row || content.institution !== school.id) return;
  Object.assign(row, { institution_course_id: 20_502, annual_fee: 38_500 });
  if (index === 0) puts({ 'loan_details.emi_tenure_id': 2_050_203, 'loan_details.emi_tenure': 3 })(content);
};

const changeInstitution = (content: ApplicationContent) => {
  content.institution = hybrid.id;
  for (const row of content.students) {
    Object.assign(row, { institution_id: hybrid.id, institution_course_id: hybrid.course });
  }
  puts({ 'loan_details.emi_tenure_id': 2_040_103, 'loan_details.emi_tenure': 3 })(content);
};

const institution = 'el_details.institution_id';
export const receipt = 'documents.fee_receipt';
const ofStudent = (index: number, field: string) => `student ${index} ${field}`;

/** The changes by the field that they concern; students are told apart by position. */
export const changes: Record<string, (content: ApplicationContent) => void> = {
  [institution]: changeInstitution,
  ...Object.fromEntries(
    [0, 1].map((index) => [
      ofStudent(index, 'institution_course_id'),
      (content: ApplicationContent) => changeCourse(content, index),
    ]),
  ),
  ...Object.fromEntries(
    [0, 1].flatMap((index) =>
      Object.entries(studentChanges).map(([field, change]) => [
        ofStudent(index, field),
        ({ students }: ApplicationContent) => {
          const row = students[index];
          if (row) Object.assign(row, change(row));
        },
      ]),
    ),
  ),
  ...applicantChanges,
  'another student': ({ students }) => {
    students.push(student());
  },
};

/** The names that can be flagged: all of them but what is shown for one of the students only. */
export const flaggable = [...Object.keys(changes), receipt].filter(
  (name) =>
    !['another student', ofStudent(1, 'admission_fee_amount'), ofStudent(1, 'transport_fee_amount')].includes(
      name,
    ),
);

/** Returns the fields that a flag opens in addition to its own. */
export function opensBesides(flag: string): string[] {
  const plan = ['loan_details.emi_tenure_id', 'loan_details.emi_tenure'];
  const fees = ['annual_fee', 'admission_fee_amount', 'transport_fee_amount', 'otherfees'];
  const [, index = '', field = ''] = /^student (\d) (.+)$/.exec(flag) ?? [];
  const mine = (...fields: string[]) => fields.map((name) => ofStudent(Number(index), name));
  switch (field || flag) {
    case institution:
      return [
        ...[0, 1].flatMap((place) =>
          ['institution_id', 'institution_course_id', ...fees].map((name) => ofStudent(place, name)),
        ),
        ...plan,
      ];
    case 'institution_course_id':
      return [...mine(...fees), ...plan];
    case 'new_admission':
      return [...mine('admission_fee_paid', 'admission_fee_amount'), ...plan];
    case 'transport_fee_paid':
      return [...mine('transport_fee_amount'), ...plan];
    case 'annual_fee':
    case 'admission_fee_amount':
    case 'transport_fee_amount':
    case 'otherfees':
    case 'loan_details.emi_tenure_id':
      return plan;
    case 'income_details.monthly_income':
      return ['income_details.household_income'];
    case 'personal_details.same_as_aadhaar':
      return partsOf(permanent);
    case 'bank_details.ifsc_code':
      return ['bank_details.bank_name'];
    case `${residence}.pincode`:
    case `${permanent}.pincode`:
    case `${office}.pincode`:
      return ['city', 'state'].map((part) => flag.replace(/pincode$/, part));
    default:
      return [];
  }
}

/** The names of what a body says otherwise; what it leaves out, it does not say. */
export function differences(before: ApplicationContent, after: ApplicationContent): string[] {
  const rows = after.students.flatMap((row, index) => {
    const was = before.students[index];
    if (!was) return ['another student'];
    return (Object.keys(row) as (keyof Student)[])
      .filter((field) => row[field] !== was[field])
      .map((field) => ofStudent(index, field));
  });
  return [
    ...(before.institution === after.institution ? [] : [institution]),
    ...rows,
    ...Object.keys(after.applicant).filter((name) => after.applicant[name] !== before.applicant[name]),
  ];
}
