/** The desk says this where something is not heard, refused, gone or in conflict. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Student } from '../../../domain/values/wire.ts';
import { browserForFile } from '../../support/browser.ts';
import {
  anotherReviewer,
  answer,
  answeredApplication,
  applicationWithReceipt,
  queryFixtures,
  reviewedApplication,
  demoReviewer,
  appendEntries,
  staffCall,
} from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { raman, withPanDigits } from '../support/fixtures.ts';
import { button, openMenu } from '../support/interactions.ts';
import { submittedLoan } from '../support/loans.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { shownText } from '../support/page-values.ts';
import { messageText } from '../support/message-text.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

/** The queries of an application by their fields. */
async function queryIds(loanId: string): Promise<Record<string, string>> {
  const { loan } = (await staffCall(testApp(), demoReviewer, `/review/applications/${loanId}`)) as {
    loan: { queries: { id: string; field: string }[] };
  };
  return Object.fromEntries(loan.queries.map(({ id, field }) => [field, id]));
}

test('a failed sign-in or sign-out is reported', async () => {
  const { page } = await phoneFor(await open(), 'troubles of signing in');
  const reviewer = reviewerAt(page, testApp());
  const { faults } = testApp();
  await reviewer.opensTheDesk();
  await reviewer.typesCredentials(demoReviewer);
  faults.arm({ operation: 'signIn', fault: 'cut', times: 1000 });
  await button(page, 'Sign in').click();
  await page.getByText(messageText('review.signIn.noResponse')).waitFor();
  faults.disarmAll();
  faults.arm({ operation: 'signIn', fault: 'refused', status: 429 });
  await button(page, 'Sign in').click();
  await page.getByText(messageText('review.signIn.lockedLong')).waitFor();
  await reviewer.signsIn();

  testApp().cutOff('signOut');
  await openMenu(page);
  await button(page, 'Sign out').click();
  const dialog = page.getByRole('alertdialog', { name: messageText('review.signOut.failed') });
  await dialog.getByText(messageText('review.signOut.failed.help')).waitFor();
  await button(dialog, 'OK').click();
  await reviewer.isAtTheQueue();
});

test('a part that does not load is reported in its place and can be requested again', async () => {
  const { page } = await desktopFor(await open(), 'troubles of reading');
  const { loanId } = await applicationWithReceipt(testApp());
  const reviewer = reviewerAt(page, testApp());
  testApp().cutOff('getTimeline');
  testApp().cutOff('addressOfContent');
  await reviewer.opensTheApplication(loanId);
  await page.getByText(messageText('review.timeline.failed')).waitFor();
  const failed = page.getByRole('alert').filter({ hasText: messageText('review.document.failed') });
  await failed.waitFor();
  testApp().faults.disarmAll();
  await button(failed, 'Try again').click();
  await page.locator('.review-document img').waitFor();

  testApp().cutOff('getApplication');
  await button(page.getByRole('region', { name: 'Timeline' }), 'Try again').click();
  await page.getByText(messageText('review.notReadAgain')).waitFor();
  await page.getByText(messageText('review.notReadAgain.help')).waitFor();
  testApp().faults.disarmAll();
  await button(page, 'Show the latest').click();
  await page.locator('.timeline-entry').first().waitFor();
});

test('a screen that throws shows a status page, and the flags survive the reload', async () => {
  const { page } = await desktopFor(await open(), 'the screen breaks');
  const { loanId } = await submittedLoan(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  await reviewer.flags('PAN number', 'Another reason', 'Please look again.');
  await page.route(`**/review/applications/${loanId}`, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue();
    const read = (await (await route.fetch()).json()) as { result: { loan: object } };
    read.result.loan = {};
    await route.fulfill({ json: read });
  });
  await page.reload();
  await page.getByText(messageText('review.broken.help')).waitFor();
  await page.unroute(`**/review/applications/${loanId}`);
  await button(page, 'Try again').click();
  expect(await reviewer.question('PAN number').getByLabel('Message').inputValue()).toBe('Please look again.');
});

