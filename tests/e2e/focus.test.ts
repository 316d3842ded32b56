/** The keyboard's focus is at the heading on arrival at a step, then at the place the person moved it to. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { hasFocus } from './support/eventually.ts';
import { raman } from './support/fixtures.ts';
import { answer, button, control } from './support/interactions.ts';
import { loanWithStudents, newLoan, openLoan } from './support/loans.ts';
import { passwordMessageTo } from './support/outbox.ts';
import { parentAt } from './support/parent.ts';
import { desktopFor } from './support/screens.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

test('a searchable field that was tabbed into as the form came keeps the focus', async () => {
  const { page } = await desktop('the focus stays in the combobox');
  await openLoan(page, testApp(), await newLoan(testApp()), 'student');
  const institution = control(page, 'Institution');
  await institution.waitFor();
  const isFocused = () => institution.evaluate((element) => element === document.activeElement);
  // The Tab order from the start of the page is the skip button, the language chooser, then the form.
  for (let stops = 0; stops < 3; stops++) await page.keyboard.press('Tab');
  expect(await isFocused()).toBe(true);
  // React may hold back a commit of lazily loaded content for 300 ms.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  expect(await isFocused()).toBe(true);
});

describe('the heading has the focus and is in sight', () => {
  test('after each step, and after Back', async () => {
    const { page, parent } = await desktop('the heading after a step');
    await openLoan(page, testApp(), await loanWithStudents(testApp(), raman), 'student');
    await parent.isAtStudents();
    for (const visit of ['first', 'second']) {
      await button(page, 'Submit').focus();
      await page.keyboard.press('Enter');
      await parent.isAtApplicant({ opensSections: false });
      await showsHeading(page, `Applicant Details, ${visit} visit`);
      await page.evaluate(() => window.scrollTo(0, 1000));
      await page.goBack();
      await parent.isAtStudents();
      await showsHeading(page, `Student Details, ${visit} visit`);
    }
  });

  test('after re-entry by the address of a step', async () => {
    const { page, parent } = await desktop('the heading after re-entry');
    // The number must not end in '0001': the sandbox's provider would fail twice, with a retry after ten seconds.
    const mobile = '9000200011';
    const fixture = { ...raman, create: { ...raman.create, 'Mobile number': mobile } };
    const { loanId } = await loanWithStudents(testApp(), fixture);
    await page.goto(`${testApp().url}/loan/${loanId}/applications?api_key=${testApp().key}`);
    await button(page, messageText('app.reentry.send')).click();
    const password = messageText('app.reentry.otp');
    await control(page, password).waitFor();
    const { otp } = await passwordMessageTo(testApp(), mobile);
    await answer(page, password, otp);
    await page.keyboard.press('Enter');
    await parent.isAtApplicant({ opensSections: false });
    await showsHeading(page);
  });

  test("after 'Try again' where the application could not be opened", async () => {
    const { page, parent } = await desktop('the heading after a failed opening');
    const loan = await newLoan(testApp());
    testApp().faults.arm({ operation: 'getLoan', fault: 'refused', status: 500, times: 1000 });
    await openLoan(page, testApp(), loan, 'student');
    const again = button(page, messageText('app.tryAgain'));
    await again.waitFor();
    expect(await nothingHasFocus(page)).toBe(true);
    testApp().faults.disarmAll();
    await again.click();
    await parent.isAtStudents();
    await showsHeading(page);
  });
});

test('the first load of a page leaves the focus where it is', async () => {
  const { page, parent } = await desktop('no focus on the first load');
  await openLoan(page, testApp(), await newLoan(testApp()), 'student');
  await parent.isAtStudents();
  expect(await nothingHasFocus(page)).toBe(true);
  await page.reload();
  await parent.isAtStudents();
  expect(await nothingHasFocus(page)).toBe(true);
});

async function desktop(name: string) {
  const { page } = await desktopFor(await open(), name);
  return { page, parent: parentAt(page, testApp()) };
}

async function showsHeading(page: Page, visit = 'the step'): Promise<void> {
  await hasFocus(page.getByRole('heading', { level: 1 }));
  expect(await page.evaluate(() => window.scrollY), visit).toBe(0);
}

const nothingHasFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement === document.body);
