/** A parent opens the link of an application on a device that does not know it (decision 2a). */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { eventually, hasFocus } from './support/eventually.ts';
import { raman } from './support/fixtures.ts';
import { answer, button, control } from './support/interactions.ts';
import { newLoan, submittedLoan } from './support/loans.ts';
import { messagesTo, passwordMessageTo } from './support/outbox.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { errorOf, storedOnDevice } from './support/page-values.ts';
import { messageText, reentryDateOfBirth } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();
const dob = '1985-04-12';
const badDates = [
  ['12-04', 'common.error.date.incomplete'],
  ['1985-02-30', 'common.error.date.notReal'],
] as const;

beforeEach(() => testApp().faults.disarmAll());

test('a one-time password and the date of birth open an application, which stays open', async () => {
  const { loanId, mobile } = await approvedLoan();
  const { page, parent } = await opensTheLink(loanId, 'the link on another device');
  await page.getByText(messageText('app.reentry.why')).waitFor();
  await page.getByRole('status').getByText(messageText('app.reentry.how')).waitFor();
  const { otp } = await requestsPassword(page, mobile);
  await page.getByRole('status').getByText(messageText('app.reentry.sent')).waitFor();
  expect(await page.locator('body').innerText()).not.toContain(mobile.slice(-4));

  await entersPassword(page, anotherThan(otp));
  await eventually(() => errorOf(page, password)).toBe(messageText('app.reentry.error.wrong'));
  await hasFocus(control(page, password));
  await answer(page, password, otp);
  expect(await errorOf(page, password)).toBeNull();
  await page.keyboard.press('Enter');
  await page.getByText(messageText('app.reentry.error.wrong')).waitFor();

  for (const [typed, id] of badDates) {
    await answer(page, reentryDateOfBirth, typed);
    await entersPassword(page, otp);
    await eventually(() => errorOf(page, reentryDateOfBirth)).toBe(messageText(id));
    await hasFocus(control(page, reentryDateOfBirth));
  }
  await answer(page, reentryDateOfBirth, dob);
  await entersPassword(page, otp);
  await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
  await page.reload();
  await page.getByText('Your loan is approved').first().waitFor();
  expect(Object.keys(await storedOnDevice(page))).toContain(`feepath.loan.${loanId}`);
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('reentry');
});

test('a draft needs no date of birth, and begins at its heading', async () => {
  const { loanId, mobile } = await draft();
  const { page, parent } = await opensTheLink(loanId, 'a draft on another device');
  const { text, otp } = await requestsPassword(page, mobile);
  await control(page, password).fill(text);
  await eventually(() => control(page, password).inputValue()).toBe(otp);
  await page.keyboard.press('Enter');
  await parent.isAtStudents();
  const heading = page.getByRole('heading', { level: 1 });
  await hasFocus(heading);
});

test('an application that does not exist looks the same', async () => {
  const { loanId } = await draft();
  const real = await looksOf(loanId, 'the link of a loan');
  const none = await looksOf(crypto.randomUUID(), 'the link of no loan');
  expect(none).toEqual(real);
  expect(real).toHaveLength(3);

  async function looksOf(id: string, name: string): Promise<string[]> {
    const { page } = await opensTheLink(id, name);
    const readPage = async () => (await page.locator('body').ariaSnapshot()).replace(/in \d+ s/, 'in some s');
    const asking = await readPage();
    await button(page, messageText('app.reentry.send')).click();
    await control(page, password).waitFor();
    const typing = await readPage();
    await entersPassword(page, '000000');
    await page.getByText(messageText('app.reentry.error.wrong')).waitFor();
    return [asking, typing, await readPage()];
  }
});

describe('a bad connection', () => {
  test('keeps the typed values when it fails during the check of the password', async () => {
    const { loanId, mobile } = await draft();
    const { page, parent } = await opensTheLink(loanId, 'the connection is lost while checking');
    const { otp } = await requestsPassword(page, mobile);
    await answer(page, reentryDateOfBirth, dob);
    testApp().cutOff('reenterLoan');
    await entersPassword(page, otp);
    await page.getByRole('alert').getByText(messageText('app.reentry.noResponse')).waitFor();
    expect(await control(page, password).inputValue()).toBe(otp);
    expect(await control(page, reentryDateOfBirth).inputValue()).toBe(dob.slice(-2));

    testApp().letGo('reenterLoan');
    await button(page, messageText('app.reentry.open')).click();
    await page.getByRole('status').getByText(messageText('app.reentry.checking')).waitFor();
    testApp().letGo();
    await parent.isAtStudents();
  });

  test('that loses the answer to the request leaves the received password valid', async () => {
    const { loanId, mobile } = await draft();
    const { page, parent } = await opensTheLink(loanId, 'the answer to asking is lost');
    testApp().loseAnswersOf('requestReentry');
    await button(page, messageText('app.reentry.send')).click();
    await page.getByRole('alert').getByText(messageText('app.reentry.unsent')).waitFor();
    const { otp } = await passwordMessageTo(testApp(), mobile);

    testApp().letGo('requestReentry');
    await button(page, messageText('app.reentry.send')).click();
    await page.getByRole('status').getByText(messageText('app.reentry.sending')).waitFor();
    testApp().letGo();
    await page.getByText(upToATime('app.reentry.tooMany')).waitFor();
    expect(await button(page, /in \d+ s$/).isDisabled()).toBe(true);
    await button(page, messageText('app.reentry.have')).click();
    await entersPassword(page, otp);
    await parent.isAtStudents();
  });
});

