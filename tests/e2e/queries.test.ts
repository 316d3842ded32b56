/** A reviewer has sent an application back: the parent finds what is asked, mends just that, and sends it again. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { currentLegalVersions, declarationVersion } from '../../domain/pages/legal.ts';
import { browserForFile } from '../support/browser.ts';
import { eventually, hasFocus } from './support/eventually.ts';
import { academicYear, raman, thisYear, withPanDigits } from './support/fixtures.ts';
import { bytes, choose, type ChosenFile, photo } from './support/files.ts';
import { answer, button, card, control, openSections } from './support/interactions.ts';
import {
  firstReceipt,
  loanWithQuestions,
  openDocuments,
  openLoan,
  queriedLoan,
  submittedLoan,
  unfoldLaterDocuments,
} from './support/loans.ts';
import { here } from './support/document-list.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import {
  followQuestion,
  leaveStudents,
  openQueriedStep,
  passQuestions,
  studentFieldOf,
} from './support/questions.ts';
import { onlyTheseAreOpen } from './support/open-fields.ts';
import { errorOf, formValues, summaryOf } from './support/page-values.ts';
import { messageText } from './support/message-text.ts';
import { type CreatedLoan, testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

const office = 'employment_details.office_address';
const because = messageText('app.query.reason');
const unanswered = messageText('applicant.error.query.unanswered');

test('exactly what is asked can be changed; answered on both steps, it is sent, and a second round works alike', async () => {
  const loan = await loanWithQuestions(testApp(), withPanDigits(raman, '0003', 'asked@example.org'));
  const roll = await studentFieldOf(testApp(), loan, 0, 'student_roll_no');
  const before = await receiptOf(loan);
  const { page, parent } = await openQueriedStep(
    [await open(), testApp()],
    'exactly what is asked',
    loan,
    'student',
  );

  await waitForCounts(page, 4, 0);
  const fee = control(page, 'Annual fee').first();
  expect(await fee.isVisible()).toBe(false);
  await onlyTheseAreOpen(page, ['documents.fee_receipt', roll]);
  expect(await fee.isVisible()).toBe(true);
  await answer(card(page, 'Student 1'), 'Roll number', '0999');
  await waitForCounts(page, 4, 1);

  // The typed text is still there after a visit to a field of the other step.
  await followQuestion(page, 'PAN number');
  await parent.isAtApplicant({ opensSections: false });
  await isFocused(page, 'personal_details.pan');
  await openSections(page);
  await onlyTheseAreOpen(page, [
    'personal_details.pan',
    `${office}.pincode`,
    `${office}.state`,
    `${office}.city`,
  ]);
  await page.goBack();
  await parent.isAtStudents();
  await followQuestion(page, /Roll number$/);
  await eventually(() => control(card(page, 'Student 1'), 'Roll number').inputValue()).toBe('0999');
  await leaveStudents(page);
  await parent.isAtApplicant();

  // Submit asks for what is missing on either step.
  await parent.submits();
  expect(await summaryOf(page)).toEqual([
    'Please check 3 answers',
    `PAN number: ${unanswered}`,
    `Office Address: Pincode: ${unanswered}`,
    `Fee Receipt: ${unanswered}`,
  ]);
  await page.getByRole('link', { name: /^PAN number: / }).click();
  expect(await errorOf(page, 'PAN number')).toBe(unanswered);
  await page.getByRole('link', { name: /^Fee Receipt: / }).click();
  await parent.isAtStudents();
  await isFocused(page, 'documents.fee_receipt');
  await page.getByText(unanswered).waitFor();
  await sendReceipt(page, photo('receipt-july.png'));
  await waitForCounts(page, 4, 2);
  await page.getByText(unanswered).waitFor({ state: 'detached' });
  await leaveStudents(page);
  await parent.isAtApplicant();

  // A reason answers, and taken back it does not.
  const pan = page.locator('.field').filter({ has: page.locator('[id="personal_details.pan"]') });
  const givesReason = async (reason: string) => {
    await button(pan, because).click();
    await hasFocus(page.getByRole('textbox', { name: because }));
    await page.keyboard.type(reason);
  };
  await givesReason('It is the number on my card.');
  await waitForCounts(page, 4, 3);
  await button(pan, messageText('app.query.reason.remove')).click();
  await waitForCounts(page, 4, 2);
  await givesReason('It is the number on my card.');
  await button(page, 'Next').click();
  await isFocused(page, `${office}.pincode`);
  await answer(card(page, 'Office Address'), 'Pincode', '641001');
  await eventually(() => control(card(page, 'Office Address'), 'City').inputValue()).toBe('Coimbatore');
  await waitForCounts(page, 4, 4);
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

  await passQuestions(page);
  const typed = await formValues(page);
  await page.reload();
  await parent.isAtApplicant();
  await waitForCounts(page, 4, 4);
  await eventually(() => formValues(page)).toEqual(typed);
  await followQuestion(page, 'PAN number');
  expect(await page.getByRole('textbox', { name: because }).inputValue()).toBe(
    'It is the number on my card.',
  );

  const saving = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith(`/loans/${loan.loanId}`),
  );
  await parent.submits();
  expect(((await saving).postDataJSON() as { data: object }).data).toMatchObject({
    terms_version: currentLegalVersions.terms,
    privacy_version: currentLegalVersions.privacy,
    declaration_version: declarationVersion,
    declaration_language: 'en',
  });
  await parent.verdict().getByText('One more document is needed').waitFor();
  const queries = await testApp().queriesOf(loan.loanId);
  expect(Object.fromEntries(queries.map(({ field, state, answer }) => [field, [state, answer]]))).toEqual({
    [roll]: ['answered', null],
    'documents.fee_receipt': ['answered', null],
    'personal_details.pan': ['answered', 'It is the number on my card.'],
    [`${office}.pincode`]: ['answered', null],
  });
  expect((await testApp().studentsOf(loan.loanId))[0]?.student_roll_no).toBe('0999');
  expect((await testApp().loanOf(loan.loanId)).employmentDetails).toMatchObject({
    office_address: { pincode: '641001', city: 'Coimbatore' },
  });
  expect(await receiptOf(loan)).not.toBe(before);
  await eventually(() => testApp().draftsOf(loan.loanId)).toEqual([]);

  await parent.verdict().getByText(messageText('status.answersSent')).waitFor();
  await button(page, 'Close').click();
  await page.getByRole('heading', { name: messageText('status.sent') }).waitFor();
  expect(await page.locator('main input').count()).toBe(0);

  await testApp().decide(loan.loanId, 'personal_details.pan', 'asked_again');
  await testApp().ask(loan.loanId, 'personal_details.pan', { message: 'It is another one.', round: 2 });
  await page.reload();
  await parent.isAtApplicant();
  await waitForCounts(page, 1, 0);
  await onlyTheseAreOpen(page, ['personal_details.pan']);
  expect(await button(page, because).count()).toBe(1);
  await answer(page, 'PAN number', 'ABCPR1234K');
  await waitForCounts(page, 1, 1);
  await parent.submits();
  await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
  expect((await testApp().loanOf(loan.loanId)).personalDetails.pan).toBe('ABCPR1234K');
});

test('one question is shown at a time, forth and back, with its number; the review counts what is open', async () => {
  const loan = await loanWithQuestions(testApp());
  await testApp().alter(loan.loanId, { status: 'pending', lenderResult: { status: 'PENDING' } });
  await testApp().ask(loan.loanId, 'documents.pan_photo', { reason: 'unreadable' });
  const { page, parent } = await openQueriedStep(
    [await open(), testApp()],
    'one question at a time',
    loan,
    'student',
  );
  const isAlone = async (number: number, field: string) => {
    await page.getByText(messageText('app.query.count', { number: String(number), count: '5' })).waitFor();
    await eventually(() =>
      page.locator('.field-query:visible').evaluateAll((all) => all.map(({ id }) => id)),
    ).toEqual([`${field}-query`]);
    const list = page.locator('.query-summary details');
    expect(await list.evaluate((details) => (details as HTMLDetailsElement).open)).toBe(false);
  };
  const roll = await studentFieldOf(testApp(), loan, 0, 'student_roll_no');
  const next = (name = 'Next') => button(page, name).click();
  await isAlone(1, 'documents.fee_receipt');
  // The note of an attached receipt is hidden while the receipt is questioned.
  expect(await page.getByText(messageText('student.receipt.attached')).count()).toBe(0);
  await page.getByRole('heading', { name: 'Fee Receipt' }).waitFor();
  await page.getByText(/^(Photo|PDF), .+, added /).waitFor();
  await button(page, messageText('app.query.reason.document')).waitFor();
  expect(await card(page, 'Student 1').count()).toBe(0);
  const status = page
    .getByRole('navigation', { name: messageText('app.steps') })
    .getByRole('listitem')
    .last();
  expect(await status.innerText()).not.toContain(messageText('app.step.done'));
  await next();
  await isAlone(2, roll);
  await isFocused(page, roll);
  expect(await card(page, 'Student 2').count()).toBe(0);
  await button(page, 'Previous').click();
  await isAlone(1, 'documents.fee_receipt');
  await leaveStudents(page);
  await parent.isAtApplicant();
  await isAlone(3, 'documents.pan_photo');
  await next();
  await isAlone(4, 'personal_details.pan');
  expect(await button(page, 'Submit').count()).toBe(0);
  await next();
  await isAlone(5, `${office}.pincode`);
  await next(messageText('app.query.review'));
  await page.getByText('5 questions are still without an answer').waitFor();
  await page.getByRole('checkbox', { name: /^I declare/ }).waitFor();
  await button(page, 'Previous').click();
  await isAlone(5, `${office}.pincode`);
});

test('the same file again is no answer: the server says so, and the summary leads to it', async () => {
  const loan = await loanWithQuestions(testApp());
  const { page, parent } = await openQueriedStep(
    [await open(), testApp()],
    'the same file again',
    loan,
    'student',
  );
  await sendReceipt(page, bytes(Buffer.from(firstReceipt), 'the-same.pdf', 'application/pdf'));
  await button(page, 'Next').click();
  await answer(card(page, 'Student 1'), 'Roll number', '0999');
  await leaveStudents(page);
  await parent.isAtApplicant();
  await answer(page, 'PAN number', 'ABCPR4321K');
  await button(page, 'Next').click();
  await answer(card(page, 'Office Address'), 'Pincode', '600004');
  await waitForCounts(page, 4, 4);
  await parent.submits();
  await button(parent.alert(), 'OK').click();
  expect(await summaryOf(page)).toEqual(['Please check 1 answer', `Fee Receipt: ${unanswered}`]);
  await waitForCounts(page, 4, 3);
  await page.getByRole('link', { name: /^Fee Receipt: / }).click();
  await isFocused(page, 'documents.fee_receipt');
  await sendReceipt(page, photo('another.png'));
  await waitForCounts(page, 4, 4);
  await leaveStudents(page);
  await parent.isAtApplicant();
  await parent.submits();
  await parent.verdict().waitFor();
});

test('a document that was replaced in the list of documents answers its question', async () => {
  const loan = await submittedLoan(testApp(), withPanDigits(raman, '0004', 'in-the-list@example.org'));
  await testApp().alter(loan.loanId, { status: 'pending', lenderResult: { status: 'PENDING' } });
  await testApp().ask(loan.loanId, 'documents.pan_photo', { reason: 'unreadable' });
  const { page } = await phoneFor(await open(), 'replaced in the list');
  await openDocuments(page, testApp(), loan);
  await unfoldLaterDocuments(page);
  await choose(page, 'pan_photo', photo('sharper.png'));
  await here(page, 'pan_photo').waitFor();
  await openLoan(page, testApp(), loan, 'applications');
  await waitForCounts(page, 1, 1);
  await parentAt(page, testApp()).submits();
  await eventually(async () => (await testApp().queriesOf(loan.loanId)).map(({ state }) => state)).toEqual([
    'answered',
  ]);
});

test('the value as it was is told as people read it', async () => {
  const loan = await queriedLoan(testApp(), {});
  const [first, second] = (await testApp().studentsOf(loan.loanId)).map(
    ({ id }) => `el_details.students.${id}`,
  );
  const previousValues = {
    'el_details.institution_id': raman.institution,
    [`${first}.new_admission`]: 'Yes',
    [`${first}.annual_fee`]: '₹51,000',
    [`${first}.dob`]: '14\u00a0June 2015',
    [`${second}.transport_fee_paid`]: 'No',
    [`${second}.student_roll_no`]: 'nothing',
    [`${second}.academic_year`]: academicYear(thisYear + 1),
    'personal_details.gender': 'Female',
    'bank_details.bank_account_no': '00123456789012',
    'loan_details.emi_tenure_id': '6 months',
  };
  for (const field of Object.keys(previousValues))
    await testApp().ask(loan.loanId, field, { reason: 'unclear' });
  const { page, parent } = await openQueriedStep(
    [await open(), testApp()],
    'values as they were',
    loan,
    'student',
  );
  const shown: Record<string, string> = {};
  const read = async () => {
    for (const question of await page.locator('.field-query').all()) {
      const id = (await question.getAttribute('id')) ?? '';
      shown[id.replace(/-query$/, '')] = await question.getByText(/^Before: /).innerText();
    }
  };
  await waitForCounts(page, 10, 0);
  await read();
  await followQuestion(page, /^Student 2: Roll number/);
  await page.getByText('Before: nothing').locator('visible=true').waitFor();
  await followQuestion(page, 'Gender');
  await parent.isAtApplicant();
  await read();
  expect(shown).toEqual(
    Object.fromEntries(Object.entries(previousValues).map(([field, value]) => [field, `Before: ${value}`])),
  );
});

const waitForCounts = (page: Page, asked: number, answered: number): Promise<void> =>
  page
    .getByRole('heading', {
      name: new RegExp(
        answered === 0
          ? `about ${asked} \\w+$`
          : `about ${asked} .*: ${answered} answered, ${asked - answered} open$`,
      ),
    })
    .waitFor();

const isFocused = (page: Page, id: string) =>
  eventually(() => page.evaluate(() => document.activeElement?.id)).toBe(id);

async function sendReceipt(page: Page, file: ChosenFile): Promise<void> {
  await button(page, 'Replace: Fee Receipt').waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText(`Sent in its place: ${file.name}`).waitFor();
}

const receiptOf = async ({ loanId }: CreatedLoan) => (await testApp().documentsOf(loanId))[0]?.sha256;
