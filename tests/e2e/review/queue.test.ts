/** The queue of the desk: what waits, by tabs, filters, a search and pages. */
import { beforeEach, expect, test } from 'vitest';
import type { QueuePage } from '../../../domain/values/wire.ts';
import { browserForFile } from '../../support/browser.ts';
import { applicationPath } from '../support/desk.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { raman, selvi, sharma, withPanDigits } from '../support/fixtures.ts';
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

test('a reviewer finds applications by tabs, filters and search, which are kept on return', async () => {
  const { page, errors } = await desktopFor(await open(), 'the queue');
  const reviewer = reviewerAt(page, testApp());
  const vikram = await submittedLoan(testApp(), withPanDigits(sharma, '1234', 'queue1@example.org'));
  const selviLoan = await submittedLoan(testApp(), withPanDigits(selvi, '1234', 'queue2@example.org'));
  const tried = withPanDigits(raman, '1234', 'queue3@example.org');
  const meena = await submittedLoan(testApp(), tried, { test: true });
  await testApp().alter(meena.loanId, { submittedAt: new Date(Date.now() - 7 * 86_400_000) });
  await testApp().alter(vikram.loanId, { submittedAt: new Date(Date.now() - 2 * 86_400_000) });
  await testApp().alter(selviLoan.loanId, {
    status: 'pending',
    submittedAt: new Date(Date.now() - 7_200_000),
  });

  await reviewer.opensTheDesk();
  await reviewer.signsIn();
  await reviewer.isAtTheQueue();
  await eventually(reviewer.names).toEqual(['Vikram Sharma', 'செல்வி முருகன்']);
  expect(await shownText(page.locator('.item').first())).toContain('2 days');
  expect(await page.locator('.waited-late').allInnerTexts()).toEqual(['2 days']);
  // The tab says that they are submitted.
  expect(await page.locator('.item .pill').allInnerTexts()).toEqual(['Pending at the lender']);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await hasFocus(page.getByRole('link', { name: 'செல்வி முருகன்' }));
  await page.keyboard.press('?');
  await page.getByText(messageText('review.keys.search'), { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await hasFocus(page.getByRole('searchbox'));
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'செல்வி முருகன்' }).focus();
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
  expect(await page.locator('.waited-very-late').allInnerTexts()).toEqual(['7 days']);
  await page.getByRole('switch', { name: 'Test loans only' }).uncheck();

  await page.getByRole('searchbox').fill('9000000011');
  await eventually(reviewer.names).toEqual(['Vikram Sharma']);
  expect(page.url()).not.toContain('9000000011');
  await page.getByRole('link', { name: 'Vikram Sharma' }).click();
  await reviewer.isAtTheApplication();
  expect(new URL(page.url()).pathname).toBe(applicationPath(vikram.loanId));
  await page.getByRole('link', { name: 'All applications' }).click();
  await reviewer.isAtTheQueue();
  expect(await page.getByRole('searchbox').inputValue()).toBe('9000000011');
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
    // Its push has begun since the first page was read.
    const pushed = { ...first, stage: 'with_lender', status: 'with_lender' };
    const page = after ? { items: [pushed], next: null } : { items: copies, next: '1_x' };
    await route.fulfill({
      json: { ...rest, result: { ...result, ...page, total: 26 } },
    });
  });
  await page.route('**/review/waiting', async (route) => {
    const { result, ...rest } = (await (await route.fetch()).json()) as { result: object };
    await route.fulfill({ json: { ...rest, result: { ...result, open_conversations: 3 } } });
  });
  await submittedLoan(testApp(), sharma);
  await reviewer.opensTheDesk();
  await reviewer.signsIn();
  await page.getByText('1–25 of 26').waitFor();
  await openMenu(page);
  await page.getByRole('link', { name: 'Messages 3', exact: true }).waitFor();
  await openMenu(page);
  await button(page, 'Next').click();
  await page.getByText('26–26 of 26').waitFor();
  expect(await page.locator('.item .pill').allInnerTexts()).toEqual(['With the lender']);
  await page.getByText('2 / 2', { exact: true }).waitFor();
  await page.locator('.item-link').first().click();
  await reviewer.isAtTheApplication();
  await page.getByRole('link', { name: 'All applications' }).click();
  await page.getByText('26–26 of 26').waitFor();
  await button(page, 'Previous').click();
  await page.getByText('1–25 of 26').waitFor();
});

test('on a phone the queue shows no keys, and the waiting time has the same colour as on a laptop', async () => {
  const loan = await submittedLoan(testApp(), withPanDigits(sharma, '1234', 'queue-phone@example.org'));
  await testApp().alter(loan.loanId, { submittedAt: new Date(Date.now() - 14 * 60_000) });
  const colours: string[] = [];
  for (const device of [phoneFor, desktopFor]) {
    const { page } = await device(await open(), 'the waiting time');
    const reviewer = reviewerAt(page, testApp());
    await reviewer.opensTheDesk();
    await reviewer.signsIn();
    await reviewer.isAtTheQueue();
    const waited = page.locator('.item-waiting').filter({ hasText: '14 minutes' }).locator('time');
    colours.push(await waited.evaluate((element) => getComputedStyle(element).color));
    const keys = button(page, messageText('review.keys.title'));
    expect(await keys.isVisible()).toBe(device === desktopFor);
    if (device === phoneFor) continue;
    const row = page.locator('.field-inline').filter({ hasText: 'Test loans only' });
    for (const target of [keys, row]) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  expect(colours[0]).toBe(colours[1]);
});
