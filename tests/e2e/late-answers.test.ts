/**
 * Nothing waits for ever: the answer of each list and look-up of each step is held back until everything else that can be
 * filled in is, or never comes at all, and the step is completed nevertheless.
 */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { raman, selvi, type TypedApplicant, withPanDigits } from './support/fixtures.ts';
import { answer, answerAll, button, card, control, openAncestorDetails } from './support/interactions.ts';
import { loanWithStudents, openLoan, submittedLoan } from './support/loans.ts';
import { messageText } from './support/message-text.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

const phone = async (name: string) => {
  const { page } = await phoneFor(await open(), `late answers: ${name}`);
  return { page, parent: parentAt(page, testApp()) };
};

describe('Create Application', () => {
  test.each(['verifyEmail', 'createLoan'] as const)('goes on once %s answers', async (operation) => {
    const { page, parent } = await phone(`create, ${operation}`);
    await parent.opensTheLink();
    testApp().hold(operation);
    await parent.fillsTheCreateForm(raman);
    await button(page, 'Submit').click();
    await button(page, 'Submit').and(page.locator('[aria-disabled=true]')).waitFor();
    testApp().letGo();
    await parent.isAtStudents();
  });

  test('goes on once the search for an earlier application answers, and where it fails', async () => {
    const { page, parent } = await phone('create, an earlier application');
    await parent.opensTheLink();
    await parent.createsTheApplication(selvi);
    for (const fails of [false, true]) {
      await parent.opensTheLink();
      await parent.fillsTheCreateForm(raman);
      testApp().hold('getLoan');
      await button(page, 'Submit').click();
      await button(page, 'Submit').and(page.locator('[aria-disabled=true]')).waitFor();
      const created = page.waitForResponse((response) => response.request().method() === 'POST');
      testApp().letGo();
      if (fails) testApp().cutOff('getLoan');
      await created;
      testApp().faults.disarmAll();
      await parent.isAtStudents();
    }
  });
});

describe('Student Details', () => {
  test('takes an institution and a course whose lists come late', async () => {
    const { page, parent } = await phone('students');
    await parent.opensTheLink();
    await parent.createsTheApplication(selvi);
    const institution = page.getByRole('combobox', { name: 'Institution', exact: true });
    testApp().hold('searchInstitutes');
    await institution.fill(selvi.institution);
    await page.getByText('Loading....').waitFor();
    testApp().letGo('listCourses');
    await page.getByRole('option', { name: selvi.institution, exact: true }).click();
    const student = card(page, 'Student 1');
    await answerAll(student, {
      'Student name': 'Malar',
      'Date of birth': '2015-06-14',
      'Name of the school or college': 'மருதம் கல்லூரி, மதுரை',
      'Annual fee': '20001',
    });
    await student.getByRole('combobox', { name: 'Course' }).click();
    await student.getByText('Loading....').waitFor();
    testApp().letGo();
    await page.getByRole('option', { name: 'Coaching or skill course', exact: true }).click();
    await parent.savesTheStudents();
    expect(await testApp().studentsOf(parent.loanId())).toMatchObject([{ student_name: 'Malar' }]);
  });

  test('says that a search or the list of courses failed, and asks again', async () => {
    const { page, parent } = await phone('students, a list fails');
    await parent.opensTheLink();
    await parent.createsTheApplication(selvi);
    testApp().cutOff('searchInstitutes');
    await page
      .getByRole('combobox', { name: 'Institution', exact: true })
      .fill(selvi.institution.slice(0, -1));
    await page.getByText(messageText('student.institution.failed')).waitFor();
    testApp().faults.disarmAll();
    testApp().cutOff('listCourses');
    await parent.choosesTheInstitution(selvi.institution);
    await page.getByText(messageText('student.course.failed')).waitFor();
    testApp().faults.disarmAll();
    await button(page, 'Try again').click();
    await answer(card(page, 'Student 1'), 'Course', 'Coaching or skill course');
  });
});

/** What the lists and look-ups fill in is left out; they are asked by the codes. */
const typed: TypedApplicant = {
  ...selvi.applicant,
  'Current Residence': {
    'Residence type': 'Owned',
    Address: '3rd Street',
    'This is the address in my Aadhaar': true,
  },
  'Office Address': { Address: '1 North Gate' },
};
const places = ['Current Residence', 'Office Address'] as const;

async function typesTheApplicant(page: Page): Promise<void> {
  for (const [section, answers] of Object.entries(typed)) await answerAll(card(page, section), answers);
  // Without waiting for the place.
  for (const section of places) await control(card(page, section), 'Pincode').fill('625001');
}

async function isComplete(page: Page): Promise<void> {
  await page.getByText(messageText('applicant.progress', { done: 7, total: 7 })).waitFor();
}

