/** Staff open the desk by an invitation. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import ta from '../../../locales/ta/app.json' with { type: 'json' };
import { browserForFile } from '../../support/browser.ts';
import {
  chosenPassword,
  choosePassword,
  enterCode,
  openInvitation,
  readRecoveryCodes,
} from '../support/invitation.ts';
import { button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { demoReviewer } from '../support/desk.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

test('an invited reviewer chooses a password, sets up an app and signs in with a recovery code', async () => {
  const { page, errors } = await desktopFor(await open(), 'an invitation');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const email = await openInvitation(page, testApp(), 'Asha Three');
  const token = new URL(page.url()).hash.slice(1);
  await choosePassword(page);
  await enterCode(page);
  const codes = await readRecoveryCodes(page);
  expect(new Set(codes).size).toBe(10);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, messageText('review.invitation.codes.download')).click(),
  ]);
  expect(
    readFileSync(await file.path(), 'utf8')
      .split('\n')
      .filter(Boolean),
  ).toEqual(codes);
  await button(page, messageText('review.invitation.codes.done')).click();
  const reviewer = reviewerAt(page, testApp());
  await reviewer.isAtTheQueue();
  await page.getByText('Asha Three', { exact: true }).waitFor();
  await page.goBack();
  await page.waitForURL('about:blank');
  await page.goForward();
  await reviewer.isAtTheQueue();
  expect(requested.filter((url) => new URL(url).href.split('#')[0]?.includes(token))).toEqual([]);

  await button(page, 'Sign out').click();
  await reviewer.typesCredentials({ email, password: chosenPassword });
  await button(page, 'Sign in').click();
  await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await button(page, 'Sign in').click();
  await reviewer.isAtTheQueue();
  expect(errors).toEqual([]);
});

test('staff choose the language of the desk at the sign-in, and it is kept', async () => {
  const { page, errors } = await desktopFor(await open(), 'the desk in Tamil');
  await reviewerAt(page, testApp()).opensTheDesk();
  await page.locator('.language').selectOption('ta');
  await page.getByRole('heading', { name: messageText('review.signIn.title', {}, ta) }).waitFor();
  await page.reload();
  await page.getByLabel(messageText('review.signIn.email', {}, ta)).fill(demoReviewer.email);
  await page.getByLabel(messageText('review.signIn.password', {}, ta)).fill(demoReviewer.password);
  await page.getByRole('button', { name: messageText('review.signIn.submit', {}, ta) }).click();
  await page.getByRole('heading', { name: messageText('review.queue.title', {}, ta) }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('ta');
  expect(errors).toEqual([]);
});
