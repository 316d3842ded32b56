/** States of the consumer app's pages about the product: questions, how to apply, institutions. */
import type { Page } from 'playwright-core';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import type { ComingProduct } from '../../../domain/pages/coming-products.ts';
import { messageText } from '../support/message-text.ts';
import { supportEmail, type TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

/** It bears a part of the fees. */
const silverpine = '204';

export const publicPageStates = {
  faq: async (page, testApp) => {
    await page.goto(`${testApp.url}${accountPath('faq')}#foreclosure`);
    await page.getByText(messageText('faq.foreclosure.answer', { supportEmail })).waitFor();
  },
  'faq-all-answers': async (page, testApp) => {
    await page.goto(testApp.url + accountPath('faq'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const question of await page.locator('.faq-questions summary').all()) await question.click();
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
  complaints: async (page, testApp) => {
    await page.goto(testApp.url + accountPath('grievance'));
    await page.getByRole('heading', { name: messageText('grievance.ombudsman.title') }).waitFor();
  },
  'how-to-apply': async (page, testApp) => {
    await page.goto(testApp.url + accountPath('howToApply'));
    // The video waits for a press of play under reduced motion.
    await page.getByRole('button', { name: messageText('howToApply.play') }).waitFor();
  },
  'how-to-apply-last': async (page, testApp) => {
    await page.goto(testApp.url + accountPath('howToApply'));
    // The first is before the last.
    await page.getByRole('button', { name: messageText('howToApply.previous') }).click();
    await page.locator('figure').getByText(messageText('howToApply.answer'), { exact: true }).waitFor();
  },
  institutions: async (page, testApp) => {
    await searchFor(page, testApp, 'grove');
    await page.locator('.institution-result').first().waitFor();
  },
  'institutions-none': async (page, testApp) => {
    await searchFor(page, testApp, 'zzzz');
    await page.getByText(messageText('institution.search.none')).waitFor();
  },
  'institutions-searching': async (page, testApp) => {
    testApp.hold('searchInstitutes');
    await searchFor(page, testApp, 'grove');
    await page.getByText(messageText('institution.search.loading')).waitFor();
  },
  'institutions-failed': async (page, testApp) => {
    testApp.cutOff('searchInstitutes');
    await searchFor(page, testApp, 'grove');
    await page.getByText(messageText('institution.search.failed')).waitFor();
  },
  institution: async (page, testApp) => {
    await openInstitution(page, testApp);
    await page
      .getByRole('radio', { name: /months/ })
      .first()
      .check();
    await page.getByText(messageText('status.plan.total'), { exact: true }).waitFor();
    await page.locator('#courses > summary').click();
  },
  'institution-fee-too-low': async (page, testApp) => {
    await openInstitution(page, testApp);
    await page.getByLabel(messageText('institution.fee.annual')).fill('500');
    await page.getByText(/^There are plans for fees above/).waitFor();
  },
  'institution-without-courses': async (page, testApp) => {
    // The courses are emptied here, since the sandbox's institutions all have some.
    await page.route('**/institute/course/by-institute/**', (route) =>
      route.fulfill({ json: { success: true, result: [] } }),
    );
    await page.goto(testApp.url + accountPath('institution', silverpine));
    await page.getByText(messageText('institution.courses.none')).waitFor();
  },
  'institution-without-plans': async (page, testApp) => {
    await page.route('**/institute/course-emi/by-course/**', (route) =>
      route.fulfill({ json: { success: true, result: [] } }),
    );
    await openInstitution(page, testApp);
    await page.getByText(messageText('status.plan.none')).waitFor();
  },
  'institution-loading-plans': async (page, testApp) => {
    testApp.hold('listEmiOptions');
    await openInstitution(page, testApp);
    await page.getByText(messageText('institution.plans.loading')).waitFor({ state: 'attached' });
  },
  'institution-shared': async (page, testApp) => {
    await openInstitution(page, testApp);
    await setClipboard(page, 'works');
    await page.getByRole('button', { name: messageText('institution.share') }).click();
    await page.getByText(messageText('institution.share.copied')).waitFor();
  },
  'institution-not-shared': async (page, testApp) => {
    await openInstitution(page, testApp);
    await setClipboard(page, 'is refused');
    await page.getByRole('button', { name: messageText('institution.share') }).click();
    await page.getByText(/^Please copy this link: http/).waitFor();
  },
  'coming-soon': async (page, testApp) => {
    await openProduct(page, testApp, 'personal-loan');
    await page.getByText(messageText('comingSoon.personalLoan.text')).waitFor();
  },
  'coming-soon-mutual-funds': async (page, testApp) => {
    await openProduct(page, testApp, 'mutual-funds');
    await page.getByText(messageText('comingSoon.mutualFunds.text')).waitFor();
  },
  'coming-soon-errors': async (page, testApp) => {
    await openProduct(page, testApp, 'insurance');
    await page.getByText(messageText('comingSoon.insurance.text')).waitFor();
    await page.getByLabel(messageText('comingSoon.address.label')).fill('98400');
    await page.getByRole('button', { name: messageText('comingSoon.submit') }).click();
    await page.getByText(messageText('comingSoon.error.consent')).first().waitFor();
  },
  'coming-soon-done': async (page, testApp) => {
    await askToBeNotified(page, testApp);
    await page.getByText(messageText('comingSoon.done')).waitFor();
  },
  'coming-soon-failed': async (page, testApp) => {
    testApp.cutOff('registerInterest');
    await askToBeNotified(page, testApp);
    await page.getByText(messageText('account.submission.failed')).waitFor();
  },
  'coming-soon-limited': async (page, testApp) => {
    // The limits of a test app are out of the way.
    await page.route('**/contact/product-interests', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '60' },
        json: { success: false, code: 'refusal.tooMany', message: '' },
      }),
    );
    await askToBeNotified(page, testApp);
    await page.getByText(/Please try again in 1 minute\.$/).waitFor();
  },
  'institution-not-found': async (page, testApp) => {
    await page.goto(testApp.url + accountPath('institution', '999999'));
    await page.getByText(messageText('institution.notFound.help')).waitFor();
  },
  'institution-failed': async (page, testApp) => {
    testApp.cutOff('getInstitute');
    await page.goto(testApp.url + accountPath('institution', silverpine));
    await page.getByText(messageText('institution.failed'), { exact: true }).waitFor();
  },
  'institution-plans-failed': async (page, testApp) => {
    testApp.cutOff('listEmiOptions');
    await openInstitution(page, testApp);
    await page.getByText(messageText('institution.plans.failed')).waitFor();
  },
} satisfies Record<string, OpenState>;

