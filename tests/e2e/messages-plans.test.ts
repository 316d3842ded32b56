/** The plans of Applicant Details: what each costs, and what becomes of the chosen one. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { applicantForms } from './support/applicant-form.ts';
import { eventually } from './support/eventually.ts';
import { raman, selvi, sharma } from './support/fixtures.ts';
import { answer, button, card, control, openAncestorDetails } from './support/interactions.ts';
import { loanWithStudents, openLoan, submittedLoan } from './support/loans.ts';
import { phoneFor } from './support/screens.ts';
import { shownText } from './support/page-values.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();
const { form, formOf } = applicantForms(open, testApp);

beforeEach(() => testApp().faults.disarmAll());

describe('the plans', () => {
  test('show what each costs, without those that are not offered', async () => {
    const { page } = await form('the plans show what they cost', raman);
    await control(page, 'EMI tenure').click();
    const plans = page.getByRole('dialog', { name: 'Choose a plan' });
    // 5 and 8 months are not offered: no price is shown that nobody can have.
    await eventually(() =>
      plans
        .getByRole('radio')
        .all()
        .then(({ length }) => length),
    ).toBe(6);
    expect(await plans.getByRole('radio', { name: /^5 months/ }).count()).toBe(0);
    await plans.getByText(messageText('status.plan.ofLender')).waitFor();
    const row = (months: number) => plans.locator('.radio-row').filter({ hasText: `${months} months` });
    await row(3).getByText(messageText('status.plan.lowestCost')).waitFor();
    await row(10).getByText(messageText('status.plan.lowestInstalment')).waitFor();
    expect(await plans.getByText(messageText('status.plan.lowestCost')).count()).toBe(1);
    expect(await button(plans, 'Take this plan').isDisabled()).toBe(true);
    await plans.getByRole('radio', { name: /^7 months/ }).check();
    await button(plans, 'Take this plan').click();
    // 144350 + 2.4 %, in 7 parts; 1.1 % and 100; one instalment ahead; 49.
    const section = card(page, 'EMI Details');
    await section.getByRole('button').getByText('7 months, ₹21,117 a month').waitFor();
    await section.getByText('Total initial payment').waitFor();
    expect(await shownText(section)).toMatch(
      /Processing fee\s*₹1,688\s*Down payment\s*₹21,117\s*Membership fee\s*₹49\s*Total initial payment\s*₹22,854/,
    );
  });

  test('stand together on the screen of a phone, to be compared', async () => {
    const { page } = await form('the plans are compared on a phone', raman);
    await control(page, 'EMI tenure').click();
    const plans = page.getByRole('dialog', { name: 'Choose a plan' });
    await plans.getByText('₹1,737 over the fees · 7.29% APR').waitFor();
    const rows = await Promise.all((await plans.getByRole('radio').all()).map((row) => row.boundingBox()));
    const buttons = await button(plans, 'Cancel').boundingBox();
    expect(rows).toHaveLength(6);
    expect(Math.max(...rows.map((row) => (row ? row.y + row.height : Infinity)))).toBeLessThan(
      buttons?.y ?? 0,
    );
  });

  test('unfold what is paid now and later, and what the institution pays', async () => {
    const { page } = await form('a plan unfolds', sharma);
    await control(page, 'EMI tenure').click();
    const plans = page.getByRole('dialog', { name: 'Choose a plan' });
    // 142839 in 6 parts, one of them ahead: 23806.5 each, and what is left for the last.
    await plans.getByRole('radio', { name: /^6 months/ }).check();
    await plans.getByText('Pay ₹23,807 now, then 4 × ₹23,807 and a last ₹23,804.').waitFor();
    await plans.getByText('The school pays ₹3,662 of the fees.').waitFor();
  });

  test('can be left as they were, and show the one that is chosen', async () => {
    const { page } = await sent('the plans are left');
    testApp().hold('listEmiOptions');
    await page.reload();
    await openAncestorDetails(control(page, 'EMI tenure'));
    await control(page, 'EMI tenure').click();
    const plans = page.getByRole('dialog', { name: 'Choose a plan' });
    await button(plans, 'Cancel').click();
    await plans.waitFor({ state: 'detached' });
    await control(page, 'EMI tenure').click();
    await plans.waitFor();
    testApp().letGo();
    await eventually(() => plans.getByRole('radio', { name: /^3 months/ }).isChecked()).toBe(true);
    await button(plans, 'Cancel').click();
    await card(page, 'EMI Details').getByRole('button').getByText('3 months, ₹6,667 a month').waitFor();
  });

  test('tell why they cannot be shown', async () => {
    const loan = await loanWithStudents(testApp(), selvi);
    testApp().faults.arm({
      operation: 'listEmiOptions',
      fault: 'refused',
      message: 'No plans tonight',
    });
    const { page } = await phoneFor(await open(), 'the plans are refused');
    await openLoan(page, testApp(), loan, 'applications');
    await alert(page)
      .getByRole('heading', { name: `ERROR : ${messageText('refusal.invalid')}` })
      .waitFor();
    await button(alert(page), messageText('app.draft.reload')).waitFor();
    await button(alert(page), 'OK').click();
    testApp().cutOff('listEmiOptions');
    await openAncestorDetails(control(page, 'EMI tenure'));
    await control(page, 'EMI tenure').click();
    await alert(page).getByText(messageText('status.plan.noResponse')).waitFor();
    testApp().faults.disarmAll();
    await button(alert(page), messageText('app.tryAgain')).click();
    await page.getByRole('radio', { name: /^3 months/ }).waitFor();
  });

  test('are calculated again when the fees change', async () => {
    const { page, parent } = await sent('the plans are calculated again');
    await button(page, 'Previous').click();
    await parent.isAtStudents();
    await answer(page, 'Annual fee', '30000');
    await parent.savesTheStudents();
    await page.getByText(messageText('applicant.emi.recalculated')).waitFor();
    await page.getByText('It was ₹6,667 a month and is ₹10,000 a month now.').waitFor();
    await card(page, 'EMI Details').getByRole('button').getByText('3 months, ₹10,000 a month').waitFor();
  });

  test('are chosen again when the course has others', async () => {
    const { page, parent } = await sent('the plans are cleared');
    await button(page, 'Previous').click();
    await parent.isAtStudents();
    await answer(page, 'Course', 'Any course');
    await parent.savesTheStudents();
    await page.getByText(messageText('applicant.emi.cleared')).waitFor();
    expect(await shownText(control(page, 'EMI tenure'))).toBe('Choose a plan');
    await parent.choosesAPlan(6);
  });

  test('are none for a course that has none yet', async () => {
    await testApp().withoutPlans(102, async () => {
      const { page } = await form('there are no plans');
      await control(page, 'EMI tenure').click();
      await page.getByText(messageText('status.plan.none')).waitFor();
    });
  });
});

const alert = (page: Page) => page.getByRole('alertdialog');

const sent = async (name: string) => formOf(name, await submittedLoan(testApp(), selvi));