test('a page that is reloaded while the message is read continues where it was', async () => {
  const { loanId, mobile } = await draft();
  const { page, parent } = await opensTheLink(loanId, 'the page is loaded again');
  const { otp } = await requestsPassword(page, mobile);
  await answer(page, reentryDateOfBirth, dob);
  await page.reload();
  await control(page, password).waitFor();
  expect(await control(page, reentryDateOfBirth).inputValue()).toBe(dob.slice(-2));
  expect(await button(page, /in \d+ s$/).isDisabled()).toBe(true);
  await entersPassword(page, '12');
  await eventually(() => errorOf(page, password)).toBe(
    messageText('app.reentry.error.required', { count: 6 }),
  );
  await entersPassword(page, otp);
  await parent.isAtStudents();
});

test('a password works once, and the next one can be requested after the pause', async () => {
  const { loanId, mobile } = await draft();
  const one = await opensTheLink(loanId, 'the first of two devices');
  const other = await opensTheLink(loanId, 'the second of two devices');
  await other.page.clock.install();
  await other.page.reload();
  const { otp } = await requestsPassword(one.page, mobile);
  await entersPassword(one.page, otp);
  await one.parent.isAtStudents();

  await button(other.page, messageText('app.reentry.send')).click();
  await button(other.page, messageText('app.reentry.have')).click();
  await entersPassword(other.page, otp);
  await eventually(() => errorOf(other.page, password)).toBe(messageText('app.reentry.error.expired'));
  await other.page.clock.fastForward(31_000);
  testApp().faults.arm({ operation: 'requestReentry', fault: 'refused', status: 429 });
  await button(other.page, messageText('app.reentry.another')).click();
  await other.page.getByText(upToATime('app.reentry.tooMany')).waitFor();
  const passwords = (await messagesTo(testApp(), mobile)).filter(({ text }) => /\b\d{6}\b/.test(text));
  expect(passwords).toHaveLength(1);
});

test('a person who cannot open the application can start a new one', async () => {
  const { loanId } = await draft();
  const { page } = await opensTheLink(loanId, 'a new one instead');
  await page.getByText(messageText('app.reentry.other')).waitFor();
  await button(page, messageText('app.reentry.startNew')).click();
  await page.waitForURL((url) => url.pathname === '/');
});

const password = messageText('app.reentry.otp');

// The sandbox's provider fails for some endings of a number; the numbers from here on have none of them.
let lastMobile = 9_000_100_010;

/** Returns an applicant whose messages are separate from other tests'. */
function newApplicant() {
  lastMobile += 1;
  const mobile = String(lastMobile);
  return { mobile, fixture: { ...raman, create: { ...raman.create, 'Mobile number': mobile } } };
}

async function draft() {
  const { mobile, fixture } = newApplicant();
  return { mobile, ...(await newLoan(testApp(), fixture)) };
}

async function approvedLoan() {
  const { mobile, fixture } = newApplicant();
  const loan = await submittedLoan(testApp(), fixture);
  await testApp().alter(loan.loanId, { status: 'approved', lenderResult: { status: 'APPROVED' } });
  return { mobile, ...loan };
}

/** Opens a loan's link as a message contains it. */
async function opensTheLink(loanId: string, name: string) {
  const { page } = await phoneFor(await open(), name);
  await page.goto(`${testApp().url}/loan/${loanId}?api_key=${testApp().key}`);
  await page.getByRole('heading', { level: 1, name: messageText('app.reentry.title') }).waitFor();
  return { page, parent: parentAt(page, testApp()) };
}

async function requestsPassword(page: Page, mobile: string) {
  await button(page, messageText('app.reentry.send')).click();
  await control(page, password).waitFor();
  await hasFocus(control(page, password));
  return passwordMessageTo(testApp(), mobile);
}

async function entersPassword(page: Page, otp: string) {
  await answer(page, password, otp);
  await button(page, messageText('app.reentry.open')).click();
}

const anotherThan = (otp: string) => (otp === '000000' ? '000001' : '000000');

/** Returns the message's beginning up to the time, which varies. */
const upToATime = (id: 'app.reentry.tooMany') => messageText(id, { when: '|' }).split('|')[0] ?? '';
