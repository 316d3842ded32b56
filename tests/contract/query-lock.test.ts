/**
 * The server holds the lock: of random changes to a flagged application it takes exactly those inside the flagged
 * fields and what hangs on them, and names exactly the others. What hangs on what is written here once more, by
 * hand, so that a wrong table of the server's is not its own proof.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApplicationData, Loan, Student } from '../../domain/wire.ts';
import { embedded, type TestDatabase } from '../support/databases.ts';
import { type App, openApp } from './app.ts';
import type { CookieJar } from './calls.ts';
import { signInOnce } from './desk.ts';
import {
  application,
  createdLoan,
  hybrid,
  readLoan,
  saveApplication,
  saveStudents,
  school,
  sentBack,
  student,
} from './fixtures.ts';
import { contentOf, upload } from './uploads.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = 40;

/** What a body says: the applicant's fields by dotted name, the students, and the institution. */
type Said = { institution: number; applicant: Record<string, string | number>; students: Student[] };

/** Both students' fields can change: the first has every fee, the second none that can be switched off. */
const said = (): Said => {
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
    applicant: applicant as Said['applicant'],
    students: [student(fees), student({ student_name: 'Nila M', student_roll_no: '77' })],
  };
};

type Values = Partial<Record<keyof ApplicationData, string | number>>;
const puts =
  (values: Values) =>
  ({ applicant }: Said) => {
    Object.assign(applicant, values);
  };
const drops = (said: Said, ...names: string[]) => {
  for (const name of names) delete said.applicant[name];
};

/** Changes of the applicant's page, each to a value that the rules let through beside any of the others. */
const applicantChanges: Record<string, (said: Said) => void> = {
  'personal_details.name': puts({ 'personal_details.name': 'Another Name' }),
  'personal_details.applicant_father_name': puts({ 'personal_details.applicant_father_name': 'Another' }),
  'personal_details.pan': puts({ 'personal_details.pan': 'ABCDE7777F' }),
  'personal_details.dob': puts({ 'personal_details.dob': '1985-01-01' }),
  'personal_details.gender': puts({ 'personal_details.gender': 'Transgender' }),
  'personal_details.marital_status': puts({ 'personal_details.marital_status': 'WIDOW' }),
  'personal_details.relationship_type': puts({ 'personal_details.relationship_type': 'Self' }),
  'personal_details.alternate_mobile': puts({ 'personal_details.alternate_mobile': '9840088888' }),
  'personal_details.type_of_residence': puts({ 'personal_details.type_of_residence': 'OWNED' }),
  'personal_details.address.residence.address': puts({
    'personal_details.address.residence.address': '9 Lake View',
  }),
  'personal_details.address.residence.city': puts({ 'personal_details.address.residence.city': 'Erode' }),
  'personal_details.address.residence.state': puts({ 'personal_details.address.residence.state': 'Kerala' }),
  'personal_details.address.residence.pincode': puts({
    'personal_details.address.residence.pincode': '638001',
  }),
  'personal_details.address.permanent.address': puts({
    'personal_details.address.permanent.address': '9 Lake View',
  }),
  'personal_details.address.permanent.city': puts({ 'personal_details.address.permanent.city': 'Erode' }),
  'personal_details.address.permanent.state': puts({ 'personal_details.address.permanent.state': 'Kerala' }),
  'personal_details.address.permanent.pincode': puts({
    'personal_details.address.permanent.pincode': '638001',
  }),
  'employment_details.employer_name': puts({ 'employment_details.employer_name': 'Vaigai Mills' }),
  'employment_details.employed_since': puts({ 'employment_details.employed_since': '2016-01-01' }),
  'employment_details.employment_type': puts({ 'employment_details.employment_type': 'Self Employed' }),
  'employment_details.business_constitution': puts({
    'employment_details.business_constitution': 'FIRM',
  }),
  'employment_details.designation': puts({ 'employment_details.designation': 'Manager' }),
  'employment_details.office_address.address': puts({
    'employment_details.office_address.address': '9 Lake View',
  }),
  'employment_details.office_address.city': puts({ 'employment_details.office_address.city': 'Erode' }),
  'employment_details.office_address.state': puts({ 'employment_details.office_address.state': 'Kerala' }),
  'employment_details.office_address.pincode': puts({
    'employment_details.office_address.pincode': '638001',
  }),
  'income_details.household_income': puts({ 'income_details.household_income': 70_000 }),
  'bank_details.bank_account_no': puts({ 'bank_details.bank_account_no': '009999999' }),
  'bank_details.bank_account_type': puts({ 'bank_details.bank_account_type': 'CURRENT' }),
  'bank_details.bank_name': puts({ 'bank_details.bank_name': 'Canara Bank' }),
  'bank_details.ifsc_code': puts({ 'bank_details.ifsc_code': 'CNRB0000001' }),
  'loan_details.emi_tenure_id': (said) => {
    const [first] = said.students;
    if (said.institution !== school.id || first?.institution_course_id !== school.course) return;
    puts({ 'loan_details.emi_tenure_id': 2_050_106, 'loan_details.emi_tenure': 6 })(said);
  },
  // These hide others, which then do not travel.
  'income_details.monthly_income': (said) => {
    puts({ 'income_details.monthly_income': 90_000 })(said);
    drops(said, 'income_details.household_income');
  },
  'personal_details.same_as_aadhaar': (said) => {
    puts({ 'personal_details.same_as_aadhaar': 1 })(said);
    drops(said, ...['address', 'city', 'state', 'pincode'].map((part) => `${permanent}.${part}`));
  },
};