test('a review that the server refuses can be sent again', async () => {
  const { page } = await desktopFor(await open(), 'sending is refused');
  const { loanId } = await submittedLoan(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  await reviewer.flags('PAN number', 'Another reason', 'Please look again.');
  testApp().faults.arm({
    operation: 'actOnApplication',
    fault: 'refused',
    status: 500,
    message: 'Out of order',
  });
  await reviewer.sendsBack();
  const dialog = page.getByRole('alertdialog', { name: messageText('review.notSent') });
  await dialog.getByText(`ERROR : ${messageText('refusal.failed')}`).waitFor();
  await button(dialog, messageText('review.notSent.again')).click();
  await page.getByText('Sent back with 1 question').waitFor();
  await page.getByText('Sent back. 1 question waits for an answer.').waitFor();
});

test('a review whose answer was lost is not sent twice', async () => {
  const { page } = await desktopFor(await open(), 'sending is lost');
  const { loanId } = await submittedLoan(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  await reviewer.flags('PAN number', 'Another reason', 'Please look again.');
  testApp().loseAnswersOf('actOnApplication');
  await reviewer.sendsBack();
  await button(page.getByRole('alertdialog'), messageText('review.push.close')).click();
  testApp().faults.disarmAll();
  await button(page, 'Send back').click();
  const dialog = page.getByRole('alertdialog', { name: messageText('review.conflict') });
  await dialog.getByText(messageText('review.conflict.none')).waitFor();
  await button(dialog, 'Look at the latest').click();
  await page.getByText('Asked, and waiting for an answer: Please look again.').waitFor();
  expect(Object.keys(await queryIds(loanId))).toEqual([queryFixtures.pan]);
});

describe('a push', () => {
  test('that the lender answers with an error is reported and can be repeated', async () => {
    const { page } = await desktopFor(await open(), 'the push fails');
    const { loanId } = await submittedLoan(testApp(), withPanDigits(raman, '0002', 'pushed@example.org'));
    const reviewer = reviewerAt(page, testApp());
    await reviewer.opensTheApplication(loanId);
    await button(page, 'Push to the lender').click();
    const asked = page.getByRole('dialog');
    await asked.getByText('4 required documents are missing', { exact: true }).waitFor();
    await asked.getByText(/^Of the 10 documents not given, these are required now/).waitFor();
    expect(await asked.getByRole('listitem').allTextContents()).toEqual([
      'Current address proof',
      'Pay slip, last month',
      'Pay slip, the month before',
      'Bank statement, last 3 months',
    ]);
    await button(asked, 'Push without 4 documents').waitFor();
    testApp().faults.arm({
      operation: 'pushApplication',
      fault: 'refused',
      status: 502,
      message: 'Out of order',
    });
    await button(page.getByRole('dialog'), /^Push/).click();
    const failed = page.getByRole('alertdialog', { name: messageText('review.push.failed') });
    await failed.getByText(`ERROR : ${messageText('refusal.provider')}`).waitFor();
    await button(failed, 'Push again').click();
    const answered = page.getByRole('dialog', { name: messageText('review.push.answered') });
    expect(await shownText(answered.locator('.push-result'))).toBe('Rejected');
    await button(answered, messageText('review.push.close')).click();
    await page.locator('.application-head .pill').getByText('Rejected').waitFor();
    expect(await page.getByRole('button', { name: /^Flag/ }).count()).toBe(0);
  });

  test('is not repeated once the lender has answered another push', async () => {
    const { page } = await desktopFor(await open(), 'the push meets a conflict');
    const { loanId } = await submittedLoan(testApp(), withPanDigits(raman, '0002', 'conflict@example.org'));
    const reviewer = reviewerAt(page, testApp());
    await reviewer.opensTheApplication(loanId);
    await button(page, 'Push to the lender').click();
    testApp().faults.arm({ operation: 'pushApplication', fault: 'timedOut' });
    testApp().hold('getApplication');
    await button(page.getByRole('dialog'), /^Push/).click();
    await button(page, 'Push again').click();
    await testApp().alter(loanId, { status: 'approved', lenderResult: { status: 'APPROVED' } });
    testApp().letGo();
    const dialog = page.getByRole('alertdialog', { name: messageText('review.conflict') });
    await dialog.getByText(messageText('review.conflict.none')).waitFor();
    await button(dialog, 'Look at the latest').click();
    await page.locator('.application-head .pill').getByText('Approved').waitFor();
    expect(await testApp().pushesOf(loanId)).toEqual([]);
  });
});

test('a queue that cannot be read does not show the results of another filter', async () => {
  const { page } = await desktopFor(await open(), 'the queue under another filter');
  const { loanId } = await submittedLoan(testApp(), withPanDigits(raman, '1234', 'filtered@example.org'));
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheDesk();
  await reviewer.signsIn();
  await reviewer.isAtTheQueue();
  const row = page.locator(`a[href*="${loanId}"]`).first();
  await row.waitFor();
  testApp().cutOff('searchApplications');
  await page.getByRole('link', { name: /^Sent back/ }).click();
  await button(page, 'Try again').waitFor();
  await looksAway(page);
  await button(page, 'Try again').waitFor();
  expect(await row.count()).toBe(0);
  testApp().faults.disarmAll();
  await page.getByRole('link', { name: /^To review/ }).click();
  await row.waitFor();
});

/** Switches to another tab of the browser and back. */
const looksAway = (page: Page) =>
  page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });

