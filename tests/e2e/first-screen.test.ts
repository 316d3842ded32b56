/** The first screen comes with the page: what a person does before the app's script is there is not lost. */
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import tamil from '../../locales/ta/app.json' with { type: 'json' };
import { browserForFile } from '../support/browser.ts';
import { meena, newMobile, signInPastScreens } from './support/customers.ts';
import { demoReviewer } from './support/desk.ts';
import { eventually } from './support/eventually.ts';
import { raman } from './support/fixtures.ts';
import { button, control } from './support/interactions.ts';
import { messageText } from './support/message-text.ts';
import { passwordMessageTo } from './support/outbox.ts';
import { parentAt } from './support/parent.ts';
import { reviewerAt } from './support/reviewer.ts';
import { desktopFor, phoneFor } from './support/screens.ts';
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

test('what is typed after Submit, before the script is there, is not sent until it is pressed again', async () => {
  const { page, errors } = await phoneFor(await open(), 'typed on', { seesPrerendered: true });
  const script = await holdScript(page);
  await page.goto(address(), { waitUntil: 'commit' });
  const { Name, 'Mobile number': mobile, Email } = raman.create;
  await control(page, 'Name').fill(Name);
  await control(page, 'Mobile number').fill(mobile);
  await control(page, 'Email').fill('asha@mail.co');
  const busy = page.locator('button[aria-busy]');
  await button(page, 'Submit').click();
  await busy.waitFor();
  await control(page, 'Email').fill(Email);
  expect([await page.locator('#root').getAttribute('data-submitted'), await busy.count()]).toEqual([null, 0]);
  await script.release();
  await page.locator('#root:not([data-prerendered])').waitFor();
  await eventually(() => control(page, 'Email').inputValue()).toBe(Email);
  await button(page, 'Submit').click();
  await parentAt(page, testApp()).isAtStudents();
  expect(errors).toEqual([]);
});

test('Submit loads the page again where its script could not be fetched', async () => {
  const { page } = await phoneFor(await open(), 'lost script', { seesPrerendered: true });
  await page.route(/\/assets\/account-.*\.js$/, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await page.goto(`${testApp().url}/app/sign-in`);
  await failed;
  await control(page, 'Mobile number').fill(newMobile());
  await button(page, messageText('account.otp.send')).click();
  await page.locator('#root:not([data-prerendered])').waitFor();
});

test('the sign-in in Tamil fetches no messages in English', async () => {
  const { page, errors } = await phoneFor(await open(), 'Tamil alone', { locale: 'ta-IN' });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(...(/assets\/..-\w+(?=-.*json)/.exec(request.url()) ?? [])));
  await page.goto(`${testApp().url}/app/sign-in`);
  await page.locator('#root:not([data-prerendered])').waitFor();
  expect(new Set(fetched)).toEqual(
    new Set(['first', 'account', 'secondary'].map((one) => `assets/ta-${one}`)),
  );
  expect(errors).toEqual([]);
});

