/**
 * The states that pictures are taken of: those of the tests, and more. What is only here differs from one of the tests in
 * its texts and their lengths; axe has looked at such elements there.
 */
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { addressOf, consumerBase } from '../../../domain/pages/steps.ts';
import type { Servicing } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { answerCalls, RefusedAnswer } from '../support/answers.ts';
import { asksAsCustomer, customerLoans } from '../support/conversations.ts';
import { ownLoan, signInPastScreens } from '../support/customers.ts';
import { raman } from '../support/fixtures.ts';
import { button, openMenu } from '../support/interactions.ts';
import { answeredLoan, loanWithStudents, newLoan, openLoan } from '../support/loans.ts';
import { messageText } from '../support/message-text.ts';
import { parentAt } from '../support/parent.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { invoicesOf, issuedDocument, keyFactsOf, servicingOf } from '../support/servicing.ts';
import { opensContact, opensMessages } from './contact.ts';
import { type OpenState, type States, states } from './index.ts';
import { offerStates } from './offers.ts';
import { opensRepayment } from './repayment.ts';
import { opensServicing } from './servicing.ts';
import { payingAdvance, repayingAfter } from './servicing-answers.ts';

const screens = /\/assets\/screen-[^/]+\.js$/;

const furtherStates = {
  'not-found-erased': async (page, testApp) => {
    testApp.faults.arm({ operation: 'getLoan', fault: 'refused', status: 410, message: 'Deleted' });
    await openLoan(page, testApp, await newLoan(testApp), 'student');
    await page.getByRole('heading', { name: messageText('app.notFound.erased') }).waitFor();
  },
  'status-screen-under-review': async (page, testApp) => {
    const loan = await answeredLoan(testApp, 'under_review', { status_code: 1001 });
    await openLoan(page, testApp, loan, 'applications');
    await parentAt(page, testApp).verdict().waitFor();
    await button(page, 'Close').click();
    await page.getByText(/^What was sent/).waitFor();
  },
  'account-loading': async (page, testApp) => {
    await page.route(screens, () => undefined);
    await page.goto(testApp.url + accountPath('faq'));
    await page.getByText(messageText('app.loading')).first().waitFor();
  },
  'account-broken': async (page, testApp) => {
    await page.route(screens, (route) => route.abort());
    await page.goto(testApp.url + accountPath('faq'));
    await page.getByRole('heading', { name: messageText('app.broken.title') }).waitFor();
  },
  'account-offline': async (page, testApp) => {
    await page.goto(testApp.url + accountPath('home'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.getByText(messageText('app.offline.title')).waitFor();
  },
  'institution-apply': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(testApp.url + accountPath('apply', '202'));
    await page.getByText(messageText('institution.search.unlisted.help')).waitFor();
  },
  'students-consumer': async (page, testApp) => {
    const { loanId } = await loanWithStudents(testApp, raman);
    const { mobile } = await signInPastScreens(page, testApp);
    await ownLoan(testApp, mobile, loanId);
    await testApp.alter(loanId, { presentation: 'consumer' });
    await page.goto(testApp.url + addressOf('students', loanId, consumerBase));
    await parentAt(page, testApp).isAtStudents();
  },
  'status-consumer': async (page, testApp) => {
    const { loanId } = await answeredLoan(testApp, 'approved', { status: 'APPROVED' });
    const { mobile } = await signInPastScreens(page, testApp);
    await ownLoan(testApp, mobile, loanId);
    await page.goto(testApp.url + addressOf('applicant', loanId, consumerBase));
    await parentAt(page, testApp).verdict().waitFor();
  },
  'key-facts-tamil': async (page, testApp) => {
    await offerStates['key-facts'](page, testApp);
    await answerCalls(page, { createKeyFacts: keyFactsOf(issuedDocument('key_facts', { language: 'ta' })) });
    await page.getByLabel(messageText('servicing.keyFacts.language')).selectOption('ta');
    await page.locator('.key-facts[lang="ta"]').waitFor();
  },
  contact: (page, testApp) => opensContact(page, testApp),
  'contact-complaint': async (page, testApp) => {
    await opensContact(page, testApp);
    await page.getByLabel(messageText('contact.kind.grievance')).check();
  },
  'servicing-failed': async (page, testApp) => {
    await opensServicing(page, testApp, { readServicing: new RefusedAnswer(503) });
    await page.getByText(messageText('account.loadFailed')).waitFor();
  },
  'servicing-sign-intro': servicingAt({}, 'servicing.sign.intro'),
  'servicing-sign-code': async (page, testApp) => {
    await opensServicing(page, testApp, {
      readServicing: servicingOf(),
      requestSignature: { document: issuedDocument('agreement'), expires_in: 300, next_in: 30 },
    });
    await button(page, messageText('account.otp.send')).click();
    await button(page, messageText('servicing.sign.submit')).waitFor();
  },
  'servicing-kyc-start': servicingAt({ stage: 'agreement_signed', next: 'kyc' }, 'servicing.kyc.start'),
  'servicing-mandate-start': servicingAt(
    { stage: 'kyc_verified', next: 'mandate' },
    'servicing.mandate.start',
  ),
  'servicing-advance-due': async (page, testApp) => {
    await opensServicing(page, testApp, { readServicing: payingAdvance(null) });
    await button(page, messageText('servicing.payment.pay', { amount: '₹7,716' })).waitFor();
  },
  'repayment-next': async (page, testApp) => {
    await opensRepayment(page, testApp, {
      readServicing: servicingOf({
        ...repayingAfter(3),
        next_invoice: invoicesOf(3)[4] ?? null,
        payable_paise: 630_000,
      }),
      listInvoices: { invoices: invoicesOf(3), credit_paise: 0 },
    });
    await page.getByText(messageText('servicing.instalment.help')).waitFor();
  },

  'desk-menu': async (page, testApp) => {
    await reviewerAt(page, testApp).opensTheDesk();
    await reviewerAt(page, testApp).signsIn();
    await reviewerAt(page, testApp).isAtTheQueue();
    await openMenu(page);
    await button(page, messageText('review.signOut')).waitFor();
  },
  'desk-not-found': async (page, testApp) => {
    await reviewerAt(page, testApp).opensTheDesk('/nowhere');
    await reviewerAt(page, testApp).signsIn();
    await page.getByRole('heading', { name: messageText('review.unknown.title') }).waitFor();
  },
  'desk-standard-answers': async (page, testApp) => {
    await opensMessages(page, testApp, '/standard-answers');
    await button(page, messageText('review.standardAnswer.add')).waitFor();
  },
  'desk-conversation': async (page, testApp) => {
    const { accessToken } = await signInPastScreens(page, testApp);
    const asked = await asksAsCustomer(testApp, accessToken, 'When is the next instalment due?');
    await page.route(`**/review/conversations/${asked.id}`, async (route) => {
      const answer = await route.fetch();
      const { result } = (await answer.json()) as { result: object };
      await route.fulfill({ json: { success: true, result: { ...result, loans: customerLoans } } });
    });
    await opensMessages(page, testApp, `/${asked.id}`);
    await page.getByRole('link', { name: '4821 0073 9155' }).waitFor();
  },
} satisfies States;

export const pictureStates: States = { ...states, ...furtherStates };

/** A loan on its way to the disbursal, once the message is shown. */
function servicingAt(changes: Partial<Servicing>, message: MessageId): OpenState {
  return async (page, testApp) => {
    await opensServicing(page, testApp, { readServicing: servicingOf(changes) });
    await page.getByText(messageText(message)).first().waitFor();
  };
}
