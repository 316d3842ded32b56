/** The plans of Applicant Details: the cost of each, and later states of the chosen one. */
import { describe, expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import type { Loan } from '../../domain/values/wire.ts';
import { raman, selvi, sharma } from '../e2e/support/fixtures.ts';
import { messageText } from '../e2e/support/message-text.ts';
import { RefusedAnswer } from '../support/answers.ts';
import { openLoan } from './support/app.tsx';
import { choosePlan, openForm, openPlans, plans } from './support/applicant.ts';
import {
  alert,
  answer,
  button,
  card,
  control,
  expectGone,
  expectShown,
  expectText,
  heading,
  openAncestorDetails,
} from './support/fields.ts';
import { loanWithStudents, submittedLoan } from './support/loans.ts';
import { masters } from './support/masters.ts';

const radio = (months: number): Locator =>
  plans().getByRole('radio', { name: new RegExp(`^${months} months`) });
const textOf = (at: Locator): string => (at.element() as HTMLElement).innerText;
const chosen = (text: string) => expectText(text, card('EMI Details').getByRole('button'));

describe('the plans', () => {
  test('show the cost of each, without those that are not offered', async () => {
    await openForm(loanWithStudents(raman));
    await openPlans();
    // 5 and 8 months are not offered: prices of unavailable plans are not shown.
    await expect.poll(() => plans().getByRole('radio').length).toBe(6);
    await expectGone(radio(5));
    await expectText(messageText('status.plan.ofLender'), plans());
    const row = (months: number) =>
      plans()
        .getBySelector('.plan-row')
        .filter({ hasText: `${months} months` });
    await expectText(messageText('status.plan.lowestCost'), row(3));
    await expectText(messageText('status.plan.lowestInstalment'), row(10));
    expect(plans().getByText(messageText('status.plan.lowestCost')).length).toBe(1);
    await expect.element(button('Take this plan', plans())).toBeDisabled();
    await radio(7).click();
    await button('Take this plan', plans()).click();
    // 144350 + 2.4 %, in 7 parts; 1.1 % and 100; one instalment ahead; 49.
    await chosen('7 months, ₹21,117 a month');
    await expectText('Total initial payment', card('EMI Details'));
    expect(textOf(card('EMI Details'))).toMatch(
      /Processing fee\s*₹1,688\s*Down payment\s*₹21,117\s*Membership fee\s*₹49\s*Total initial payment\s*₹22,854/,
    );
  });

  test('fit on the screen of a phone for comparison', async () => {
    await openForm(loanWithStudents(raman));
    await openPlans();
    await expectText('₹1,737 over the fees · 7.29% APR', plans());
    const rows = plans().getByRole('radio').elements();
    const { top } = button('Cancel', plans()).element().getBoundingClientRect();
    expect(rows).toHaveLength(6);
    expect(Math.max(...rows.map((row) => row.getBoundingClientRect().bottom))).toBeLessThan(top);
  });

  test('unfold what is paid now and later, and what the institution pays', async () => {
    await openForm(loanWithStudents(sharma));
    await openPlans();
    // 142839 in 6 parts, one of them ahead: 23806.5 each, and what is left for the last.
    await radio(6).click();
    await expectText('Pay ₹23,807 at the start, then 4 × ₹23,807 and a last ₹23,804.', plans());
    await expectText('The school pays ₹3,662 of the fees.', plans());
  });

  test('can be closed unchanged, and show the chosen one', async () => {
    const server = await openForm(submittedLoan(selvi), { listEmiOptions: 'none' });
    await openPlans();
    await button('Cancel', plans()).click();
    await expectGone(plans());
    await openPlans();
    await expectShown(plans());
    server.answer('listEmiOptions', masters.listEmiOptions ?? []);
    await expect.element(radio(3)).toBeChecked();
    await button('Cancel', plans()).click();
    await chosen('3 months, ₹6,667 a month');
  });

  test('show why they cannot be loaded', async () => {
    const server = await openLoan(loanWithStudents(selvi), 'applications', {
      listEmiOptions: new RefusedAnswer(400),
    });
    await expectShown(heading(`ERROR : ${messageText('refusal.invalid')}`));
    await expectShown(button(messageText('app.draft.reload'), alert()));
    await button('OK', alert()).click();
    server.answer('listEmiOptions', 'lost');
    await openPlans();
    await expectText(messageText('status.plan.noResponse'), alert());
    server.answer('listEmiOptions', masters.listEmiOptions ?? []);
    await button(messageText('app.tryAgain'), alert()).click();
    await expectShown(radio(3));
  });

  test('are calculated again when the fees change', async () => {
    await changeStudents('Annual fee', '30000', (loan) => (loan.el_details.order_value = 30000));
    await expectText(messageText('applicant.emi.recalculated'));
    await expectText('It was ₹6,667 a month and is ₹10,000 a month now.');
    await chosen('3 months, ₹10,000 a month');
  });

  test('are chosen again when the course has other plans', async () => {
    await changeStudents('Course', 'Any course', (loan) => (loan.el_details.course_id = 101));
    await expectText(messageText('applicant.emi.cleared'));
    expect(textOf(control('EMI tenure'))).toBe('Choose a plan');
    await choosePlan(6);
  });

  test('show a message for a course without plans', async () => {
    await openForm(undefined, { listEmiOptions: [] });
    await openPlans();
    await expectText(messageText('status.plan.none'));
  });
});

/** @param change made to the loan by the server when the students are saved */
async function changeStudents(label: string, typed: string, change: (loan: Loan) => void): Promise<void> {
  const saved = submittedLoan(selvi);
  change(saved);
  await openForm(submittedLoan(selvi), { saveStudents: saved });
  await button('Previous').click();
  await expectShown(card('Student 1'));
  await answer(label, typed);
  await button('Submit').click();
  await expectShown(heading('Applicant Details'));
  openAncestorDetails(await control('EMI tenure').findElement());
}
