/** Every message of Applicant Details, provoked (specification, sections 2, 4, 5 and 8). */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { applicantForms } from './support/applicant-form.ts';
import { eventually, hasFocus } from './support/eventually.ts';
import { type ApplicantFixture, selvi, sharma } from './support/fixtures.ts';
import {
  answer,
  answerAll,
  button,
  card,
  chosenRadio,
  control,
  fillByMouse,
  radiosOf,
} from './support/interactions.ts';
import { loanWithStudents, openLoan } from './support/loans.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { errorOf, shownText, summaryOf } from './support/page-values.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();
const { form } = applicantForms(open, testApp);

beforeEach(() => testApp().faults.disarmAll());

type Refusal = [section: string, label: string, ...refused: (readonly [typed: string, message: string])[]];

const refusals: readonly Refusal[] = [
  ['Applicant Details', 'Name', ['R2 D2', 'Enter valid name']],
  ['Applicant Details', "Father's name", ['Mr. Raman', 'Enter valid father name']],
  ['Applicant Details', 'PAN number', ['ABCD12345F', 'Please enter valid PAN number']],
  [
    'Applicant Details',
    'Date of birth',
    ['2006-01-01', 'Please enter valid date of birth'],
    ['1949-12-31', 'Please enter valid date of birth'],
  ],
  [
    'Applicant Details',
    'Alternate mobile number',
    ['900000000', 'Alternate number is invalid.'],
    ['9000000021', 'Alternate number cannot be same.'],
  ],
  ['Bank Details', 'Bank account number', ['1'.repeat(21), 'Enter valid bank account number']],
  ['Current Residence', 'Pincode', ['60001', 'Please enter valid pin number']],
  ['Employment Details', 'Organization', ['Mill 7', 'Enter valid organization']],
  ['Employment Details', 'Designation', ['Clerk-2', 'Enter valid designation']],
  ['Employment Details', 'Employed since', ['2999-01-01', 'Please enter valid employed since']],
  ['Office Address', 'Address', [`a${' a'.repeat(125)}`, 'Please use at most 250 characters']],
];

