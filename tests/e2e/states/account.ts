/** States of the consumer app's pages that everybody sees. */
import { messageText } from '../support/message-text.ts';
import { openMenu } from '../support/interactions.ts';
import type { OpenState } from './index.ts';

export const accountStates = {
  'account-start': async (page, testApp) => {
    await page.goto(`${testApp.url}/app`);
    await page.getByRole('heading', { level: 1, name: messageText('account.start.title') }).waitFor();
  },
  'account-menu': async (page, testApp) => {
    await page.goto(`${testApp.url}/app`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await openMenu(page);
    const navigation = page.getByRole('navigation', { name: messageText('account.navigation.label') });
    await navigation.getByRole('link', { name: messageText('account.navigation.home') }).waitFor();
  },
  'account-not-found': async (page, testApp) => {
    await page.goto(`${testApp.url}/app/nowhere`);
    await page.getByRole('heading', { level: 1, name: messageText('account.notFound.title') }).waitFor();
  },
} satisfies Record<string, OpenState>;