test('an orphaned flag of a deleted student is listed and can be removed', async () => {
  const { page } = await desktopFor(await open(), 'the student has gone');
  const loan = await submittedLoan(testApp());
  const [, second] = await testApp().studentsOf(loan.loanId);
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loan.loanId);
  await reviewer.flags('Student 2, Roll number', 'Another reason', 'Please give the roll number.');
  await testApp().saveStudents(loan, { 'el_details.deleted_students': [second?.id ?? ''] });
  await page.reload();
  const orphaned = page.getByRole('status').filter({ hasText: 'no longer in the application' });
  await orphaned.getByText('Please give the roll number.').waitFor();
  await button(orphaned, 'Remove flag').click();
  await orphaned.waitFor({ state: 'detached' });
});

test('consequences of an answer are shown separately, and the queue counts open and answered questions', async () => {
  const { page } = await desktopFor(await open(), 'what follows from an answer');
  const loan = await answeredApplication(testApp());
  const ids = await queryIds(loan.loanId);
  const [first] = await testApp().studentsOf(loan.loanId);
  const fee = `el_details.students.${first?.id}.annual_fee`;
  await reviewedApplication(testApp(), loan.loanId, {
    accept: [ids[queryFixtures.pan] ?? '', ids[queryFixtures.receipt] ?? ''],
    raise: [{ field: fee, reason: 'mismatch', message: 'The fee differs.' }],
  });
  await answer(testApp(), loan, { 'el_details.students': [{ ...(first as Student), annual_fee: 52_000 }] });
  const again = await queryIds(loan.loanId);
  await reviewedApplication(testApp(), loan.loanId, {
    ask_again: [
      { query_id: again[queryFixtures.father] ?? '', reason: 'incomplete', message: 'The whole name.' },
    ],
  });
  await appendEntries(testApp(), loan.loanId, [
    {
      by: 'applicant',
      act: 'field.changed',
      field: 'personal_details.address.residence.address_line_1',
      after: '2nd floor',
    },
  ]);

  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loan.loanId);
  expect(await shownText(reviewer.answer('Student 1, Annual fee').locator('.value-change').first())).toMatch(
    /₹51,000[\s\S]*₹52,000/,
  );
  const others = page.getByRole('region', { name: messageText('review.answers.others') });
  await others.getByText(messageText('review.answers.others.help')).waitFor();
  await others.getByText('₹1,45,350').waitFor();
  await reviewer.answer("Father's name").getByText(messageText('review.query.waiting')).waitFor();
  await page.getByText('Address line', { exact: false }).first().waitFor();

  await page.getByRole('link', { name: 'All applications' }).first().click();
  await page.getByRole('link', { name: /^Sent back/ }).click();
  const row = page.locator('.item').filter({ hasText: '1 answer' });
  await eventually(() => row.locator('.pill').allInnerTexts()).toEqual(['1 answer', '1 open question']);
});

test('a decision that another reviewer already made is not repeated', async () => {
  const { page } = await desktopFor(await open(), 'a decision was made already');
  const loan = await answeredApplication(testApp());
  const leela = await anotherReviewer(testApp(), 'Leela Nair');
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loan.loanId);
  await button(reviewer.answer('PAN number'), 'Accept').click();
  const ids = await queryIds(loan.loanId);
  await reviewedApplication(testApp(), loan.loanId, { accept: [ids[queryFixtures.pan] ?? ''] }, leela);
  await button(page, 'Look over and save').click();
  await button(page, 'Save').click();
  const dialog = page.getByRole('alertdialog', { name: messageText('review.conflict') });
  await dialog.getByText('Leela Nair accepted PAN number').waitFor();
  await button(dialog, 'Look at the latest').click();
  await reviewer.answer('PAN number').waitFor({ state: 'detached' });
});
