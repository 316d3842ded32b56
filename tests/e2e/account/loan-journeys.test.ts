/** The life of an approved loan, on another device for each step: from its offers to its end. */
import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import type { MessageId } from '../../../locales/index.ts';
import { lenderLoans } from '../../../server/db/schema/lenders.ts';
import { sandboxLenderLoans } from '../../../server/db/schema/sandbox.ts';
import tamil from '../../../locales/ta/app.json' with { type: 'json' };
import { browserForFile } from '../../support/browser.ts';
import { unfoldsWith } from '../states/servicing.ts';
import { approvedLoan, disbursedLoan, passCoolingOff } from '../support/approved-loan.ts';
import { passwordAfter } from '../support/customers.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { answer, button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { messagesTo } from '../support/outbox.ts';
import { newDevice, paysAtProvider, paysInstalment, shownAfterReload } from '../support/repayment.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

test('an approved loan goes from three offers to its last instalment, on another device for each step', async () => {
  const { mobile, loanId, actsAsLender } = await approvedLoan(testApp());
  await actsAsLender('change_offer');
  const servicing = testApp().url + accountPath('servicing', loanId);

  const offers = await device(mobile, 'the offers');
  await offers.goto(`${testApp().url}/app`);
  await offers.getByText(messageText('account.next.chooseOffer')).waitFor();
  await offers.getByRole('link', { name: messageText('account.next.chooseOffer.action') }).click();
  await offers.getByText(messageText('servicing.offer.revised')).waitFor();
  await offers.getByText(messageText('servicing.comparison.aprWhy')).waitFor();
  const comparison = offers.getByRole('table', { name: messageText('servicing.comparison.table') });
  await offers.getByRole('heading', { name: messageText('servicing.comparison.table') }).click();
  // A phone shows each lender's figure on a separate line below the name of the fact.
  const instalments = comparison.locator('tbody tr').first().locator('.column-name');
  await eventually(() => instalments.allInnerTexts()).toEqual([
    messageText('servicing.plan.column'),
    'Sandbox lender 11',
    'Sandbox lender 12',
    'Sandbox lender 15',
  ]);
  // The changed offer is of a thousand rupees less, and an insurance of 118 is deducted from it.
  const read = messageText('servicing.offer.keyFacts');
  const changed = offers
    .getByRole('row')
    .filter({ has: offers.getByRole('link', { name: `${read} Sandbox lender 15` }) });
  await expect(changed.innerText()).resolves.toMatch(/Left for you to pay to the institution\s*₹1,118\.00/);
  await offers.getByRole('link', { name: `${read} Sandbox lender 15` }).click();
  const inTamil = (id: MessageId) => messageText(id, {}, tamil);
  await statementInTamil(offers);
  // The question about the statement is in the statement's language too, while the app around it keeps its language.
  await offers.getByRole('heading', { name: inTamil('servicing.keyFacts.summary') }).waitFor();
  await offers.getByRole('heading', { level: 1, name: messageText('servicing.keyFacts.title') }).waitFor();
  const acknowledge = button(offers, inTamil('servicing.keyFacts.acknowledge'));
  await acknowledge.scrollIntoViewIfNeeded();
  await acknowledge.and(offers.locator(':not([aria-disabled])')).click();
  await offers.getByRole('heading', { name: messageText('servicing.acceptance.title') }).waitFor();
  const keyFacts = offers.url();
  await offers.context().close();

  const acceptance = await device(mobile, 'the acceptance');
  await acceptance.goto(keyFacts);
  await statementInTamil(acceptance);
  await acceptance.getByRole('heading', { name: messageText('servicing.acceptance.title') }).waitFor();
  for (const box of await acceptance.getByRole('checkbox').all()) await box.check();
  await button(acceptance, /^Accept the offer of /).click();
  await acceptance.getByRole('heading', { level: 1, name: messageText('servicing.steps.title') }).waitFor();
  await acceptance.context().close();

  const signature = await device(mobile, 'the agreement');
  const before = (await messagesTo(testApp(), mobile)).length;
  await signature.goto(servicing);
  await button(signature, messageText('account.otp.send')).click();
  await button(signature, messageText('servicing.sign.submit')).waitFor();
  const otp = await passwordAfter(testApp(), mobile, before);
  await answer(signature, messageText('account.otp.label'), otp);
  await button(signature, messageText('servicing.sign.submit')).click();
  await button(signature, messageText('servicing.kyc.start')).waitFor();
  await actsAsLender('countersign');
  await actsAsLender('change_offer');
  await shownAfterReload(signature, messageText('servicing.changes.open'));
  await button(signature, messageText('servicing.changes.keep')).click();
  await button(signature, messageText('servicing.changes.keep')).waitFor({ state: 'detached' });
  await button(signature, messageText('servicing.kyc.start')).waitFor();
  await signature.context().close();

  const kyc = await device(mobile, 'the identity check');
  await kyc.goto(servicing);
  await button(kyc, messageText('servicing.kyc.start')).click();
  await button(kyc, 'Fail: the paper cannot be read').click();
  await kyc.getByText(messageText('servicing.kyc.failed.unreadable')).waitFor();
  await kyc.context().close();

  const secondKyc = await device(mobile, 'the second identity check');
  await secondKyc.goto(servicing);
  await button(secondKyc, messageText('servicing.kyc.again')).click();
  await button(secondKyc, 'Verify it, with another name on record').click();
  await secondKyc.getByText(/On the document that you showed you are called/).waitFor();
  await secondKyc.context().close();

  const mandate = await device(mobile, 'the mandate');
  await mandate.goto(servicing);
  // The amount in words follows the language, too.
  await mandate.locator('.language').selectOption('hi');
  await mandate.locator('p > [lang="hi"]', { hasText: 'रुपये' }).waitFor();
  await mandate.locator('.language').selectOption('en');
  await mandate.getByLabel(messageText('servicing.mandate.netBanking')).check();
  await button(mandate, messageText('servicing.mandate.start')).click();
  await button(mandate, 'Register the mandate').click();
  await button(mandate, /^Pay ₹/).waitFor();
  await mandate.context().close();

  const payment = await device(mobile, 'the advance payment');
  await payment.goto(servicing);
  await button(payment, /^Pay ₹/).click();
  // The event of the payment is lost, and so is the page that it led back to.
  await button(payment, 'Pay, and lose the event').click();
  await payment.context().close();

  const disbursal = await device(mobile, 'the disbursal');
  await disbursal.goto(servicing);
  await disbursal.getByText(/^Your advance payment of .* has arrived/).waitFor();
  await actsAsLender('disburse');
  await disbursal.getByRole('link', { name: messageText('servicing.disbursal.repayment') }).waitFor();
  await disbursal.context().close();

  const repayment = testApp().url + accountPath('repayment', loanId);
  const instalment = await device(mobile, 'the first instalment');
  await instalment.goto(repayment);
  await paysInstalment(instalment, 1);
  // The lender debits the second one, in vain at first.
  await eventually(() => paidAtLender(loanId)).toEqual([1]);
  await actsAsLender('return_debit');
  await shownAfterReload(instalment, /^Your bank did not pay this instalment on /);
  await actsAsLender('collect');
  await shownAfterReload(instalment, messageText('servicing.due.next', { number: 3 }));
  await instalment.context().close();

  await passCoolingOff(testApp(), loanId);
  const foreclosure = await device(mobile, 'the foreclosure');
  await foreclosure.goto(repayment);
  // The advance payment and the instalment that was paid here have receipts, which a job has written.
  await unfoldsWith(foreclosure, 'servicing.foreclosure.open');
  await foreclosure
    .locator('.received-payment')
    .getByRole('button', { name: /-RCT-2$/ })
    .waitFor();
  await button(foreclosure, messageText('servicing.foreclosure.open')).click();
  await hasFocus(foreclosure.getByRole('heading', { name: messageText('servicing.foreclosure.title') }));
  await button(foreclosure, messageText('servicing.foreclosure.close')).click();
  await button(foreclosure.getByRole('dialog'), /^Pay ₹/).click();
  await paysAtProvider(foreclosure);
  await foreclosure.getByText(messageText('servicing.closed.title')).waitFor();
  await foreclosure.context().close();

  const closed = await device(mobile, 'the closed loan');
  await closed.goto(repayment);
  await closed.getByText(messageText('servicing.closed.title')).waitFor();
});

