/**
 * A parent at a phone and a reviewer at a desk, side by side: an application goes back twice with single fields
 * flagged, the parent mends just those, and the lender approves in the end. Three submissions, one lender loan.
 */
import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { applicantForm } from '../../../domain/forms/applicant.ts';
import { studentFieldName } from '../../../domain/forms/fields/names.ts';
import { studentForm } from '../../../domain/forms/student.ts';
import { browserForFile } from '../../support/browser.ts';
import { demoReviewer, receipt, staffCall } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { academicYear, type ApplicantFixture, raman, thisYear } from '../support/fixtures.ts';
import { button, card, control } from '../support/interactions.ts';
import { newLoan, openLoan, studentsData } from '../support/loans.ts';
import { messagesTo } from '../support/outbox.ts';
import { parentAt } from '../support/parent.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { type CreatedLoan, testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

/** Two children at an institution that requires a fee receipt; the lender answers PENDING to this PAN. */
const fixture: ApplicantFixture = {
  ...raman,
  create: { ...raman.create, 'Mobile number': '9840012377' },
  institution: 'Kaveritheeram Matriculation Higher Secondary School',
  students: [
    student('Kavin Raman', '0412', 'Class I', '41000'),
    student('Yazhini Raman', '0977', 'Class II', '43000'),
  ],
  applicant: {
    ...raman.applicant,
    'Applicant Details': { ...raman.applicant['Applicant Details'], 'PAN number': 'ABCPR0003K' },
  },
  seeded: { institution: 205, courses: [20504, 20505], tenure: 2050406, orderValue: 87_600 },
};

const asked = ['PAN number', 'Student 2, Roll number', 'Fee Receipt'] as const;

test('an application goes back twice and is approved in the end', async () => {
  const phone = await phoneFor(await open(), 'an application goes back twice: the parent');
  const desk = await desktopFor(await open(), 'an application goes back twice: the reviewer');
  const parent = parentAt(phone.page, testApp());
  const reviewer = reviewerAt(desk.page, testApp());
  const page = phone.page;

  // The parent submits.
  const loan = await newLoan(testApp(), fixture);
  await testApp().saveStudents(loan, studentsData(fixture));
  await testApp().attachReceipt(loan, receipt('first'));
  await openLoan(page, testApp(), loan, 'applications');
  await parent.fillsTheApplicant(fixture);
  await parent.declares();
  await parent.submits();
  await parent.verdict().getByText('Please upload a bank statement to finish approval.').waitFor();

  // The reviewer asks about three fields, and no others.
  await reviewer.opensTheDesk();
  await reviewer.signsIn();
  await reviewer.isAtTheQueue();
  await desk.page.getByRole('link', { name: 'Meena Raman Pillai' }).click();
  await reviewer.isAtTheApplication();
  await reviewer.flags(asked[0], 'Differs from the documents');
  await reviewer.flags(asked[1], 'Another reason', 'Please check the last digits with the school.');
  await reviewer.flags(asked[2], 'Cannot be read');
  await reviewer.sendsBack();
  await desk.page.getByText(/^Sent back with 3 questions/).waitFor();

  // The parent gets a second message after that of the new application, and its link opens the application.
  const [notification] = await receivedNotifications(2);
  const link = /https?:\/\/\S+/.exec(notification?.text ?? '')?.[0] ?? '';
  expect(new URL(link).pathname).toBe(`/loan/${loan.loanId}`);
  await page.goto(link);
  await parent.isAtStudents();
  await page.getByRole('heading', { name: /asks about 3 answers$/ }).waitFor();

  const [, second] = await testApp().studentsOf(loan.loanId);
  const rollNumber = studentFieldName(second?.id ?? '', 'student_roll_no');
  await onlyTheseAreOpen(page, [rollNumber, 'documents.fee_receipt']);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('[id="documents.fee_receipt"]').click(),
  ]);
  await chooser.setFiles({
    name: 'receipt-again.png',
    mimeType: 'image/png',
    buffer: Buffer.from(receipt('second')),
  });
  await page.getByText(/Sent in its place: receipt-again\.png/).waitFor();
  await button(page, 'Next').click();
  await control(card(page, 'Student 2'), 'Roll number').fill('0978');
  await button(page, 'Next').click();

  await parent.isAtApplicant();
  await onlyTheseAreOpen(page, ['personal_details.pan']);
  await everyOtherFieldIsRefused(loan, [rollNumber, 'personal_details.pan']);
  await control(page, 'PAN number').fill('ABCPR0003L');
  await page.getByRole('heading', { name: /asks about 3 answers: 3 answered, 0 open/ }).waitFor();
  await parent.declares();
  await parent.submits();
  await parent.verdict().getByText('Please upload a bank statement to finish approval.').waitFor();

  // The reviewer sees exactly what changed, accepts two and asks again about one.
  await reviewer.opensTheDesk();
  await reviewer.isAtTheQueue();
  await desk.page.getByRole('link', { name: /^Answered/ }).click();
  await desk.page.getByRole('link', { name: 'Meena Raman Pillai' }).click();
  await reviewer.isAtTheApplication();
  await eventually(() => desk.page.locator('.value-change').count()).toBe(3);
  expect(await sidesOf(reviewer.answer(asked[0]))).toEqual(['ABCPR0003K', 'ABCPR0003L']);
  expect(await sidesOf(reviewer.answer(asked[1]))).toEqual(['0977', '0978']);
  await eventually(() => reviewer.answer(asked[2]).locator('img').count()).toBe(2);
  await button(reviewer.answer(asked[1]), 'Accept').click();
  await button(reviewer.answer(asked[2]), 'Accept').click();
  await button(reviewer.answer(asked[0]), 'Ask again').click();
  const again = reviewer.answer(asked[0]);
  await again.getByLabel('Reason').selectOption({ label: 'Belongs to somebody else' });
  await reviewer.sendsBack();
  await desk.page.getByText(/^Sent back with 1 question/).waitFor();

  // The second round: one field, and the lender says yes.
  await receivedNotifications(3);
  await page.goto(link);
  await parent.isAtApplicant();
  await page.getByRole('heading', { name: /asks about 1 answer$/ }).waitFor();
  await onlyTheseAreOpen(page, ['personal_details.pan']);
  await control(page, 'PAN number').fill('ABCPR1234K');
  await parent.declares();
  await parent.submits();
  await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();

  const pushed = await testApp().pushesOf(loan.loanId);
  expect(pushed.map(({ submission, state }) => [submission, state])).toEqual([
    [1, 'answered'],
    [2, 'answered'],
    [3, 'answered'],
  ]);
  expect(await testApp().booksOf(loan.loanId)).toHaveLength(1);
  expect(await testApp().loanOf(loan.loanId)).toMatchObject({
    status: 'approved',
    feeReceipt: expect.any(String),
  });
  await theTimelineIsComplete(loan);
});