describe('Applicant Details', () => {
  test.each(['getDraft', 'listEmiOptions', 'listBanks', 'listStates', 'listCities', 'getPincode'] as const)(
    'is completed though the answer of %s comes last',
    async (operation) => {
      const loan = await loanWithStudents(testApp(), selvi);
      const { page, parent } = await phone(`applicant, ${operation}`);
      testApp().hold(operation);
      await openLoan(page, testApp(), loan, 'applications');
      if (operation === 'getDraft') {
        await page.getByRole('status').getByText('Loading').first().waitFor();
        testApp().letGo();
      }
      await parent.isAtApplicant();
      await typesTheApplicant(page);
      testApp().letGo();
      await eventually(() => control(page, 'Bank name').inputValue()).toBe('Indian Bank');
      for (const section of places)
        await eventually(() => control(card(page, section), 'City').inputValue()).toBe('Madurai');
      await parent.choosesAPlan(3);
      await parent.declares();
      await isComplete(page);
      await parent.submits();
      await parent.verdict().waitFor();
      expect(await testApp().loanOf(loan.loanId)).toMatchObject({
        bankDetails: { bank_name: 'Indian Bank', ifsc_code: 'IDIB000M001' },
        employmentDetails: { office_address: { city: 'Madurai', state: 'Tamil Nadu' } },
      });
    },
  );

  test('is completed by hand where no list and no look-up ever answers', async () => {
    const loan = await loanWithStudents(testApp(), selvi);
    const { page, parent } = await phone('applicant, by hand');
    for (const operation of ['listBanks', 'listStates', 'listCities', 'getPincode'] as const)
      testApp().cutOff(operation);
    await openLoan(page, testApp(), loan, 'applications');
    await parent.isAtApplicant();
    await typesTheApplicant(page);
    await typesText(page, 'Bank Details', 'Bank name', 'Indian Bank');
    for (const section of places) {
      await typesText(page, section, 'State', 'Tamil Nadu');
      await typesText(page, section, 'City', 'Madurai');
    }
    await parent.choosesAPlan(3);
    await parent.declares();
    await isComplete(page);
  });

  test('has the bank whose list came while another step was shown', async () => {
    const loan = await loanWithStudents(testApp(), selvi);
    const { page, parent } = await phone('applicant, the other step');
    testApp().hold('listBanks');
    await openLoan(page, testApp(), loan, 'applications');
    await parent.isAtApplicant();
    await control(page, 'IFSC code').fill('IDIB000M001');
    await button(page, 'Previous').click();
    await parent.isAtStudents();
    testApp().letGo();
    await parent.savesTheStudents();
    await eventually(() => control(page, 'Bank name').inputValue()).toBe('Indian Bank');
  });

  test('leaves alone a bank that was chosen before the list came', async () => {
    const loan = await loanWithStudents(testApp(), selvi);
    const { page, parent } = await phone('applicant, a bank by hand');
    testApp().hold('listBanks');
    await openLoan(page, testApp(), loan, 'applications');
    await parent.isAtApplicant();
    await control(page, 'IFSC code').fill('IDIB000M001');
    await typesText(page, 'Bank Details', 'Bank name', 'Village Bank');
    testApp().letGo();
    await control(page, 'Bank name').click();
    await page.getByRole('option', { name: 'State Bank of India' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await control(page, 'Bank name').inputValue()).toBe('Village Bank');
  });
});

async function typesText(page: Page, section: string, label: string, text: string): Promise<void> {
  const at = control(card(page, section), label);
  await openAncestorDetails(at);
  await at.fill(text);
  await at.blur();
  await eventually(() => at.inputValue()).toBe(text);
}

test.each([
  ['getInstitute', 'student'],
  ['getLoan', 'student'],
] as const)('a loan is opened once %s answers', async (operation, step) => {
  const loan = await loanWithStudents(testApp(), selvi);
  const { page, parent } = await phone(`opening, ${operation}`);
  testApp().hold(operation);
  await openLoan(page, testApp(), loan, step);
  await page.getByRole('heading', { name: 'Opening your application' }).waitFor();
  testApp().letGo();
  await parent.isAtStudents();
});

test.each(['createOnLender', 'saveApplication'] as const)(
  'the verdict is shown once %s answers',
  async (operation) => {
    const loan = await submittedLoan(testApp(), selvi);
    const { page, parent } = await phone(`submission, ${operation}`);
    await openLoan(page, testApp(), loan, 'applications');
    await parent.isAtApplicant();
    await parent.declares();
    testApp().hold(operation);
    await parent.submits();
    await page
      .getByText(messageText(operation === 'createOnLender' ? 'status.waiting.leave' : 'status.saving'))
      .first()
      .waitFor();
    testApp().letGo();
    await parent.verdict().waitFor();
  },
);

test('a verdict that is asked for again is shown once it comes, and the former one stays where it fails', async () => {
  const fixture = withPanDigits(selvi, '0003', 'late-verdict@example.org');
  const loan = await submittedLoan(testApp(), fixture);
  const { page, parent } = await phone('verdict');
  await openLoan(page, testApp(), loan, 'applications');
  await parent.isAtApplicant();
  await parent.declares();
  await parent.submits();
  await button(parent.verdict(), 'Close').click();
  const again = button(page, 'Ask the lender again');
  testApp().hold('refreshVerdict');
  await again.click();
  await again.and(page.locator('[aria-disabled=true]')).waitFor();
  testApp().letGo();
  await again.and(page.locator(':not([aria-disabled=true])')).waitFor();
  testApp().cutOff('refreshVerdict');
  await again.click();
  await again.and(page.locator(':not([aria-disabled=true])')).waitFor();
});
