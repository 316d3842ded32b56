/** The pages of the terms and of the privacy policy. */
import { legalPath, legalVersions } from '../../../domain/pages/legal.ts';
import tamilTerms from '../../../locales/ta/legal/terms.2026-11-28.json' with { type: 'json' };
import tamil from '../../../locales/ta/app.json' with { type: 'json' };
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
    await page.getByRole('heading', { level: 1, name: messageText('app.privacy') }).waitFor();
    await page.getByRole('heading', { name: 'Your rights' }).waitFor();
  },
  'terms-former-version': async (page, testApp) => {
    await page.goto(testApp.url + legalPath('terms', legalVersions.terms[1]));
    await page.getByText(/A newer one holds for new applications/).waitFor();
    await page.getByRole('heading', { name: 'What Feepath does' }).waitFor();
    await page
      .getByRole('link', { name: /^Version of / })
      .first()
      .waitFor();
  },
  // Both texts of the current version are read, and before it the first one, which is in English alone.
  'terms-in-tamil': async (page, testApp) => {
    await page.goto(testApp.url + legalPath('terms', '2026-11-22'));
    await page.locator('.language').selectOption('ta');
    await page.getByText(tamil['legal.englishOnly']).waitFor();
    await page.locator('.card [lang="en-IN"]').waitFor();
    await page.locator(`.card a[href="${legalPath('terms')}"]`).click();
    await page.getByText(tamil['legal.binding']).waitFor();
    await page.getByRole('button', { name: tamil['legal.showEnglish'] }).click();
    await page.locator('.card [lang="en-IN"]').waitFor();
    await page.getByRole('button', { name: tamil['legal.showTranslation'] }).click();
    const text = page.locator('.card [lang="ta"]');
    await text.getByRole('heading', { name: tamilTerms.sections.at(-1)?.title ?? '' }).waitFor();
  },
  'terms-unknown-version': async (page, testApp) => {
    await page.goto(`${testApp.url}/app/terms/1999-01-01`);
    await page.getByText(messageText('legal.unknown')).waitFor();
  },
} satisfies Record<string, OpenState>;
