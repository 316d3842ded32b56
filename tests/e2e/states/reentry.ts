/** The link of a loan that this device does not know. */
import type { Page } from 'playwright-core';
import { answer, button } from '../support/interactions.ts';
import { newLoan } from '../support/loans.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

export const reentryStates = {
  reentry: opens,
  'reentry-unsent': async (page, testApp) => {
    await opens(page, testApp);
    testApp.cutOff('requestReentry');
    await button(page, 'Send a one-time password').click();
    await page.getByRole('alert').waitFor();
  },
  'reentry-typing': async (page, testApp) => {
    await asks(page, testApp);
    await answer(page, 'One-time password', '123');
  },
  'reentry-wrong': async (page, testApp) => {
    await asks(page, testApp);
    await triesAWrongOne(page);
  },
  'reentry-too-many': async (page, testApp) => {
    await asks(page, testApp);
    for (let tries = 0; tries < 5; tries += 1) await triesAWrongOne(page);
    await button(page, 'Open my application').click();
    await page.getByText(/^There were too many wrong tries/).waitFor();
  },
} satisfies Record<string, OpenState>;

async function opens(page: Page, testApp: TestApp) {
  const { loanId } = await newLoan(testApp);
  await page.goto(`${testApp.url}/loan/${loanId}?api_key=${testApp.key}`);
  await button(page, 'Send a one-time password').waitFor();
}

async function asks(page: Page, testApp: TestApp) {
  await opens(page, testApp);
  await button(page, 'Send a one-time password').click();
  await button(page, 'Open my application').waitFor();
}

async function triesAWrongOne(page: Page) {
  await answer(page, 'One-time password', '000000');
  await button(page, 'Open my application').click();
  await page.getByText(/^This does not fit/).waitFor();
  await button(page, 'Open my application').and(page.locator(':not([aria-busy])')).waitFor();
}
