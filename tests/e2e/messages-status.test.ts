/** What is told after Submit: the wait, what went wrong, the lender's answer, the success screen (sections 2, 4, 8). */
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { LoanStatus } from '../../domain/wire.ts';
import { browserForFile } from '../support/browser.ts';
import { raman } from './support/families.ts';
import { button, control } from './support/hands.ts';
import { answeredLoan, openLoan, submittedLoan } from './support/loans.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { summaryOf } from './support/told.ts';
import { words } from './support/words.ts';
import { supportPhone, worldForFile } from './support/world.ts';

const open = browserForFile();
const world = worldForFile();

beforeEach(() => world().faults.disarmAll());

describe('after Submit', () => {
  test('the wait is told, and cannot be closed by accident', async () => {
    const { page, parent } = await form('the wait is told');
    world().hold('saveApplication');
    await parent.submits();
    await page.getByText(words('status.saving')).waitFor();
    world().letGo('createOnLender');
    await page.getByText(words('status.waiting.keepOpen')).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(words('status.waiting.keepOpen')).first().waitFor();
    world().letGo();
    await parent.verdict().waitFor();
  });

  test('an answer that does not come is told, and Submit again is safe', async () => {
    const { page, parent, loanId } = await form('no answer reaches the parent');
    world().loseAnswersOf('createOnLender');
    await parent.submits();
    await alert(page)
      .getByRole('heading', { name: words('status.unheard') })
      .waitFor();
    await alert(page).getByText(words('status.unheard.help')).waitFor();
    world().faults.disarmAll();
    await button(alert(page), 'Submit').click();
    await parent.verdict().waitFor();
    expect((await world().booksOf(loanId)).map(({ calls }) => calls)).toEqual([1]);
  });

  test('an application that the server refuses is told, and where', async () => {
    const { page, parent } = await form('the application is refused');
    await world().offerPlan(raman.seeded.tenure, false);
    onTestFinished(() => world().offerPlan(raman.seeded.tenure, true));
    await parent.submits();
    await alert(page)
      .getByRole('heading', { name: words('status.refused.fields') })
      .waitFor();
    await alert(page).getByText(words('status.refused.help')).waitFor();
    await button(alert(page), 'OK').click();
    expect(await summaryOf(page)).toEqual(['Please check 1 answer', 'Please enter an EMI tenure']);
  });

  test('any other refusal is told in its own words', async () => {
    const { page, parent } = await form('the application is refused as a whole');
    world().faults.arm({
      operation: 'saveApplication',
      fault: 'refused',
      message: 'Not this way',
    });
    await parent.submits();
    await alert(page).getByRole('heading', { name: 'Not this way' }).waitFor();
    await button(alert(page), 'OK').click();
    expect(await control(page, 'PAN number').inputValue()).toBe('ABCPR1234K');
  });
});

describe('the success screen', () => {
  test.each<[LoanStatus, string[]]>([
    ['approved', [words('status.success.approved'), 'LOAN_ID']],
    [
      'pending',
      [
        words('status.success.pending'),
        words('status.success.pending.help'),
        words('status.success.phone', { phone: supportPhone }),
      ],
    ],
    ['rejected', [words('status.success.rejected'), words('status.success.rejected.help')]],
    ['in_progress', [words('status.success.review'), words('status.success.review.help')]],
    ['under_review', [words('status.success.review')]],
  ])('says what became of the loan: %s', async (status, told) => {
    const loan = await answeredLoan(world(), status, {
      status: status.toUpperCase(),
    });
    const { page } = await phoneFor(await open(), `the success screen says ${status}`);
    await openLoan(page, world(), loan, 'success');
    for (const text of told) await page.getByText(text.replace('LOAN_ID', loan.loanId)).waitFor();
    expect(await page.title()).toBe(`${words('app.title.success')} · Feepath`);
    await button(page, 'Go to Dashboard').click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  test('is not there before the lender has answered', async () => {
    const loan = await submittedLoan(world());
    const { page } = await phoneFor(await open(), 'the success screen is too early');
    await openLoan(page, world(), loan, 'success');
    await page.waitForURL(/\/student(\?|$)/);
  });
});

const alert = (page: Page): Locator => page.getByRole('alertdialog');

/** Applicant Details as they were sent before, ready to be submitted again. */
async function form(name: string) {
  const loan = await submittedLoan(world());
  const { page } = await phoneFor(await open(), name);
  const parent = parentAt(page, world());
  await openLoan(page, world(), loan, 'applications');
  await parent.isAtApplicant();
  await parent.declares();
  return { page, parent, loanId: loan.loanId };
}
