/** A person signs up and in to the consumer app by mobile number and one-time password. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { browserForFile } from '../../support/browser.ts';
import {
  endSessionsOf,
  entersPassword,
  entersPasswordOfOwner,
  meena,
  newMobile,
  ownersBirthDate,
  passCooldown,
  passwordAfter,
  requestsPassword,
  signInPastScreens,
} from '../support/customers.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { answer, button, control, openMenu } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { passwordMessageTo } from '../support/outbox.ts';
import { errorOf } from '../support/page-values.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const welcome = messageText('account.dashboard.welcome', { name: meena.name });

test('a new number signs up, sees the dashboard, signs out, and signs in on another device', async () => {
  const mobile = newMobile();
  const { page } = await phoneFor(await open(), 'a customer signs up');
  await page.goto(`${testApp().url}/app`);
  await page.getByRole('link', { name: messageText('account.start.signIn') }).click();
  await hasFocus(heading(page, messageText('account.signIn.title')));

  await button(page, messageText('account.otp.send')).click();
  await eventually(() => errorOf(page, 'Mobile number')).toBe('Please Enter Valid Mobile Number');
  await answer(page, 'Mobile number', '98765');
  await eventually(() => errorOf(page, 'Mobile number')).toBe('Mobile number should be 10 digits');
  await requestsPassword(page, mobile);
  await hasFocus(control(page, messageText('account.otp.label')));
  await button(page, messageText('account.signIn.submit')).click();
  await eventually(() => errorOf(page, messageText('account.otp.label'))).toBe('Please Enter OTP');
  await entersPassword(page, '12345');
  await eventually(() => errorOf(page, messageText('account.otp.label'))).toBe('Please Enter Valid OTP');
  await expect(button(page, /^New one-time password in \d+ s$/).isDisabled()).resolves.toBe(true);

  // A phone may drop the page while its person reads the message.
  await page.reload();
  await entersPassword(page, (await passwordMessageTo(testApp(), mobile)).otp);
  await hasFocus(heading(page, messageText('account.signUp.title')));
  await button(page, messageText('account.signUp.submit')).click();
  await eventually(() => errorOf(page, 'Name')).toBe('Please Enter Name');
  await eventually(() => errorOf(page, 'Email')).toBe('Please Enter Valid Email Id');
  await answer(page, 'Name', meena.name);
  await answer(page, 'Email', meena.email);
  await button(page, messageText('account.signUp.submit')).click();
  await heading(page, welcome).waitFor();
  expect(new URL(page.url()).pathname).toBe('/app');

  await page.reload();
  await heading(page, welcome).waitFor();
  await openMenu(page);
  await button(page, messageText('account.navigation.signOut')).click();
  await heading(page, messageText('account.start.title')).waitFor();
  await page.reload();
  await heading(page, messageText('account.start.title')).waitFor();

  const other = await desktopFor(await open(), 'the customer signs in on another device');
  await passCooldown(testApp(), mobile);
  await other.page.goto(`${testApp().url}/app/sign-in`);
  await requestsPassword(other.page, mobile);
  await entersPassword(other.page, await passwordAfter(testApp(), mobile, 1));
  await heading(other.page, welcome).waitFor();
});

test('the sign-up form of one customer is empty for the next customer', async () => {
  const { page } = await phoneFor(await open(), 'two customers sign up in one tab');
  await signInPastScreens(page, testApp(), { isNew: true });
  await page.goto(`${testApp().url}/app`);
  await answer(page, 'Name', meena.name);
  await openMenu(page);
  await button(page, messageText('account.navigation.signOut')).click();
  await heading(page, messageText('account.start.title')).waitFor();
  const next = newMobile();
  await page.goto(`${testApp().url}/app/sign-in`);
  await requestsPassword(page, next);
  await entersPassword(page, (await passwordMessageTo(testApp(), next)).otp);
  await heading(page, messageText('account.signUp.title')).waitFor();
  expect(await control(page, 'Name').inputValue()).toBe('');
});

test('a customer with an application must also give the date of birth', async () => {
  const { page } = await phoneFor(await open(), 'a sign-in with a date of birth');
  await page.goto(`${testApp().url}/app/sign-in`);
  await entersPasswordOfOwner(page, testApp());
  const dob = messageText('account.claim.dob');
  await hasFocus(control(page, dob));
  const submit = button(page, messageText('account.signIn.submit'));
  await submit.click();
  await eventually(() => errorOf(page, dob)).toBe(messageText('account.error.birthDateMissing'));
  await answer(page, dob, '1990-01-01');
  await submit.click();
  await eventually(() => errorOf(page, dob)).toBe(messageText('account.error.birthDateWrong'));
  await expect(
    page.getByRole('link', { name: messageText('account.signIn.birthDate.contact') }).count(),
  ).resolves.toBe(1);
  await answer(page, dob, ownersBirthDate);
  await submit.click();
  await heading(page, welcome).waitFor();
});

test('a session that ends while something is typed asks to sign in on top, and everything goes on', async () => {
  const { page } = await phoneFor(await open(), 'a session ends while typing');
  const { mobile } = await signInPastScreens(page, testApp(), { isNew: true });
  await page.goto(`${testApp().url}/app`);
  await answer(page, 'Name', meena.name);
  await answer(page, 'Email', meena.email);
  await endSessionsOf(testApp(), mobile);
  await button(page, messageText('account.signUp.submit')).click();
  const dialog = page.getByRole('dialog', { name: messageText('account.signInAgain.title') });
  await dialog.getByText(messageText('account.signInAgain.help')).waitFor();
  expect(await control(page, 'Name').inputValue()).toBe(meena.name);
  // The second Escape in a row, or Back on Android, sends no event that a page could prevent.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog.isVisible()).resolves.toBe(true);

  await passCooldown(testApp(), mobile);
  await button(dialog, messageText('account.otp.send')).click();
  await answer(dialog, messageText('account.otp.label'), await passwordAfter(testApp(), mobile, 1));
  await button(dialog, messageText('account.signIn.submit')).click();
  // The pending save runs after the sign-in without another press.
  await heading(page, welcome).waitFor();
  await expect(dialog.count()).resolves.toBe(0);
});

test('a password is filled in by the browser that reads the message, and no request outlives the screen', async () => {
  const { page } = await phoneFor(await open(), 'a password by WebOTP');
  await page.addInitScript(() => {
    const requests: { signal: AbortSignal; resolve: (credential: object) => void }[] = [];
    const get = ({ otp, signal }: { otp: { transport: string[] }; signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        if (otp.transport.join() === 'sms') requests.push({ signal, resolve });
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    Object.assign(window, { OTPCredential: Object, otpRequests: requests });
    Object.defineProperty(navigator, 'credentials', { value: { get } });
  });
  await page.goto(`${testApp().url}/app/sign-in`);
  await requestsPassword(page, newMobile());
  const pending = () =>
    page.evaluate(
      () =>
        (window as unknown as { otpRequests: { signal: AbortSignal }[] }).otpRequests.filter(
          ({ signal }) => !signal.aborted,
        ).length,
    );
  await eventually(pending).toBe(1);
  await page.evaluate(() =>
    (window as unknown as { otpRequests: { resolve: (one: object) => void }[] }).otpRequests
      .at(-1)
      ?.resolve({ code: '482913' }),
  );
  await eventually(() => control(page, messageText('account.otp.label')).inputValue()).toBe('482913');
  await button(page, messageText('account.signIn.changeNumber')).click();
  await eventually(pending).toBe(0);
});
