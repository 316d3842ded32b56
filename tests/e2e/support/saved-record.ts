/** The expected database values of a fixture's typed answers. The catalogue of fields gives their places. */
import { consumerAppFields } from '../../../domain/forms/fields/consumer.ts';
import { type FieldDescription, sections } from '../../../domain/forms/fields/catalogue.ts';
import { studentFields } from '../../../domain/forms/fields/student.ts';
import { messageId } from '../../../locales/index.ts';
import { academicYear, type ApplicantFixture, thisYear } from './fixtures.ts';
import { messageText } from './message-text.ts';
import type { TestApp } from './test-app.ts';

/** The rows of a form by the section and the label under which the page asks for them. */
const byLabel = (rows: Readonly<Record<string, FieldDescription>>) =>
  new Map(
    Object.entries(rows)
      .filter(([, row]) => !row.derived)
      .map(([name, row]) => [`${textOf(sections[row.section].title)}, ${textOf(row.label)}`, { name, row }]),
  );

const textOf = (id: string) => messageText(messageId(id));

const applicantByLabel = byLabel(consumerAppFields);
const studentByLabel = byLabel(studentFields);

function fieldAt(fields: typeof applicantByLabel, section: string, label: string) {
  const field = fields.get(`${section}, ${label}`);
  if (!field) throw new Error(`The catalogue has no field ${label} in ${section}`);
  return field;
}

/** The codes behind words that are chosen (section 3's enumerations). */
const codes: Record<string, string> = {
  Married: 'MARRIED',
  Unmarried: 'SINGLE',
  Others: 'WIDOW',
  Rented: 'RENTED',
  Owned: 'OWNED',
  Savings: 'SAVING',
  Current: 'CURRENT',
  'Private company': 'PVT_COM',
  Proprietorship: 'PROPSHP',
  ...Object.fromEntries([-1, 0, 1].map((step) => [academicYear(thisYear + step), String(thisYear + step)])),
};

/** The bank's name that follows from an IFSC code typed alone. */
const banksByIfsc: Record<string, string> = {
  SBIN: 'State Bank of India',
  IDIB: 'Indian Bank',
};

/** The sections of Applicant Details as they must be saved, flat by dotted name. */
export function expectedApplication(fixture: ApplicantFixture): Record<string, unknown> {
  const saved: Record<string, unknown> = {
    'personal_details.same_as_aadhaar': 0,
  };
  for (const [section, answers] of Object.entries(fixture.applicant)) {
    for (const [label, typed] of Object.entries(answers)) {
      const { name, row } = fieldAt(applicantByLabel, section, label);
      saved[name] = savedAs(row.kind, typed);
    }
  }
  saved['bank_details.bank_name'] ??= banksByIfsc[String(saved['bank_details.ifsc_code']).slice(0, 4)];
  if (saved['personal_details.same_as_aadhaar'] === 1) {
    for (const part of ['address', 'pincode', 'state', 'city'])
      saved[`personal_details.address.permanent.${part}`] =
        saved[`personal_details.address.residence.${part}`];
  }
  return {
    ...saved,
    'employment_details.employment_experience': yearsSince(
      String(saved['employment_details.employed_since']),
    ),
    'loan_details.emi_tenure': fixture.months,
    'loan_details.emi_tenure_id': fixture.seeded.tenure,
    'loan_details.applied_amount': fixture.seeded.orderValue,
    'loan_details.disbursed_amount': null,
  };
}

/** Returns the saved value of a kind of field; a switch of the applicant's page is saved as 1. */
function savedAs(kind: FieldDescription['kind'], typed: string | true): unknown {
  if (typed === true) return 1;
  if (kind === 'money') return Number(typed);
  if (kind === 'capitals') return typed.toUpperCase();
  if (kind === 'phone') return typed.replace('+91', '').replaceAll(' ', '');
  return kind === 'choice' ? (codes[typed] ?? typed) : typed;
}

/** Completed years until today in India (section 9). */
function yearsSince(date: string): number {
  const today = new Date().toLocaleDateString('en-CA', {
    timeZone: 'Asia/Kolkata',
  });
  return Number(today.slice(0, 4)) - Number(date.slice(0, 4)) - (today.slice(5) < date.slice(5) ? 1 : 0);
}

/** The students' rows as they must be saved, without their ids, which the page makes up. */
export const expectedStudents = (fixture: ApplicantFixture): Record<string, unknown>[] =>
  fixture.students.map((student, index) => {
    const saved: Record<string, unknown> = Object.fromEntries(
      Object.entries(studentFields).map(([name, { kind }]) => [name, kind in emptyAs ? emptyAs[kind] : '']),
    );
    for (const [label, typed] of Object.entries(student)) {
      const { name, row } = fieldAt(studentByLabel, textOf(sections.student.title), label);
      saved[name] = typed === true ? true : savedAs(row.kind, typed);
    }
    return {
      ...saved,
      institution_id: fixture.seeded.institution,
      institution_name: fixture.institution,
      institution_course_id: fixture.seeded.courses[index],
      course_name: student['Course name'] ?? student.Course,
      admission_fee_paid: saved.new_admission,
    };
  });

/** The saved values of fields left empty. */
const emptyAs: Partial<Record<FieldDescription['kind'], unknown>> = { money: 0, switch: false, choice: null };

/** Everything that the database keeps of what was typed, in the shape of `expectedRecord`. */
export async function savedRecord(testApp: TestApp, loanId: string) {
  const row = await testApp.loanOf(loanId);
  return {
    create: { name: row.name, mobile: row.mobile, email: row.email },
    el_details: {
      institution_id: row.institutionId,
      institution_name: row.institutionName,
      course_id: row.courseId,
      order_value: row.orderValue,
    },
    students: (await testApp.studentsOf(loanId)).map(({ id: _, ...rest }) => rest),
    application: flat({
      personal_details: row.personalDetails,
      employment_details: row.employmentDetails,
      income_details: row.incomeDetails,
      loan_details: row.loanDetails,
      bank_details: row.bankDetails,
    }),
    consented: row.customerConsentAt !== null,
  };
}

export const expectedRecord = (fixture: ApplicantFixture): Awaited<ReturnType<typeof savedRecord>> => ({
  create: {
    name: fixture.create.Name,
    mobile: fixture.create['Mobile number'],
    email: fixture.create.Email,
  },
  el_details: {
    institution_id: fixture.seeded.institution,
    institution_name: fixture.institution,
    course_id: fixture.seeded.courses[0] ?? null,
    order_value: fixture.seeded.orderValue,
  },
  students: expectedStudents(fixture) as never,
  application: expectedApplication(fixture),
  consented: true,
});

function flat(value: unknown, name = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return { [name]: value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flat(inner, name ? `${name}.${key}` : key)),
  );
}
