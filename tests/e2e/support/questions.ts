/** A reviewer's questions, one at a time. */
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { button } from './interactions.ts';
import { openLoan } from './loans.ts';
import { parentAt } from './parent.ts';
import { phoneFor } from './screens.ts';
import type { CreatedLoan, TestApp } from './test-app.ts';
import type { TestBrowser } from '../../support/browser.ts';

/** The panel on top of a step, with the list of the questions. */
export const questions = (page: Page): Locator => page.locator('.query-summary');

/** Goes to a question by its link in the list, which may be folded. */
export async function followQuestion(page: Page, name: string | RegExp): Promise<void> {
  const link = questions(page).getByRole('link', { name });
  if (!(await link.isVisible())) await questions(page).locator('summary').click();
  await link.click();
}

/** Passes the questions of Applicant Details, to the review where Submit is. */
export async function passQuestions(page: Page): Promise<void> {
  const next = button(page, /^(Next|Check and send)$/);
  const submit = button(page, 'Submit');
  for (;;) {
    await next.or(submit).first().waitFor();
    if (await submit.isVisible()) return;
    await next.click();
  }
}

/** Passes what is left of the questions of Student Details, to Applicant Details. */
export async function leaveStudents(page: Page): Promise<void> {
  const isThere = () => /\/student$/.test(new URL(page.url()).pathname);
  const shown = async () => (await page.locator('.query-count').allInnerTexts()).join();
  while (isThere()) {
    const before = await shown();
    await button(page, 'Next').click();
    await eventually(async () => !isThere() || (await shown()) !== before).toBe(true);
  }
}

/** Opens a step of an application about which a reviewer asks, on a phone. @param name of its pictures */
export async function openQueriedStep(
  [browser, testApp]: [TestBrowser, TestApp],
  name: string,
  loan: CreatedLoan,
  step: 'student' | 'applications',
): Promise<{ page: Page; parent: ReturnType<typeof parentAt> }> {
  const { page } = await phoneFor(browser, name);
  const parent = parentAt(page, testApp);
  await openLoan(page, testApp, loan, step);
  if (step === 'student') await parent.isAtStudents();
  else await parent.isAtApplicant();
  return { page, parent };
}

/** Returns the name of a student's field in queries. */
export async function studentFieldOf(
  testApp: TestApp,
  { loanId }: CreatedLoan,
  index: number,
  field: string,
): Promise<string> {
  return `el_details.students.${(await testApp.studentsOf(loanId))[index]?.id}.${field}`;
}
