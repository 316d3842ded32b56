/** A reviewer's questions and decisions: flags that are sent back, and their answers, by mouse and by keyboard. */
import { beforeEach, expect, test } from 'vitest';
import { browserForFile } from '../../support/browser.ts';
import {
  answer,
  answeredApplication,
  applicationWithReceipt,
  queryFixtures,
  reviewedApplication,
  queriesOf,
  demoReviewer,
} from '../support/desk.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { raman, selvi, sharma, withPanDigits } from '../support/fixtures.ts';
import { button } from '../support/interactions.ts';
import { keyboardAt } from '../support/keyboard.ts';
import { submittedLoan } from '../support/loans.ts';
import { messageText } from '../support/message-text.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { shownText } from '../support/page-values.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

test('three flags are sent back with what the applicant will read', async () => {
  const { page, errors } = await desktopFor(await open(), 'three flags are sent back');
  const { loanId } = await applicationWithReceipt(testApp(), raman, { language: 'ta' });
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  await page.locator('.review-document img').waitFor();

  await reviewer.flags('PAN number', 'Differs from the documents');
  await reviewer.flags('Student 2, Roll number', 'Another reason', 'Please give the roll number.');
  await reviewer.flags('Fee Receipt', 'Cannot be read');
  const message = reviewer.question('PAN number').getByLabel('Message');
  await eventually(() => message.inputValue()).toMatch(/\p{Script=Tamil}/u);
  const readyMade = await message.inputValue();
  await page.reload();
  await eventually(() => message.inputValue()).toBe(readyMade);

  await reviewer.previews();
  const preview = page.getByRole('dialog');
  await preview.getByText('Please give the roll number.').waitFor();
  await preview.getByText('90000 00001').waitFor();
  await preview.getByText('meena.raman@example.org').waitFor();
  await button(page, 'Send back').dblclick();
  await page.getByText('Sent back with 3 questions').waitFor();
  await page.locator('.pill').getByText('Sent back').waitFor();

  const [yazhini] = (await testApp().studentsOf(loanId)).slice(1);
  expect(await queriesOf(testApp(), loanId)).toEqual([
    expect.objectContaining({ field: 'documents.fee_receipt', reason: 'unreadable', state: 'raised' }),
    expect.objectContaining({
      field: `el_details.students.${yazhini?.id}.student_roll_no`,
      message: 'Please give the roll number.',
    }),
    expect.objectContaining({ field: queryFixtures.pan, reason: 'mismatch', message: readyMade }),
  ]);
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('desk.');
  expect(errors).toEqual([]);
});

test('keys go from field to field, flag and send back, but not in inputs, under dialogs, or once turned off', async () => {
  const { page } = await desktopFor(await open(), 'the keys of the desk');
  const { loanId } = await applicationWithReceipt(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  const first = button(page, 'Flag Institution');
  const second = page.locator('.flag-button').nth(1);
  await first.waitFor();
  expect(await button(page, 'Preview and send back').getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('j');
  await hasFocus(first);
  await page.keyboard.press('j');
  await hasFocus(second);
  await page.keyboard.press('k');
  await hasFocus(first);
  await page.keyboard.press('f');
  const question = reviewer.question('Institution');
  await hasFocus(question.getByLabel('Reason'));
  await question.getByLabel('Reason').selectOption({ label: 'Another reason' });
  await question.getByLabel('Message').fill('');
  await question.getByLabel('Message').pressSequentially('just asks');
  expect(await question.getByLabel('Message').inputValue()).toBe('just asks');
  await first.focus();
  await page.keyboard.press('s');
  const preview = page.getByRole('dialog', { name: 'Send this back?' });
  await preview.getByText('just asks').waitFor();
  await page.keyboard.press('f');
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'detached' });
  await question.waitFor();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await help.getByRole('switch', { name: 'Use these keys' }).uncheck();
  await button(help, 'Close').click();
  await first.focus();
  await page.keyboard.press('j');
  await hasFocus(first);
});