async function searchFor(page: Page, testApp: TestApp, text: string): Promise<void> {
  await page.goto(testApp.url + accountPath('institutions'));
  await page.getByRole('searchbox').fill(text);
}

/** Replaces the browser's clipboard, on a system without a dialog for sharing. */
async function setClipboard(page: Page, how: 'works' | 'is refused'): Promise<void> {
  await page.evaluate((isRefused) => {
    Object.defineProperty(navigator, 'share', { value: undefined });
    const writeText = () => (isRefused ? Promise.reject(new Error('refused')) : Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  }, how === 'is refused');
}

async function openProduct(page: Page, testApp: TestApp, product: ComingProduct): Promise<void> {
  await page.goto(testApp.url + accountPath('comingSoon', product));
  await page.getByText(messageText('comingSoon.notify')).waitFor();
}

async function askToBeNotified(page: Page, testApp: TestApp): Promise<void> {
  await openProduct(page, testApp, 'insurance');
  await page.getByLabel(messageText('comingSoon.address.label')).fill('meena@example.org');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: messageText('comingSoon.submit') }).click();
}

async function openInstitution(page: Page, testApp: TestApp): Promise<void> {
  await page.goto(testApp.url + accountPath('institution', silverpine));
  await page.getByText(messageText('institution.calculator'), { exact: true }).waitFor();
}
