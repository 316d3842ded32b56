/** The messages after Submit: the wait, errors, the lender's answer, the success screen (sections 2, 4, 8). */
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import { browserForFile } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { button } from './support/interactions.ts';
import { openLoan, submittedLoan } from './support/loans.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

describe('after Submit', () => {
  test('the waiting message is shown and cannot be closed by accident', async () => {
    const { page, parent } = await form('the wait is told', { hasClock: true });
    testApp().hold('saveApplication');
    await parent.submits();
    await page.getByText(messageText('status.saving')).waitFor();
    testApp().letGo('createOnLender');
    // The four take turns until the answer is there.
    for (const id of [1, 2, 3, 4, 1] as const) {
      await page
        .locator('[aria-hidden="true"]')
        .getByText(messageText(`status.waiting.${id}`))
        .waitFor();
      await page.clock.runFor(limits.waitingMessageMs);
    }
    // The time passes as on a phone that was locked.
    await page.clock.fastForward(60_000);
    const seconds = async () => Number(/\d+/.exec(await page.locator('.waiting-steps').innerText())?.[0]);
    await eventually(seconds).toBeGreaterThanOrEqual(70);
    await page.getByText(messageText('status.waiting.leave')).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(messageText('status.waiting.leave')).first().waitFor();
    testApp().letGo();
    await parent.verdict().waitFor();
  });

  test('a missing answer is reported, and another Submit is safe', async () => {
    const { page, parent, loanId } = await form('no answer reaches the parent');
    testApp().loseAnswersOf('createOnLender');
    await parent.submits();
    await alert(page)
      .getByRole('heading', { name: messageText('status.noResponse') })
      .waitFor();
    await alert(page).getByText(messageText('status.noResponse.help')).waitFor();
    testApp().faults.disarmAll();
    await button(alert(page), 'Submit').click();
    await parent.verdict().waitFor();
    expect((await testApp().booksOf(loanId)).map(({ calls }) => calls)).toEqual([1]);
  });
});

const alert = (page: Page): Locator => page.getByRole('alertdialog');

/** Applicant Details as they were sent before, ready to be submitted again. */
async function form(name: string, { hasClock = false } = {}) {
  const loan = await submittedLoan(testApp());
  const { page } = await phoneFor(await open(), name);
  if (hasClock) await page.clock.install();
  const parent = parentAt(page, testApp());
  await openLoan(page, testApp(), loan, 'applications');
  await parent.isAtApplicant();
  await parent.declares();
  return { page, parent, loanId: loan.loanId };
}
