/** Counts the taps and the characters that one application takes, from the events that the page gets. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import type { ApplicantFixture } from './support/fixtures.ts';
import { academicYear, thisYear } from './support/fixtures.ts';
import { answerAll, button, card, fillByMouse, type Interactions } from './support/interactions.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

/** The most that it may take: taps and characters in all. */
const budget = 232;

/** One student, an institution that no link names, salaried near home, at the address in Aadhaar. */
const parentOfOne: Pick<ApplicantFixture, 'create' | 'applicant'> = {
  create: { Name: 'Meena Raman', 'Mobile number': '9000000061', Email: 'meena.raman@example.org' },
  applicant: {
    'Applicant Details': {
      'PAN number': 'ABCPR1234K',
      'Date of birth': '1985-04-12',
      'Relationship with the student': 'Mother',
      'Marital status': 'Married',
      "Father's name": 'Raghavan',
      'Alternate mobile number': '9000000062',
    },
    'Bank Details': {
      'IFSC code': 'SBIN0001234',
      'Bank account number': '00123456789',
      'Account type': 'Savings',
    },
    'Current Residence': {
      'Residence type': 'Rented',
      Address: '12 Temple Street',
      Pincode: '600004',
      'This is the address in my Aadhaar': true,
    },
    'Employment Details': {
      Occupation: 'Salaried',
      Organization: 'Cauvery Mills',
      Designation: 'Clerk',
      'Employed since': '2015-08-01',
      'Net monthly salary': '48000',
    },
    'Office Address': {
      'Same pincode, state and city as my current residence': true,
      Address: '77 Mount Road',
    },
  },
};

interface Counts {
  taps: number;
  characters: number;
}

/** A native list takes a tap to open and a tap to choose, which its page does not see. */
const tapsOfASelect = 2;

test('one application takes no more taps and characters than its budget', async () => {
  const { page } = await phoneFor(await open(), 'keystrokes of one application');
  await page.exposeFunction('countTap', (taps: number) => void (counts.taps += taps));
  await page.exposeFunction('countCharacter', () => void (counts.characters += 1));
  await page.addInitScript((tapsOfSelect) => {
    const report = window as unknown as { countTap: (taps: number) => void; countCharacter: () => void };
    addEventListener('pointerdown', (event) => event.isTrusted && report.countTap(1), true);
    addEventListener('keydown', (event) => event.key.length === 1 && report.countCharacter(), true);
    addEventListener(
      'change',
      (event) => event.target instanceof HTMLSelectElement && report.countTap(tapsOfSelect),
      true,
    );
  }, tapsOfASelect);
  let counts: Counts = { taps: 0, characters: 0 };
  const steps: Record<string, Counts> = {};
  const endStep = (name: string) => {
    steps[name] = counts;
    counts = { taps: 0, characters: 0 };
  };
  const parent = parentAt(page, testApp(), byTapping);

  await parent.opensTheLink();
  await answerAll(page, parentOfOne.create, byTapping);
  await button(page, 'Submit').tap();
  await parent.isAtStudents();
  endStep('create');

  const student = card(page, 'Student 1');
  await choose(page.getByRole('combobox', { name: 'Institution' }), 'Kav', /^Kaveritheeram/);
  await answerAll(student, { 'Student name': 'Kavin Raman', 'Date of birth': '2015-06-14' }, byTapping);
  await choose(student.getByRole('combobox', { name: 'Course' }), '', 'Class V');
  expect(await student.getByLabel('Academic year').locator('option:checked').textContent()).toBe(
    academicYear(thisYear),
  );
  await button(page, 'Submit').tap();
  await parent.isAtApplicant({ opensSections: false });
  endStep('student');

  for (const [section, answers] of Object.entries(parentOfOne.applicant)) {
    await answerAll(card(page, section), answers, byTapping);
    if (section === 'Bank Details') await choosePlan(page);
  }
  await page.getByRole('checkbox', { name: /^I declare/ }).tap();
  await page.getByRole('checkbox', { name: /^I agree/ }).tap();
  await button(page, 'Submit').tap();
  await parent.verdict().waitFor();
  endStep('applicant');

  const sum = (name: keyof Counts) => Object.values(steps).reduce((all, step) => all + step[name], 0);
  const all = { taps: sum('taps'), characters: sum('characters') };
  console.table({ ...steps, all });
  expect(all.taps + all.characters).toBeLessThanOrEqual(budget);
});

async function choosePlan(page: Page): Promise<void> {
  await page.getByLabel('EMI tenure').tap();
  const plans = page.getByRole('dialog', { name: 'Choose a plan' });
  await plans.getByRole('radio').first().tap();
  await button(plans, 'Take this plan').tap();
}

const type = async (at: Locator, text: string) => {
  await at.tap();
  await at.page().keyboard.type(text);
};

const byTapping: Interactions = {
  ...fillByMouse,
  text: type,
  date: (at, text) => type(at, text.split('-').reverse().join('')),
  checkbox: (at) => at.tap(),
  switch: (at) => at.tap(),
};

async function choose(list: Locator, typed: string, option: string | RegExp): Promise<void> {
  await list.and(list.page().locator(':not([readonly])')).tap();
  await list.page().keyboard.type(typed);
  const found: Page = list.page();
  await found.getByRole('option', { name: option, ...(typeof option === 'string' && { exact: true }) }).tap();
}
