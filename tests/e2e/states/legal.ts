/** The pages of the terms and of the privacy policy. */
import { legalPath, legalVersions } from '../../../domain/legal.ts';
import { messageText } from '../support/message-text.ts';
import type { OpenState } from './index.ts';

export const legalStates = {
  terms: async (page, testApp) => {
    await page.goto(testApp.url + legalPath('terms'));
    await page.getByRole('heading', { level: 1, name: messageText('legal.terms') }).waitFor();
    await page.getByRole('heading', { name: 'What Feepath does' }).waitFor();
  },
  privacy: async (page, testApp) => {
    await page.goto(testApp.url + legalPath('privacy'));
    await page.getByRole('heading', { level: 1, name: messageText('legal.privacy') }).waitFor();
    await page.getByRole('heading', { name: 'Your rights' }).waitFor();
  },
  'terms-former-version': async (page, testApp) => {
    await page.goto(testApp.url + legalPath('terms', legalVersions.terms[1]));
    await page.getByText(/A newer one holds for new applications/).waitFor();
    await page.getByRole('heading', { name: 'What Feepath does' }).waitFor();
    await page.getByRole('link', { name: /^Version of / }).waitFor();
  },
  'terms-unknown-version': async (page, testApp) => {
    await page.goto(`${testApp.url}/app/terms/1999-01-01`);
    await page.getByText(messageText('legal.unknown')).waitFor();
  },
} satisfies Record<string, OpenState>;
