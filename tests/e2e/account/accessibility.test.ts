/** Everybody can use the consumer app: axe finds nothing, nothing is wider than the page, the keyboard is enough. */
import { expect, test } from 'vitest';
import { browserForFile } from '../../support/browser.ts';
import { accountStates } from '../states/account.ts';
import { partnerStates } from '../states/partner.ts';
import { signInStates } from '../states/sign-in.ts';
import { describeAccessibility } from '../support/accessibility.ts';
import { hasFocus } from '../support/eventually.ts';
import { menu } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

describeAccessibility(
  { ...accountStates, ...signInStates, ...partnerStates },
  ['account-start', 'sign-in-mobile-wrong', 'sign-in-password', 'sign-up', 'partner'],
  open,
  testApp,
);

test('the keyboard opens the menu, closes it, and follows its links to the heading of the page', async () => {
  const { page } = await phoneFor(await open(), 'the menu by keyboard');
  await page.goto(`${testApp().url}/app/nowhere`);
  await menu(page).waitFor();
  const links = page.getByRole('navigation', { name: messageText('account.navigation.label') });
  await menu(page).focus();
  await page.keyboard.press('Enter');
  await links.waitFor();
  await page.keyboard.press('Escape');
  await links.waitFor({ state: 'hidden' });
  await hasFocus(menu(page));

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await hasFocus(links.getByRole('link').first());
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: messageText('account.start.title') });
  await hasFocus(heading);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await page.goBack();
  await hasFocus(page.getByRole('heading', { level: 1, name: messageText('account.notFound.title') }));
});
