/** States of the reviewer's desk. */
import type { Page } from 'playwright-core';
import {
  anotherReviewer,
  answeredApplication,
  applicationWithReceipt,
  queryFixtures,
  reviewedApplication,
  reviewerWithSecondFactor,
  demoReviewer,
  endSessions,
  fullQueue,
  staffCall,
} from '../support/desk.ts';
import { raman, withPanDigits } from '../support/fixtures.ts';
import { button } from '../support/interactions.ts';
import { submittedLoan } from '../support/loans.ts';
import { messageText } from '../support/message-text.ts';
import { type Reviewer, reviewerAt } from '../support/reviewer.ts';
import type { CreatedLoan, TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

export const deskStates = {
  'desk-sign-in': async (page, testApp) => {
    await reviewerAt(page, testApp).opensTheDesk();
    await button(page, 'Sign in').waitFor();
  },
  'desk-sign-in-empty': async (page, testApp) => {
    await reviewerAt(page, testApp).opensTheDesk();
    await button(page, 'Sign in').click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'desk-sign-in-wrong': async (page, testApp) => {
    await signInWith(page, testApp, 'not this one');
    await page.getByRole('alert').waitFor();
  },
  'desk-sign-in-code': async (page, testApp) => {
    const account = await reviewerWithSecondFactor(testApp, 'Leela Nair');
    const reviewer = reviewerAt(page, testApp);
    await reviewer.opensTheDesk();
    await reviewer.typesCredentials(account);
    await button(page, 'Sign in').click();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await button(page, 'Sign in').click();
    await page.getByText(/^The code is wrong/).waitFor();
  },
  'desk-sign-in-not-enrolled': async (page, testApp) => {
    // The sandbox lets everybody in without a second factor.
    await page.route('**/review/session', (route) =>
      route.fulfill({
        status: 401,
        json: {
          success: false,
          message: '',
          errors: [{ field: 'code', code: 'review.signIn.enrolment', message: '' }],
        },
      }),
    );
    await signInWith(page, testApp, 'right');
    await page.getByText(/^Your account has no second factor/).waitFor();
  },
  'desk-sign-in-locked': async (page, testApp) => {
    const reviewer = reviewerAt(page, testApp);
    const account = { ...(await anotherReviewer(testApp, 'Locked out')), password: 'wrong' };
    await reviewer.opensTheDesk();
    await page.evaluate(
      async (body) => {
        const headers = { 'x-auth-type': 'STAFF', 'content-type': 'application/json' };
        for (let tries = 0; tries < 5; tries += 1)
          await fetch('/dev/api/review/session', { method: 'POST', headers, body });
      },
      JSON.stringify({ email: account.email, password: account.password }),
    );
    await reviewer.typesCredentials(account);
    await button(page, 'Sign in').click();
    await page.getByText(/^Too many tries/).waitFor();
  },
  'desk-unchecked': async (page, testApp) => {
    testApp.cutOff('currentReviewer');
    // The mark of an earlier sign-in is set, since the desk does not ask for a sign-in without it.
    await page.addInitScript(() => localStorage.setItem('feepath.reviewerSignedIn', 'true'));
    await reviewerAt(page, testApp).opensTheDesk();
    await button(page, 'Try again').waitFor();
  },

  'desk-queue': async (page, testApp) => {
    await fullQueue(testApp);
    const other = await anotherReviewer(testApp, 'Leela Nair');
    const [first] = await fullQueue(testApp);
    await staffCall(testApp, other, `/review/applications/${first?.loanId}/presence`, {});
    await queue(page, testApp);
  },
  'desk-queue-none': async (page, testApp) => {
    await submittedLoan(testApp);
    await queue(page, testApp);
    await page.getByRole('searchbox').fill('Nobody has this name');
    await page.getByText('Nothing here fits the search').waitFor();
  },
  'desk-queue-loading': async (page, testApp) => {
    testApp.hold('searchApplications');
    await reviewerAt(page, testApp).opensTheDesk();
    await reviewerAt(page, testApp).signsIn();
    await page.getByText('Loading the applications').first().waitFor({ state: 'attached' });
  },
  'desk-queue-offline': async (page, testApp) => {
    await queue(page, testApp);
    await page.context().setOffline(true);
    await page.getByText(messageText('app.offline.title')).waitFor();
  },
  'desk-queue-failed': async (page, testApp) => {
    testApp.cutOff('searchApplications');
    await reviewerAt(page, testApp).opensTheDesk();
    await reviewerAt(page, testApp).signsIn();
    await button(page, 'Try again').waitFor();
  },

  'desk-application': async (page, testApp) => {
    await application(page, testApp);
  },
  'desk-keys': async (page, testApp) => {
    await application(page, testApp);
    // The button is not on a phone.
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  },
  'desk-viewer': async (page, testApp) => {
    await application(page, testApp);
    await button(page, 'Open Fee Receipt').click();
    await button(page, 'Zoom in').click();
  },
  'desk-note': async (page, testApp) => {
    const reviewer = await application(page, testApp);
    await reviewer.notes('The father called twice. The account is his mother’s.');
    await page.locator('.timeline-quote').waitFor();
    testApp.cutOff('addNote');
    await reviewer.notes('She sends the passbook tomorrow.');
    await page.getByRole('alert').waitFor();
  },
  'desk-application-missing': async (page, testApp) => {
    await reviewerAt(page, testApp).opensTheDesk(`/applications/${crypto.randomUUID()}`);
    await reviewerAt(page, testApp).signsIn();
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  },
  'desk-application-failed': async (page, testApp) => {
    const { loanId } = await submittedLoan(testApp);
    testApp.cutOff('getApplication');
    await reviewerAt(page, testApp).opensTheDesk(`/applications/${loanId}`);
    await reviewerAt(page, testApp).signsIn();
    await button(page, 'Try again').waitFor();
  },
  'desk-pdf': async (page, testApp) => {
    const loan = await submittedLoan(testApp);
    await testApp.attachReceipt(loan, new TextEncoder().encode('%PDF-1.4\n%%EOF\n'));
    await reviewerAt(page, testApp).opensTheApplication(loan.loanId);
    await page.locator('.review-document').first().scrollIntoViewIfNeeded();
    await page.getByText('PDF', { exact: true }).waitFor();
  },
  'desk-flags': async (page, testApp) => {
    await flagged(page, testApp);
  },
  'desk-flags-missing': async (page, testApp) => {
    const reviewer = await application(page, testApp);
    await button(page, 'Flag PAN number').click();
    await reviewer.flags('Fee Receipt', 'Another reason');
    await button(page, 'Preview and send back').click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'desk-preview': async (page, testApp) => {
    const reviewer = await flagged(page, testApp, 'ta');
    await reviewer.previews();
  },
  'desk-sending': async (page, testApp) => {
    const reviewer = await flagged(page, testApp);
    testApp.hold('actOnApplication');
    await reviewer.sendsBack();
    await page.locator('[aria-busy="true"]').first().waitFor();
  },
  'desk-not-sent': async (page, testApp) => {
    const reviewer = await flagged(page, testApp);
    testApp.cutOff('actOnApplication');
    await reviewer.sendsBack();
    await page.getByRole('alertdialog').waitFor();
  },
  'desk-sent-back': async (page, testApp) => {
    const reviewer = await flagged(page, testApp);
    await reviewer.sendsBack();
    await page.getByText('Sent back with 3 questions').waitFor();
  },
  'desk-conflict': async (page, testApp) => {
    const reviewer = await flagged(page, testApp);
    const other = await anotherReviewer(testApp, 'Leela Nair');
    await reviewedApplication(testApp, loanAt(page), { raise: [question(queryFixtures.bank)] }, other);
    await reviewer.sendsBack();
    await page.getByRole('alertdialog').waitFor();
  },
  'desk-two-reviewers': async (page, testApp) => {
    const { loanId } = await applicationWithReceipt(testApp);
    const other = await anotherReviewer(testApp, 'Leela Nair');
    await staffCall(testApp, other, `/review/applications/${loanId}/presence`, {});
    await page.clock.install();
    await reviewerAt(page, testApp).opensTheApplication(loanId);
    await page.getByText('Leela Nair has this open too').waitFor();
    await reviewedApplication(testApp, loanId, { raise: [question(queryFixtures.bank)] }, other);
    await page.clock.runFor(21_000);
    await button(page, 'Show the latest').waitFor();
  },
  'desk-session-lost': async (page, testApp) => {
    const reviewer = await flagged(page, testApp);
    await endSessions(testApp);
    await reviewer.sendsBack();
    await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor();
  },

  'desk-answers': async (page, testApp) => {
    await answers(page, testApp);
  },
  'desk-decisions': async (page, testApp) => {
    const reviewer = await answers(page, testApp);
    await reviewer.answer('PAN number').getByRole('button', { name: 'Accept' }).click();
    await reviewer.answer('Fee Receipt').getByRole('button', { name: 'Accept' }).click();
    const father = reviewer.answer("Father's name");
    await father.getByRole('button', { name: 'Ask again' }).click();
    await father.getByLabel('Reason').selectOption({ label: 'Incomplete' });
  },
  'desk-accepting': async (page, testApp) => {
    const reviewer = await answers(page, testApp);
    for (const name of ['PAN number', 'Fee Receipt'])
      await reviewer.answer(name).getByRole('button', { name: 'Accept' }).click();
    await button(page, 'Look over and save').click();
    await page.getByRole('dialog').waitFor();
  },

  'desk-push': async (page, testApp) => {
    await pushing(page, testApp);
  },
  'desk-pushing': async (page, testApp) => {
    await pushing(page, testApp);
    testApp.hold('pushApplication');
    await button(page.getByRole('dialog'), /^Push/).click();
    await page.getByText('The lender is looking').first().waitFor({ state: 'attached' });
  },
  'desk-pushed': async (page, testApp) => {
    await pushing(page, testApp);
    await button(page.getByRole('dialog'), /^Push/).click();
    await page.getByRole('dialog', { name: 'The lender has answered' }).waitFor();
  },
  'desk-push-conflict': async (page, testApp) => {
    const { loanId } = await pushing(page, testApp);
    testApp.faults.arm({ operation: 'pushApplication', fault: 'timedOut' });
    testApp.hold('getApplication');
    await button(page.getByRole('dialog'), /^Push/).click();
    await button(page, 'Push again').click();
    await testApp.alter(loanId, { status: 'approved', lenderResult: { status: 'APPROVED' } });
    testApp.letGo();
    await page.getByRole('alertdialog', { name: 'Somebody changed this application meanwhile' }).waitFor();
  },
  'desk-push-silent': async (page, testApp) => {
    await pushing(page, testApp);
    testApp.faults.arm({ operation: 'pushApplication', fault: 'timedOut' });
    await button(page.getByRole('dialog'), /^Push/).click();
    await page.getByRole('alertdialog').waitFor();
  },
} satisfies Record<string, OpenState>;

async function signInWith(page: Page, testApp: TestApp, password: string): Promise<void> {
  const reviewer = reviewerAt(page, testApp);
  const { email } = await anotherReviewer(testApp, 'Leela Nair');
  await reviewer.opensTheDesk();
  await reviewer.typesCredentials({ email, password });
  await button(page, 'Sign in').click();
}

async function queue(page: Page, testApp: TestApp): Promise<Reviewer> {
  const reviewer = reviewerAt(page, testApp);
  await reviewer.opensTheDesk();
  await reviewer.signsIn(demoReviewer);
  await reviewer.isAtTheQueue();
  return reviewer;
}

async function application(page: Page, testApp: TestApp, language = 'en'): Promise<Reviewer> {
  const { loanId } = await applicationWithReceipt(testApp, raman, { language });
  const reviewer = reviewerAt(page, testApp);
  await reviewer.opensTheApplication(loanId);
  await page.locator('.review-document').first().scrollIntoViewIfNeeded();
  await page.locator('.review-document img').waitFor();
  return reviewer;
}

async function flagged(page: Page, testApp: TestApp, language = 'en'): Promise<Reviewer> {
  const reviewer = await application(page, testApp, language);
  await reviewer.flags('PAN number', 'Differs from the documents');
  await reviewer.flags('Student 1, Roll number', 'Unclear');
  await reviewer.flags('Fee Receipt', 'Cannot be read');
  return reviewer;
}

async function answers(page: Page, testApp: TestApp): Promise<Reviewer> {
  const { loanId } = await answeredApplication(testApp);
  const reviewer = reviewerAt(page, testApp);
  await reviewer.opensTheApplication(loanId);
  await page.locator('.review-document').nth(1).scrollIntoViewIfNeeded();
  await page.locator('.review-document img').nth(1).waitFor();
  return reviewer;
}

async function pushing(page: Page, testApp: TestApp): Promise<CreatedLoan> {
  const loan = await submittedLoan(testApp, withPanDigits(raman, '1234', 'push@example.org'));
  await reviewerAt(page, testApp).opensTheApplication(loan.loanId);
  await button(page, 'Push to the lender').click();
  await page.getByRole('dialog').waitFor();
  return loan;
}

const loanAt = (page: Page) => new URL(page.url()).pathname.split('/')[3] ?? '';

const question = (field: string) =>
  ({ field, reason: 'mismatch', message: 'This differs from your passbook.' }) as const;
