/** States of the consumer app's pages about the product: questions, how to apply. */
import { accountPath } from '../../../domain/account-pages.ts';
import { messageText } from '../support/message-text.ts';
import type { OpenState } from './index.ts';

export const publicPageStates = {
  faq: async (page, testApp) => {
    await page.goto(`${testApp.url}${accountPath('faq')}#foreclosure`);
    await page.getByText(messageText('faq.foreclosure.answer')).waitFor();
  },
  'faq-all-answers': async (page, testApp) => {
    await page.goto(testApp.url + accountPath('faq'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const question of await page.locator('.faq-question > summary').all()) await question.click();
    await page.getByText(messageText('faq.grievance.answer')).waitFor();
  },
  'faq-found': async (page, testApp) => {
    await page.goto(testApp.url + accountPath('faq'));
    await page.getByRole('searchbox').fill('bank stat');
    await page.getByText(messageText('faq.filePassword.question')).waitFor();
  },
  'faq-none': async (page, testApp) => {
    await page.goto(testApp.url + accountPath('faq'));
    await page.getByRole('searchbox').fill('giraffe');
    await page.getByText(messageText('faq.none'), { exact: true }).waitFor();
  },
  'how-to-apply': async (page, testApp) => {
    await page.goto(testApp.url + accountPath('howToApply'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    // It is paused already where the system asks for reduced motion.
    await page.getByRole('button', { name: /^(Pause|Play)$/ }).click();
  },
  'how-to-apply-last': async (page, testApp) => {
    await page.goto(testApp.url + accountPath('howToApply'));
    // The first is before the last.
    await page.getByRole('button', { name: messageText('howToApply.previous') }).click();
    await page.locator('figure').getByText(messageText('howToApply.answer'), { exact: true }).waitFor();
  },
} satisfies Record<string, OpenState>;
