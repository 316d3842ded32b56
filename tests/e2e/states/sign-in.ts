/** States of the sign-in and of the sign-up of a customer. */
import type { Page } from 'playwright-core';
import {
  endSessionsOf,
  entersPassword,
  entersPasswordOfOwner,
  exhaustAttempts,
  expirePassword,
  meena,
  newMobile,
  requestsPassword,
  signInPastScreens,
} from '../support/customers.ts';
import { answer, button, openMenu } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

export const signInStates = {
  'sign-in': opens,
  'sign-in-mobile-wrong': async (page, testApp) => {
    await opens(page, testApp);
    await answer(page, messageText('account.mobile.label'), '98765');
    await button(page, messageText('account.otp.send')).click();
    await page.getByText(messageText('account.error.mobileLength')).first().waitFor();
  },
  'sign-in-password': async (page, testApp) => {
    await opens(page, testApp);
    await requestsPassword(page, newMobile());
  },
  'sign-in-password-wrong': async (page, testApp) => {
    await opens(page, testApp);
    await requestsPassword(page, newMobile());
    await entersPassword(page, '000000');
    await page.getByText(messageText('account.otp.error.wrong', { tries: 4 })).waitFor();
  },
  'sign-in-birth-date': async (page, testApp) => {
    await opens(page, testApp);
    await entersPasswordOfOwner(page, testApp);
  },
  'sign-in-birth-date-wrong': async (page, testApp) => {
    await opens(page, testApp);
    await entersPasswordOfOwner(page, testApp);
    await answer(page, messageText('account.claim.dob'), '1990-01-01');
    await button(page, messageText('account.signIn.submit')).click();
    await page.getByText(messageText('account.error.birthDateWrong')).first().waitFor();
  },
  'sign-in-password-expired': async (page, testApp) => {
    await page.clock.install();
    await opens(page, testApp);
    const mobile = newMobile();
    await requestsPassword(page, mobile);
    await page.clock.fastForward(31_000);
    await button(page, messageText('account.otp.another')).waitFor();
    await expirePassword(testApp, mobile);
    await entersPassword(page, '123456');
    await page.getByText(messageText('account.otp.error.expired')).waitFor();
  },
  'sign-in-exhausted': async (page, testApp) => {
    await opens(page, testApp);
    const mobile = newMobile();
    await requestsPassword(page, mobile);
    await exhaustAttempts(testApp, mobile);
    await entersPassword(page, '000000');
    await page.getByText(/^There were too many wrong tries/).waitFor();
  },
  'sign-in-undeliverable': async (page, testApp) => {
    await opens(page, testApp);
    // A landline, which the sandbox's provider refuses.
    await answer(page, messageText('account.mobile.label'), '0442340000');
    await button(page, messageText('account.otp.send')).click();
    await page.getByRole('alert').getByText(messageText('account.otp.error.undeliverable')).waitFor();
  },
  'sign-in-not-sent': async (page, testApp) => {
    await opens(page, testApp);
    testApp.cutOff('requestOtp');
    await answer(page, messageText('account.mobile.label'), newMobile());
    await button(page, messageText('account.otp.send')).click();
    await page.getByRole('alert').getByText(messageText('account.otp.notSent')).waitFor();
  },
  'sign-up': async (page, testApp) => {
    await signInPastScreens(page, testApp, { isNew: true });
    await page.goto(`${testApp.url}/app`);
    await page.getByRole('heading', { level: 1, name: messageText('account.signUp.title') }).waitFor();
  },
  'sign-in-again': async (page, testApp) => {
    const { mobile } = await signInPastScreens(page, testApp, { isNew: true });
    await page.goto(`${testApp.url}/app`);
    await answer(page, messageText('account.name.label'), meena.name);
    await answer(page, messageText('account.email.label'), meena.email);
    await endSessionsOf(testApp, mobile);
    await button(page, messageText('account.signUp.submit')).click();
    await page.getByRole('dialog', { name: messageText('account.signInAgain.title') }).waitFor();
  },
  'sign-up-not-saved': async (page, testApp) => {
    await signInPastScreens(page, testApp, { isNew: true });
    await page.goto(`${testApp.url}/app`);
    await answer(page, messageText('account.name.label'), meena.name);
    await answer(page, messageText('account.email.label'), meena.email);
    testApp.cutOff('saveProfile');
    await button(page, messageText('account.signUp.submit')).click();
    await page.getByRole('alert').getByText(messageText('account.submission.failed')).waitFor();
  },
  'sign-out-failed': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app`);
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    await openMenu(page);
    testApp.cutOff('signOutCustomer');
    await button(page, messageText('account.navigation.signOut')).click();
    await page.getByRole('alertdialog', { name: messageText('account.signOut.failed') }).waitFor();
  },
  'sign-in-rate-limited': async (page, testApp) => {
    const mobile = newMobile();
    await signInPastScreens(page, testApp, { mobile });
    await page.context().clearCookies();
    await opens(page, testApp);
    await answer(page, messageText('account.mobile.label'), mobile);
    await button(page, messageText('account.otp.send')).click();
    await page.getByText(/^No more one-time passwords can be sent for now/).waitFor();
    await button(page, messageText('account.otp.alreadyReceived')).waitFor();
  },
  'sign-in-no-response': async (page, testApp) => {
    await opens(page, testApp);
    await requestsPassword(page, newMobile());
    testApp.cutOff('signInCustomer');
    await entersPassword(page, '123456');
    await page.getByText(messageText('account.otp.noResponse')).waitFor();
  },
  'account-restore-failed': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    testApp.cutOff('refreshSession');
    await page.goto(`${testApp.url}/app`);
    await page.getByRole('heading', { level: 1, name: messageText('account.restoreFailed.title') }).waitFor();
  },
} satisfies Record<string, OpenState>;

async function opens(page: Page, testApp: TestApp) {
  await page.goto(`${testApp.url}/app/sign-in`);
  await button(page, messageText('account.otp.send')).waitFor();
}
