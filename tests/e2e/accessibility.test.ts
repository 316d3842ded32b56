/** Everybody can use it: axe finds nothing in any state, nothing is wider than the page, the keyboard is enough. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { states } from './states/index.ts';
import { findingsOn } from './support/axe.ts';
import { sharma } from './support/families.ts';
import { button } from './support/hands.ts';
import { keyboardAt } from './support/keyboard.ts';
import { parentAt } from './support/parent.ts';
import { expectedRecord, savedRecord } from './support/record.ts';
import { desktopFor, phoneFor } from './support/screens.ts';
import { worldForFile } from './support/world.ts';

const open = browserForFile();
const world = worldForFile();

/** In CSS pixels: the phone, the narrowest that must do, and a small laptop's page at 200 %. */
const sizes = [
  { width: 360, height: 740 },
  { width: 320, height: 640 },
  { width: 640, height: 400 },
];

beforeEach(() => world().faults.disarmAll());

describe('axe finds nothing, and nothing is wider than the page', () => {
  test.each(Object.entries(states))('%s', async (name, bring) => {
    const { page } = await phoneFor(await open(), `axe on ${name}`);
    await bring(page, world());
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findingsOn(page), colorScheme).toEqual([]);
    }
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await widerThanThePage(page), `at ${size.width}`).toEqual([]);
    }
  });
});

test('the keyboard alone leads from the create form to the lender’s approval', async () => {
  const { page } = await desktopFor(await open(), 'the keyboard alone');
  const keyboard = keyboardAt(page);
  const parent = parentAt(page, world());
  const family = { ...sharma, create: { ...sharma.create, Email: 'keys@example.org' } };
  await parent.opensTheLink();
  for (const [label, typed] of Object.entries(family.create)) await keyboard.answers(label, typed);
  await page.keyboard.press('Enter');
  await parent.isAtStudents();
  const loanId = parent.loanId();

  await page.getByRole('combobox', { name: 'Institution' }).and(page.locator(':not([readonly])')).waitFor();
  await keyboard.answers('Institution', family.institution);
  for (const [label, typed] of Object.entries(family.students[0] ?? {})) await keyboard.answers(label, typed);
  await keyboard.presses('Submit');
  await parent.isAtApplicant();

  for (const [section, answers] of Object.entries(family.applicant)) {
    for (const [label, typed] of Object.entries(answers)) await keyboard.answers(label, typed);
    if (section === 'Bank Details') {
      await keyboard.presses('EMI tenure');
      await page.getByRole('radio', { name: /^6 months/ }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      expect(await page.getByRole('radio', { name: /^6 months/ }).isChecked()).toBe(true);
      await keyboard.presses('Take this plan');
    }
  }
  await keyboard.answers('I declare that the details given are true and genuine.', true);
  await keyboard.answers('I agree to the terms and the privacy policy.', true);
  await keyboard.presses('Submit');
  await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
  await keyboard.goesTo('Continue to the lender');
  expect(await savedRecord(world(), loanId)).toEqual(expectedRecord(family));
  await page.keyboard.press('Escape');
  await button(page, 'Show loan status').waitFor();
});

/** What sticks out to the right, innermost first; what scrolls in a box of its own may. */
const widerThanThePage = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > width + 0.5)
      .map((one) => `${one.tagName}.${one.className} ${one.textContent?.slice(0, 40)}`)
      .reverse();
  });
