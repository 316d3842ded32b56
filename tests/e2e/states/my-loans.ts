/** States of a customer's dashboard, list of applications, profile and agreements. */
import type { Page } from 'playwright-core';
import { addressOf, consumerBase } from '../../../domain/pages/steps.ts';
import type { MyLoan } from '../../../domain/values/wire.ts';
import { answerCalls, RefusedAnswer } from '../support/answers.ts';
import { newMobile, ownLoan, signInElsewhere, signInPastScreens } from '../support/customers.ts';
import { raman } from '../support/fixtures.ts';
import { answer, button, card } from '../support/interactions.ts';
import { newLoan, submittedLoan } from '../support/loans.ts';
import { messageText } from '../support/message-text.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';
import { myLoan } from './servicing-answers.ts';

export const myLoanStates = {
  'dashboard-empty': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app`);
    await page.getByText(messageText('account.next.start')).waitFor();
  },
  'dashboard-start-failed': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app`);
    testApp.cutOff('createMyLoan');
    await button(page, messageText('account.start.new')).click();
    await page.getByText(messageText('account.unreachable')).waitFor();
  },
  dashboard: async (page, testApp) => {
    await ownsLoans(page, testApp);
    await page.goto(`${testApp.url}/app`);
    await page.getByRole('heading', { name: /^Add \d+ documents\.$/ }).waitFor();
  },
  'dashboard-failed': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    testApp.cutOff('listMyLoans');
    await page.goto(`${testApp.url}/app`);
    await page.getByText(messageText('account.loadFailed')).waitFor();
  },
  'dashboard-loading': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    testApp.hold('listMyLoans');
    await page.goto(`${testApp.url}/app`);
    await page.locator('.list-skeleton').waitFor();
  },
  'dashboard-offline': async (page, testApp) => {
    await ownsLoans(page, testApp);
    await page.goto(`${testApp.url}/app`);
    await page.getByRole('heading', { name: /^Add \d+ documents\.$/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByText(messageText('app.offline.title')).waitFor();
  },
  'dashboard-claim': async (page, testApp) => {
    await claims(page, testApp);
    await button(page, messageText('account.otp.send')).click();
    await button(page, messageText('account.claim.submit')).waitFor();
    await answer(page, messageText('account.otp.label'), '000000');
    await button(page, messageText('account.claim.submit')).click();
    await page.getByText(messageText('account.claim.error.wrong')).waitFor();
  },
  applications: async (page, testApp) => {
    await ownsLoans(page, testApp);
    await page.goto(`${testApp.url}/app/applications`);
    await page.getByRole('row').nth(2).waitFor();
  },
  'applications-submitted': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    const submitted: MyLoan = { ...myLoan, status: 'submitted', next: 'wait', editable: true };
    const next_payment = { due_on: '2027-02-05', amount_paise: 630_000, is_debited: true };
    const sanctionedLess = { sanctioned_amount: 55_000, emi_amount: 5_775, instalment_paise: 577_500 };
    const listed: MyLoan[] = [
      { ...submitted, sanctioned_amount: null },
      { ...myLoan, stage: 'completed', next: 'repay', servicing_stage: 'repaying', next_payment },
      { ...myLoan, stage: 'completed', servicing_stage: 'cancelled' },
      { ...myLoan, stage: 'completed', servicing_stage: 'expired', ...sanctionedLess },
    ];
    const loans = listed.map((loan, index) => ({ ...loan, loan_id: `L${index}` }));
    await answerCalls(page, { listMyLoans: { loans, page: 1, pages: 1, total: 4 } });
    await page.goto(`${testApp.url}/app/applications`);
    await page.getByRole('link', { name: messageText('account.action.edit') }).waitFor();
  },
  'applications-none': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app/applications`);
    await page.getByText(messageText('account.applications.none')).waitFor();
  },
  'applications-none-found': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app/applications?stage=completed`);
    await page.getByText(messageText('account.applications.noneFound')).waitFor();
  },
  'status-customer': async (page, testApp) => {
    await opensApproved(page, testApp);
    await page.getByRole('dialog').getByText(messageText('account.next.chooseOffer')).waitFor();
  },
  'status-customer-screen': async (page, testApp) => {
    await opensApproved(page, testApp);
    await button(page, messageText('status.close')).click();
    await page.getByRole('link', { name: messageText('account.action.documents') }).waitFor();
  },
  'status-customer-repaying': async (page, testApp) => {
    const repaying: MyLoan = { ...myLoan, next: 'repay', servicing_stage: 'repaying' };
    repaying.next_payment = { due_on: '2027-02-05', amount_paise: 630_000, is_debited: false };
    await answerCalls(page, { readMyLoan: new RefusedAnswer(503) });
    await opensApproved(page, testApp);
    await page.getByRole('dialog').getByText(messageText('status.customer.failed')).waitFor();
    for (const [loan, title] of [
      [{ ...myLoan, next: 'none', servicing_stage: 'closed' }, 'status.customer.repaid'],
      [{ ...myLoan, next: 'none', servicing_stage: 'cancelled' }, 'status.customer.ended'],
      [repaying, 'status.customer.paidOut'],
    ] as const) {
      await answerCalls(page, { readMyLoan: loan });
      await page.reload();
      await page.getByRole('heading', { name: messageText(title) }).waitFor();
    }
    await page.getByRole('link', { name: messageText('account.action.repayment') }).waitFor();
  },
  profile: async (page, testApp) => {
    const { mobile } = await signInPastScreens(page, testApp);
    await signInElsewhere(testApp, mobile);
    await page.goto(`${testApp.url}/app/profile`);
    await page.getByText(messageText('account.devices.unknown')).waitFor();
    await button(page, messageText('account.profile.edit')).click();
    await button(page, messageText('account.profile.update')).waitFor();
  },
  'profile-nominee': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app/profile`);
    const nominee = card(page, messageText('account.nominee.title'));
    await nominee.getByText(messageText('account.nominee.none')).waitFor();
    await button(nominee, messageText('account.nominee.add')).click();
    await button(nominee, messageText('account.nominee.save')).click();
    await nominee.getByText(messageText('account.nominee.error.relationMissing')).first().waitFor();
    await answer(nominee, messageText('account.name.label'), 'Raman Pillai');
    await answer(nominee, messageText('account.nominee.relation.label'), 'Brother or sister');
    await answer(nominee, messageText('account.mobile.label'), newMobile());
    await button(nominee, messageText('account.nominee.save')).click();
    await nominee.getByText('Raman Pillai').waitFor();
    await button(nominee, messageText('account.profile.edit')).click();
    await button(nominee, messageText('account.nominee.remove')).waitFor();
  },
  'profile-mobile-change': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app/profile`);
    await button(page, messageText('account.mobileChange.open')).click();
    await answer(page, messageText('account.mobileChange.next'), newMobile());
    await button(page, messageText('account.mobileChange.send')).click();
    await answer(page, messageText('account.mobileChange.presentOtp'), '12');
    await page.getByRole('button', { name: messageText('account.mobileChange.submit') }).click();
    await page.getByText(messageText('account.error.otpMissing')).waitFor();
  },
  'profile-mobile-not-sent': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app/profile`);
    await button(page, messageText('account.mobileChange.open')).click();
    await answer(page, messageText('account.mobileChange.next'), newMobile());
    testApp.cutOff('requestMobileChange');
    await button(page, messageText('account.mobileChange.send')).click();
    await page.getByText(/^We send one-time passwords to/).waitFor();
    await page.getByText(messageText('account.otp.notSent')).waitFor();
  },
  'agreements-none': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app/agreements`);
    await page.getByText(messageText('account.agreements.none')).waitFor();
  },
  agreements: async (page, testApp) => {
    const { mobile } = await signInPastScreens(page, testApp);
    const { loanId } = await submittedLoan(testApp, raman);
    await ownLoan(testApp, mobile, loanId);
    await page.goto(`${testApp.url}/app/agreements`);
    await page
      .getByRole('heading', { level: 2, name: new RegExp(`^${messageText('account.column.number')}`) })
      .waitFor();
  },
  'profile-devices-failed': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app/profile`);
    await page.getByText(messageText('account.devices.current')).waitFor();
    testApp.cutOff('endSessions');
    await button(page, messageText('account.devices.endAll')).click();
    await page.getByText(messageText('account.devices.failed')).waitFor();
  },
} satisfies Record<string, OpenState>;

/** Gives the customer three loans: one waits for documents, one is decided, and one was just begun. */
async function ownsLoans(page: Page, testApp: TestApp): Promise<void> {
  const { mobile } = await signInPastScreens(page, testApp);
  const pending = await submittedLoan(testApp, raman);
  await testApp.alter(pending.loanId, { status: 'pending', lenderResult: { status: 'PENDING' } });
  const rejected = await submittedLoan(testApp, raman);
  await testApp.alter(rejected.loanId, { status: 'rejected', lenderResult: { status: 'REJECTED' } });
  for (const { loanId } of [pending, rejected]) await ownLoan(testApp, mobile, loanId);
}

/** A loan of which its lender has made no offer yet. */
async function opensApproved(page: Page, testApp: TestApp): Promise<void> {
  const { mobile } = await signInPastScreens(page, testApp);
  const { loanId } = await submittedLoan(testApp, raman);
  await testApp.alter(loanId, { status: 'approved', lenderResult: { status: 'APPROVED' } });
  await ownLoan(testApp, mobile, loanId);
  await page.goto(testApp.url + addressOf('applicant', loanId, consumerBase));
}

async function claims(page: Page, testApp: TestApp): Promise<void> {
  const { mobile } = await signInPastScreens(page, testApp);
  await newLoan(testApp, { ...raman, create: { ...raman.create, 'Mobile number': mobile } });
  await page.goto(`${testApp.url}/app`);
  await page.getByText(messageText('account.claim.help')).waitFor();
  await button(page, messageText('account.claim.open')).click();
}
