/** The reviewer's desk: the queue, flags that are sent back, answers, two reviewers, a session that ends. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { documentLabels } from '../../../domain/fields/loan.ts';
import type { QueuePage } from '../../../domain/review-wire.ts';
import { browserForFile } from '../../support/browser.ts';
import {
  anotherReviewer,
  answer,
  answeredApplication,
  applicationWithReceipt,
  queryFixtures,
  reviewedApplication,
  reviewerWithSecondFactor,
  demoReviewer,
  endSessions,
  appendEntries,
  staffCall,
} from '../support/desk.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { raman, selvi, sharma, withPanDigits } from '../support/fixtures.ts';
import { button } from '../support/interactions.ts';
import { keyboardAt } from '../support/keyboard.ts';
import { applicationData, loanWithStudents, submittedLoan } from '../support/loans.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { shownText } from '../support/page-values.ts';
import { messageText } from '../support/message-text.ts';
import { type TestApp, testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

const application = (loanId: string) => `/review/applications/${loanId}`;

interface Asked {
  field: string;
  reason: string;
  message: string;
  state: string;
  round: number;
}

/** The queries as the server has them, the oldest round first. */
async function queriesOf(of: TestApp, loanId: string): Promise<Asked[]> {
  const { loan } = (await staffCall(of, demoReviewer, application(loanId))) as { loan: { queries: Asked[] } };
  return loan.queries
    .map(({ field, reason, message, state, round }) => ({ field, reason, message, state, round }))
    .sort((a, b) => a.field.localeCompare(b.field) || a.round - b.round);
}

test('a reviewer finds what waits by tabs, filters and a search, and finds it again', async () => {
  const { page, errors } = await desktopFor(await open(), 'the queue');
  const reviewer = reviewerAt(page, testApp());
  const vikram = await submittedLoan(testApp(), withPanDigits(sharma, '1234', 'queue1@example.org'));
  const selviLoan = await submittedLoan(testApp(), withPanDigits(selvi, '1234', 'queue2@example.org'));
  await submittedLoan(testApp(), withPanDigits(raman, '1234', 'queue3@example.org'), { test: true });
  await testApp().alter(vikram.loanId, { submittedAt: new Date(Date.now() - 3 * 86_400_000) });
  await testApp().alter(selviLoan.loanId, {
    status: 'pending',
    submittedAt: new Date(Date.now() - 7_200_000),
  });

  await reviewer.opensTheDesk();
  await reviewer.signsIn();
  await reviewer.isAtTheQueue();
  await eventually(reviewer.names).toEqual(['Vikram Sharma', 'செல்வி முருகன்']);
  expect(await shownText(page.locator('.item').first())).toContain('3 days');
  expect(await page.locator('.item-late').allInnerTexts()).toEqual(['3 days']);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await hasFocus(page.getByRole('link', { name: 'செல்வி முருகன்' }));
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Vikram Sharma' }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { level: 1, name: 'செல்வி முருகன்' }).waitFor();
  await page.getByRole('link', { name: messageText('review.application.previous') }).click();
  await page.getByRole('heading', { level: 1, name: 'Vikram Sharma' }).waitFor();
  await page.getByRole('link', { name: 'All applications' }).click();
  await reviewer.isAtTheQueue();

  await page.getByLabel('Status').selectOption({ label: 'Pending at the lender' });
  await eventually(reviewer.names).toEqual(['செல்வி முருகன்']);
  expect(new URL(page.url()).search).toBe('?status=pending');
  await button(page, 'Clear filters').click();
  await page.getByLabel('Institution').selectOption({ label: 'Silverpine Grove International School' });
  await eventually(reviewer.names).toEqual(['Vikram Sharma']);
  await button(page, 'Clear filters').click();

  await page.getByRole('switch', { name: 'Test loans only' }).check();
  await eventually(reviewer.names).toEqual(['Meena Raman Pillai']);
  await page.getByText(messageText('app.testLoan'), { exact: true }).waitFor();
  await page.getByRole('switch', { name: 'Test loans only' }).uncheck();

  await page.getByLabel('Name, mobile number, loan number or id').fill('9000000011');
  await eventually(reviewer.names).toEqual(['Vikram Sharma']);
  expect(page.url()).not.toContain('9000000011');
  await page.getByRole('link', { name: 'Vikram Sharma' }).click();
  await reviewer.isAtTheApplication();
  expect(new URL(page.url()).pathname).toBe(application(vikram.loanId));
  await page.getByRole('link', { name: 'All applications' }).click();
  await reviewer.isAtTheQueue();
  expect(await page.getByLabel('Name, mobile number, loan number or id').inputValue()).toBe('9000000011');
  await eventually(reviewer.names).toEqual(['Vikram Sharma']);

  await page.getByRole('link', { name: /^Answered/ }).click();
  await page.getByRole('link', { name: '1 application in To review' }).click();
  await eventually(reviewer.names).toEqual(['Vikram Sharma']);
  await button(page, 'Sign out').click();
  await button(page, 'Sign in').waitFor();
  expect(errors).toEqual([]);
});

