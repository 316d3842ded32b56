/**
 * A phone on a bus: reloads, Back, closed tabs, a connection that goes, answers that never arrive. Nothing that was
 * typed is lost, nothing is done twice, and nothing that is secret stays on the device.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Section } from '../../server/db/schema/columns.ts';
import { drafts } from '../../server/db/schema/loans.ts';
import { browserForFile } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { type ApplicantFixture, raman, selvi, sharma } from './support/fixtures.ts';
import { answer, answerAll, button, card, control, openAncestorDetails } from './support/interactions.ts';
import { loanWithStudents, newLoan, openLoan, submittedLoan } from './support/loans.ts';
import { parentAt } from './support/parent.ts';
import { expectedRecord, savedRecord } from './support/saved-record.ts';
import { phoneFor } from './support/screens.ts';
import { formValues, storedOnDevice } from './support/page-values.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

describe('the create form', () => {
  test('comes back after a reload and after Back, and makes one loan', async () => {
    const { page, parent } = await phone('the create form comes back');
    const fixture = mailedAt('back@example.org');
    await parent.opensTheLink();
    await parent.fillsTheCreateForm(fixture);
    const typed = await formValues(page);
    await page.reload();
    await button(page, 'Submit').waitFor();
    await eventually(() => formValues(page)).toEqual(typed);
    await button(page, 'Submit').dblclick();
    await parent.isAtStudents();
    await page.goBack();
    await button(page, 'Continue').click();
    await parent.isAtStudents();
    expect(await testApp().loansOf(fixture.create.Email)).toHaveLength(1);
  });

  test('keeps the key out of the address, through reloads too', async () => {
    const { page, parent } = await phone('the key is not in the address');
    await parent.opensTheLink('&institute_id=204&test=1');
    expect(new URL(page.url()).search).toBe('?k=demo&institute_id=204&test=1');
    await page.reload();
    await button(page, 'Submit').waitFor();
    await parent.createsTheApplication(mailedAt('address@example.org'));
    expect(page.url()).not.toContain(testApp().key);
    await eventually(() => control(page, 'Institution').inputValue()).toBe(
      'Silverpine Grove International School',
    );
  });
});

test('a parent can apply where storage is refused, with the key kept in the address', async () => {
  const { page, parent, context } = await phone('storage is refused');
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'sessionStorage', { get: refuse });
  });
  await parent.opensTheLink();
  expect(new URL(page.url()).searchParams.get('api_key')).toBe(testApp().key);
  const fixture = mailedAt('refused@example.org', sharma);
  await parent.createsTheApplication(fixture);
  await parent.fillsTheStudents(fixture);
  await parent.savesTheStudents();
  expect(new URL(page.url()).searchParams.get('api_key')).toBe(testApp().key);
});

describe('Student Details', () => {
  test('keep valid and invalid values through a reload, Back and another tab', async () => {
    const { page, parent } = await phone('the students come back');
    await parent.opensTheLink();
    await parent.createsTheApplication(mailedAt('students@example.org'));
    await parent.fillsTheStudents(raman);
    await answerAll(card(page, 'Student 2'), { 'Date of birth': '1950-01-01', 'Annual fee': '12' });
    // The card shows its course from the saved data until the courses arrive.
    testApp().faults.arm({ operation: 'listCourses', fault: 'slow', ms: 300, times: 20 });
    const goesBack = async () => {
      await page.goBack();
      await page.getByRole('heading', { name: messageText('create.title') }).waitFor();
      await page.goForward();
    };
    await comesBack(page, goesBack, (at) => card(at, 'Student 2').waitFor());
  });
});

describe('Applicant Details', () => {
  test('keep typed values and leave no secret on the device', async () => {
    const { page, parent } = await phone('the applicant comes back');
    await openLoan(page, testApp(), await loanWithStudents(testApp(), raman), 'applications');
    await parent.isAtApplicant();
    await parent.fillsTheApplicant(raman);
    await openAncestorDetails(control(page, 'Alternate mobile number'));
    await control(page, 'Alternate mobile number').fill('12');
    const goesBack = async () => {
      await button(page, 'Previous').click();
      await parent.isAtStudents();
      await parent.savesTheStudents();
    };
    const other = await comesBack(page, goesBack, (at) => parentAt(at, testApp()).isAtApplicant());
    const kept = await storedOnDevice(other);
    for (const secret of ['ABCPR1234K', '00123456789012', 'Temple Street', '24999', '1985-04-12'])
      expect(JSON.stringify(kept)).not.toContain(secret);
    expect(Object.keys(kept).filter((name) => !/^feepath\.loan\.[\w-]+$/.test(name))).toEqual([]);
  });

  test('keep the value of a field that was hidden meanwhile', async () => {
    const { page, parent } = await phone('a hidden field comes back');
    await openLoan(page, testApp(), await loanWithStudents(testApp(), raman), 'applications');
    await parent.isAtApplicant();
    await answerAll(page, { 'Net monthly salary': '24999', 'Household income': '61000' });
    await answer(page, 'Net monthly salary', '25000');
    await control(page, 'Household income').waitFor({ state: 'detached' });
    await answer(page, 'Net monthly salary', '1000');
    expect(await control(page, 'Household income').inputValue()).toBe('61000');
    const permanent = card(page, 'Permanent Residence');
    await answer(permanent, 'Address', '7 River Road');
    await control(page, 'This is the address in my Aadhaar').check();
    await permanent.waitFor({ state: 'detached' });
    await control(page, 'This is the address in my Aadhaar').uncheck();
    expect(await control(permanent, 'Address').inputValue()).toBe('7 River Road');
  });
});

describe('without a connection', () => {
  test('typing continues, and the typed values are sent when the connection returns', async () => {
    const { page, parent, context } = await phone('the connection goes and returns');
    const loan = await newLoan(testApp(), selvi);
    await openLoan(page, testApp(), loan, 'student');
    await parent.isAtStudents();
    await parent.choosesTheInstitution(selvi.institution);
    await context.setOffline(true);
    await answerAll(card(page, 'Student 1'), { 'Student name': 'Maaran', 'Annual fee': '43210' });
    await button(page, 'Submit').click();
    await page.getByText(messageText('app.draft.kept')).waitFor();
    const typed = await formValues(page);
    await context.setOffline(false);
    await eventually(async () => JSON.stringify(await testApp().draftsOf(loan.loanId))).toContain('43210');
    await page.reload();
    await card(page, 'Student 1').waitFor();
    await eventually(() => formValues(page)).toEqual(typed);
  });

  test('Submit reports the failure and works once the connection is back', async () => {
    const { page, parent, context } = await phone('Submit without a connection');
    const loan = await submittedLoan(testApp(), sharma);
    await openLoan(page, testApp(), loan, 'applications');
    await parent.isAtApplicant();
    await parent.declares();
    // The overlay after Submit is fetched while the page is idle.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await parent.submits();
    await parent
      .alert()
      .getByRole('heading', { name: messageText('status.noResponse') })
      .waitFor();
    await context.setOffline(false);
    await button(parent.alert(), 'Submit').click();
    await parent.verdict().waitFor();
    expect((await testApp().booksOf(loan.loanId)).map(({ calls }) => calls)).toEqual([1]);
  });
});

describe('answers that never arrive', () => {
  test('need another press of Submit and have no other effect', async () => {
    const { page, parent } = await phone('every answer is lost');
    const fixture = mailedAt('lost@example.org', sharma);
    await parent.opensTheLink();
    await parent.fillsTheCreateForm(fixture);
    testApp().loseAnswersOf('createLoan');
    await button(page, 'Submit').click();
    await dismissAlert(page, 'OK');
    await button(page, 'Submit').click();
    await parent.isAtStudents();

    await parent.fillsTheStudents(fixture);
    testApp().loseAnswersOf('saveStudents');
    await button(page, 'Submit').click();
    await dismissAlert(page, 'OK');
    await parent.savesTheStudents();

    await parent.fillsTheApplicant(fixture);
    await parent.declares();
    testApp().loseAnswersOf('saveApplication');
    await parent.submits();
    await parent.alert().waitFor();
    testApp().faults.disarmAll();
    testApp().loseAnswersOf('createOnLender');
    const unanswered = page.waitForEvent('requestfailed', (call) => call.url().includes('create-on-lender'));
    await button(parent.alert(), 'Submit').click();
    await unanswered;
    await parent.alert().waitFor();
    testApp().faults.disarmAll();
    await button(parent.alert(), 'Submit').click();
    await parent.verdict().waitFor();

    const made = await testApp().loansOf(fixture.create.Email);
    expect(made).toHaveLength(1);
    const loanId = made[0]?.id ?? '';
    expect(await savedRecord(testApp(), loanId)).toEqual(expectedRecord(fixture));
    expect((await testApp().booksOf(loanId)).map(({ calls }) => calls)).toEqual([1]);
  });

  test('a double press of Submit makes one application at the lender', async () => {
    const { page, parent } = await phone('Submit is pressed twice');
    const loan = await submittedLoan(testApp(), raman);
    await openLoan(page, testApp(), loan, 'applications');
    await parent.isAtApplicant();
    await parent.declares();
    await button(page, 'Submit').dblclick();
    await parent.verdict().waitFor();
    expect(await testApp().pushesOf(loan.loanId)).toHaveLength(1);
    expect((await testApp().booksOf(loan.loanId)).map(({ calls }) => calls)).toEqual([1]);
  });

  test('two tabs that submit at once make one application at the lender', async () => {
    const { page, context } = await phone('two tabs submit');
    const loan = await submittedLoan(testApp(), selvi);
    const pages = [page, await context.newPage()];
    for (const one of pages) {
      await openLoan(one, testApp(), loan, 'applications');
      await parentAt(one, testApp()).isAtApplicant();
      await parentAt(one, testApp()).declares();
    }
    await Promise.all(pages.map((one) => parentAt(one, testApp()).submits()));
    await Promise.all(pages.map((one) => parentAt(one, testApp()).verdict().waitFor()));
    expect((await testApp().booksOf(loan.loanId)).map(({ calls }) => calls)).toEqual([1]);
    expect(await testApp().pushesOf(loan.loanId)).toHaveLength(1);
  });
});

test('typing after an institution was found starts another search', async () => {
  const { page } = await phone('typing on in a list');
  await openLoan(page, testApp(), await newLoan(testApp(), selvi), 'student');
  const institution = page.getByRole('combobox', { name: 'Institution' });
  await institution.click();
  await page.keyboard.type('Kaveri');
  const found = page.getByRole('option', { name: /^Kaveritheeram/ });
  await found.waitFor();
  expect(await institution.inputValue()).toBe('Kaveri');
  await page.keyboard.type('theeram');
  await found.click();
  expect(await institution.inputValue()).toMatch(/^Kaveritheeram/);
});

async function phone(name: string) {
  const { page, context } = await phoneFor(await open(), name);
  return { page, context, parent: parentAt(page, testApp()) };
}

describe('a draft that another release kept', () => {
  const openDraftOf = async (body: Section) => {
    const loan = await newLoan(testApp());
    const key = { loanId: loan.loanId, step: 'students' as const };
    await testApp()
      .db.insert(drafts)
      .values({ ...key, version: 1, body, updatedAt: new Date() });
    const { page } = await phone('a draft of another release');
    await openLoan(page, testApp(), loan, 'student');
    await card(page, 'Student 1').waitFor();
    return { page, loan };
  };

  test('fills the unchanged fields and leaves new ones empty', async () => {
    const student = { id: randomUUID(), student_name: 'Kavin', new_admission: true, house: 'Blue' };
    const { page } = await openDraftOf({ institution: null, students: [student], theme: 'dark' });
    expect(await control(page, 'Student name').inputValue()).toBe('Kavin');
    expect(await control(page, 'New admission').isChecked()).toBe(true);
    expect(await control(page, 'Roll number').inputValue()).toBe('');
  });

  test('is left unchanged where no form can be filled from it', async () => {
    const { page, loan } = await openDraftOf({ students: 'of a form to come' });
    expect(await control(page, 'Student name').inputValue()).toBe('');
    const kept = await testApp().db.select().from(drafts).where(eq(drafts.loanId, loan.loanId));
    expect(kept.map(({ body }) => body)).toEqual([{ students: 'of a form to come' }]);

    // A new version stored during typing is an ordinary conflict.
    await answer(page, 'Student name', 'Kavin');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await testApp()
      .db.update(drafts)
      .set({ version: 9, body: { students: 'of a form to come' } })
      .where(eq(drafts.loanId, loan.loanId));
    await answer(page, 'Student name', 'Kavin Raman');
    await page.getByRole('alertdialog', { name: messageText('app.draft.conflict') }).waitFor();
  });
});

const mailedAt = (Email: string, fixture: ApplicantFixture = raman): ApplicantFixture => ({
  ...fixture,
  create: { ...fixture.create, Email },
});

/**
 * Comes back after a reload, after leaving and returning, and in a new tab that has only the server's data.
 * @returns the new tab; the old one is closed
 */
async function comesBack(
  page: Page,
  goesAwayAndBack: () => Promise<unknown>,
  isThere: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const typed = await formValues(page);
  await page.reload();
  await isThere(page);
  await eventually(() => formValues(page)).toEqual(typed);

  await goesAwayAndBack();
  await isThere(page);
  await eventually(() => formValues(page)).toEqual(typed);

  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  const { origin, pathname } = new URL(page.url());
  const other = await page.context().newPage();
  await page.close();
  await other.goto(origin + pathname);
  await isThere(other);
  await eventually(() => formValues(other)).toEqual(typed);
  return other;
}

async function dismissAlert(page: Page, name: string): Promise<void> {
  const alert = page.getByRole('alertdialog');
  await alert.waitFor();
  testApp().faults.disarmAll();
  await button(alert, name).click();
}