/** The acts of the journey, in their order; messages go out on their own. */
async function theTimelineIsComplete(loan: CreatedLoan): Promise<void> {
  const path = `/review/applications/${loan.loanId}/timeline`;
  const read = async () =>
    (await staffCall(testApp(), demoReviewer, path)) as unknown as Record<string, unknown>[];
  // Messages go out when the outbox comes to them.
  await eventually(async () => (await read()).filter(({ act }) => act === 'message.sent').length).toBe(6);
  const entries = await read();
  const lines = entries
    .filter(({ act }) => !String(act).startsWith('message.'))
    .map(({ act, actor, field }) =>
      [actor, act, ...(field === null ? [] : [withoutStudentId(String(field))])].join(' '),
    );
  const [pan, rollNumber, feeReceipt] = [
    'personal_details.pan',
    'el_details.students.*.student_roll_no',
    'documents.fee_receipt',
  ];
  const submittedWith = (...answered: (string | undefined)[]) => [
    'applicant application.submitted',
    ...(answered.length === 0 ? Array<string>(3).fill('applicant consent.given') : []),
    ...answered.map((field) => `applicant field.changed ${field}`),
    ...answered.map((field) => `applicant query.answered ${field}`),
    'applicant lender.asked',
    'lender lender.answered',
  ];
  expect(lines).toEqual([
    'applicant loan.created',
    `applicant document.uploaded ${feeReceipt}`,
    ...submittedWith(),
    ...[pan, rollNumber, feeReceipt].map((field) => `reviewer query.raised ${field}`),
    'reviewer application.sent_back',
    `applicant document.replaced ${feeReceipt}`,
    ...submittedWith(feeReceipt, rollNumber, pan),
    `reviewer query.accepted ${rollNumber}`,
    `reviewer query.accepted ${feeReceipt}`,
    `reviewer query.asked_again ${pan}`,
    'reviewer application.sent_back',
    ...submittedWith(pan),
  ]);
  // Both messages were queued and sent at the beginning and each time the application was sent back.
  const sent = entries.map(({ act }) => act).filter((act) => String(act).startsWith('message.'));
  expect(sent.toSorted()).toEqual([...Array(6).fill('message.queued'), ...Array(6).fill('message.sent')]);
  const values = (name: string) =>
    entries
      .filter(({ act, field }) => act === 'field.changed' && withoutStudentId(String(field)) === name)
      .map(({ before, after }) => [before, after]);
  expect(values('personal_details.pan')).toEqual([
    ['ABCPR0003K', 'ABCPR0003L'],
    ['ABCPR0003L', 'ABCPR1234K'],
  ]);
  expect(values('el_details.students.*.student_roll_no')).toEqual([['0977', '0978']]);
  for (const change of [sql`UPDATE timeline SET act = 'nothing'`, sql`DELETE FROM timeline`])
    await expect(testApp().db.execute(change)).rejects.toThrow();
  for (const { at, actor_name, actor } of entries) {
    expect(Date.parse(String(at))).not.toBeNaN();
    expect(actor_name !== null).toBe(actor === 'reviewer');
  }
}

const withoutStudentId = (field: string) => field.replace(/students\.[0-9a-f-]{36}/, 'students.*');

