/** Notes for colleagues: written beside the timeline, stored once, and never lost on the way. */
import { beforeEach, expect, test } from 'vitest';
import { browserForFile } from '../../support/browser.ts';
import { anotherReviewer, demoReviewer, endSessions, staffCall } from '../support/desk.ts';
import { button } from '../support/interactions.ts';
import { submittedLoan } from '../support/loans.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { messageText } from '../support/message-text.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

const notesOf = async (loanId: string) => {
  const timeline = (await staffCall(
    testApp(),
    demoReviewer,
    `/review/applications/${loanId}/timeline`,
  )) as unknown as { act: string; details: { message?: string } }[];
  return timeline.filter(({ act }) => act === 'note.added').map(({ details }) => details.message);
};

test('a note stands in the timeline, with its author', async () => {
  const { page } = await phoneFor(await open(), 'a note');
  const { loanId } = await submittedLoan(testApp());
  const leela = await anotherReviewer(testApp(), 'Leela Nair');
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId, leela);
  await button(page, 'Write a note').click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('text');
  await button(page, 'Save').click();
  await page.getByText(messageText('review.error.noteMissing')).waitFor();
  await button(page, messageText('review.note.nothingToAsk')).click();
  await page.getByText(messageText('review.note.hint')).waitFor();
  await button(page, 'Save').click();
  await page.getByText(messageText('review.note.added')).waitFor();
  await page.getByText('Leela Nair wrote a note').waitFor();
  await page.getByText('“Looked at, nothing to ask”').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Write a note');
});

test('a note that did not arrive stays in the form, and is stored once', async () => {
  const { page } = await desktopFor(await open(), 'the note is lost');
  const { loanId } = await submittedLoan(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  testApp().loseAnswersOf('addNote');
  await reviewer.notes('His sister called.');
  await page
    .getByRole('alert')
    .filter({ hasText: messageText('review.form.failed') })
    .waitFor();
  const text = page.getByLabel('Note for colleagues');
  expect(await text.inputValue()).toBe('His sister called.');
  testApp().faults.disarmAll();
  await button(page, 'Save').click();
  await page.getByText('“His sister called.”').waitFor();
  expect(await notesOf(loanId)).toEqual(['His sister called.']);
});

test('what was typed survives a reload and the end of the session', async () => {
  const { page } = await desktopFor(await open(), 'the note stays');
  const { loanId } = await submittedLoan(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  await reviewer.writesNote('Half a');
  await page.reload();
  await reviewer.isAtTheApplication();
  expect(await page.getByLabel('Note for colleagues').inputValue()).toBe('Half a');
  await page.getByLabel('Note for colleagues').fill('A whole note');
  await endSessions(testApp());
  await button(page, 'Save').click();
  const again = page.getByRole('dialog', { name: messageText('review.signIn.again') });
  await again.getByLabel('Password').fill(demoReviewer.password);
  await button(again, 'Sign in').click();
  await page.getByText('“A whole note”').waitFor();
  expect(await notesOf(loanId)).toEqual(['A whole note']);

  await reviewer.writesNote('Not this one');
  await button(page, 'Cancel').click();
  await page.reload();
  await button(page, 'Write a note').waitFor();
});
