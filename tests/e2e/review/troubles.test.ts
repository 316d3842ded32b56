/** What the desk says where something is not heard, refused, gone or overtaken. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Student } from '../../../domain/wire.ts';
import { browserForFile } from '../../support/browser.ts';
import {
  anotherReviewer,
  answer,
  answeredApplication,
  applicationWithReceipt,
  asked,
  decided,
  demoReviewer,
  noted,
  staffCall,
} from '../support/desk.ts';
import { raman, withPanDigits } from '../support/families.ts';
import { button } from '../support/hands.ts';
import { submittedLoan } from '../support/loans.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { shownText } from '../support/told.ts';
import { words } from '../support/words.ts';
import { worldForFile } from '../support/world.ts';

const open = browserForFile();
const world = worldForFile();

beforeEach(() => world().faults.disarmAll());

/** The queries of an application by their fields. */
async function queryIds(loanId: string): Promise<Record<string, string>> {
  const { loan } = (await staffCall(world(), demoReviewer, `/review/applications/${loanId}`)) as {
    loan: { queries: { id: string; field: string }[] };
  };
  return Object.fromEntries(loan.queries.map(({ id, field }) => [field, id]));
}

test('sign-in and sign-out say what became of them', async () => {
  const { page } = await phoneFor(await open(), 'troubles of signing in');
  const reviewer = reviewerAt(page, world());
  const { faults } = world();
  await reviewer.opensTheDesk();
  await reviewer.typesCredentials(demoReviewer);
  faults.arm({ operation: 'signIn', fault: 'cut', times: 1000 });
  await button(page, 'Sign in').click();
  await page.getByText(words('review.signIn.unheard')).waitFor();
  faults.disarmAll();
  faults.arm({ operation: 'signIn', fault: 'refused', status: 429 });
  await button(page, 'Sign in').click();
  await page.getByText(words('review.signIn.lockedLong')).waitFor();
  await reviewer.signsIn();

  world().cutOff('signOut');
  await button(page, 'Sign out').click();
  const told = page.getByRole('alertdialog', { name: words('review.signOut.failed') });
  await told.getByText(words('review.signOut.failed.help')).waitFor();
  await button(told, 'OK').click();
  await reviewer.isAtTheQueue();
});

test('what does not come says so where it would stand, and is asked for again', async () => {
  const { page } = await desktopFor(await open(), 'troubles of reading');
  const { loanId } = await applicationWithReceipt(world());
  const reviewer = reviewerAt(page, world());
  world().cutOff('getTimeline');
  world().cutOff('addressOfContent');
  await reviewer.opensTheApplication(loanId);
  await page.getByText(words('review.timeline.failed')).waitFor();
  const failed = page.getByRole('alert').filter({ hasText: words('review.document.failed') });
  await failed.waitFor();
  world().faults.disarmAll();
  await button(failed, 'Try again').click();
  await page.locator('.document img').waitFor();

  world().cutOff('getApplication');
  await button(page.getByRole('region', { name: 'Timeline' }), 'Try again').click();
  await page.getByText(words('review.notReadAgain')).waitFor();
  await page.getByText(words('review.notReadAgain.help')).waitFor();
  world().faults.disarmAll();
  await button(page, 'Show the latest').click();
  await page.locator('.act').first().waitFor();
});

test('a screen that breaks has a face, and what was flagged outlives it', async () => {
  const { page } = await desktopFor(await open(), 'the screen breaks');
  const { loanId } = await submittedLoan(world());
  const reviewer = reviewerAt(page, world());
  await reviewer.opensTheApplication(loanId);
  await reviewer.flags('PAN number', 'Another reason', 'Please look again.');
  await page.route(`**/review/applications/${loanId}`, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue();
    const read = (await (await route.fetch()).json()) as { result: { loan: object } };
    read.result.loan = {};
    await route.fulfill({ json: read });
  });
  await page.reload();
  await page.getByText(words('review.broken.help')).waitFor();
  await page.unroute(`**/review/applications/${loanId}`);
  await button(page, 'Try again').click();
  expect(await reviewer.question('PAN number').getByLabel('Message').inputValue()).toBe('Please look again.');
});