/** Returns the SMS to the parent's number, newest first, once their number is reached. */
async function receivedNotifications(count: number) {
  const mobile = fixture.create['Mobile number'];
  await eventually(async () => (await messagesTo(testApp(), mobile)).length).toBe(count);
  return messagesTo(testApp(), mobile);
}

/**
 * Tries every control of the step that belongs to a field: those named can be changed, no other can. What belongs
 * to no field (declarations, reasons, the language) is left alone.
 */
async function onlyTheseAreOpen(page: Page, fields: string[]): Promise<void> {
  const controls = page.locator(
    'main .field .control, main .field input, main .field select, main .field button, main .receipt button',
  );
  const read = () =>
    controls.evaluateAll((all) =>
      (all as HTMLInputElement[])
        .filter(
          (one) =>
            /^(el_details|personal_details|employment_details|income_details|loan_details|bank_details|documents)\./.test(
              one.id,
            ) && !one.id.endsWith('-reason'),
        )
        .map((one) => ({
          id: one.id,
          isOpen:
            !one.disabled &&
            !one.readOnly &&
            one.getAttribute('aria-readonly') !== 'true' &&
            one.getAttribute('aria-disabled') !== 'true',
        })),
    );
  // Some of it comes with what the server knows of the institution.
  await eventually(async () =>
    (await read())
      .filter(({ isOpen }) => isOpen)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...fields].sort());
  const found = await read();
  expect(found.length, 'controls that were tried').toBeGreaterThan(1);
  for (const { id, isOpen } of found) {
    if (!isOpen) await cannotBeTypedInto(page.locator(`[id="${id}"]`));
  }
}

async function cannotBeTypedInto(at: Locator): Promise<void> {
  const readControl = () =>
    at.evaluate((one) =>
      JSON.stringify([(one as HTMLInputElement).value, (one as HTMLInputElement).checked, one.textContent]),
    );
  const before = await readControl();
  await at.focus().catch(() => undefined);
  await at.page().keyboard.type('7');
  await at.page().keyboard.press('Space');
  expect(await readControl(), (await at.getAttribute('id')) ?? '').toBe(before);
}

/** The same by direct calls: each changes one field that was not flagged, and is refused by its name. */
async function everyOtherFieldIsRefused(loan: CreatedLoan, flagged: string[]): Promise<void> {
  const rows = await testApp().studentsOf(loan.loanId);
  const before = await testApp().loanOf(loan.loanId);
  let tried = 0;
  const refused = async (data: object, field: string) => {
    tried += 1;
    const answer = await fetch(`${testApp().url}/dev/api/loans/${loan.loanId}`, {
      method: 'PUT',
      headers: {
        authorization: testApp().key,
        'x-auth-type': 'API',
        'x-loan-token': loan.token,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ data: { customerConsent: true, ...data } }),
    });
    const { errors = [] } = (await answer.json()) as { errors?: { field: string }[] };
    expect([answer.status, errors.map((error) => error.field)], field).toEqual([422, [field]]);
  };
  for (const name of Object.keys(applicantForm.fields).filter((field) => !flagged.includes(field))) {
    const other = others[name] ?? (/income|tenure/.test(name) ? 7 : 'Something else');
    await refused({ [name]: other }, name);
  }
  for (const row of rows) {
    for (const name of Object.keys(studentForm.fields) as (keyof typeof studentForm.fields)[]) {
      const field = studentFieldName(row.id, name);
      const other = otherStudents[name];
      if (flagged.includes(field) || other === undefined) continue;
      await refused({ 'el_details.students': [{ ...row, [name]: other }] }, field);
    }
  }
  expect(tried).toBeGreaterThan(40);
  expect((await testApp().loanOf(loan.loanId)).version).toBe(before.version);
}

/** Values of the contract's shape, other than what the fixture typed. */
const others: Record<string, string | number> = {
  'personal_details.gender': 'Male',
  'personal_details.marital_status': 'SINGLE',
  'personal_details.relationship_type': 'Sibling',
  'personal_details.type_of_residence': 'OWNED',
  'personal_details.same_as_aadhaar': 1,
  'employment_details.employment_type': 'Self Employed',
  'employment_details.business_constitution': 'LLP',
  'bank_details.bank_account_type': 'CURRENT',
};
const otherStudents: Record<string, string | number | boolean> = {
  student_name: 'Somebody else',
  dob: '2016-01-01',
  student_roll_no: '1',
  academic_year: '2020',
  annual_fee: 99_000,
  otherfees: 7,
};

/** Returns the values on the two sides of a change. */
const sidesOf = (answer: Locator): Promise<string[]> =>
  answer.locator('.value-change-value dd').allInnerTexts();

function student(
  name: string,
  rollNumber: string,
  course: string,
  fee: string,
): ApplicantFixture['students'][number] {
  return {
    'Student name': name,
    'Date of birth': '2015-06-14',
    'Roll number': rollNumber,
    Course: course,
    'Academic year': academicYear(thisYear),
    'Annual fee': fee,
    'Other fees': '1800',
  };
}
