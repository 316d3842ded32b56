/** How what a family types must lie in the database, told apart from how the app does it. */
import type { Family, TypedStudent } from './families.ts';
import type { World } from './world.ts';

/** Where each answer of Applicant Details is kept (specification, section 3). */
const fieldNames: Record<string, Record<string, string>> = {
  'Applicant Details': {
    Name: 'personal_details.name',
    'PAN number': 'personal_details.pan',
    'Date of birth': 'personal_details.dob',
    Gender: 'personal_details.gender',
    'Relationship with the student': 'personal_details.relationship_type',
    'Marital status': 'personal_details.marital_status',
    "Father's name": 'personal_details.applicant_father_name',
    'Alternate mobile number': 'personal_details.alternate_mobile',
  },
  'Bank Details': {
    'IFSC code': 'bank_details.ifsc_code',
    'Bank name': 'bank_details.bank_name',
    'Bank account number': 'bank_details.bank_account_no',
    'Account type': 'bank_details.bank_account_type',
  },
  'Current Residence': {
    'Residence type': 'personal_details.type_of_residence',
    ...addressAt('personal_details.address.residence'),
    'This is the address in my Aadhaar': 'personal_details.same_as_aadhaar',
  },
  'Permanent Residence': addressAt('personal_details.address.permanent'),
  'Employment Details': {
    Occupation: 'employment_details.employment_type',
    Organization: 'employment_details.employer_name',
    'Business constitution': 'employment_details.business_constitution',
    Designation: 'employment_details.designation',
    'Employed since': 'employment_details.employed_since',
    'Net monthly salary': 'income_details.monthly_income',
    'Household income': 'income_details.household_income',
  },
  'Office Address': addressAt('employment_details.office_address'),
};

function addressAt(name: string): Record<string, string> {
  return {
    Address: `${name}.address`,
    Pincode: `${name}.pincode`,
    State: `${name}.state`,
    City: `${name}.city`,
  };
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
};

/** What the bank's name becomes when only the IFSC code is typed. */
const banksByIfsc: Record<string, string> = {
  SBIN: 'State Bank of India',
  IDIB: 'Indian Bank',
};

/** The sections of Applicant Details as they must be saved, flat by dotted name. */
export function expectedApplication(family: Family): Record<string, unknown> {
  const saved: Record<string, unknown> = {
    'personal_details.same_as_aadhaar': 0,
  };
  for (const [section, answers] of Object.entries(family.applicant)) {
    for (const [label, typed] of Object.entries(answers)) {
      const name = fieldNames[section]?.[label];
      if (!name) throw new Error(`Nobody knows where ${section}, ${label} is kept`);
      saved[name] = savedAs(label, typed);
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
    'loan_details.emi_tenure': family.months,
    'loan_details.emi_tenure_id': family.seeded.tenure,
    'loan_details.applied_amount': family.seeded.orderValue,
    'loan_details.disbursed_amount': null,
  };
}

function savedAs(label: string, typed: string | true): unknown {
  if (typed === true) return 1;
  if (label === 'Net monthly salary' || label === 'Household income') return Number(typed);
  if (label === 'PAN number' || label === 'IFSC code') return typed.toUpperCase();
  if (label === 'Alternate mobile number') return typed.replace('+91', '').replaceAll(' ', '');
  return codes[typed] ?? typed;
}

/** Completed years until today in India (decision 34). */
function yearsSince(date: string): number {
  const today = new Date().toLocaleDateString('en-CA', {
    timeZone: 'Asia/Kolkata',
  });
  return Number(today.slice(0, 4)) - Number(date.slice(0, 4)) - (today.slice(5) < date.slice(5) ? 1 : 0);
}

/** The students' rows as they must be saved, without their ids, which the page makes up. */
export const expectedStudents = (family: Family): Record<string, unknown>[] =>
  family.students.map((student, index) => ({
    student_name: student['Student name'],
    student_roll_no: student['Roll number'] ?? '',
    dob: student['Date of birth'],
    institution_id: family.seeded.institution,
    institution_name: family.institution,
    type_of_institute: student['Type of institute'] ?? null,
    institution_course_id: family.seeded.courses[index],
    course_name: student['Course name'] ?? student.Course,
    academic_year: student['Academic year'],
    new_admission: student['New admission'] ?? false,
    admission_fee_paid: student['New admission'] ?? false,
    transport_fee_paid: student['Transportation fee'] ?? false,
    ...feesOf(student),
  }));

const feesOf = (student: TypedStudent) => ({
  annual_fee: Number(student['Annual fee']),
  admission_fee_amount: Number(student['Admission fee'] ?? 0),
  transport_fee_amount: Number(student['Transport fee'] ?? 0),
  otherfees: Number(student['Other fees'] ?? 0),
});

/** Everything that the database keeps of what was typed, in the shape of `expectedRecord`. */
export async function savedRecord(world: World, loanId: string) {
  const row = await world.loanOf(loanId);
  return {
    create: { name: row.name, mobile: row.mobile, email: row.email },
    el_details: {
      institution_id: row.institutionId,
      institution_name: row.institutionName,
      course_id: row.courseId,
      order_value: row.orderValue,
    },
    students: (await world.studentsOf(loanId)).map(({ id: _, ...rest }) => rest),
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

export const expectedRecord = (family: Family): Awaited<ReturnType<typeof savedRecord>> => ({
  create: {
    name: family.create.Name,
    mobile: family.create['Mobile number'],
    email: family.create.Email,
  },
  el_details: {
    institution_id: family.seeded.institution,
    institution_name: family.institution,
    course_id: family.seeded.courses[0] ?? null,
    order_value: family.seeded.orderValue,
  },
  students: expectedStudents(family) as never,
  application: expectedApplication(family),
  consented: true,
});

function flat(value: unknown, name = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return { [name]: value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flat(inner, name ? `${name}.${key}` : key)),
  );
}