test('sending that the server refuses can be tried again', async () => {
  const { page } = await desktopFor(await open(), 'sending is refused');
  const { loanId } = await submittedLoan(world());
  const reviewer = reviewerAt(page, world());
  await reviewer.opensTheApplication(loanId);
  await reviewer.flags('PAN number', 'Another reason', 'Please look again.');
  world().faults.arm({
    operation: 'actOnApplication',
    fault: 'refused',
    status: 500,
    message: 'Out of order',
  });
  await reviewer.sendsBack();
  const told = page.getByRole('alertdialog', { name: words('review.notSent') });
  await told.getByText('ERROR : Out of order').waitFor();
  await button(told, 'OK').click();
  await button(page, 'Send back').click();
  await page.getByText('Sent back with 1 question').waitFor();
});

test('an answer that was lost on its way is not asked twice', async () => {
  const { page } = await desktopFor(await open(), 'sending is lost');
  const { loanId } = await submittedLoan(world());
  const reviewer = reviewerAt(page, world());
  await reviewer.opensTheApplication(loanId);
  await reviewer.flags('PAN number', 'Another reason', 'Please look again.');
  world().loseAnswersOf('actOnApplication');
  await reviewer.sendsBack();
  await button(page.getByRole('alertdialog'), 'OK').click();
  world().faults.disarmAll();
  await button(page, 'Send back').click();
  const told = page.getByRole('alertdialog', { name: words('review.overtaken') });
  await told.getByText(words('review.overtaken.none')).waitFor();
  await button(told, 'Look at the latest').click();
  await page.getByText('Asked, and waiting for an answer: Please look again.').waitFor();
  expect(Object.keys(await queryIds(loanId))).toEqual([asked.pan]);
});

describe('a push', () => {
  test('that the lender answers with an error says so, and is tried again', async () => {
    const { page } = await desktopFor(await open(), 'the push fails');
    const { loanId } = await submittedLoan(world(), withPanDigits(raman, '0002', 'pushed@example.org'));
    const reviewer = reviewerAt(page, world());
    await reviewer.opensTheApplication(loanId);
    await button(page, 'Push to the lender').click();
    world().faults.arm({
      operation: 'pushApplication',
      fault: 'refused',
      status: 502,
      message: 'Out of order',
    });
    await button(page, 'Push').click();
    const failed = page.getByRole('alertdialog', { name: words('review.push.failed') });
    await failed.getByText('ERROR : Out of order').waitFor();
    await button(failed, 'Push again').click();
    const answered = page.getByRole('dialog', { name: words('review.push.answered') });
    expect(await shownText(answered.locator('.push-result'))).toBe('Rejected');
    await button(answered, 'OK').click();
    await page.locator('.stage-mark').getByText('Rejected').waitFor();
    expect(await page.getByRole('button', { name: /^Flag/ }).count()).toBe(0);
  });

  test('is not tried again once the lender has answered somebody else', async () => {
    const { page } = await desktopFor(await open(), 'the push is overtaken');
    const { loanId } = await submittedLoan(world(), withPanDigits(raman, '0002', 'overtaken@example.org'));
    const reviewer = reviewerAt(page, world());
    await reviewer.opensTheApplication(loanId);
    await button(page, 'Push to the lender').click();
    world().faults.arm({ operation: 'pushApplication', fault: 'timedOut' });
    world().hold('getApplication');
    await button(page, 'Push').click();
    await button(page, 'Push again').click();
    await world().alter(loanId, { status: 'approved', lenderResult: { status: 'APPROVED' } });
    world().letGo();
    const told = page.getByRole('alertdialog', { name: words('review.overtaken') });
    await told.getByText(words('review.overtaken.none')).waitFor();
    await button(told, 'Look at the latest').click();
    await page.locator('.stage-mark').getByText('Approved').waitFor();
    expect(await world().pushesOf(loanId)).toEqual([]);
  });
});