const residence = 'personal_details.address.residence';
const permanent = 'personal_details.address.permanent';
const office = 'employment_details.office_address';

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
const changeCourse = (said: Said, index: number) => {
  const row = said.students[index];
  if (!row || said.institution !== school.id) return;
  Object.assign(row, { institution_course_id: 20_502, annual_fee: 38_500 });
  if (index === 0) puts({ 'loan_details.emi_tenure_id': 2_050_203, 'loan_details.emi_tenure': 3 })(said);
};

const changeInstitution = (said: Said) => {
  said.institution = hybrid.id;
  for (const row of said.students) {
    Object.assign(row, { institution_id: hybrid.id, institution_course_id: hybrid.course });
  }
  puts({ 'loan_details.emi_tenure_id': 2_040_103, 'loan_details.emi_tenure': 3 })(said);
};

const institution = 'el_details.institution_id';
const receipt = 'documents.fee_receipt';
const ofStudent = (index: number, field: string) => `student ${index} ${field}`;

/** Every change by the name of the field that it is about, the students told apart by their place. */
const changes: Record<string, (said: Said) => void> = {
  [institution]: changeInstitution,
  ...Object.fromEntries(
    [0, 1].map((index) => [
      ofStudent(index, 'institution_course_id'),
      (said: Said) => changeCourse(said, index),
    ]),
  ),
  ...Object.fromEntries(
    [0, 1].flatMap((index) =>
      Object.entries(studentChanges).map(([field, change]) => [
        ofStudent(index, field),
        ({ students }: Said) => {
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
const flaggable = [...Object.keys(changes), receipt].filter(
  (name) =>
    !['another student', ofStudent(1, 'admission_fee_amount'), ofStudent(1, 'transport_fee_amount')].includes(
      name,
    ),
);

/** What a flag opens besides its own field. */
function opensBesides(flag: string): string[] {
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
      return ['address', 'city', 'state', 'pincode'].map((part) => `${permanent}.${part}`);
    case 'bank_details.ifsc_code':
      return ['bank_details.bank_name'];
    case `${residence}.pincode`:
      return [`${residence}.city`, `${residence}.state`];
    case `${permanent}.pincode`:
      return [`${permanent}.city`, `${permanent}.state`];
    case `${office}.pincode`:
      return [`${office}.city`, `${office}.state`];
    default:
      return [];
  }
}

/** The names of what a body says otherwise; what it leaves out, it does not say. */
function differences(before: Said, after: Said): string[] {
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

type Plan = { flags: string[]; wanted: string[]; inside: boolean; whole: boolean; replaced: boolean };

const anyPlan: fc.Arbitrary<Plan> = fc.record({
  flags: fc.uniqueArray(fc.constantFrom(...flaggable), { minLength: 1, maxLength: 12 }),
  wanted: fc.uniqueArray(fc.constantFrom(...Object.keys(changes)), { maxLength: 12 }),
  /** Whether only what is flagged is wanted to change. */
  inside: fc.boolean(),
  /** Whether the body is the whole form, or the changes alone. */
  whole: fc.boolean(),
  /** Whether another fee receipt is sent before. */
  replaced: fc.boolean(),
});

let database: TestDatabase;
let app: App;
let jar: CookieJar;
beforeAll(async () => {
  database = embedded();
  app = await openApp(database);
  jar = await signInOnce(app);
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

it('takes exactly the changes inside the flagged fields and what hangs on them', async () => {
  process.stdout.write(`Query lock: ${runs} runs, seed ${seed} (SEED=${seed} repeats them)\n`);
  const met = { taken: 0, refused: 0, changes: 0 };

  await fc.assert(
    fc.asyncProperty(anyPlan, async ({ flags, wanted, inside, whole, replaced }) => {
      const before = said();
      const opened = await createdLoan(app);
      const first = await saveStudents(app, opened, bodyOfStudents(before));
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      const submitted = await saveApplication(app, opened, { customerConsent: true, ...before.applicant });
      expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
      const realName = (name: string) =>
        name.replace(/^student (\d) /, (_, index: string) => {
          const id = before.students[Number(index)]?.id;
          return `el_details.students.${id}.`;
        });
      const { loan: flagged } = await sentBack(app, jar, opened, flags.map(realName));

      const open = new Set(flags.flatMap((flag) => [flag, ...opensBesides(flag)]));
      const after = structuredClone(before);
      // In the order of the table: what moves others comes first.
      for (const [name, change] of Object.entries(changes)) {
        const isMeant = inside
          ? open.has(name) && (flags.includes(name) || wanted.includes(name))
          : wanted.includes(name);
        if (isMeant) change(after);
      }
      const changed = differences(before, after);
      const refused = changed.filter((name) => !open.has(name));

      if (replaced) {
        const sent = await upload(app, opened, contentOf('pdf'));
        expect(sent.status).toBe(flags.includes(receipt) ? 200 : 422);
      }
      const saved = await readLoan(app, opened);
      const answer = await saveApplication(app, opened, {
        ...(whole ? bodyOf(after) : partOf(after, before)),
        query_answers: flagged.queries.map(({ id }) => ({ id, answer: 'It is as it should be' })),
      });

      const named = (answer.body.errors ?? []).map(({ field }: { field: string }) => field);
      const added = after.students[before.students.length];
      const expected = refused.map((name) =>
        name === 'another student' ? `el_details.students.${added?.id}` : realName(name),
      );
      expect([answer.status, named.toSorted()]).toEqual([
        refused.length > 0 ? 422 : 200,
        expected.toSorted(),
      ]);
      const now = await readLoan(app, opened);
      if (refused.length > 0) expect(now).toEqual(saved);
      else {
        expect(saidBy(now)).toEqual(after);
        expect(now.queries.map(({ state }) => state)).toEqual(flags.map(() => 'answered'));
      }
      met[refused.length > 0 ? 'refused' : 'taken'] += 1;
      met.changes += changed.length;
    }),
    { numRuns: runs, seed },
  );

  process.stdout.write(`Query lock: ${met.taken} taken, ${met.refused} refused, ${met.changes} changes\n`);
  expect(Math.min(met.taken, met.refused)).toBeGreaterThan(0);
});

const bodyOfStudents = ({ institution: id, students }: Said) => ({
  'el_details.institution_id': id,
  'el_details.students': students,
});

const bodyOf = (said: Said) => ({ customerConsent: true, ...said.applicant, ...bodyOfStudents(said) });

/** What differs alone: fields of the applicant, whole rows of students. */
function partOf(after: Said, before: Said) {
  const same = (row: Student) => before.students.some((was) => JSON.stringify(was) === JSON.stringify(row));
  const fields = Object.entries(after.applicant).filter(([name, value]) => value !== before.applicant[name]);
  return {
    customerConsent: true,
    ...Object.fromEntries(fields),
    ...(after.institution === before.institution ? {} : { 'el_details.institution_id': after.institution }),
    'el_details.students': after.students.filter((row) => !same(row)),
  };
}

/** What a loan says, in the words of a body; what the server fills in besides is left out. */
function saidBy(loan: Loan): Said {
  const at = (name: string): unknown =>
    name.split('.').reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], loan);
  const isSame = loan.personal_details.same_as_aadhaar === 1;
  const applicant = Object.keys(said().applicant)
    .filter((name) => !isSame || !name.startsWith(permanent))
    .map((name) => [name, at(name)] as const)
    .filter(([, value]) => value !== null);
  return {
    institution: Number(loan.el_details.institution_id),
    applicant: Object.fromEntries(applicant) as Said['applicant'],
    students: loan.el_details.students.map(({ applicationId: _application, user_id: _user, ...row }) => ({
      ...row,
      institution_name: school.name,
      course_name: school.title,
    })),
  };
}
