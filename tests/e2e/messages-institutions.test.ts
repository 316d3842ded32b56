/** The institution of Student Details and its courses: sought, missing, and locked by the link. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { raman, selvi } from './support/fixtures.ts';
import { answer, button, control } from './support/interactions.ts';
import { loanWithStudents, openLoan } from './support/loans.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { errorOf } from './support/page-values.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';
import { studentCards } from './support/student-cards.ts';

const open = browserForFile();
const testApp = testAppForFile();
const { newCards } = studentCards(open, testApp);

beforeEach(() => testApp().faults.disarmAll());

test('searches from the third letter on, and says what it does', async () => {
  const { page } = await newCards('Student Details searches institutions');
  const box = control(page, 'Institution');
  await box.pressSequentially('Ne');
  const status = page
    .getByRole('status')
    .filter({ hasText: messageText('student.institution.hint', { letters: 3 }) });
  await status.waitFor();
  testApp().hold('searchInstitutes');
  await box.pressSequentially('el');
  await page.getByRole('status').getByText('Loading....').waitFor();
  testApp().letGo();
  await page.getByRole('option', { name: raman.institution }).waitFor();
  await box.pressSequentially('zzz');
  await page.getByRole('status').getByText('No options').waitFor();
  testApp().faults.arm({
    operation: 'searchInstitutes',
    fault: 'refused',
    status: 500,
    times: 20,
  });
  await box.pressSequentially('z');
  await page.getByText(messageText('student.institution.failed')).waitFor();
});

test('wants an institution before a course, and loads its courses again', async () => {
  const { page } = await newCards('Student Details loads courses');
  await control(page, 'Course').click();
  await page.getByText('Choose the institution first').waitFor();
  testApp().cutOff('listCourses');
  await answer(page, 'Institution', raman.institution);
  await page.getByText(messageText('student.course.failed')).waitFor();
  testApp().faults.disarmAll();
  await button(page, 'Try again').click();
  await page.getByText(messageText('student.course.failed')).waitFor({ state: 'detached' });
  await answer(page, 'Course', 'Class V');
  await eventually(() => control(page, 'Annual fee').inputValue()).toBe('52000');
});

/** What is offered where a search found too little. */
const unlisted = (page: Page) => page.getByRole('option', { name: messageText('student.unlisted.option') });

test('takes a school that is not on the list, by its name, at the end of the list and where nothing is found', async () => {
  const { page } = await newCards('Student Details takes an unlisted school');
  const box = control(page, 'Institution');
  await box.fill('Delhi Public');
  await page.getByRole('status').getByText('No options').waitFor();
  await unlisted(page).waitFor();
  await box.press('Enter');
  expect(await box.inputValue()).toBe('');
  await box.fill('school');
  const options = page.getByRole('listbox').getByRole('option');
  await eventually(() => options.count()).toBeGreaterThan(1);
  expect(await options.last().textContent()).toBe(messageText('student.unlisted.option'));
  await box.press('ArrowUp');
  await box.press('Enter');
  await eventually(() => box.inputValue()).toBe('Others');
  await page.getByText(messageText('student.unlistedName.hint')).waitFor();
  const name = control(page, 'Name of the school or college');
  await button(page, 'Submit').click();
  await eventually(() => errorOf(page, 'Name of the school or college')).toBe(
    messageText('student.error.unlistedName.required'),
  );
  await name.fill('Delhi Public School, Salem');
  await answer(page, 'Type of institute', 'School');
  await answer(page, 'Institution', raman.institution);
  await name.waitFor({ state: 'detached' });
});

test('says so where the school that is not on the list cannot be chosen, and asks again', async () => {
  const { page } = await newCards('Student Details fails to take an unlisted school');
  const box = control(page, 'Institution');
  testApp().cutOff('getInstitute');
  await box.fill('Delhi Public');
  await unlisted(page).click();
  await page.getByRole('alert').getByText(messageText('student.unlisted.failed')).waitFor();
  testApp().faults.disarmAll();
  await button(page, 'Try again').click();
  await eventually(() => box.inputValue()).toBe('Others');
  await page.getByText(messageText('student.unlisted.failed')).waitFor({ state: 'detached' });
});

test('leaves the school that is not on the list where a listed one is chosen meanwhile', async () => {
  const { page } = await newCards('Student Details leaves an unlisted school');
  const box = control(page, 'Institution');
  testApp().hold('getInstitute');
  await box.fill('Delhi Public');
  await unlisted(page).click();
  await answer(page, 'Institution', raman.institution);
  expect(await box.inputValue()).toBe(raman.institution);
  testApp().letGo();
  await answer(page, 'Course', 'Class V');
  expect(await box.inputValue()).toBe(raman.institution);
  expect(await control(page, 'Name of the school or college').count()).toBe(0);
});

test('tells that an institution of the link does not exist, and goes on', async () => {
  const { page } = await phoneFor(await open(), 'Student Details misses the institution');
  const parent = parentAt(page, testApp());
  await parent.opensTheLink('&institute_id=999999');
  await parent.createsTheApplication(selvi);
  await page.getByText(messageText('student.institution.missing')).waitFor();
  await answer(page, 'Institution', 'Others');
});

test('says that the institution of a link is unknown where the link has no number', async () => {
  const { page } = await phoneFor(await open(), 'Student Details has no number of an institution');
  const parent = parentAt(page, testApp());
  await parent.opensTheLink('&institute_id=202abc');
  await parent.createsTheApplication(raman);
  await page.getByText(messageText('student.institution.missing')).waitFor();
});

test('blames no link for an institution that vanished after it was saved', async () => {
  const { page } = await phoneFor(await open(), 'Student Details lost its institution');
  const loan = await loanWithStudents(testApp());
  await testApp().alter(loan.loanId, { institutionId: 999_999 });
  await openLoan(page, testApp(), loan, 'student');
  await page.getByText(messageText('student.institution.gone')).waitFor();
  expect(await page.getByText(messageText('student.institution.missing')).count()).toBe(0);
});

test('locks the institution of the link', async () => {
  const { page } = await phoneFor(await open(), 'Student Details locks the institution');
  const parent = parentAt(page, testApp());
  await parent.opensTheLink('&institute_id=204&test=1');
  await page.getByText('Test loan').waitFor();
  await parent.createsTheApplication(selvi);
  const institution = control(page, 'Institution');
  await eventually(() => institution.inputValue()).toBe('Silverpine Grove International School');
  expect(await institution.getAttribute('readonly')).not.toBeNull();
  await page.getByText('Locked').first().waitFor();
  await page.getByText('Test loan').waitFor();
});
