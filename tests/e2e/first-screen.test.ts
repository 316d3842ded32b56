/** The first screen comes with the page: what a person does before the app's script is there is not lost. */
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import tamil from '../../locales/ta/app.json' with { type: 'json' };
import { browserForFile } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { raman } from './support/fixtures.ts';
import { button, control } from './support/interactions.ts';
import { messageText } from './support/message-text.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

const address = () => `${testApp().url}/?api_key=${testApp().key}`;

test('what is typed and submitted before the script is there makes the application', async () => {
  const { page, errors } = await phoneFor(await open(), 'typed early', { seesPrerendered: true });
  const script = await holdScript(page);
  await page.goto(address(), { waitUntil: 'commit' });
  const { Name, 'Mobile number': mobile, Email } = raman.create;
  await control(page, 'Name').fill(Name);
  // Cleaned as the app does.
  await control(page, 'Mobile number').fill(`+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`);
  await control(page, 'Email').fill(Email);
  await button(page, 'Submit').click();
  await eventually(() => page.locator('#root').getAttribute('data-submitted')).toBe('');
  expect(new URL(page.url()).search, 'nothing typed is in the address').toBe(`?api_key=${testApp().key}`);

  await script.release();
  await parentAt(page, testApp()).isAtStudents();
  expect(errors).toEqual([]);
});

test('the focus and the caret stay where they are when the app takes the screen over', async () => {
  const { page, errors } = await phoneFor(await open(), 'focus before the script', { seesPrerendered: true });
  const script = await holdScript(page);
  await page.goto(address(), { waitUntil: 'commit' });
  await control(page, 'Name').fill('Raman Iyer');
  await control(page, 'Name').evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
  await script.release();
  await page.locator('#root:not([data-language])').waitFor();
  await page.keyboard.type('a');
  await eventually(() => control(page, 'Name').inputValue()).toBe('Raaman Iyer');
  expect(errors).toEqual([]);
});

test('a parent whose browser prefers Tamil reads the first screen in Tamil before the script is there', async () => {
  const { page, errors } = await phoneFor(await open(), 'Tamil at once', {
    seesPrerendered: true,
    locale: 'ta-IN',
  });
  const script = await holdScript(page);
  await page.goto(address(), { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: tamil['create.title'] }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('ta');
  // Another language, chosen before the script is there, holds from then on.
  await page.locator('.language').selectOption('en');
  await script.release();
  await page.getByRole('heading', { level: 1, name: messageText('create.title') }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: messageText('create.title') }).waitFor();
  expect(errors).toEqual([]);
});

test('another language is shown at once, with what was typed, and is stored', async () => {
  const { page, errors } = await phoneFor(await open(), 'another language');
  await page.goto(address());
  await control(page, 'Name').fill('Raman Iyer');
  await page.locator('.language').selectOption('ta');
  await page.getByRole('heading', { level: 1, name: tamil['create.title'] }).waitFor();
  await eventually(() => page.locator('#name').inputValue()).toBe('Raman Iyer');
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('ta');
  expect(errors).toEqual([]);
});

test('a form of test loans keeps what was typed where its address does not say that it is one', async () => {
  const { page, errors } = await phoneFor(await open(), 'another screen than the page came with');
  await page.goto(`${address()}&test=1`);
  await control(page, 'Name').fill('Raman Iyer');
  const keyId = new URL(page.url()).searchParams.get('k');
  await page.goto(`${testApp().url}/?k=${keyId}`);
  await page.getByText(messageText('app.testLoan')).waitFor();
  await eventually(() => control(page, 'Name').inputValue()).toBe('Raman Iyer');
  expect(errors).toEqual([]);
});

/** Holds the app's script back until it is released. */
async function holdScript(page: Page): Promise<{ release: () => Promise<void> }> {
  const held: Route[] = [];
  let isReleased = false;
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    if (isReleased) await route.continue();
    else held.push(route);
  });
  return {
    release: async () => {
      isReleased = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}
