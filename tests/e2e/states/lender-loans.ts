/** States of the desk's panel of lender loans, and of its lists of held payments and of cases. */
import type { Locator, Page } from 'playwright-core';
import type { MessageId } from '../../../locales/index.ts';
import { type Answers, answerCalls, RefusedAnswer } from '../support/answers.ts';
import { button } from '../support/interactions.ts';
import { heldPayments, openCases } from '../support/held-payments.ts';
import { days, momentOn } from '../support/lender-ledger.ts';
import {
  cancelledLoan,
  cancelledTimeline,
  lenderLoan,
  repayingTimeline,
  severalLenderLoans,
} from '../support/lender-loans.ts';
import { submittedLoan } from '../support/loans.ts';
import { messageText } from '../support/message-text.ts';
import { reviewerAt } from '../support/reviewer.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

export const lenderLoanStates = {
  'desk-lender-loans': async (page, testApp) => {
    await opensLenderLoans(page, testApp);
    const payments = page.getByRole('table', { name: messageText('review.payments') }).first();
    await payments.getByRole('row').nth(1).getByText('−₹100.00').waitFor();
    await payments.getByRole('row').nth(2).getByText('Paid already by another payment').waitFor();
  },
  'desk-lender-loans-open': async (page, testApp) => {
    await opensLenderLoans(page, testApp);
    await page
      .getByRole('region', { name: messageText('review.lenderLoans.title') })
      .locator('details')
      .evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')));
    await shows(page, 'servicing.invoice.overdue');
    await shows(page, 'review.offer.ours');
  },
  'desk-lender-cancelled': async (page, testApp) => {
    await opensApplication(page, testApp, {
      readLenderLoans: [cancelledLoan],
      getTimeline: cancelledTimeline,
    });
    await shows(page, 'review.lenderLoan.cancelAsked');
    await shows(page, 'review.lenderLoan.cancelConfirmed');
    await page.locator('summary', { hasText: 'Book: 4 entries' }).click();
    await page.getByText('Left in the cooling-off period').waitFor();
  },
  'desk-lender-asked': async (page, testApp) => {
    await opensApplication(page, testApp, {
      readLenderLoans: [lenderLoan(15)],
      moveLenderLoan: new RefusedAnswer(503),
    });
    await button(page, messageText('review.lenderLoan.ask')).click();
    await shows(page, 'review.lenderLoan.ask.failed');
    await answerCalls(page, { moveLenderLoan: lenderLoan(15, { stage: 'refused', offers: [] }) });
    await button(page, messageText('review.lenderLoan.ask')).click();
    const state = 'Refused by the lender';
    await page.getByText(messageText('review.lenderLoan.asked', { state })).waitFor();
  },
  'desk-lender-loans-failed': async (page, testApp) => {
    await opensApplication(page, testApp, { readLenderLoans: 'none' });
    await page.getByText(messageText('review.lenderLoans.loading')).first().waitFor({ state: 'attached' });
    await answerCalls(page, { readLenderLoans: new RefusedAnswer(503) });
    await page.reload();
    await shows(page, 'review.lenderLoans.failed');
  },
  'desk-held-payments': async (page, testApp) => {
    await opensHeldPayments(page, testApp, { listHeldPayments: heldPayments });
    await page.getByText('Decided (1)').click();
    await shows(page, 'review.payment.refunding');
    await shows(page, 'review.payment.refundRefused');
    // The way that the list works is said in the same words.
    await page.getByRole('row').getByText(messageText('review.payment.refundedTwice')).waitFor();
  },
  'desk-held-payments-none': async (page, testApp) => {
    await opensHeldPayments(page, testApp, { listHeldPayments: 'none' });
    await page.getByText(messageText('review.heldPayments.loading')).first().waitFor({ state: 'attached' });
    await answerCalls(page, { listHeldPayments: new RefusedAnswer(503) });
    await page.reload();
    await shows(page, 'review.heldPayments.failed');
    await answerCalls(page, { listHeldPayments: [] });
    await button(page, messageText('app.tryAgain')).click();
    await shows(page, 'review.heldPayments.none');
  },
  'desk-cases': async (page, testApp) => {
    await opensDesk(page, testApp, '/cases', {
      listOpenCases: [...openCases],
      closeCase: new RefusedAnswer(400, ''),
    });
    await page.getByRole('table', { name: messageText('review.cases.title') }).waitFor();
    await page.getByRole('row').getByText('−₹200.00').first().waitFor();
    await shows(page, 'review.case.known');
    await shows(page, 'review.case.said');
    await button(page, messageText('review.case.close')).first().click();
    const dialog = page.getByRole('dialog');
    await button(dialog, messageText('review.case.close')).click();
    await shows(page, 'review.case.note.error');
    await answerCalls(page, { closeCase: new RefusedAnswer(503) });
    await dialog.getByLabel(messageText('review.case.note')).fill('The lender has sent the right amount.');
    await button(dialog, messageText('review.case.close')).click();
    await shows(page, 'review.case.notClosed');
    await answerCalls(page, { closeCase: new RefusedAnswer(409, 'servicing.case.closed') });
    await button(dialog, messageText('review.case.close')).click();
    await shows(page, 'review.case.changed');
    await button(dialog, messageText('review.form.cancel')).click();
  },
  'desk-cases-none': async (page, testApp) => {
    await opensDesk(page, testApp, '/cases', { listOpenCases: 'none' });
    await page.getByText(messageText('review.cases.loading')).first().waitFor({ state: 'attached' });
    await answerCalls(page, { listOpenCases: new RefusedAnswer(503) });
    await page.reload();
    await shows(page, 'review.cases.failed');
    await answerCalls(page, { listOpenCases: [] });
    await button(page, messageText('app.tryAgain')).click();
    await shows(page, 'review.cases.none');
  },
  'desk-payment-decision': async (page, testApp) => {
    await opensHeldPayments(page, testApp, {
      listHeldPayments: heldPayments,
      decidePayment: new RefusedAnswer(503),
    });
    await button(page, messageText('review.payment.refund')).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(messageText('review.payment.refund.help')).waitFor();
    await button(dialog, messageText('review.form.cancel')).click();
    await button(page, messageText('review.payment.count')).first().click();
    await button(dialog, messageText('review.payment.count')).click();
    await shows(page, 'review.payment.notDecided');
    await answerCalls(page, { decidePayment: new RefusedAnswer(409, 'servicing.payment.changed') });
    await button(dialog, messageText('review.payment.count')).click();
    await shows(page, 'review.payment.changed');
    await button(dialog, messageText('review.form.cancel')).click();
    await button(page, messageText('review.payment.settle')).click();
    await shows(page, 'review.payment.settle.help');
  },
  'desk-second-person': async (page, testApp) => {
    await opensHeldPayments(page, testApp, {
      listHeldPayments: heldPayments,
      decidePayment: new RefusedAnswer(400, ''),
      answerPaymentDecision: new RefusedAnswer(409, 'servicing.payment.changed'),
    });
    const dialog = page.getByRole('dialog');
    const asks = async (opens: Locator, help: MessageId) => {
      await opens.click();
      await dialog.getByText(messageText(help)).waitFor();
    };
    const cancel = () => button(dialog, messageText('review.form.cancel')).click();
    await asks(button(page, messageText('review.payment.takeBack')), 'review.payment.decline.help');
    await cancel();
    await button(page, messageText('review.payment.decline')).waitFor();
    await asks(button(page, messageText('review.payment.confirm')), 'review.payment.confirm.help');
    await button(dialog, messageText('review.payment.confirm')).click();
    await shows(page, 'review.payment.changed');
    await cancel();
    const ofAnotherCurrency = page.getByRole('row').filter({ hasText: 'USD' });
    const refund = button(ofAnotherCurrency, messageText('review.payment.refund'));
    await asks(refund, 'review.payment.secondPerson');
    await button(dialog, messageText('review.payment.refund')).click();
    await shows(page, 'review.payment.note.error');
  },
  'desk-lender-refund': async (page, testApp) => {
    await opensHeldPayments(page, testApp, {
      listHeldPayments: heldPayments,
      decidePayment: new RefusedAnswer(400, ''),
    });
    await button(page, messageText('review.payment.refundedByLender')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(messageText('review.payment.reference')).fill('by hand');
    await dialog.getByLabel(messageText('review.payment.note')).fill('The provider has refused it twice.');
    await button(dialog, messageText('review.payment.refundedByLender')).click();
    await shows(page, 'review.payment.reference.error');
  },
} satisfies Record<string, OpenState>;

const shows = (page: Page, id: MessageId) => page.getByText(messageText(id)).first().waitFor();

async function opensLenderLoans(page: Page, testApp: TestApp): Promise<void> {
  await opensApplication(page, testApp, {
    readLenderLoans: severalLenderLoans,
    getTimeline: repayingTimeline,
  });
  await shows(page, 'review.lenderLoan.outstanding');
  await shows(page, 'review.status.with_lender');
}

async function opensApplication(page: Page, testApp: TestApp, answers: Answers): Promise<void> {
  const { loanId } = await submittedLoan(testApp);
  await testApp.alter(loanId, {
    ...{ status: 'approved', lenderResult: { status: 'APPROVED' } },
    submittedAt: new Date(momentOn(days.applied)),
  });
  await answerCalls(page, answers);
  await reviewerAt(page, testApp).opensTheApplication(loanId);
}

const opensHeldPayments = (page: Page, testApp: TestApp, answers: Answers): Promise<void> =>
  opensDesk(page, testApp, '/payments', answers);

async function opensDesk(page: Page, testApp: TestApp, path: string, answers: Answers): Promise<void> {
  await answerCalls(page, answers);
  const reviewer = reviewerAt(page, testApp);
  await reviewer.opensTheDesk(path);
  await reviewer.signsIn();
}
