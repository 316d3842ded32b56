/** Two reviewers at one application, and sessions that end during a review. */
import { beforeEach, describe, expect, test } from 'vitest';
import { browserForFile } from '../../support/browser.ts';
import {
  anotherReviewer,
  applicationWithReceipt,
  queryFixtures,
  reviewedApplication,
  applicationPath,
  queriesOf,
  demoReviewer,
  endSessions,
  staffCall,
} from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { button } from '../support/interactions.ts';
import { submittedLoan } from '../support/loans.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { messageText } from '../support/message-text.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

describe('two reviewers', () => {
  test('cannot overwrite each other: the slower one sees who was faster and sends after a look', async () => {
    const { page } = await desktopFor(await open(), 'two reviewers');
    const { loanId } = await applicationWithReceipt(testApp());
    const leela = await anotherReviewer(testApp(), 'Leela Nair');
    const reviewer = reviewerAt(page, testApp());
    await reviewer.opensTheApplication(loanId);
    await reviewer.flags('PAN number', 'Differs from the documents');
    await reviewer.flags('Bank account number', 'Unclear');
    await reviewedApplication(
      testApp(),
      loanId,
      { raise: [{ field: queryFixtures.bank, reason: 'mismatch', message: 'Another number.' }] },
      leela,
    );
    await reviewer.sendsBack();
    const dialog = page.getByRole('alertdialog', { name: messageText('review.conflict') });
    await dialog.getByText('Leela Nair asked about Bank account number').waitFor();
    await button(dialog, 'Look at the latest').click();

    await button(page, 'Preview and send back').click();
    await page
      .getByRole('link', { name: `Bank account number: ${messageText('review.error.alreadyAsked')}` })
      .waitFor();
    await button(
      page.locator('.fact-field', { has: reviewer.question('Bank account number') }),
      'Remove flag',
    ).click();
    await reviewer.sendsBack();
    await page.getByText('Sent back with 1 question').waitFor();
    expect(await queriesOf(testApp(), loanId)).toEqual([
      expect.objectContaining({ field: queryFixtures.bank, message: 'Another number.', state: 'raised' }),
      expect.objectContaining({ field: queryFixtures.pan, state: 'raised' }),
    ]);
  });

  test('each see that the other is there', async () => {
    const { page } = await phoneFor(await open(), 'the other reviewer');
    const { loanId } = await submittedLoan(testApp());
    const leela = await anotherReviewer(testApp(), 'Leela Nair');
    await staffCall(testApp(), leela, `${applicationPath(loanId)}/presence`, {});
    const reviewer = reviewerAt(page, testApp());
    await reviewer.opensTheApplication(loanId);
    await page.getByText('Leela Nair has this open too').waitFor();
    await eventually(
      async () => (await staffCall(testApp(), leela, applicationPath(loanId))).viewers,
    ).toMatchObject([{ name: demoReviewer.name }]);
  });
});

test('a session that ends in the middle loses nothing, and the work goes on', async () => {
  const { page } = await desktopFor(await open(), 'the session ends');
  const { loanId } = await submittedLoan(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  await reviewer.flags('PAN number', 'Another reason', 'Please look again.');
  await endSessions(testApp());
  await reviewer.sendsBack();
  const again = page.getByRole('dialog', { name: messageText('review.signIn.again') });
  await again.waitFor();
  await page.keyboard.press('Escape');
  await again.getByLabel('Password').fill(demoReviewer.password);
  await button(again, 'Sign in').click();
  await page.getByText('Sent back with 1 question').waitFor();
  expect(await queriesOf(testApp(), loanId)).toMatchObject([
    { message: 'Please look again.', state: 'raised' },
  ]);
});

test('the draft of one reviewer is not continued by the sign-in of another', async () => {
  const { page } = await desktopFor(await open(), 'another reviewer signs in');
  const { loanId } = await submittedLoan(testApp());
  const leela = await anotherReviewer(testApp(), 'Leela Nair');
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  await reviewer.flags('PAN number', 'Another reason', 'Please look again.');
  await endSessions(testApp());
  await reviewer.sendsBack();
  const again = page.getByRole('dialog', { name: messageText('review.signIn.again') });
  await again.getByLabel('Email').fill(leela.email);
  await again.getByLabel('Password').fill(leela.password);
  await button(again, 'Sign in').click();
  await page.getByText('Leela Nair', { exact: true }).waitFor();
  await button(page, 'Flag PAN number').waitFor();
  expect(await page.getByRole('button', { name: /^Flag/, pressed: true }).count()).toBe(0);
  expect(await queriesOf(testApp(), loanId)).toEqual([]);
});
