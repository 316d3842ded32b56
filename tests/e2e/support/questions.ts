/** What a reviewer asks, one question at a time. */
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { button } from './interactions.ts';

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
