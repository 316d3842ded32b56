/** What a parent does after the approval: everybody can use each screen, and the key facts are read by keyboard too. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accountPath } from '../../../domain/account-pages.ts';
import { browserForFile } from '../../support/browser.ts';
import { offerStates } from '../states/offers.ts';
import { servicingStates } from '../states/servicing.ts';
import { until } from '../../support/until.ts';
import { approvedLoan } from '../support/approved-loan.ts';
import { describeAccessibility } from '../support/accessibility.ts';
import { passCooldown, signInPastScreens } from '../support/customers.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { answer, button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { messagesTo } from '../support/outbox.ts';
import { phoneFor } from '../support/screens.ts';
import { type TestApp, testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

describeAccessibility({ ...offerStates, ...servicingStates }, open, testApp);

test('the key facts are acknowledged by keyboard, once their end has been on the screen', async () => {
  const { page } = await phoneFor(await open(), 'key facts by keyboard');
  await offerStates['key-facts'](page, testApp());
  const acknowledge = button(page, messageText('servicing.keyFacts.acknowledge'));
  await expect(acknowledge.getAttribute('aria-disabled')).resolves.toBe('true');
  // The statement traps nobody: Tab leads through its tables to its end.
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    if (await acknowledge.evaluate((element) => element === document.activeElement)) break;
  }
  await hasFocus(acknowledge);
  await eventually(() => acknowledge.getAttribute('aria-disabled')).toBeNull();
});

test('an approved loan goes from its offer to its last instalment, on another device for each step', async () => {
  const { mobile, loanId, actsAsLender } = await approvedLoan(testApp());
  await actsAsLender('change_offer');

  const offers = await device(mobile, 'the offer');
  await offers.goto(`${testApp().url}/app`);
  await offers.getByText(/is approved: compare the offers/).waitFor();
  await offers.getByRole('link', { name: messageText('account.action.offers'), exact: true }).click();
  await offers.getByText(messageText('servicing.offer.revised')).waitFor();
  await offers.getByRole('link', { name: new RegExp(`^${messageText('servicing.offer.keyFacts')}`) }).click();
  await offers.getByLabel(messageText('servicing.keyFacts.language')).selectOption({ label: 'தமிழ்' });
  const statement = offers.locator('.key-facts[lang="ta"]');
  await statement.waitFor();
  const acknowledge = button(offers, messageText('servicing.keyFacts.acknowledge'));
  await acknowledge.scrollIntoViewIfNeeded();
  await acknowledge.and(offers.locator(':not([aria-disabled])')).click();
  await offers.getByText(messageText('servicing.acceptance.title')).waitFor();
  for (const box of await offers.getByRole('checkbox').all()) await box.check();
  await button(offers, /^Accept the offer of /).click();
  await offers.getByRole('heading', { level: 1, name: messageText('servicing.steps.title') }).waitFor();
  await offers.context().close();

  const signature = await device(mobile, 'the agreement');
  const before = (await messagesTo(testApp(), mobile)).length;
  await signature.goto(testApp().url + accountPath('servicing', loanId));
  await button(signature, messageText('account.otp.send')).click();
  await button(signature, messageText('servicing.sign.submit')).waitFor();
  const otp = await signaturePassword(testApp(), mobile, before);
  await answer(signature, messageText('account.otp.label'), otp);
  await button(signature, messageText('servicing.sign.submit')).click();
  await button(signature, messageText('servicing.kyc.start')).waitFor();
  await actsAsLender('countersign');
  await signature.context().close();

  const kyc = await device(mobile, 'the identity check');
  await kyc.goto(testApp().url + accountPath('servicing', loanId));
  await button(kyc, messageText('servicing.kyc.start')).click();
  await button(kyc, 'Fail: the paper cannot be read').click();
  await kyc.getByText(messageText('servicing.kyc.failed.unreadable')).waitFor();
  await button(kyc, messageText('servicing.kyc.again')).click();
  await button(kyc, 'Verify it, with another name on record').click();
  await kyc.getByText(messageText('servicing.kyc.name')).waitFor();
  await kyc.getByLabel(messageText('servicing.mandate.netBanking')).check();
  await button(kyc, messageText('servicing.mandate.start')).click();
  await button(kyc, 'Register the mandate').click();
  await button(kyc, /^Pay ₹/).click();
  // The event of the payment is lost, and so is the page that it led back to.
  await button(kyc, 'Pay, and lose the event').click();
  await kyc.context().close();

  const payment = await device(mobile, 'the payment');
  await payment.goto(testApp().url + accountPath('servicing', loanId));
  await payment.getByText(/^Your advance payment of .* has arrived/).waitFor();
  await actsAsLender('disburse');
  await payment.getByRole('link', { name: messageText('servicing.disbursal.repayment') }).click();
  for (const paid of [1, 2]) {
    await payment
      .getByText(messageText('servicing.instalment.next', { number: paid }))
      .first()
      .waitFor();
    await button(payment, /^Pay ₹/)
      .first()
      .click();
    await paysAtProvider(payment);
    await payment.getByText(/^Your payment of .* has arrived\.$/).waitFor();
  }
  // Its advance payment and both instalments have receipts, which a job has written.
  await payment
    .locator('.received-payment')
    .getByRole('button', { name: /-RCT-3$/ })
    .waitFor();
  await button(payment, messageText('servicing.foreclosure.open')).click();
  await button(payment, messageText('servicing.foreclosure.close')).click();
  await button(payment.getByRole('dialog'), /^Pay ₹/).click();
  await paysAtProvider(payment);
  await payment.getByText(messageText('servicing.closed.title')).waitFor();
});

/** Pays what the provider's page asks for. */
async function paysAtProvider(page: Page): Promise<void> {
  await page.waitForURL(/\/sandbox\/payments\//);
  await button(page, /^Pay ₹[\d,.]+$/).click();
}

/** The customer's screen on a device that is new to them. */
async function device(mobile: string, name: string): Promise<Page> {
  const { page } = await phoneFor(await open(), `an approved loan: ${name}`);
  await passCooldown(testApp(), mobile);
  await signInPastScreens(page, testApp(), { mobile });
  return page;
}

/** The one that was sent after so many messages, for the signature. */
async function signaturePassword(app: TestApp, mobile: string, before: number): Promise<string> {
  let found: string | undefined;
  await until(
    'a password for the signature is sent',
    async () => (await messagesTo(app, mobile)).slice(0, -before),
    (messages) => {
      found = messages.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((one) => one !== undefined);
      return found !== undefined;
    },
  );
  return found ?? '';
}
