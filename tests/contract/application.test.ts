import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { ApplicationData } from '../../domain/values/wire.ts';
import { emiOptions, institutions } from '../../server/db/schema/institutions.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { submissions } from '../../server/db/schema/review.ts';
import { describeOnPostgres } from './both-databases.ts';
import {
  application,
  createdLoan,
  type CreatedLoan,
  hybrid,
  person,
  push,
  readLoan,
  saveApplication,
  saveStudents,
  student,
  submitted,
  tenure,
  withStudent,
} from './fixtures.ts';
import { contentOf, upload } from './uploads.ts';

type Error = { field: string; code: string };
const without = (name: keyof ApplicationData): Partial<ApplicationData> => {
  const { [name]: _, ...rest } = application();
  return rest;
};

describeOnPostgres('saving an application', (given) => {
  const save = (loan: CreatedLoan, data: object) => saveApplication(given.app, loan, data);
  const refused = async (loan: CreatedLoan, data: object, status = 400) => {
    const before = await readLoan(given.app, loan);
    const answer = await save(loan, data);
    expect(answer.status).toBe(status);
    expect(await readLoan(given.app, loan)).toEqual(before);
    return (answer.body.errors ?? []).map(({ field, code }: Error) => [field, code]);
  };

  it('keeps every field, submits, and ends the draft', async () => {
    const loan = await withStudent(given.app);
    const draft = { path: { id: loan.id, step: 'applicant' }, token: loan.token };
    await given.app.call('keepDraft', { ...draft, headers: { 'if-match': '0' }, body: { body: { a: 1 } } });
    const data = application('1234', { 'employment_details.business_constitution': 'PVT_COM' });
    const { body } = await save(loan, data);
    expect(body.result).toMatchObject({
      status: 'submitted',
      personal_details: {
        name: data['personal_details.name'],
        pan: data['personal_details.pan'],
        same_as_aadhaar: 0,
        address: { residence: { city: 'Chennai' }, permanent: { city: 'Madurai', address_line_1: null } },
      },
      employment_details: { business_constitution: 'PVT_COM', employment_experience: 10 },
      income_details: { monthly_income: 48_000, household_income: null },
      loan_details: { emi_tenure: 3, emi_tenure_id: tenure.id, applied_amount: 39_000, type: 'EL' },
      bank_details: { bank_account_no: '001234567890', bank_code: 'SBI' },
    });
    expect((await given.app.call('getDraft', draft)).body.result.version).toBe(0);
    const [row] = await given.app.db.select().from(loans).where(eq(loans.id, loan.id));
    expect(row?.customerConsentAt).toEqual(given.app.clock.now());
  });

  it('accepts the server’s own values and refuses other values for them', async () => {
    const loan = await withStudent(given.app);
    const own = {
      'personal_details.email': person.email,
      'personal_details.mobile': person.phone,
      'employment_details.employment_experience': 10,
      'loan_details.type': 'EL',
    };
    const others = {
      'personal_details.email': 'another@example.org',
      'personal_details.mobile': '9840099999',
      'employment_details.employment_experience': 11,
      'loan_details.type': 'PL',
    };
    for (const [field, value] of Object.entries(others))
      expect(await refused(loan, { ...application(), ...own, [field]: value })).toEqual([
        [field, 'problem.shape'],
      ]);
    expect((await save(loan, { ...application(), ...own })).status).toBe(200);
  });

  it('can be changed and submitted again until it is sent to the lender', async () => {
    const { loan: _, ...opened } = await submitted(given.app);
    const { body } = await save(opened, application('0002', { 'personal_details.name': 'Meena' }));
    expect(body.result).toMatchObject({ status: 'submitted', personal_details: { name: 'Meena' } });
  });

  it('stores one submission for repeated calls, and another for a call with other values', async () => {
    const { loan: _, ...opened } = await submitted(given.app);
    const count = async () =>
      (await given.app.db.select().from(submissions).where(eq(submissions.loanId, opened.id))).length;
    const again = await Promise.all([1, 2, 3].map(() => save(opened, application())));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await count()).toBe(1);
    expect((await save(opened, application('7777'))).status).toBe(200);
    expect(await count()).toBe(2);
  });

  it('shows the changed fee before Submit if the institution changed its terms', async () => {
    const { db } = given.app;
    const subvention = (percent: string) =>
      db.update(institutions).set({ subvention: percent }).where(eq(institutions.id, hybrid.id));
    const loan = await withStudent(given.app, {
      institution_id: hybrid.id,
      institution_name: hybrid.name,
      institution_course_id: hybrid.course,
      annual_fee: 40_000,
      otherfees: 0,
    });
    const [option] = await db.select().from(emiOptions).where(eq(emiOptions.courseId, hybrid.course));
    const data = application('1234', {
      'loan_details.emi_tenure_id': option?.id ?? 0,
      'loan_details.emi_tenure': option?.emiTenure ?? 0,
    });
    expect((await readLoan(given.app, loan)).el_details.order_value).toBe(39_000);
    await subvention('5');
    const { status, body } = await save(loan, data);
    expect([status, body.errors[0].field]).toEqual([409, 'el_details.order_value']);
    expect(await readLoan(given.app, loan)).toMatchObject({
      status: 'draft',
      el_details: { order_value: 38_000 },
    });
    expect((await save(loan, data)).body.result).toMatchObject({
      status: 'submitted',
      el_details: { order_value: 38_000 },
      loan_details: { applied_amount: 38_000 },
    });
    await subvention('2.5');
  });

  it('names every missing field and saves nothing', async () => {
    const errors = await refused(await withStudent(given.app), { customerConsent: true });
    expect(errors).toContainEqual(['personal_details.pan', 'applicant.error.pan.required']);
    expect(errors).toContainEqual(['loan_details.emi_tenure_id', 'applicant.error.emiTenure.required']);
    const fields = Object.keys(application()).filter((name) => name !== 'customerConsent');
    expect(errors.map(([field]: [string]) => field).sort()).toEqual(fields.sort());
  });

  it('requires a permanent address, or copies the residence if both are the same', async () => {
    const loan = await withStudent(given.app);
    expect(await refused(loan, without('personal_details.address.permanent.city'))).toEqual([
      ['personal_details.address.permanent.city', 'applicant.error.permanentCity.required'],
    ]);
    const { body } = await save(loan, {
      ...without('personal_details.address.permanent.city'),
      'personal_details.same_as_aadhaar': 1,
      'personal_details.address.residence.address_line_1': 'Flat 3',
    });
    const { residence, permanent } = body.result.personal_details.address;
    expect(permanent).toEqual(residence);
    expect(permanent).toMatchObject({ address_line_1: 'Flat 3', city: 'Chennai' });
  });

  it('requires the household income below 25000 and drops it from there on', async () => {
    const loan = await withStudent(given.app);
    expect(await refused(loan, application('1234', { 'income_details.monthly_income': 24_999 }))).toEqual([
      ['income_details.household_income', 'applicant.error.householdIncome.required'],
    ]);
    const income = { 'income_details.household_income': 60_000 };
    const poor = await save(
      loan,
      application('1234', { ...income, 'income_details.monthly_income': 24_999 }),
    );
    expect(poor.body.result.income_details.household_income).toBe(60_000);
    const rich = await save(
      loan,
      application('1234', { ...income, 'income_details.monthly_income': 25_000 }),
    );
    expect(rich.body.result.income_details.household_income).toBe(null);
  });

  it("refuses the applicant's own mobile as the alternate one", async () => {
    const same = application('1234', { 'personal_details.alternate_mobile': '9840012345' });
    expect(await refused(await withStudent(given.app), same)).toEqual([
      ['personal_details.alternate_mobile', 'applicant.error.alternateMobile.same'],
    ]);
  });

  it('refuses a tenure that is disabled, of another course, or of another length', async () => {
    const loan = await withStudent(given.app);
    const options = await given.app.call('listEmiOptions', { path: { id: loan.row.institution_course_id } });
    const disabled = options.body.result.find((one: { is_disabled: boolean }) => one.is_disabled);
    for (const [id, months] of [
      [2_040_103, 3],
      [99_999_999_999, 3],
      ...(disabled ? [[disabled.id, disabled.emi_tenure]] : []),
    ]) {
      const data = application('1234', {
        'loan_details.emi_tenure_id': id,
        'loan_details.emi_tenure': months,
      });
      expect(await refused(loan, data)).toEqual([
        ['loan_details.emi_tenure_id', 'applicant.error.emiTenure.required'],
      ]);
    }
    expect(await refused(loan, application('1234', { 'loan_details.emi_tenure': 9 }))).toEqual([
      ['loan_details.emi_tenure', 'applicant.error.emiTenure.required'],
    ]);
  });

  it.each([
    ['el_details.order_value', 1],
    ['el_details.course_id', 20_401],
    ['loan_details.applied_amount', 38_999],
    ['loan_details.disbursed_amount', 1],
    ['status', 'approved'],
    ['test', true],
  ])("refuses a %s that is the server's and differs", async (field, value) => {
    const loan = await withStudent(given.app);
    expect(await refused(loan, { ...application(), [field]: value })).toEqual([[field, 'problem.shape']]);
  });

  it('accepts values that are equal to those of the server', async () => {
    const loan = await withStudent(given.app);
    const { status } = await save(loan, {
      ...application(),
      'el_details.institution_id': loan.row.institution_id,
      'el_details.institution_name': loan.row.institution_name,
      'el_details.course_id': loan.row.institution_course_id,
      'el_details.students': [loan.row],
      'el_details.order_value': 39_000,
      'loan_details.applied_amount': 39_000,
      status: 'draft',
      test: false,
    });
    expect(status).toBe(200);
  });

  it('saves the students of the same call together with the application or not at all', async () => {
    const loan = await withStudent(given.app);
    const changed = { ...loan.row, annual_fee: 50_000 };
    await refused(loan, { ...without('personal_details.pan'), 'el_details.students': [changed] });
    const { body } = await save(loan, { ...application(), 'el_details.students': [changed] });
    expect(body.result.el_details).toMatchObject({ order_value: 52_500, students: [{ annual_fee: 50_000 }] });
    expect(body.result.loan_details.applied_amount).toBe(52_500);
  });

  it('requires a student and the consent', async () => {
    expect(await refused(await createdLoan(given.app), application())).toEqual([
      ['el_details.students', 'problem.shape'],
    ]);
    await refused(await withStudent(given.app), without('customerConsent'));
  });

  it('clears a business constitution that was taken back', async () => {
    const loan = await withStudent(given.app);
    await save(loan, application('1234', { 'employment_details.business_constitution': 'LLP' }));
    expect((await save(loan, application())).body.result.employment_details.business_constitution).toBe(null);
  });

  it('refuses every change once the lender has rejected the application', async () => {
    const opened = await submitted(given.app, '0002');
    expect((await push(given.app, opened)).status).toBe(200);
    expect(await refused(opened, application(), 409)).toEqual([]);
    const row = student({ id: randomUUID() });
    expect((await saveStudents(given.app, opened, { 'el_details.students': [row] })).status).toBe(409);
    const path = { id: opened.id, step: 'students', document_type: 'fee_receipt' };
    const { token } = opened;
    const draft = { path, token, headers: { 'if-match': '0' }, body: { body: {} } };
    expect((await given.app.call('keepDraft', draft)).status).toBe(409);
    expect((await upload(given.app, opened, contentOf('png'))).status).toBe(409);
    expect((await given.app.call('removeDocument', { path, token })).status).toBe(409);
    expect((await given.app.call('issueStorageCredentials', { path, token })).status).toBe(409);
    const tie = { path, token, body: { loan_id: opened.id, fee_receipt: 'x' } };
    expect((await given.app.call('saveFeeReceipt', tie)).status).toBe(409);
  });
});
