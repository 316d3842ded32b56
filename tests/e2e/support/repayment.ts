/** A borrower's steps on the screens of a loan and on the payment provider's page. */
import type { Page } from 'playwright-core';
import type { TestBrowser } from '../../support/browser.ts';
import { passCooldown, passDay, signInPastScreens } from './customers.ts';
import { eventually } from './eventually.ts';
import { button } from './interactions.ts';
import { messageText } from './message-text.ts';
import { phoneFor } from './screens.ts';
import type { TestApp } from './test-app.ts';

/** Opens the consumer app for a customer on a phone that is new to them; `name` is that of its picture. */
export async function newDevice(
  browser: TestBrowser,
  testApp: TestApp,
  mobile: string,
  name: string,
): Promise<Page> {
  const { page } = await phoneFor(browser, name);
  await passCooldown(testApp, mobile);
  await passDay(testApp, mobile);
  await signInPastScreens(page, testApp, { mobile });
  return page;
}

/** A page that waits for nothing shows what the lender says once it is loaded again. */
export const shownAfterReload = (page: Page, text: string | RegExp) =>
  eventually(async () => {
    await page.reload();
    // The invoices come after the heading.
    const shown = page.getByText(text).first().waitFor({ timeout: 4000 });
    return shown.then(
      () => true,
      () => false,
    );
  }).toBe(true);

export async function paysInstalment(page: Page, number: number): Promise<void> {
  await page.getByText(messageText('servicing.instalment.next', { number })).first().waitFor();
  await button(page, /^Pay ₹/)
    .first()
    .click();
  await paysAtProvider(page);
  await page.getByText(/^Your payment of .* has arrived\.$/).waitFor();
}

/** Pays what the provider's page asks for. */
export async function paysAtProvider(page: Page): Promise<void> {
  await page.waitForURL(/\/sandbox\/payments\//);
  await button(page, /^Pay ₹[\d,.]+$/).click();
}
