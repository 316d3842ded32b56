/** The link of a loan that this device does not know. */
import type { Page } from 'playwright-core';
import { answer, button } from '../support/hands.ts';
import { newLoan } from '../support/loans.ts';
import type { World } from '../support/world.ts';
import type { Bring } from './index.ts';

export const reentryStates = {
  reentry: opens,
  'reentry-unsent': async (page, world) => {
    await opens(page, world);
    world.cutOff('requestReentry');
    await button(page, 'Send a one-time password').click();
    await page.getByRole('alert').waitFor();
  },
  'reentry-typing': async (page, world) => {
    await asks(page, world);
    await answer(page, 'One-time password', '123');
  },
  'reentry-wrong': async (page, world) => {
    await asks(page, world);
    await triesAWrongOne(page);
  },
  'reentry-too-many': async (page, world) => {
    await asks(page, world);
    for (let tries = 0; tries < 5; tries += 1) await triesAWrongOne(page);
    await button(page, 'Open my application').click();
    await page.getByText(/^There were too many wrong tries/).waitFor();
  },
} satisfies Record<string, Bring>;

async function opens(page: Page, world: World) {
  const { loanId } = await newLoan(world);
  await page.goto(`${world.url}/loan/${loanId}?api_key=${world.key}`);
  await button(page, 'Send a one-time password').waitFor();
}

async function asks(page: Page, world: World) {
  await opens(page, world);
  await button(page, 'Send a one-time password').click();
  await button(page, 'Open my application').waitFor();
}

async function triesAWrongOne(page: Page) {
  await answer(page, 'One-time password', '000000');
  await button(page, 'Open my application').click();
  await page.getByText(/^This does not fit/).waitFor();
  await button(page, 'Open my application').and(page.locator(':not([aria-busy])')).waitFor();
}
