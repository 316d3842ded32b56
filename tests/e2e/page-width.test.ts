/** The width of the parent's pages on a laptop. */
import { expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { states } from './states/index.ts';
import { raman } from './support/fixtures.ts';
import { loanWithStudents, openLoan } from './support/loans.ts';
import { parentAt } from './support/parent.ts';
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
] as const)('the header and the content of %s are aligned', async (name) => {
  const { page } = await desktopFor(await open(), `the width of ${name}`);
  await states[name]?.(page, testApp());
  const leftOf = async (selector: string) => (await page.locator(selector).boundingBox())?.x;
  expect(await leftOf('h1')).toBe(await leftOf('.page-logo'));
});

test('the sentence above the bar at the foot leaves its row to the plan', async () => {
  const { page } = await desktopFor(await open(), 'the sentence above the bar');
  await openLoan(page, testApp(), await loanWithStudents(testApp()), 'applications');
  const parent = parentAt(page, testApp());
  await parent.isAtApplicant();
  await parent.fillsTheApplicant(raman);
  const boxOf = (selector: string) => page.locator(selector).boundingBox();
  const [note, state] = [await boxOf('.step-bar-note'), await boxOf('.step-bar-state')];
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(state?.y ?? 0);
});
