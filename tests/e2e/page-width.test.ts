/** The width of the parent's pages on a laptop. */
import { expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { states } from './states/index.ts';
import { desktopFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

test.each([
  'create',
  'students-filled',
  'status-screen',
  'sign-in',
  'terms',
  'profile',
  'key-facts',
] as const)('header and content of %s have one edge', async (name) => {
  const { page } = await desktopFor(await open(), `the width of ${name}`);
  await states[name]?.(page, testApp());
  const leftOf = async (selector: string) => (await page.locator(selector).boundingBox())?.x;
  expect(await leftOf('h1')).toBe(await leftOf('.page-logo'));
});
