/** A reviewer asks about a course or a fee: the plan is recalculated, declared again, and shown at the desk. */
import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { formatRupees } from '../../src/ui/money.tsx';
import { browserForFile } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { answer, button, card } from './support/interactions.ts';
import { queriedLoan } from './support/loans.ts';
import { followQuestion, openQueriedStep, studentFieldOf } from './support/questions.ts';
import { reviewerAt } from './support/reviewer.ts';
import { desktopFor } from './support/screens.ts';
import { formValues } from './support/page-values.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

test('another course opens its fees and the plan, which is calculated on what was typed', async () => {
  const loan = await queriedLoan(testApp(), {});
  const course = await studentFieldOf(testApp(), loan, 0, 'institution_course_id');
  await testApp().ask(loan.loanId, course, { message: 'Kavin is in another class.' });
  const { page, parent } = await openQueriedStep(
    [await open(), testApp()],
    'another course',
    loan,
    'student',
  );
  await page.getByText('Before: Class V').waitFor();
  await answer(card(page, 'Student 1'), 'Course', 'Class VI');
  await answer(card(page, 'Student 1'), 'Annual fee', '81000');
  const rows = await formValues(page);
  await button(page, 'Next').click();
  await parent.isAtApplicant();
  await page.reload();
  await parent.isAtApplicant();
  await page.getByText('The plan you had chosen is no longer offered. Please choose another one.').waitFor();
  await parent.choosesAPlan(6);
  const shown = await page.locator('.fact', { hasText: 'Fees to pay' }).innerText();
  await parent.declares();
  await parent.submits();
  await parent.verdict().waitFor();
  const saved = await testApp().loanOf(loan.loanId);
  expect(shown).toContain(formatRupees(saved.orderValue ?? 0));
  expect((await testApp().studentsOf(loan.loanId))[0]).toMatchObject({
    institution_course_id: saved.courseId,
    annual_fee: 81_000,
    otherfees: Number(rows[await studentFieldOf(testApp(), loan, 0, 'otherfees')]),
  });
  expect((await testApp().queriesOf(loan.loanId))[0]?.state).toBe('answered');
});

test('a raised fee says what the instalment becomes, is declared anew, and is read back at the desk', async () => {
  const loan = await queriedLoan(testApp(), {});
  const [first] = await testApp().studentsOf(loan.loanId);
  const fee = await studentFieldOf(testApp(), loan, 0, 'annual_fee');
  await testApp().ask(loan.loanId, fee, { message: 'The school asks for more.' });
  const { page, parent } = await openQueriedStep(
    [await open(), testApp()],
    'a raised fee',
    loan,
    'applications',
  );
  const bar = page.locator('.step-bar-summary');
  const declarations = page.getByRole('region', { name: 'Declarations' }).getByRole('checkbox');
  const perMonth = async () => /₹[\d,]+(?= a month)/.exec(await bar.innerText())?.[0] ?? '';
  await eventually(perMonth).not.toBe('');
  const before = await perMonth();
  expect(await checkedAndEnabled(declarations)).toEqual([
    [true, false],
    [true, false],
  ]);

  await followQuestion(page, /^Student 1: Annual fee/);
  await parent.isAtStudents();
  await answer(card(page, 'Student 1'), 'Annual fee', String((first?.annual_fee ?? 0) + 12_000));
  await button(page, 'Next').click();
  await parent.isAtApplicant();
  await page.getByText('The fees changed, so your plan was calculated again.').waitFor();
  const after = await perMonth();
  expect(after).not.toBe(before);
  await page.getByText(`It was ${before} a month and is ${after} a month now.`).waitFor();
  expect(await checkedAndEnabled(declarations)).toEqual([
    [false, true],
    [false, true],
  ]);
  await page.getByText('Tick both declarations to submit.').waitFor();
  expect(await button(page, 'Submit').getAttribute('aria-disabled')).toBe('true');

  // Another plan makes the instalment another one, which was not declared about.
  await parent.declares();
  await parent.choosesAPlan(9);
  expect(await checkedAndEnabled(declarations)).toEqual([
    [false, true],
    [false, true],
  ]);
  const submitted = await perMonth();
  await parent.declares();
  await parent.submits();
  await parent.verdict().waitFor();

  const desk = await desktopFor(await open(), 'a raised fee: the reviewer');
  const reviewer = reviewerAt(desk.page, testApp());
  await reviewer.opensTheApplication(loan.loanId);
  const changes = reviewer.answer('Student 1, Annual fee').locator('.value-change');
  await eventually(() => changes.count()).toBe(3);
  expect(await changes.allInnerTexts()).toEqual([
    expect.stringContaining(formatRupees((first?.annual_fee ?? 0) + 12_000)),
    expect.stringMatching(/EMI tenure[\s\S]*6 months[\s\S]*9 months/),
    expect.stringMatching(new RegExp(`Instalment a month[\\s\\S]*${before}[\\s\\S]*${submitted}`)),
  ]);
});

const checkedAndEnabled = (boxes: Locator): Promise<boolean[][]> =>
  boxes.evaluateAll((all) => (all as HTMLInputElement[]).map((one) => [one.checked, !one.disabled]));
