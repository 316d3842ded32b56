/** The steps of a person who was invited to the desk. */
import type { Page } from 'playwright-core';
import { totpCode } from '../../../server/testing/totp.ts';
import { invitedReviewer } from './desk.ts';
import { button } from './interactions.ts';
import { messageText } from './message-text.ts';
import type { TestApp } from './test-app.ts';

export const chosenPassword = 'four plain words together';

/** The link of a new invitation is open at the choice of a password. @returns the address of the account */
export async function openInvitation(page: Page, testApp: TestApp, name: string): Promise<string> {
  const { email, path } = await invitedReviewer(testApp, name);
  await page.goto(`${testApp.url}/review${path}`);
  await page.getByRole('heading', { name: messageText('review.invitation.password.title') }).waitFor();
  return email;
}

export async function choosePassword(page: Page, password = chosenPassword): Promise<void> {
  await page.getByLabel(messageText('review.password.new'), { exact: true }).fill(password);
  await button(page, messageText('review.invitation.password.submit')).click();
}

/** Enters a code; without one, the code of an app that got the key from the screen. */
export async function enterCode(page: Page, typed?: string): Promise<void> {
  const key = await page.locator('.invitation-key code').innerText();
  const code = typed ?? totpCode(key.replaceAll(' ', ''), new Date());
  await page.getByLabel(messageText('review.signIn.code'), { exact: true }).fill(code);
  await button(page, messageText('review.invitation.app.submit')).click();
}

/** @returns the recovery codes, once they are shown */
export async function readRecoveryCodes(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: messageText('review.invitation.codes.label') });
  await list.waitFor();
  return list.getByRole('listitem').allInnerTexts();
}
