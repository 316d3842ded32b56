/**
 * Counts the taps, keys and pastes of whole journeys on a phone, part by part, and holds each to a budget. Nothing is
 * filled in by the browser itself here, nor by a phone's keyboard: what they know comes on top. A paste is one, after the
 * tap on its field; a native list is two taps.
 */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { newMobile } from './support/customers.ts';
import {
  byTapping,
  choose,
  countEffort,
  type Effort,
  pasteInto,
  sumOf,
  typeAndTake,
} from './support/effort.ts';
import { eventually, hasFocus } from './support/eventually.ts';
import { academicYear, thisYear } from './support/fixtures.ts';
import { answer, answerAll, button, card, control, menu } from './support/interactions.ts';
import { openLoan, queriedLoan } from './support/loans.ts';
import { messageText } from './support/message-text.ts';
import { passwordMessageTo } from './support/outbox.ts';
import { givesConsents, parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

type Answers = Record<string, string | true>;

/** The parent of one student: an institution not named by a link, salaried, living at the address in Aadhaar. */
const person: Answers = {
  'Date of birth': '1985-04-12',
  'Relationship with the student': 'Mother',
  'Marital status': 'Married',
  "Father's name": 'Raghavan',
  'Alternate mobile number': '9000000062',
};
const pan = 'ABCPR1234K';
const bank = { 'IFSC code': 'SBIN0001234', 'Bank account number': '00123456789' };
const street = '12 Temple Street';
const pincode = '600004';
const employment: Answers = {
  Occupation: 'Salaried',
  Organization: 'Cauvery Mills',
  Designation: 'Clerk',
  'Employed since': '2015-08-01',
  'Net monthly salary': '48000',
};
const office: Answers = {
  'Same pincode, state and city as my current residence': true,
  Address: '77 Mount Road',
};

/** The values as they are copied from the bank's app and from a parcel's label. */
const copied = {
  pan: `PAN: ${pan}`,
  bank: `A/c No. ${bank['Bank account number']}, IFSC ${bank['IFSC code']}, State Bank of India`,
  address: `${street}, Chennai ${pincode}`,
};

/** The additional answers of the consumer app. */
const consumer: Record<'person' | 'residence' | 'employment', Answers> = {
  person: { "Mother's maiden name": 'Lakshmi', 'Loan purpose': 'Fees' },
  residence: { 'Years at current address': '4', 'Years in current city': '9' },
  employment: {
    'Total work experience in years': '12',
    'Current work experience in years': '10',
    'Monthly obligations': '3500',
  },
};
const nothingMore: typeof consumer = { person: {}, residence: {}, employment: {} };

type Parts = Record<string, Effort>;
const journeys: Record<string, Parts> = {};

afterAll(() => {
  for (const [journey, parts] of Object.entries(journeys)) {
    const rows = Object.entries(parts).map(([part, effort]) => [part, { ...effort, all: sumOf(effort) }]);
    console.log(journey);
    console.table(Object.fromEntries([...rows, ['all', { all: allOf(parts) }]]));
  }
});

const allOf = (parts: Parts): number => Object.values(parts).reduce((sum, effort) => sum + sumOf(effort), 0);

/** A phone on which the parts of a journey are counted. */
async function phone(journey: string) {
  const { page } = await phoneFor(await open(), `keystrokes: ${journey}`);
  const endPart = await countEffort(page.context());
  const parts: Parts = (journeys[journey] = {});
  const part = async (name: string, act: () => Promise<unknown>, of = parts) => {
    await act();
    of[name] = endPart();
  };
  return { page, parent: parentAt(page, testApp(), byTapping), parts, part };
}

/** Creates a loan through a link that names no institution. */
async function creates(page: Page, mobile: string): Promise<void> {
  await answerAll(page, { Name: 'Meena Raman', 'Mobile number': mobile }, byTapping);
  await typeAndTake(control(page, 'Email'), 'meena.raman', '@gmail.com');
  await button(page, 'Submit').tap();
  await parentAt(page, testApp()).isAtStudents();
}

const choosesInstitution = (page: Page) =>
  choose(page.getByRole('combobox', { name: 'Institution' }), 'Kav', /^Kaveritheeram/);

async function fillsInStudent(page: Page, number: number, name: string, born: string): Promise<void> {
  const student = card(page, `Student ${number}`);
  await typeAndTake(control(student, 'Student name'), name, `${name} Raman`);
  await answer(student, 'Date of birth', born, byTapping);
  await choosesCourse(page, number);
}

async function choosesCourse(page: Page, number: number): Promise<void> {
  const student = card(page, `Student ${number}`);
  await choose(student.getByRole('combobox', { name: 'Course' }), '', 'Class V');
  const year = student.getByLabel('Academic year').locator('option:checked');
  expect(await year.textContent()).toBe(academicYear(thisYear));
}

async function savesStudents(page: Page, press = 'Submit'): Promise<void> {
  await button(page, press).tap();
  await parentAt(page, testApp()).isAtApplicant({ opensSections: false });
}

async function choosesPlan(page: Page): Promise<void> {
  await page.getByLabel('EMI tenure').tap();
  const plans = page.getByRole('dialog', { name: 'Choose a plan' });
  await plans.getByRole('radio').first().tap();
  await button(plans, 'Take this plan').tap();
}

async function fillsInApplicant(page: Page, more: typeof consumer, pastes: boolean): Promise<void> {
  const at = (title: string) => card(page, title);
  const answers = (title: string, typed: Answers) => answerAll(at(title), typed, byTapping);
  if (pastes) await pasteInto(control(page, 'PAN number'), copied.pan);
  else await answers('Applicant Details', { 'PAN number': pan });
  await answers('Applicant Details', { ...person, ...more.person });
  if (pastes) await pasteInto(control(page, 'IFSC code'), copied.bank);
  else await answers('Bank Details', bank);
  await eventually(() => control(page, 'Bank account number').inputValue()).toBe(bank['Bank account number']);
  await answers('Bank Details', { 'Account type': 'Savings' });
  await choosesPlan(page);
  const residence = at('Current Residence');
  await answers('Current Residence', { 'Residence type': 'Rented' });
  if (pastes) await pasteInto(control(residence, 'Address'), copied.address);
  else await answers('Current Residence', { Address: street, Pincode: pincode });
  await eventually(() => control(residence, 'City').inputValue()).toBe('Chennai');
  await answers('Current Residence', { 'This is the address in my Aadhaar': true, ...more.residence });
  await answers('Employment Details', { ...employment, ...more.employment });
  await answers('Office Address', office);
}

async function submits(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^I declare/ }).tap();
  await page.getByRole('checkbox', { name: /^I agree/ }).tap();
  await givesConsents(page);
  await button(page, 'Submit').tap();
  await parentAt(page, testApp()).verdict().waitFor();
}