test.each([
  ['create form', address, '#phone'],
  ['sign-in', () => `${testApp().url}/app/sign-in`, '#mobile'],
  ["desk's sign-in", () => `${testApp().url}/review`, '#email'],
])('the %s is taken over as it stands, with the focus and the caret', async (screen, url, field) => {
  const { page, errors } = await phoneFor(await open(), `${screen} taken over`, { seesPrerendered: true });
  const script = await holdScript(page);
  await page.goto(url(), { waitUntil: 'commit' });
  const input = page.locator(field);
  await input.fill('13');
  await input.evaluate((element: HTMLInputElement) => {
    element.setSelectionRange(1, 1);
    element.dataset.first = '';
  });
  await script.release();
  await page.locator('#root:not([data-prerendered])').waitFor();
  await page.keyboard.type('2');
  await eventually(() => page.locator(`${field}[data-first]`).inputValue()).toBe('123');
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

test('the number typed and submitted before the script is there asks for the password', async () => {
  const { page, errors } = await phoneFor(await open(), 'signs in early', { seesPrerendered: true });
  const script = await holdScript(page);
  await page.goto(`${testApp().url}/app/sign-in`, { waitUntil: 'commit' });
  const mobile = newMobile();
  await control(page, 'Mobile number').fill(`+91 ${mobile}`);
  await button(page, messageText('account.otp.send')).click();
  await eventually(() => page.locator('#root').getAttribute('data-submitted')).toBe('');
  await script.release();
  await control(page, messageText('account.otp.label')).waitFor();
  expect((await passwordMessageTo(testApp(), mobile)).otp).toMatch(/^\d{6}$/);
  // The number is not asked for again.
  await page.reload({ waitUntil: 'commit' });
  await control(page, messageText('account.otp.label')).waitFor();
  expect(errors).toEqual([]);
});

test('the sign-in is in the language of the browser, keeps what was typed, and can be had in another', async () => {
  const { page, errors } = await phoneFor(await open(), 'sign-in in Tamil', {
    seesPrerendered: true,
    locale: 'ta-IN',
  });
  const script = await holdScript(page);
  await page.goto(`${testApp().url}/app/sign-in`, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: tamil['account.signIn.title'] }).waitFor();
  await page.locator('#mobile').fill('98765');
  await page.locator('.language').selectOption('en');
  await script.release();
  await page.getByRole('heading', { level: 1, name: messageText('account.signIn.title') }).waitFor();
  await eventually(() => control(page, 'Mobile number').inputValue()).toBe('98765');
  expect(errors).toEqual([]);
});

test('who is signed in sees no sign-in before the script is there', async () => {
  const { page, errors } = await phoneFor(await open(), 'signed in already', { seesPrerendered: true });
  await signInPastScreens(page, testApp());
  const script = await holdScript(page);
  await page.goto(`${testApp().url}/app/sign-in`, { waitUntil: 'commit' });
  await page.locator('#root:empty').waitFor({ state: 'attached' });
  await script.release();
  await page.getByRole('heading', { level: 1, name: meena.name }).waitFor();
  expect(errors).toEqual([]);
});

test('a reviewer signs in before the script is there, and sees no sign-in at the next visit', async () => {
  const { page, errors } = await desktopFor(await open(), 'desk sign-in', { seesPrerendered: true });
  const script = await holdScript(page);
  const reviewer = reviewerAt(page, testApp());
  await page.goto(`${testApp().url}/review`, { waitUntil: 'commit' });
  await reviewer.typesCredentials(demoReviewer);
  await button(page, 'Sign in').click();
  await eventually(() => page.locator('#root').getAttribute('data-submitted')).toBe('');
  await script.release();
  await reviewer.isAtTheQueue();

  const next = await holdScript(page);
  await page.reload({ waitUntil: 'commit' });
  await page.locator('#root:empty').waitFor({ state: 'attached' });
  await next.release();
  await reviewer.isAtTheQueue();
  expect(errors).toEqual([]);
});

test('the next screen is fetched at a pause, and not while somebody types', async () => {
  const { page, errors } = await phoneFor(await open(), 'typing without a pause');
  let isFetched = false;
  page.on('request', (request) => {
    isFetched ||= /\/assets\/screen-/.test(request.url());
  });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto(address());
  await eventually(async () => {
    await page.clock.runFor(1);
    return page.locator('#root').getAttribute('data-prerendered');
  }).toBeNull();
  for (const key of 'Raman') {
    await control(page, 'Name').pressSequentially(key);
    await page.clock.runFor(1000);
  }
  expect(isFetched).toBe(false);
  await page.clock.runFor(500);
  await eventually(() => isFetched).toBe(true);
  expect(errors).toEqual([]);
});

/** Holds the app's script back until it is released. */
async function holdScript(page: Page): Promise<{ release: () => Promise<void> }> {
  const held: Route[] = [];
  let isReleased = false;
  await page.route(/\/assets\/(index|account|review)-.*\.js$/, async (route) => {
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