describe('Applicant Details', () => {
  test('asks for everything', async () => {
    const { page, parent } = await form('Applicant Details asks for everything');
    await control(page, 'Name').fill('');
    await answer(page, 'Net monthly salary', '24999');
    await parent.declares();
    await parent.submits();
    expect(await summaryOf(page)).toEqual([
      'Please check 31 answers',
      'Please enter a name',
      'Please enter a PAN number',
      'Please enter a date of birth',
      'Please enter a relationship',
      'Please enter a gender',
      'Please enter a marital status',
      'Please enter a father name',
      'Please enter an alternate mobile',
      'Please enter an IFSC code',
      'Please enter a bank name',
      'Please enter a bank account number',
      'Please enter an account type',
      'Please enter an EMI tenure',
      'Please enter a residence type',
      'Please enter a residence address',
      'Please enter a residence pincode',
      'Please enter a residence state',
      'Please enter a residence city',
      'Please enter a permanent address',
      'Please enter a permanent pincode',
      'Please enter a permanent state',
      'Please enter a permanent city',
      'Please enter an occupation',
      'Please enter an organization',
      'Please enter a designation',
      'Please enter an employed since date',
      'Please enter a household income',
      'Please enter an office address',
      'Please enter an office pincode',
      'Please enter an office state',
      'Please enter an office city',
    ]);
  });

  test('asks for a salary, and for the permanent address only where it is another one', async () => {
    const { page, parent } = await form('Applicant Details asks for a salary');
    await answer(page, 'This is the address in my Aadhaar', true);
    await parent.declares();
    await parent.submits();
    const summary = await summaryOf(page);
    expect(summary).toContain('Please enter a net monthly salary');
    expect(summary.filter((words) => /permanent|household/.test(words))).toEqual([]);
    expect(await card(page, 'Permanent Residence').count()).toBe(0);
  });

  test('refuses what cannot be, at its field, once it is left', async () => {
    const { page } = await form('Applicant Details refuses answers');
    for (const [section, label, ...refused] of refusals) {
      const at = card(page, section);
      for (const [index, [typed, message]] of refused.entries()) {
        expect(await errorOf(at, label)).not.toBe(message);
        await control(at, label).fill(typed);
        if (index === 0) expect(await errorOf(at, label)).toBeNull();
        // A whole date leaves the focus in its year.
        await page.locator(':focus').blur();
        await eventually(() => errorOf(at, label)).toBe(message);
        await control(at, label).fill('');
        await eventually(() => errorOf(at, label)).not.toBe(message);
      }
    }
  });

  test('offers what there is to choose', async () => {
    const { page } = await form('Applicant Details offers choices');
    const offeredFor = (label: string) => radiosOf(page, label);
    const constitutions = control(page, 'Business constitution').getByRole('option');
    expect(await constitutions.first().textContent()).toBe('Choose');
    expect(await constitutions.count()).toBe(15);
    expect(await offeredFor('Gender')).toEqual(['Male', 'Female', 'Transgender']);
    expect(await offeredFor('Relationship with the student')).toEqual([
      'Father',
      'Mother',
      'Self',
      'Sibling',
      'Spouse',
    ]);
    expect(await offeredFor('Marital status')).toEqual(['Married', 'Unmarried', 'Others']);
    expect(await offeredFor('Account type')).toEqual(['Savings', 'Current']);
    expect(await offeredFor('Residence type')).toEqual(['Rented', 'Owned']);
    expect(await offeredFor('Occupation')).toEqual(['Salaried', 'Self Employed']);
  });

  test('hints at an unusual IFSC code, and takes it', async () => {
    const { page } = await form('Applicant Details hints at the IFSC code');
    await page.getByText(messageText('applicant.ifsc.hint')).waitFor();
    await control(page, 'IFSC code').fill('SBIN1');
    await control(page, 'IFSC code').blur();
    await page.getByText(messageText('applicant.ifsc.unusual')).waitFor();
    expect(await errorOf(page, 'IFSC code')).toBeNull();
  });

  test('clears the bank of an IFSC code that became unknown, and says so', async () => {
    const { page } = await form('Applicant Details clears a bank');
    const [ifsc, bank] = [control(page, 'IFSC code'), control(page, 'Bank name')];
    await ifsc.fill('SBIN0001234');
    await eventually(() => bank.inputValue()).toBe('State Bank of India');
    await ifsc.fill('ZZZZ0001234');
    await eventually(() => bank.inputValue()).toBe('');
    await page.getByText(messageText('applicant.ifsc.unknown', { prefix: 'ZZZZ' })).waitFor();
    await answer(page, 'Bank name', 'Indian Bank');
    await ifsc.fill('YYYY0001234');
    await page.getByText(messageText('applicant.ifsc.unknown', { prefix: 'YYYY' })).waitFor();
    expect(await bank.inputValue()).toBe('Indian Bank');
  });

  test('doubts what is unusual, and takes it', async () => {
    const { page } = await form('Applicant Details doubts answers');
    for (const [section, label, typed, warning] of [
      ['Bank Details', 'Bank account number', '0', 'applicant.warning.accountNumber'],
      ['Employment Details', 'Net monthly salary', '0', 'applicant.warning.monthlyIncome'],
      ['Applicant Details', 'Alternate mobile number', '0000000000', 'app.warning.mobile'],
    ] as const) {
      const at = card(page, section);
      await control(at, label).fill(typed);
      await control(at, label).blur();
      await at.getByText(messageText(warning)).waitFor();
      expect(await errorOf(at, label)).toBeNull();
    }
  });

  test('takes a date as three numbers, or as a whole, and names what is no date', async () => {
    const { page } = await form('Applicant Details takes dates');
    const [section, label] = [card(page, 'Applicant Details'), 'Date of birth'];
    const born = control(section, label);
    const part = (name: string) => section.getByLabel(name, { exact: true });
    await born.fill('12/04/1985');
    expect(await born.inputValue()).toBe('12');
    expect(await part('Month').inputValue()).toBe('04');
    expect(await part('Year').inputValue()).toBe('1985');
    // Another window gets the focus in the middle of a year.
    await part('Year').fill('19');
    await part('Year').dispatchEvent('focusout');
    expect(await part('Year').inputValue()).toBe('19');
    await answer(section, label, '1987-02-29');
    await part('Year').blur();
    await eventually(() => errorOf(section, label)).toBe(messageText('common.error.date.notReal'));
    await part('Year').fill('19');
    await eventually(() => errorOf(section, label)).toBe(messageText('common.error.date.incomplete'));
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await eventually(() => part('Year').inputValue()).toBe('19');
    await section.getByLabel('Choose in a calendar').fill('1988-02-29');
    await eventually(() => part('Year').inputValue()).toBe('1988');
    await eventually(() => errorOf(section, label)).toBeNull();
  });

  test('says the rules of its fields before they are broken', async () => {
    const { page } = await form('Applicant Details says its rules');
    for (const hint of ['name', 'fatherName', 'organization', 'designation', 'accountNumber'] as const)
      await page.getByText(messageText(`applicant.${hint}.hint`), { exact: true }).waitFor();
    const years = messageText('applicant.dob.hint', { firstYear: '1950', lastYear: '2005' });
    await page.getByText(years).waitFor();
  });

  test('fills the gender in from the relationship while it is empty', async () => {
    const { page } = await form('Applicant Details fills in the gender');
    await answer(page, 'Relationship with the student', 'Mother');
    await eventually(() => chosenRadio(page, 'Gender')).toBe('Female');
    await answer(page, 'Gender', 'Transgender');
    await answer(page, 'Relationship with the student', 'Father');
    expect(await chosenRadio(page, 'Gender')).toBe('Transgender');
  });

  test('counts the years at work', async () => {
    const { page } = await form('Applicant Details counts years');
    const thisYear = new Date().getFullYear();
    await answer(page, 'Employed since', `${thisYear - 7}-01-01`);
    await page.getByText('Employment experience: 7 years').waitFor();
    await answer(page, 'Date of birth', '1985-04-12');
    await answer(page, 'Employed since', '1990-01-01');
    await page.getByText(messageText('applicant.experience.young', { age: 4 })).waitFor();
  });

  test('waits for both declarations, and says so', async () => {
    const { page } = await form('Applicant Details waits for declarations');
    await page.getByText(messageText('applicant.declare.hint')).waitFor();
    // It says by itself that it is disabled, and still leads to what is missing.
    await button(page, 'Submit').click({ force: true });
    const genuine = page.getByRole('checkbox', {
      name: 'I declare that the details given are true and genuine.',
    });
    await hasFocus(genuine);
    await genuine.check();
    await button(page, 'Submit').click({ force: true });
    const terms = page.getByRole('checkbox', {
      name: 'I agree to the terms and the privacy policy.',
    });
    await hasFocus(terms);
  });

  test('leads back to the students', async () => {
    const { page, parent } = await form('Applicant Details leads back');
    await button(page, 'Previous').click();
    await parent.isAtStudents();
  });
});

