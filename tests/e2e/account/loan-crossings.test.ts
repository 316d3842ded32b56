/** Loans about which the lender, the bank and the borrower say things that cross each other. */
import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { paymentOrders } from '../../../server/db/schema/servicing.ts';
import { casesPath, heldPaymentsPath } from '../../../src/review/links.ts';
import { browserForFile } from '../../support/browser.ts';
import { unfoldsWith } from '../states/servicing.ts';
import { countersignedLoan, disbursedLoan, passCoolingOff } from '../support/approved-loan.ts';
import { eventually } from '../support/eventually.ts';
import { answer, button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { textsAbout } from '../support/outbox.ts';
import { newDevice, paysAtProvider, paysInstalment, shownAfterReload } from '../support/repayment.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

const hasArrived = /^Your payment of .* has arrived\.$/;

test('a loan that is paid out while it is being cancelled is left in its cooling-off period', async () => {
  const { mobile, loanId, actsAsLender } = await countersignedLoan(testApp(), '0011');
  await actsAsLender('hold_cancellation');
  const page = await device(mobile, 'cancelled during the payout');
  await page.goto(testApp().url + accountPath('servicing', loanId));
  await unfoldsWith(page, 'servicing.cancellation.open');
  await button(page, messageText('servicing.cancellation.open')).click();
  await button(page.getByRole('alertdialog'), messageText('servicing.cancellation.open')).click();
  const waiting = page.getByText(/^Your cancellation is with /);
  await waiting.waitFor();

  await actsAsLender('disburse');
  await shownAfterReload(page, messageText('servicing.coolingOff.title'));
  await waiting.waitFor({ state: 'detached' });
  await eventually(() => textsAbout(testApp(), loanId)).toContainEqual(
    expect.stringMatching(/although you had cancelled\. You can leave the loan until/),
  );
  const desk = await deskAt(casesPath, 'the case of a payout after a cancellation');
  await desk.getByText('Paid out although it was to be cancelled').first().waitFor();

  await unfoldsWith(page, 'servicing.cancellation.open');
  await button(page, messageText('servicing.cancellation.open')).click();
  await button(page.getByRole('alertdialog'), messageText('servicing.cancellation.open')).click();
  await button(page, /^Pay ₹/).click();
  await paysAtProvider(page);
  await page.getByText(messageText('servicing.ended.cancelled')).waitFor();
});

test('a returned debit, a late one, a part that is repaid early and a dispute that is won lead to the closure', async () => {
  const { mobile, loanId, actsAsLender } = await disbursedLoan(testApp(), '0011');
  const repayment = testApp().url + accountPath('repayment', loanId);
  const page = await device(mobile, 'a dispute that is won');
  await page.goto(repayment);
  await paysDue(page);
  await actsAsLender('return_debit');
  await shownAfterReload(page, /^Your bank did not pay this instalment on /);
  await actsAsLender('collect');
  await shownAfterReload(page, messageText('servicing.due.next', { number: 2 }));

  await unfoldsWith(page, 'servicing.prepayment.open');
  await button(page, messageText('servicing.prepayment.open')).click();
  await answer(page, messageText('servicing.prepayment.amount'), '5000');
  await button(page, messageText('servicing.prepayment.show')).click();
  await page.getByLabel(messageText('servicing.prepayment.smaller')).check();
  await button(page.locator('#prepayment'), /^Pay ₹/).click();
  await paysAtProvider(page);
  await page.getByText(hasArrived).waitFor();

  await paysInstalment(page, 2);
  await shownAfterReload(page, messageText('servicing.due.next', { number: 3 }));
  await happensToPayment(loanId, 2, 'dispute');
  await shownAfterReload(page, messageText('servicing.due.next', { number: 2 }));
  await happensToPayment(loanId, 2, 'dispute_won');
  await shownAfterReload(page, messageText('servicing.due.next', { number: 3 }));
  await eventually(() => textsAbout(testApp(), loanId)).toContainEqual(
    expect.stringMatching(/It counts for your loan again/),
  );

  // Leaving is the cheaper way within the cooling-off period, and the only one.
  await unfoldsWith(page, 'servicing.foreclosure.title');
  await expect(button(page, messageText('servicing.foreclosure.open')).count()).resolves.toBe(0);
  await passCoolingOff(testApp(), loanId);
  await page.reload();
  await unfoldsWith(page, 'servicing.foreclosure.open');
  await button(page, messageText('servicing.foreclosure.open')).click();
  await button(page, messageText('servicing.foreclosure.close')).click();
  await button(page.getByRole('dialog'), /^Pay ₹/).click();
  await paysAtProvider(page);
  await page.getByText(messageText('servicing.closed.title')).waitFor();
});

test('what is due is paid in two tabs, counts once, and the other payment goes back', async () => {
  const { mobile, loanId } = await disbursedLoan(testApp(), '0011');
  const repayment = testApp().url + accountPath('repayment', loanId);
  const first = await device(mobile, 'paid in two tabs');
  const second = await first.context().newPage();
  for (const tab of [first, second]) {
    await tab.goto(repayment);
    await opensPayment(tab);
  }
  expect(new URL(second.url()).pathname).toBe(new URL(first.url()).pathname);
  await paysAtProvider(first);
  await first.getByText(hasArrived).waitFor();
  await paysAtProvider(second);
  await second.getByText(/^We have your payment of .* and are checking it$/).waitFor();
  await shownAfterReload(first, /^We have your payment of .* and are checking it$/);

  const desk = await deskAt(heldPaymentsPath, 'the second of two payments');
  const refund = messageText('review.payment.refund');
  await button(desk, refund).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel(messageText('review.payment.note')).fill('Paid once more in a second tab');
  await button(dialog, refund).click();
  await desk.getByText(messageText('review.heldPayments.none')).waitFor();
  await eventually(async () => {
    await second.reload();
    await unfoldsWith(second, 'servicing.payments.title');
    return second.getByText(messageText('servicing.payments.refunded')).count();
  }).toBe(1);
  await second.getByText(messageText('servicing.due.next', { number: 1 })).waitFor();
  await eventually(() => textsAbout(testApp(), loanId)).toContainEqual(
    expect.stringMatching(/was given back to where you paid from/),
  );
});

/** Presses the outcome of an instalment's payment on the provider's page. */
async function happensToPayment(loanId: string, instalment: number, outcome: string): Promise<void> {
  const isMeant = and(eq(paymentOrders.loanId, loanId), eq(paymentOrders.instalment, instalment));
  const [order] = await testApp().db.select().from(paymentOrders).where(isMeant);
  const body = new URLSearchParams({ outcome });
  const address = `${testApp().url}/sandbox/payments/${order?.providerReference}`;
  const { status } = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  expect(status).toBe(303);
}

/** Opens the provider's page for what is due. */
async function opensPayment(page: Page): Promise<void> {
  await button(page, /^Pay ₹/)
    .first()
    .click();
  await page.waitForURL(/\/sandbox\/payments\//);
}

async function paysDue(page: Page): Promise<void> {
  await opensPayment(page);
  await paysAtProvider(page);
  await page.getByText(hasArrived).waitFor();
}

/** A desk that the demo reviewer has signed in to. */
async function deskAt(path: string, name: string): Promise<Page> {
  const { page } = await desktopFor(await open(), name);
  const reviewer = reviewerAt(page, testApp());
  await page.goto(testApp().url + path);
  await reviewer.signsIn();
  return page;
}

/** The customer's screen on a device that is new to them. */
const device = async (mobile: string, name: string): Promise<Page> =>
  newDevice(await open(), testApp(), mobile, name);