test('a queue that could not be read is not shown as it was under another filter', async () => {
  const { page } = await desktopFor(await open(), 'the queue under another filter');
  const { loanId } = await submittedLoan(world(), withPanDigits(raman, '1234', 'filtered@example.org'));
  const reviewer = reviewerAt(page, world());
  await reviewer.opensTheDesk();
  await reviewer.signsIn();
  await reviewer.isAtTheQueue();
  const row = page.locator(`a[href*="${loanId}"]`).first();
  await row.waitFor();
  world().cutOff('searchApplications');
  await page.getByRole('link', { name: /^Sent back/ }).click();
  await button(page, 'Try again').waitFor();
  await looksAway(page);
  await button(page, 'Try again').waitFor();
  expect(await row.count()).toBe(0);
  world().faults.disarmAll();
  await page.getByRole('link', { name: /^To review/ }).click();
  await row.waitFor();
});

/** To another tab of the browser, and back. */
const looksAway = (page: Page) =>
  page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });

test('a flag whose student has gone is told apart, and can be removed', async () => {
  const { page } = await desktopFor(await open(), 'the student has gone');
  const loan = await submittedLoan(world());
  const [, second] = await world().studentsOf(loan.loanId);
  const reviewer = reviewerAt(page, world());
  await reviewer.opensTheApplication(loan.loanId);
  await reviewer.flags('Student 2, Roll number', 'Another reason', 'Please give the roll number.');
  await world().saveStudents(loan, { 'el_details.deleted_students': [second?.id ?? ''] });
  await page.reload();
  const strays = page.getByRole('status').filter({ hasText: 'no longer in the application' });
  await strays.getByText('Please give the roll number.').waitFor();
  await button(strays, 'Remove flag').click();
  await strays.waitFor({ state: 'detached' });
});

test('what follows from an answer stands apart, and the queue tells what is open and answered', async () => {
  const { page } = await desktopFor(await open(), 'what follows from an answer');
  const loan = await answeredApplication(world());
  const ids = await queryIds(loan.loanId);
  const [first] = await world().studentsOf(loan.loanId);
  const fee = `el_details.students.${first?.id}.annual_fee`;
  await decided(world(), loan.loanId, {
    accept: [ids[asked.pan] ?? '', ids[asked.receipt] ?? ''],
    raise: [{ field: fee, reason: 'mismatch', message: 'The fee differs.' }],
  });
  await answer(world(), loan, { 'el_details.students': [{ ...(first as Student), annual_fee: 52_000 }] });
  const again = await queryIds(loan.loanId);
  await decided(world(), loan.loanId, {
    ask_again: [{ query_id: again[asked.father] ?? '', reason: 'incomplete', message: 'The whole name.' }],
  });
  await noted(world(), loan.loanId, [
    {
      by: 'applicant',
      act: 'field.changed',
      field: 'personal_details.address.residence.address_line_1',
      after: '2nd floor',
    },
  ]);

  const reviewer = reviewerAt(page, world());
  await reviewer.opensTheApplication(loan.loanId);
  expect(await shownText(reviewer.answer('Student 1, Annual fee').locator('.old-new').first())).toMatch(
    /₹51,000[\s\S]*₹52,000/,
  );
  const others = page.getByRole('region', { name: words('review.answers.others') });
  await others.getByText(words('review.answers.others.help')).waitFor();
  await others.getByText('₹1,45,350').waitFor();
  await reviewer.answer("Father's name").getByText(words('review.query.waiting')).waitFor();
  await page.getByText('Address line', { exact: false }).first().waitFor();

  await page.getByRole('link', { name: 'All applications' }).click();
  await page.getByRole('link', { name: /^Sent back/ }).click();
  await page.getByText('1 answer · 1 open question').waitFor();
});

test('a decision that somebody else has made already is not made again', async () => {
  const { page } = await desktopFor(await open(), 'a decision was made already');
  const loan = await answeredApplication(world());
  const leela = await anotherReviewer(world(), 'Leela Nair');
  const reviewer = reviewerAt(page, world());
  await reviewer.opensTheApplication(loan.loanId);
  await button(reviewer.answer('PAN number'), 'Accept').click();
  const ids = await queryIds(loan.loanId);
  await decided(world(), loan.loanId, { accept: [ids[asked.pan] ?? ''] }, leela);
  await button(page, 'Look over and save').click();
  await button(page, 'Save').click();
  const told = page.getByRole('alertdialog', { name: words('review.overtaken') });
  await told.getByText('Leela Nair accepted PAN number').waitFor();
  await button(told, 'Look at the latest').click();
  await reviewer.answer('PAN number').waitFor({ state: 'detached' });
});
