/** A customer's dashboard of loans. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { grievancePath } from '../../../domain/pages/legal.ts';
import { loanNumber } from '../../../domain/loan/loan-number.ts';
import type { MyLoan } from '../../../domain/values/wire.ts';
import { browserForFile } from '../../support/browser.ts';
import { myLoanStates } from '../states/my-loans.ts';
import { myLoan } from '../states/servicing-answers.ts';
import { describeAccessibility } from '../support/accessibility.ts';
import { answerCalls } from '../support/answers.ts';
import { ownLoan, passwordAfter, signInPastScreens } from '../support/customers.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { raman } from '../support/fixtures.ts';
import { answer, button, control, menu } from '../support/interactions.ts';
import { newLoan, submittedLoan } from '../support/loans.ts';
import { messageText } from '../support/message-text.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

describeAccessibility(
  myLoanStates,
  ['dashboard-empty', 'dashboard', 'applications', 'status-customer'],
  open,
  testApp,
);

test('a menu that is opened while the session is restored stays open', async () => {
  const { page } = await phoneFor(await open(), 'a menu before the dashboard');
  await signInPastScreens(page, testApp());
  testApp().hold('refreshSession');
  await page.goto(`${testApp().url}/app`);
  await menu(page).tap();
  testApp().letGo();
  const link = page.getByRole('link', { name: messageText('account.navigation.applications') });
  await link.tap();
  await hasFocus(page.getByRole('heading', { level: 1 }));
  await page.goBack();
  await page.getByText(messageText('account.next.start')).waitFor();
  expect(await link.isVisible()).toBe(false);
});

const currentStep = (page: Page) => page.locator('[data-state="current"]').first().innerText();

test('the dashboard shows the next act and the progress at every point of a loan', async () => {
  const { page } = await phoneFor(await open(), 'a dashboard through the life of a loan');
  const { mobile } = await signInPastScreens(page, testApp());
  const { loanId } = await submittedLoan(testApp(), raman);
  await ownLoan(testApp(), mobile, loanId);
  const url = 'https://lender.example/portal';
  await testApp().alter(loanId, { status: 'draft' });
  await page.goto(`${testApp().url}/app`);
  await page.getByText(/is not finished: go on where you stopped/).waitFor();
  expect(await currentStep(page)).toContain(messageText('account.state.draft'));
  expect(await page.locator('[data-state="done"]').count()).toBe(0);
  await button(page, messageText('account.start.new')).waitFor();

  await testApp().alter(loanId, { status: 'submitted' });
  await page.reload();
  await eventually(() => currentStep(page)).toContain(messageText('account.state.submitted'));

  await testApp().alter(loanId, { status: 'with_lender' });
  await page.reload();
  await page.getByText(/is being worked on/).waitFor();
  expect(await currentStep(page)).toContain(messageText('account.step.lender'));

  await testApp().alter(loanId, { status: 'approved', lenderResult: { status: 'APPROVED', url } });
  await page.reload();
  // The loan continues in the app, regardless of the lender's portal.
  await page.getByText(messageText('account.next.chooseOffer')).waitFor();
  expect(await currentStep(page)).toContain(messageText('account.state.chooseOffer'));
  const offers = page.getByRole('link', { name: messageText('account.next.chooseOffer.action') });
  expect(await offers.getAttribute('href')).toBe(accountPath('offers', loanId));
  expect(await page.locator(`[href="${url}"]`).count()).toBe(0);
  await page.getByText(raman.institution).first().waitFor();

  await testApp().alter(loanId, { status: 'rejected', lenderResult: { status: 'REJECTED' } });
  await page.reload();
  await page.getByText(messageText('account.next.none')).waitFor();
  await page.getByText(messageText('account.state.rejected')).waitFor();
  // A refused loan has no current step, and no instalment is due for it.
  expect(await page.getByText(messageText('account.fact.emi'), { exact: true }).count()).toBe(0);
  expect(await page.locator('.step-track').count()).toBe(0);

  await testApp().alter(loanId, { status: 'submitted', lenderResult: null });
  await testApp().ask(loanId, 'personal_details.father_name', {});
  await page.reload();
  await page.getByText(/The reviewer has a question/).waitFor();
});

test('a loan that was begun elsewhere leads to complaints once', async () => {
  const { page } = await phoneFor(await open(), 'complaints below the status of a customer’s loan');
  await myLoanStates['status-customer-screen'](page, testApp());
  expect(await page.getByRole('contentinfo').locator(`a[href="${grievancePath}"]`).count()).toBe(1);
});

test('a new application begins at its students, and is edited, viewed and completed from the dashboard', async () => {
  const { page } = await phoneFor(await open(), 'an application from the dashboard');
  const { mobile } = await signInPastScreens(page, testApp());
  await page.goto(`${testApp().url}/app`);
  await button(page, messageText('account.start.new')).click();
  await page.getByRole('heading', { level: 1, name: 'Student Details' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/app\/loan\/[^/]+\/student$/);
  await page.goto(`${testApp().url}/app`);
  await page.getByRole('link', { name: messageText('account.next.continue.action'), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Student Details' }).waitFor();

  const { loanId } = await submittedLoan(testApp(), raman);
  await testApp().alter(loanId, { status: 'pending', lenderResult: { status: 'PENDING' } });
  await ownLoan(testApp(), mobile, loanId);
  await page.goto(`${testApp().url}/app/applications`);
  const number = loanNumber(loanId);
  await page.getByRole('link', { name: `Pending documents ${number}` }).click();
  await page.getByRole('heading', { level: 1, name: messageText('document.title') }).waitFor();
  await page.getByText(messageText('document.requested.help')).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: `View ${number}` }).click();
  await eventually(() => new URL(page.url()).pathname).toBe(`/app/loan/${loanId}/applications`);
});

test('an application that was begun elsewhere with the number is added by its password', async () => {
  const { page } = await phoneFor(await open(), 'an application is claimed');
  const { mobile } = await signInPastScreens(page, testApp());
  const fixture = { ...raman, create: { ...raman.create, 'Mobile number': mobile } };
  await newLoan(testApp(), fixture);
  await page.goto(`${testApp().url}/app`);
  await button(page, messageText('account.claim.open')).click();
  await page.getByText(messageText('account.claim.intro')).waitFor();
  await button(page, messageText('account.otp.send')).click();
  await page.getByText(messageText('account.claim.sent')).waitFor();
  await answer(page, messageText('account.otp.label'), await passwordAfter(testApp(), mobile, 2));
  await button(page, messageText('account.claim.submit')).click();
  await page.getByText(/is not finished: go on where you stopped/).waitFor();
  expect(await page.getByText(messageText('account.claim.help')).count()).toBe(0);
});

test('the list of applications is sorted, filtered and paged by the server, at addresses of its own', async () => {
  const { page } = await desktopFor(await open(), 'a list of applications');
  const { mobile } = await signInPastScreens(page, testApp());
  const loans = await Promise.all(Array.from({ length: 11 }, () => newLoan(testApp(), raman)));
  for (const { loanId } of loans) await ownLoan(testApp(), mobile, loanId);
  await testApp().alter(loans[0]?.loanId ?? '', { status: 'rejected', orderValue: 30_000 });
  await page.goto(`${testApp().url}/app`);
  await page.getByRole('link', { name: 'All 11 applications' }).click();
  const headers = page.getByRole('columnheader');
  await eventually(() => headers.allInnerTexts()).toEqual([
    'Product',
    'Date',
    'Applicant No',
    'Loan Amount',
    'EMI Tenure',
    'Status',
    'Actions',
  ]);
  const rows = page.getByRole('row');
  expect(await rows.count()).toBe(11);
  await page.getByText('1 / 2').waitFor();
  await button(page, messageText('account.pages.next')).click();
  await page.getByText('2 / 2').waitFor();
  expect(await rows.count()).toBe(2);

  await control(page, messageText('account.column.status')).selectOption({ label: 'Completed' });
  await eventually(() => rows.count()).toBe(2);
  await page.getByRole('cell', { name: /₹30,000/ }).waitFor();
  // The outcome of the loan is shown in place of the name of the filter.
  await page.getByRole('cell', { name: /^Not granted by the lender$/ }).waitFor();
  expect(new URL(page.url()).search).toBe('?stage=completed');
  await page.goBack();
  await page.getByText('2 / 2').waitFor();
  await page.getByRole('columnheader', { name: 'Loan Amount' }).getByRole('button').click();
  await page.getByText('1 / 2').waitFor();
  expect(new URL(page.url()).search).toBe('?sort=applied_amount&order=asc');
});

test('the list shows the state of each loan, with the student before the loan number', async () => {
  const { page } = await phoneFor(await open(), 'applications as cards');
  await myLoanStates['applications-submitted'](page, testApp());
  const states = page.getByRole('row').locator('td:nth-child(6)');
  await eventually(() => states.allInnerTexts()).toEqual([
    'Being checked',
    expect.stringMatching(/^Being repaid\s+Next debit ₹6,300 on 5\sFeb 2027$/),
    'Cancelled',
    'Expired',
  ]);
  // A loan that has ended has no action left.
  expect(await page.getByRole('row').nth(3).getByRole('link').allInnerTexts()).toEqual([
    expect.stringMatching(/^View/),
  ]);
  const tops = await page
    .getByRole('row')
    .nth(1)
    .evaluate((row) =>
      // The row shows the student first, then the state, then the amounts.
      ['td:nth-child(1)', 'td:nth-child(6)', 'td:nth-child(3)', 'td:nth-child(4)'].map(
        (cell) => row.querySelector(cell)?.getBoundingClientRect().top ?? 0,
      ),
    );
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  // Cards are sorted by a list: there are no headers above them.
  expect(await page.getByRole('columnheader').getByRole('button').count()).toBe(0);
  const sort = control(page, messageText('account.applications.sort'));
  expect(await sort.inputValue()).toBe('date desc');
  await sort.selectOption({ label: 'Lowest amount first' });
  await eventually(() => new URL(page.url()).search).toBe('?sort=applied_amount&order=asc');
});

test('the current step of an approved loan is the task that it waits for', async () => {
  const { page } = await phoneFor(await open(), 'the tasks after an approval');
  await signInPastScreens(page, testApp());
  for (const [next, task] of [
    ['choose_offer', 'account.state.chooseOffer'],
    ['sign', 'account.state.sign'],
    ['kyc', 'account.state.kyc'],
    ['mandate', 'account.state.mandate'],
    ['pay_advance', 'account.state.payAdvance'],
    ['pay_fee', 'account.state.payAdvance'],
    ['wait', 'account.state.payingOut'],
    ['lender_portal', 'account.state.approved'],
  ] as const) {
    const loans = [{ ...myLoan, servicing_stage: null, next }];
    await answerCalls(page, { listMyLoans: { loans, page: 1, pages: 1, total: 1 } });
    await page.goto(`${testApp().url}/app`);
    await eventually(() => currentStep(page)).toContain(messageText(task));
  }
});

test('an application that no lender goes on with says why, in the list too, and leads to its form', async () => {
  const { page } = await phoneFor(await open(), 'an application that stands still');
  await signInPastScreens(page, testApp());
  for (const [next, sentence, state] of [
    ['correct', 'account.next.correct', 'account.state.notTaken'],
    ['submit_again', 'account.next.submitAgain', 'account.state.submitAgain'],
  ] as const) {
    const stopped: MyLoan = { ...myLoan, status: 'submitted', servicing_stage: null, next, editable: true };
    await answerCalls(page, { listMyLoans: { loans: [stopped], page: 1, pages: 1, total: 1 } });
    await page.goto(`${testApp().url}/app`);
    await page.getByText(messageText(sentence)).waitFor();
    await eventually(() => currentStep(page)).toContain(messageText(state));
    await page.goto(`${testApp().url}/app/applications`);
    await page.getByText(messageText(state)).first().waitFor();
    await page
      .getByRole('link', { name: messageText('account.action.edit') })
      .first()
      .waitFor();
  }
});

test('an accepted consent is shown once, with both texts', async () => {
  const { page } = await phoneFor(await open(), 'the agreements of an application');
  await myLoanStates.agreements(page, testApp());
  const card = page.getByRole('region', { name: new RegExp(`^${messageText('account.column.number')}`) });
  expect(await card.count()).toBe(1);
  await eventually(() =>
    card.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')).toSorted()),
  ).toEqual([expect.stringContaining('privacy'), expect.stringContaining('terms')]);
});

test('a quiet button is aligned with the heading above it', async () => {
  const { page } = await phoneFor(await open(), 'a quiet button');
  await myLoanStates['profile-mobile-change'](page, testApp());
  const left = (locator: ReturnType<typeof page.locator>) =>
    locator.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().left);
    });
  const cancel = button(page, messageText('account.cancel'));
  const heading = page.getByRole('region').filter({ has: cancel }).getByRole('heading').first();
  expect(await left(cancel)).toBe(await left(heading));
});