test('pages of the queue follow each other', async () => {
  const { page } = await phoneFor(await open(), 'pages of the queue');
  const reviewer = reviewerAt(page, testApp());
  await page.route('**/review/applications/search', async (route) => {
    const { after, ...search } = route.request().postDataJSON() as { after?: string };
    const answered = await route.fetch({ postData: search });
    const { result, ...rest } = (await answered.json()) as { result: QueuePage };
    const [first] = result.items;
    const copies = Array.from({ length: 25 }, (_, n) => ({ ...first, loan_id: `${first?.loan_id}-${n}` }));
    const page = after ? { items: [first], next: null } : { items: copies, next: '1_x' };
    await route.fulfill({ json: { ...rest, result: { ...result, ...page, total: 26 } } });
  });
  await submittedLoan(testApp(), sharma);
  await reviewer.opensTheDesk();
  await reviewer.signsIn();
  await page.getByText('1–25 of 26').waitFor();
  await button(page, 'Next').click();
  await page.getByText('26–26 of 26').waitFor();
  await page.getByText('2 / 2', { exact: true }).waitFor();
  await page.locator('.item-link').first().click();
  await reviewer.isAtTheApplication();
  await page.getByRole('link', { name: 'All applications' }).click();
  await page.getByText('26–26 of 26').waitFor();
  await button(page, 'Previous').click();
  await page.getByText('1–25 of 26').waitFor();
});

test('what a decision rests on stands on one screen, above the way on', async () => {
  const { page } = await desktopFor(await open(), 'the summary');
  const { loanId } = await applicationWithReceipt(testApp(), raman);
  await reviewerAt(page, testApp()).opensTheApplication(loanId);
  const summary = page.getByRole('region', { name: 'Summary' });
  const facts = await shownText(summary);
  for (const fact of [
    /Kavin Raman\s*₹79,850/,
    /EMI tenure\s*6 months/,
    /Net monthly salary\s*₹24,999/,
    /Household income\s*₹61,000/,
    /PAN number\s*ABCPR1234/,
    /12 Apr 1985\s*\(\d+ years old\)/,
    /Given\s*1 of 11/,
  ])
    expect(facts).toMatch(fact);
  const bottomOf = async (element: typeof summary) => {
    const box = await element.boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? Infinity);
  };
  const push = button(page, 'Push to the lender');
  expect(await bottomOf(summary)).toBeLessThan((await push.boundingBox())?.y ?? 0);
  expect(await bottomOf(push)).toBeLessThanOrEqual(800);
});

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
  await page.locator('.stage-badge').getByText('Sent back').waitFor();

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