test('a loan is left in its cooling-off period, and the other offers are still there on another device', async () => {
  const { mobile, loanId } = await disbursedLoan(testApp(), '0011');
  const servicing = testApp().url + accountPath('servicing', loanId);
  const cancellation = await device(mobile, 'the cooling-off period');
  await cancellation.goto(servicing);
  await cancellation.getByText(messageText('servicing.coolingOff.title')).waitFor();
  await unfoldsWith(cancellation, 'servicing.cancellation.open');
  await button(cancellation, messageText('servicing.cancellation.open')).click();
  const dialog = cancellation.getByRole('alertdialog');
  await button(dialog, messageText('servicing.cancellation.open')).click();
  await button(cancellation, /^Pay ₹/).click();
  await paysAtProvider(cancellation);
  await cancellation.getByText(messageText('servicing.ended.cancelled')).waitFor();
  await cancellation.context().close();

  const offers = await device(mobile, 'the other offers');
  await offers.goto(testApp().url + accountPath('offers', loanId));
  await offers.getByText('Sandbox lender 11 has no offer for this application.').waitFor();
  const read = messageText('servicing.offer.keyFacts');
  await offers.getByRole('link', { name: `${read} Sandbox lender 12` }).waitFor();
});

/** Reads the key facts in Tamil; resolves once they are there. */
async function statementInTamil(page: Page): Promise<void> {
  await page.getByLabel(messageText('servicing.keyFacts.language')).selectOption({ label: 'தமிழ்' });
  await page.locator('.key-facts[lang="ta"]').waitFor();
}

/** Returns the manually paid instalments that were reported to the sandbox's lender. */
async function paidAtLender(loanId: string): Promise<unknown> {
  const [booked] = await testApp()
    .db.select({ servicing: sandboxLenderLoans.servicing })
    .from(sandboxLenderLoans)
    .innerJoin(lenderLoans, eq(lenderLoans.reference, sandboxLenderLoans.reference))
    .where(and(eq(lenderLoans.loanId, loanId), eq(lenderLoans.lenderId, 15)));
  return booked?.servicing?.paidInstalments;
}

/** The customer's screen on a device that is new to them. */
const device = async (mobile: string, name: string): Promise<Page> =>
  newDevice(await open(), testApp(), mobile, `an approved loan: ${name}`);