test('a refusal of the server is shown at its question', async () => {
  const { page } = await desktopFor(await open(), 'a refused question');
  const { loanId } = await submittedLoan(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  await reviewer.flags('PAN number', 'Another reason', 'Please look again.');
  await page.route('**/acts', (route) =>
    route.fulfill({
      status: 400,
      json: {
        success: false,
        message: 'Refused',
        errors: [
          { field: 'raise.0.message', code: 'common.error.tooLong', values: { maximum: 1000 }, message: '' },
        ],
      },
    }),
  );
  await reviewer.sendsBack();
  await page.getByRole('link', { name: 'PAN number: Please use at most 1000 characters' }).click();
  await hasFocus(reviewer.question('PAN number').getByLabel('Message'));
});

test('old and new answers are shown together, and accepted or asked again in one act', async () => {
  const { page, errors } = await desktopFor(await open(), 'answers');
  const loan = await answeredApplication(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loan.loanId);
  const [pan, father, receipt] = ['PAN number', "Father's name", 'Fee Receipt'].map(reviewer.answer);
  if (!pan || !father || !receipt) throw new Error('There are three answers');
  expect(await page.locator('.answer h2').allInnerTexts()).toEqual([
    'Fee Receipt',
    'PAN number',
    "Father's name",
  ]);
  expect(await shownText(pan.locator('.value-change'))).toMatch(/ABCPR1234K[\s\S]*ABCPR1234Z/);
  await father.getByText('This is how it is written everywhere.').waitFor();
  await receipt.locator('img').nth(1).waitFor();
  await button(page, 'Push to the lender').click();
  await page.getByText('3 answers are not accepted yet.').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: messageText('review.push.cancel') })
    .click();

  await button(pan, 'Accept').click();
  await button(receipt, 'Accept').click();
  await button(father, 'Ask again').click();
  await reviewer.question("Father's name").getByLabel('Reason').selectOption({ label: 'Incomplete' });
  await page.getByText('2 accepted, 1 asked again').waitFor();
  await reviewer.sendsBack();
  await page.getByText('Sent back with 1 question').waitFor();
  expect(
    (await queriesOf(testApp(), loan.loanId)).map(({ field, state, round }) => [field, round, state]),
  ).toEqual([
    [queryFixtures.receipt, 1, 'accepted'],
    [queryFixtures.father, 1, 'asked_again'],
    [queryFixtures.father, 2, 'raised'],
    [queryFixtures.pan, 1, 'accepted'],
  ]);

  await answer(testApp(), loan, { [queryFixtures.father]: 'Raman Pillai Senior' });
  await page.reload();
  await father.getByText('Round 2').waitFor();
  await button(father, 'Accept').click();
  await button(page, 'Look over and save').click();
  await button(page, 'Save').click();
  await page.getByText('1 decision is saved').waitFor();
  expect(errors).toEqual([]);
});

test('an open question is withdrawn', async () => {
  const { page } = await phoneFor(await open(), 'a question is withdrawn');
  const loan = await applicationWithReceipt(testApp());
  await reviewedApplication(testApp(), loan.loanId, {
    raise: [
      { field: queryFixtures.pan, reason: 'mismatch', message: 'The PAN differs.' },
      { field: queryFixtures.father, reason: 'unclear', message: 'The full name?' },
    ],
  });
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loan.loanId);
  await page.getByText('Asked, and waiting for an answer: The PAN differs.').waitFor();
  const pan = page.locator('.fact-field', { hasText: 'The PAN differs.' });
  await button(pan, 'Withdraw the question').click();
  await button(pan, 'Keep the question').click();
  await button(pan, 'Withdraw the question').click();
  await button(page, 'Look over and save').click();
  await page.getByText('1 question is withdrawn.').waitFor();
  await button(page, 'Save').click();
  await page.getByText('1 decision is saved').waitFor();
  expect((await queriesOf(testApp(), loan.loanId)).map(({ field, state }) => [field, state])).toEqual([
    [queryFixtures.father, 'raised'],
    [queryFixtures.pan, 'withdrawn'],
  ]);
});

test('the keyboard alone leads from sign-in to sending back', async () => {
  const { page } = await desktopFor(await open(), 'the keyboard at the desk');
  const loan = await submittedLoan(testApp(), withPanDigits(sharma, '1234', 'keys@example.org'));
  await testApp().alter(loan.loanId, { submittedAt: new Date(0), personalDetails: { name: 'Key Board' } });
  const { loanId } = await submittedLoan(testApp(), selvi);
  await testApp().alter(loanId, { submittedAt: new Date(1000) });
  const keyboard = keyboardAt(page);
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheDesk();
  await button(page, 'Sign in').waitFor();
  await keyboard.answers('Email', demoReviewer.email);
  await keyboard.answers('Password', demoReviewer.password);
  await page.keyboard.press('Enter');
  await reviewer.isAtTheQueue();
  await page.locator('.item-link').nth(1).waitFor();
  await keyboard.presses('செல்வி முருகன்');
  await reviewer.isAtTheApplication();

  await keyboard.presses('Flag PAN number');
  await keyboard.goesTo('Reason');
  await page.keyboard.type('Another');
  await keyboard.goesTo('Message');
  await page.keyboard.type('Please look again.');
  await keyboard.presses('Preview and send back');
  await page.getByRole('dialog').waitFor();
  await keyboard.presses('Send back');
  await page.getByText('Sent back with 1 question').waitFor();
  expect(await queriesOf(testApp(), loanId)).toMatchObject([
    { field: queryFixtures.pan, message: 'Please look again.' },
  ]);
});