test('a document stands beside the fields that it proves, and is zoomed and turned', async () => {
  const { page } = await desktopFor(await open(), 'a document beside its fields');
  const { loanId } = await applicationWithReceipt(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  const beside = page.getByRole('group', { name: 'Documents', exact: true });
  const receipt = beside.first().getByRole('button', { name: 'Open Fee Receipt' });
  await receipt.waitFor();
  const [fee, proof] = await Promise.all([
    page.getByText('Annual fee', { exact: true }).first().boundingBox(),
    beside.first().boundingBox(),
  ]);
  if (!fee || !proof) throw new Error('Both are shown');
  expect(proof.x).toBeGreaterThan(fee.x);
  expect(fee.y).toBeGreaterThanOrEqual(proof.y);
  expect(fee.y).toBeLessThan(proof.y + proof.height);
  await page.getByRole('region', { name: 'Applicant Details' }).getByText('PAN photo').waitFor();

  await receipt.click();
  const viewer = page.getByRole('dialog', { name: 'Fee Receipt' });
  const picture = viewer.getByRole('img', { name: 'Fee Receipt' });
  const width = async () => (await picture.locator('..').boundingBox())?.width ?? 0;
  const before = await width();
  await button(viewer, 'Zoom in').click();
  await eventually(width).toBeGreaterThan(before * 1.4);
  await button(viewer, 'Zoom out').click();
  await button(viewer, 'Rotate').click();
  expect(await picture.evaluate((one) => getComputedStyle(one).rotate)).toBe('90deg');
  await page.keyboard.press('Escape');
  await hasFocus(receipt);
});

test('keys go from field to field, flag and send back, but not in inputs, under dialogs, or once turned off', async () => {
  const { page } = await desktopFor(await open(), 'the keys of the desk');
  const { loanId } = await applicationWithReceipt(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  const first = button(page, 'Flag Institution');
  const second = page.locator('.flag-button').nth(1);
  await first.waitFor();
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

test('what the server refuses stands at its question', async () => {
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

describe('two reviewers', () => {
  test('the slower one overwrites nothing, is told who was faster, and sends after looking', async () => {
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
    const dialog = page.getByRole('alertdialog', { name: messageText('review.overtaken') });
    await dialog.getByText('Leela Nair asked about Bank account number').waitFor();
    await button(dialog, 'Look at the latest').click();

    await button(page, 'Preview and send back').click();
    await page
      .getByRole('link', { name: `Bank account number: ${messageText('review.error.alreadyAsked')}` })
      .waitFor();
    await button(reviewer.question('Bank account number'), 'Remove flag').click();
    await reviewer.sendsBack();
    await page.getByText('Sent back with 1 question').waitFor();
    expect(await queriesOf(testApp(), loanId)).toEqual([
      expect.objectContaining({ field: queryFixtures.bank, message: 'Another number.', state: 'raised' }),
      expect.objectContaining({ field: queryFixtures.pan, state: 'raised' }),
    ]);
  });

  test('both are told that the other is there', async () => {
    const { page } = await phoneFor(await open(), 'the other reviewer');
    const { loanId } = await submittedLoan(testApp());
    const leela = await anotherReviewer(testApp(), 'Leela Nair');
    await staffCall(testApp(), leela, `${application(loanId)}/presence`, {});
    const reviewer = reviewerAt(page, testApp());
    await reviewer.opensTheApplication(loanId);
    await page.getByText('Leela Nair has this open too').waitFor();
    await eventually(
      async () => (await staffCall(testApp(), leela, application(loanId))).viewers,
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

test('what one reviewer has begun, another one’s sign-in does not finish', async () => {
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

test('answers are accepted or asked again in one act, old beside new', async () => {
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

  await button(pan, 'Accept').click();
  await button(receipt, 'Accept').click();
  await button(father, 'Ask again').click();
  await reviewer.question("Father's name").getByLabel('Reason').selectOption({ label: 'Incomplete' });
  await page.getByText('accept 2, ask again for 1').waitFor();
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

test('the timeline tells every act in a sentence, and an unknown one plainly', async () => {
  const { page } = await desktopFor(await open(), 'the timeline');
  const { loanId } = await submittedLoan(testApp());
  const leela = await anotherReviewer(testApp(), 'Leela Nair');
  const by = { id: leela.id, name: leela.name };
  const message = { details: { message: 'What is this?' } };
  await appendEntries(testApp(), loanId, [
    { by: 'applicant', act: 'loan.reentered' },
    { by: 'applicant', act: 'document.uploaded', field: queryFixtures.receipt },
    { by: 'applicant', act: 'document.replaced', field: queryFixtures.receipt },
    { by: 'applicant', act: 'document.removed', field: queryFixtures.receipt },
    {
      by: 'applicant',
      act: 'field.changed',
      field: 'personal_details.dob',
      before: '1985-04-12',
      after: null,
    },
    { by, act: 'query.raised', field: queryFixtures.pan, ...message },
    { by: 'applicant', act: 'query.answered', field: queryFixtures.pan, after: 'It is right.' },
    { by, act: 'query.accepted', field: queryFixtures.pan },
    { by, act: 'query.asked_again', field: queryFixtures.pan, ...message },
    { by, act: 'query.withdrawn', field: queryFixtures.pan },
    { by, act: 'application.sent_back', details: { count: 2 } },
    { by, act: 'lender.asked' },
    { by: 'lender', act: 'lender.answered', after: 'pending' },
    { by: 'lender', act: 'lender.failed', details: { message: 'Out of order' } },
    { by: 'system', act: 'lender.silent' },
    { by: 'lender', act: 'offer.received', details: { lender_id: 15, revision: 1, shown: true } },
    { by: 'lender', act: 'offer.received', details: { lender_id: 15, revision: 2, shown: false } },
    { by: 'applicant', act: 'offer.accepted', details: { lender_id: 15, revision: 1 } },
    { by: 'applicant', act: 'consent.given', details: { lender_id: 15, purpose: 'credit_bureau' } },
    { by: 'applicant', act: 'consent.withdrawn', details: { lender_id: 15, purpose: 'marketing' } },
    { by: 'system', act: 'servicing.stage', after: 'disbursed', details: { lender_id: 15 } },
    { by: 'applicant', act: 'mandate.withdrawal_requested', details: { lender_id: 15 } },
    { by: 'system', act: 'mandate.withdrawn', details: { lender_id: 15 } },
    { by, act: 'servicing.asked', details: { lender_id: 15 } },
    { by, act: 'payment.counted', details: { amount_paise: 620_000, currency: 'INR' } },
    { by, act: 'payment.refund_ordered', details: { amount_paise: 7550, currency: 'USD' } },
    { by: 'system', act: 'payment.refund_refused', details: { amount_paise: 7550, currency: 'USD' } },
    { by: 'applicant', act: 'loan.cancelled', details: { lender_id: 15 } },
    { by: 'applicant', act: 'grievance.lodged', details: { grievance: 'G-48392-01177' } },
    { by, act: 'grievance.rejected', details: { grievance: 'G-48392-01177' } },
    { by, act: 'grievance.resolved', details: { grievance: 'G-48392-01177' } },
    { by: 'system', act: 'message.queued', details: { channel: 'sms' } },
    { by: 'system', act: 'message.sent', details: { channel: 'sms' } },
    { by: 'system', act: 'message.failed', details: { channel: 'email' } },
    { by: 'system', act: 'moon.landed' as 'message.sent' },
  ]);
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  const sentences = async () =>
    (await page.locator('.timeline-entry').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  await eventually(sentences).toEqual([
    'The applicant started the application',
    'The applicant submitted the application',
    'The applicant opened the application on another device',
    'The applicant uploaded Fee Receipt',
    'The applicant replaced Fee Receipt',
    'The applicant removed Fee Receipt',
    'The applicant changed Date of birth 12 Apr 1985 → Not given',
    'Leela Nair asked about PAN number “What is this?”',
    'The applicant answered about PAN number “It is right.”',
    'Leela Nair accepted PAN number',
    'Leela Nair asked again about PAN number “What is this?”',
    'Leela Nair withdrew the question about PAN number',
    'Leela Nair sent the application back with 2 questions',
    'Leela Nair pushed the application to the lender',
    'The lender answered: pending',
    'The lender answered with an error “Out of order”',
    'Feepath heard nothing from the lender',
    'Lender 15 made an offer (revision 1)',
    'Lender 15 made an offer (revision 2) that the customer is not shown',
    'The applicant accepted the offer of lender 15 (revision 1)',
    'The applicant consented to: the credit report',
    'The applicant withdrew the consent to: news of other products',
    'Loan at lender 15: Paid out',
    'The applicant withdrew the mandate at lender 15',
    'The mandate at lender 15 is withdrawn: the bank debits nothing any more',
    'Leela Nair asked lender 15 again',
    'Leela Nair counted a payment of ₹6,200',
    'Leela Nair ordered the refund of a payment of USD 75.50',
    'The payment provider refused the refund of a payment of USD 75.50',
    'The applicant cancelled the loan at lender 15',
    'The applicant made complaint G-48392-01177',
    'Leela Nair rejected complaint G-48392-01177',
    'Leela Nair resolved complaint G-48392-01177',
    'Feepath is sending an SMS to the applicant',
    'The SMS to the applicant was sent',
    'The e-mail to the applicant could not be sent',
    'Feepath: moon.landed',
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

test('a second factor is asked for after the password, then a password of a document, then all is over', async () => {
  const { page } = await desktopFor(await open(), 'a second factor at the desk');
  const loan = await loanWithStudents(testApp(), raman);
  const statement = 'bank_statement_3_months';
  const locked = readFileSync(new URL('../../../server/documents/fixtures/aes-256.pdf', import.meta.url));
  await testApp().attach(loan, statement, locked, { password: 'user' });
  await testApp().submit(loan, applicationData(raman));
  const account = await reviewerWithSecondFactor(testApp(), 'Asha Two');
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheDesk(`/applications/${loan.loanId}`);
  await reviewer.typesCredentials(account);
  await button(page, 'Sign in').click();
  await page.getByText(messageText('review.signIn.code.required')).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(account.code());
  await button(page, 'Sign in').click();
  await reviewer.isAtTheApplication();
  const shown = page.locator('.review-document').filter({ hasText: messageText(documentLabels[statement]) });
  await shown.scrollIntoViewIfNeeded();
  await button(shown, messageText('review.document.password.show')).click();
  await page.getByText('user', { exact: true }).waitFor();
  await button(page, 'Sign out').click();
  await button(page, 'Sign in').waitFor();
  expect(await page.getByLabel('Code', { exact: true }).count()).toBe(0);
});