test.each([
  ['all typed', false, 208],
  ['PAN, account and address pasted', true, 160],
] as const)('one student, %s', async (how, pastes, budget) => {
  const { page, parent, parts, part } = await phone(`Embedded flow, one student, ${how}`);
  await parent.opensTheLink();
  await part('create', () => creates(page, '9000000061'));
  await part('student', async () => {
    await choosesInstitution(page);
    await fillsInStudent(page, 1, 'Kavin', '2015-06-14');
    await savesStudents(page);
  });
  await part('applicant', async () => {
    await fillsInApplicant(page, nothingMore, pastes);
    await submits(page);
  });
  expect(allOf(parts), JSON.stringify(parts)).toBeLessThanOrEqual(budget);
  const loan = await testApp().loanOf(parent.loanId());
  expect(loan).toMatchObject({
    email: 'meena.raman@gmail.com',
    personalDetails: {
      ...{ pan, dob: '1985-04-12', gender: 'Female', alternate_mobile: '9000000062' },
      address: { residence: { pincode, city: 'Chennai', state: 'Tamil Nadu' } },
    },
    bankDetails: { ifsc_code: 'SBIN0001234', bank_account_no: '00123456789', bank_account_type: 'SAVING' },
    employmentDetails: {
      employed_since: '2015-08-01',
      office_address: { address: '77 Mount Road', pincode },
    },
  });
  expect(await testApp().studentsOf(parent.loanId())).toMatchObject([
    { student_name: 'Kavin Raman', dob: '2015-06-14' },
  ]);
});

test('a second student', async () => {
  const { page, parent, parts, part } = await phone('Embedded flow, two students, as far as their step');
  await parent.opensTheLink();
  await part('create', () => creates(page, '9000000063'));
  await part('first student', async () => {
    await choosesInstitution(page);
    await fillsInStudent(page, 1, 'Kavin', '2015-06-14');
  });
  await part('second student', async () => {
    await button(page, 'Add student').tap();
    await button(page, 'Yes, add a student').tap();
    await fillsInStudent(page, 2, 'Yazhini', '2013-11-30');
    await savesStudents(page);
  });
  expect(sumOf(parts['second student'] ?? { taps: 0, keys: 0, pastes: 0 })).toBeLessThanOrEqual(22);
  expect(await testApp().studentsOf(parent.loanId())).toMatchObject([
    { student_name: 'Kavin Raman' },
    { student_name: 'Yazhini Raman', dob: '2013-11-30', academic_year: String(thisYear) },
  ]);
});