describe('the sections', () => {
  const openTitles = (page: Page) =>
    page
      .locator('details.collapsible[open] > summary h2')
      .evaluateAll((all) => all.map((one) => one.textContent));

  test('start with the first that is not complete, and go on one by one to the declarations', async () => {
    const { page, parent } = await collapsed('the sections go on one by one', sharma);
    await page.getByText('0 of 8 sections are complete').waitFor();
    for (const [title, answers] of Object.entries(sharma.applicant)) {
      await eventually(() => openTitles(page)).toEqual([title]);
      await answerAll(card(page, title), answers, fillByMouse);
      await button(card(page, title), 'Continue').click();
      if (title !== 'Bank Details') continue;
      await eventually(() => openTitles(page)).toEqual(['EMI Details']);
      await parent.choosesAPlan(6);
      await button(card(page, 'EMI Details'), 'Continue').click();
    }
    await eventually(() => openTitles(page)).toEqual([]);
    await hasFocus(page.getByRole('checkbox', { name: /^I declare/ }));
    const pan = sharma.applicant['Applicant Details']?.['PAN number'];
    expect(await shownText(card(page, 'Applicant Details'))).toMatch(
      new RegExp(`Complete[\\s\\S]*${String(pan)}`),
    );
    await parent.declares();
    await page.getByText(/^(\d) of \1 sections are complete$/).waitFor();
  });

  test('open the next when one is complete, without a press', async () => {
    const { page } = await collapsed('the next section opens by itself', sharma);
    await answerAll(
      card(page, 'Applicant Details'),
      sharma.applicant['Applicant Details'] ?? {},
      fillByMouse,
    );
    await eventually(() => openTitles(page)).toEqual(['Applicant Details', 'Bank Details']);
  });

  test('do not go on with what is missing, by Enter as by Continue, and nothing typed is lost in a collapsed one', async () => {
    const { page } = await collapsed('a section does not go on');
    await control(page, 'PAN number').fill('ABC');
    await page.keyboard.press('Enter');
    expect(await errorOf(page, 'PAN number')).toBe('Please enter valid PAN number');
    expect(await openTitles(page)).toEqual(['Applicant Details']);
    await hasFocus(control(page, 'PAN number'));
    await card(page, 'Applicant Details').locator('summary').click();
    expect(await openTitles(page)).toEqual([]);
    expect(await control(page, 'PAN number').inputValue()).toBe('ABC');
  });

  test('with an error open at Submit, grouped in the summary, whose links lead into them', async () => {
    const { page, parent } = await collapsed('the sections of errors open');
    await parent.declares();
    await parent.submits();
    const summary = page.getByRole('group', { name: /^Please check/ });
    await summary.getByText(/^Bank Details \(4\)$/).click();
    await card(page, 'Bank Details').locator('summary').click();
    await summary.getByRole('link', { name: 'Please enter an IFSC code' }).click();
    await hasFocus(control(page, 'IFSC code'));
    expect(await openTitles(page)).toContain('Bank Details');
  });

  async function collapsed(name: string, fixture: ApplicantFixture = selvi) {
    const { page } = await phoneFor(await open(), name);
    const parent = parentAt(page, testApp(), fillByMouse);
    await openLoan(page, testApp(), await loanWithStudents(testApp(), fixture), 'applications');
    await parent.isAtApplicant({ opensSections: false });
    return { page, parent };
  }
});
