/** States of an invitation to the desk, and of the change of a password there. */
import type { Page } from 'playwright-core';
import { type Account, anotherReviewer, reviewerWithSecondFactor } from '../support/desk.ts';
import { button, openMenu } from '../support/interactions.ts';
import { choosePassword, enterCode, openInvitation, readRecoveryCodes } from '../support/invitation.ts';
import { messageText } from '../support/message-text.ts';
import { reviewerAt } from '../support/reviewer.ts';
import type { TestApp } from '../support/test-app.ts';
import type { States } from './index.ts';

export const deskAccessStates = {
  'desk-invitation-password': async (page, testApp) => {
    await openInvitation(page, testApp, 'Leela Nair');
    await page.getByRole('switch', { name: messageText('review.password.show') }).check();
  },
  'desk-invitation-refused': async (page, testApp) => {
    const email = await openInvitation(page, testApp, 'Leela Nair');
    const refusals = [
      ['short', 'review.password.new.short'],
      ['Password@1234', 'review.password.new.common'],
      [email, 'review.password.new.containsEmail'],
    ] as const;
    for (const [password, refusal] of refusals) {
      await choosePassword(page, password);
      await page.getByText(messageText(refusal)).waitFor();
    }
  },
  'desk-invitation-app': async (page, testApp) => {
    await openInvitation(page, testApp, 'Leela Nair');
    await choosePassword(page);
    await page.locator('.qr-code').waitFor();
  },
  'desk-invitation-code': async (page, testApp) => {
    await openInvitation(page, testApp, 'Leela Nair');
    await choosePassword(page);
    await enterCode(page, '12345');
    await page.getByText(messageText('review.signIn.code.wrong')).waitFor();
  },
  'desk-invitation-codes': async (page, testApp) => {
    await openInvitation(page, testApp, 'Leela Nair');
    await choosePassword(page);
    await enterCode(page);
    await readRecoveryCodes(page);
    // The clipboard is replaced so that the browser does not ask for permission to write.
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => undefined } }),
    );
    await button(page, messageText('review.invitation.codes.copy')).click();
    await button(page, messageText('review.invitation.codes.copied')).waitFor();
  },
  'desk-invitation-expired': async (page, testApp) => {
    await reviewerAt(page, testApp).opensTheDesk('/invitation#unknown');
    await page.getByRole('heading', { name: messageText('review.invitation.expired.title') }).waitFor();
  },
  'desk-invitation-failed': async (page, testApp) => {
    testApp.cutOff('readInvitation');
    await reviewerAt(page, testApp).opensTheDesk('/invitation#unread');
    await button(page, 'Try again').waitFor();
  },

  'desk-password': async (page, testApp) => {
    const account = await reviewerWithSecondFactor(testApp, 'Leela Nair');
    const reviewer = reviewerAt(page, testApp);
    await reviewer.opensTheDesk('/password');
    await reviewer.typesCredentials(account);
    await button(page, 'Sign in').click();
    await page.getByLabel('Code', { exact: true }).fill(account.code());
    await button(page, 'Sign in').click();
    await page.getByLabel(messageText('review.password.present'), { exact: true }).waitFor();
    await page.getByLabel('Code', { exact: true }).waitFor();
  },
  'desk-password-refused': async (page, testApp) => {
    await changePassword(page, testApp, 'not this one');
    await page.getByRole('link', { name: messageText('review.password.wrong') }).waitFor();
  },
  'desk-password-locked': async (page, testApp) => {
    await page.route('**/review/password', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 429,
            headers: { 'retry-after': '900' },
            json: { success: false, message: '' },
          })
        : route.fallback(),
    );
    await changePassword(page, testApp);
    await page.getByText(/^Too many tries/).waitFor();
  },
  'desk-password-done': async (page, testApp) => {
    await changePassword(page, testApp);
    await page.getByText(messageText('review.password.done')).waitFor();
  },
  'desk-second-factor': async (page, testApp) => {
    await openSecondFactor(page, testApp);
  },
  'desk-second-factor-app': async (page, testApp) => {
    const { password } = await openSecondFactor(page, testApp);
    await page.getByLabel(messageText('review.password.present'), { exact: true }).fill(password);
    await button(page, messageText('review.secondFactor.submit')).click();
    await page.locator('.qr-code').waitFor();
  },
} as const satisfies States;

async function openSecondFactor(page: Page, testApp: TestApp): Promise<Account> {
  const account = await anotherReviewer(testApp, 'Leela Nair');
  const reviewer = reviewerAt(page, testApp);
  await reviewer.opensTheDesk('/password');
  await reviewer.signsIn(account);
  await page.getByRole('link', { name: messageText('review.secondFactor.title') }).click();
  await page.getByText(messageText('review.secondFactor.lead')).waitFor();
  return account;
}

/** @param present the account's own where absent */
async function changePassword(page: Page, testApp: TestApp, present?: string): Promise<void> {
  const account = await anotherReviewer(testApp, 'Leela Nair');
  const reviewer = reviewerAt(page, testApp);
  await reviewer.opensTheDesk();
  await reviewer.signsIn(account);
  await openMenu(page);
  await page.getByRole('link', { name: messageText('review.password.link'), exact: true }).click();
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await fill(messageText('review.password.present'), present ?? account.password);
  await fill(messageText('review.password.new'), 'four plain words together');
  await button(page, messageText('review.password.submit')).click();
}