test('a customer signs up and applies, and applies again', async () => {
  const mobile = newMobile();
  const first = await phone('Consumer app, from the sign-up to Submit, PAN, account and address pasted');
  const { page } = first;
  await page.goto(`${testApp().url}/app`);
  await first.part('sign-up', async () => {
    await page.getByRole('link', { name: messageText('account.start.signIn') }).tap();
    await answer(page, messageText('account.mobile.label'), mobile, byTapping);
    await button(page, messageText('account.otp.send')).tap();
    await button(page, messageText('account.signIn.submit')).waitFor();
    // The field has the focus.
    await page.keyboard.type((await passwordMessageTo(testApp(), mobile)).otp);
    await button(page, messageText('account.signIn.submit')).tap();
    await answer(page, 'Name', 'Meena Raman', byTapping);
    await typeAndTake(control(page, 'Email'), 'meena.raman', '@gmail.com');
    await button(page, messageText('account.signUp.submit')).tap();
    await page.getByText(messageText('account.next.start')).waitFor();
  });
  await first.part('student', async () => {
    await button(page, messageText('account.start.new')).tap();
    await first.parent.isAtStudents();
    await choosesInstitution(page);
    await fillsInStudent(page, 1, 'Kavin', '2015-06-14');
    await savesStudents(page, 'Next');
  });
  await first.part('applicant', async () => {
    await fillsInApplicant(page, consumer, true);
    await submits(page);
  });
  expect(allOf(first.parts), JSON.stringify(first.parts)).toBeLessThanOrEqual(230);

  const again: Parts = (journeys['Consumer app, the same customer applies again'] = {});
  await page.goto(`${testApp().url}/app`);
  const applies = async () => {
    await menu(page).tap();
    await page.getByRole('link', { name: messageText('account.navigation.applications') }).tap();
    await button(page, messageText('account.start.new')).tap();
    await first.parent.isAtStudents();
    await page.getByText(/^Filled in from your application of/).waitFor();
    await page.getByText(messageText('student.carried.help')).waitFor();
    expect(await control(card(page, 'Student 1'), 'Student name').inputValue()).toBe('Kavin Raman');
    await choosesCourse(page, 1);
    await savesStudents(page, 'Next');
  };
  const confirms = async () => {
    await page.getByText(messageText('consumer.carried.help')).waitFor();
    await page.getByText(messageText('consumer.carried.hint')).waitFor();
    await answer(card(page, 'Applicant Details'), 'Loan purpose', 'Fees', byTapping);
    for (const title of ['Applicant Details', 'Bank Details']) await continues(page, title);
    await choosesPlan(page);
    for (const title of ['Current Residence', 'Employment Details', 'Office Address'])
      await continues(page, title);
    await submits(page);
  };
  await first.part('student', applies, again);
  await first.part('applicant', confirms, again);
  expect(allOf(again), JSON.stringify(again)).toBeLessThanOrEqual(30);
  const [, loanId = ''] = /\/app\/loan\/([^/]+)\//.exec(page.url()) ?? [];
  expect(await testApp().loanOf(loanId)).toMatchObject({
    personalDetails: { pan, dob: '1985-04-12', mother_maiden_name: 'Lakshmi', loan_purpose: 'Fees' },
    bankDetails: { bank_account_no: bank['Bank account number'] },
  });
});

/** Looks at a part that is filled in, and says that it is right. */
async function continues(page: Page, title: string): Promise<void> {
  const part = card(page, title);
  await part.getByText(messageText('consumer.carried.check')).waitFor();
  await button(part, messageText('applicant.section.continue')).tap();
}

test('a query about a name and a number', async () => {
  const loan = await queriedLoan(testApp(), {
    'personal_details.pan': { message: 'It is not that of the photo.' },
    'personal_details.applicant_father_name': { message: 'Please write it as on your PAN card.' },
  });
  const { page, parent, parts, part } = await phone('Answering two queries');
  await openLoan(page, testApp(), loan, 'applications');
  await parent.isAtApplicant({ opensSections: false });
  await part('answers', async () => {
    await pasteInto(control(page, 'PAN number'), 'PAN ABCPR1234L');
    await button(page, 'Next').tap();
    await hasFocus(control(page, "Father's name"));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Raman');
    await button(page, 'Check and send').tap();
    await button(page, 'Submit').tap();
    await parent.verdict().waitFor();
  });
  expect(allOf(parts), JSON.stringify(parts)).toBeLessThanOrEqual(10);
});
