/** The reviewer's view of an application: its summary, its documents, its timeline. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { documentLabels } from '../../../domain/forms/fields/loan.ts';
import { browserForFile } from '../../support/browser.ts';
import {
  anotherReviewer,
  applicationWithReceipt,
  queryFixtures,
  reviewerWithSecondFactor,
  appendEntries,
} from '../support/desk.ts';
import { answerCalls } from '../support/answers.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { raman, sharma } from '../support/fixtures.ts';
import { button } from '../support/interactions.ts';
import { lenderLoan } from '../support/lender-loans.ts';
import { applicationData, loanWithStudents, submittedLoan } from '../support/loans.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor } from '../support/screens.ts';
import { shownText } from '../support/page-values.ts';
import { waitForMessages } from '../support/outbox.ts';
import { messageText } from '../support/message-text.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

test('one screen shows the basis of a decision above the next actions', async () => {
  const { page } = await desktopFor(await open(), 'the summary');
  const { loanId } = await applicationWithReceipt(testApp(), raman);
  await reviewerAt(page, testApp()).opensTheApplication(loanId);
  const summary = page.getByRole('region', { name: 'Summary' });
  const facts = await shownText(summary);
  for (const fact of [
    /Kavin Raman\s*₹79,850/,
    /EMI tenure\s*6 months/,
    /Instalment a month\s*₹[\d,]+ \(\d+% of net salary, \d+% of household income\)/,
    /Net monthly salary\s*₹24,999/,
    /Household income\s*₹61,000/,
    /PAN number\s*ABCPR1234/,
    /12\sApr 1985\s*\(\d+ years old\)/,
    /Given\s*1 of 11/,
  ])
    expect(facts).toMatch(fact);
  const bottomOf = async (element: typeof summary) => {
    const box = await element.boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? Infinity);
  };
  const push = button(page, 'Push to the lender');
  expect(await bottomOf(summary)).toBeLessThan((await push.boundingBox())?.y ?? 0);
  expect(await bottomOf(push)).toBeLessThanOrEqual(800);
});

test('a document is shown beside the fields that it proves, and can be zoomed and rotated', async () => {
  const { page } = await desktopFor(await open(), 'a document beside its fields');
  const { loanId } = await applicationWithReceipt(testApp());
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  const beside = page.getByRole('group', { name: 'Documents', exact: true });
  const receipt = beside.first().getByRole('button', { name: 'Open Fee Receipt' });
  await receipt.waitFor();
  const [fee, proof] = await Promise.all([
    page.getByText('Annual fee', { exact: true }).first().boundingBox(),
    beside.first().boundingBox(),
  ]);
  if (!fee || !proof) throw new Error('Both are shown');
  expect(proof.x).toBeGreaterThan(fee.x);
  expect(fee.y).toBeGreaterThanOrEqual(proof.y);
  expect(fee.y).toBeLessThan(proof.y + proof.height);
  await page.getByRole('region', { name: 'Applicant Details' }).getByText('PAN photo').waitFor();

  await receipt.click();
  const viewer = page.getByRole('dialog', { name: 'Fee Receipt' });
  const picture = viewer.getByRole('img', { name: 'Fee Receipt' });
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const before = await width();
  const stage = viewer.getByRole('group');
  expect(before).toBeCloseTo(await stage.evaluate(({ clientWidth }) => clientWidth), 0);
  await button(viewer, 'Zoom in').click();
  await eventually(width).toBeGreaterThan(before * 1.4);
  const middle = await stage.evaluate((box) => (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth);
  expect(middle).toBeCloseTo(0.5, 1);
  await button(viewer, 'Zoom out').click();
  await button(viewer, 'Rotate').click();
  expect(await picture.evaluate((one) => getComputedStyle(one).rotate)).toBe('90deg');
  await page.keyboard.press('Escape');
  await hasFocus(receipt);
});

test('a reviewer signs in with a second factor, sees the password of a document, and signs out', async () => {
  const { page } = await desktopFor(await open(), 'a second factor at the desk');
  const loan = await loanWithStudents(testApp(), raman);
  const statement = 'bank_statement_3_months';
  const locked = readFileSync(new URL('../../../server/documents/fixtures/aes-256.pdf', import.meta.url));
  await testApp().attach(loan, statement, locked, { password: 'user' });
  await testApp().submit(loan, applicationData(raman));
  const account = await reviewerWithSecondFactor(testApp(), 'Asha Two');
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheDesk(`/applications/${loan.loanId}`);
  await reviewer.typesCredentials(account);
  await button(page, 'Sign in').click();
  await page.getByText(messageText('review.signIn.code.required')).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(account.code());
  await button(page, 'Sign in').click();
  await reviewer.isAtTheApplication();
  const shown = page.locator('.review-document').filter({ hasText: messageText(documentLabels[statement]) });
  await shown.scrollIntoViewIfNeeded();
  await button(shown, messageText('review.document.password.show')).click();
  await page.getByText('user', { exact: true }).waitFor();
  await button(page, 'Sign out').click();
  await button(page, 'Sign in').waitFor();
  expect(await page.getByLabel('Code', { exact: true }).count()).toBe(0);
});

test('the timeline shows every act as a sentence, newest first, with a plain one for unknown acts', async () => {
  const { page } = await desktopFor(await open(), 'the timeline');
  const { loanId } = await submittedLoan(testApp(), sharma);
  await waitForMessages(testApp(), loanId);
  const leela = await anotherReviewer(testApp(), 'Leela Nair');
  const by = { id: leela.id, name: leela.name };
  const message = { details: { message: 'What is this?' } };
  await appendEntries(testApp(), loanId, [
    { by: 'applicant', act: 'loan.reentered' },
    { by: 'applicant', act: 'document.uploaded', field: queryFixtures.receipt },
    { by: 'applicant', act: 'document.replaced', field: queryFixtures.receipt },
    { by: 'applicant', act: 'document.removed', field: queryFixtures.receipt },
    {
      by: 'applicant',
      act: 'field.changed',
      field: 'personal_details.dob',
      before: '1985-04-12',
      after: null,
    },
    { by, act: 'query.raised', field: queryFixtures.pan, ...message },
    { by: 'applicant', act: 'query.answered', field: queryFixtures.pan, after: 'It is right.' },
    { by, act: 'query.accepted', field: queryFixtures.pan },
    { by, act: 'query.asked_again', field: queryFixtures.pan, ...message },
    { by, act: 'query.withdrawn', field: queryFixtures.pan },
    { by, act: 'note.added', details: { message: 'His sister called.' } },
    { by, act: 'application.sent_back', details: { count: 2 } },
    { by, act: 'lender.asked' },
    { by: 'lender', act: 'lender.answered', after: 'pending' },
    { by: 'lender', act: 'lender.failed', details: { message: 'Out of order' } },
    { by: 'system', act: 'lender.silent' },
    { by: 'lender', act: 'offer.received', details: { lender_id: 15, revision: 1, shown: true } },
    { by: 'lender', act: 'offer.received', details: { lender_id: 15, revision: 2, shown: false } },
    { by: 'applicant', act: 'offer.accepted', details: { lender_id: 15, revision: 1 } },
    { by: 'applicant', act: 'offer.declined', details: { lender_id: 15, revision: 3 } },
    { by: 'applicant', act: 'consent.given', details: { lender_id: 15, purpose: 'credit_bureau' } },
    { by: 'applicant', act: 'consent.withdrawn', details: { lender_id: 15, purpose: 'marketing' } },
    { by: 'system', act: 'servicing.stage', after: 'disbursed', details: { lender_id: 15 } },
    { by: 'applicant', act: 'mandate.withdrawal_requested', details: { lender_id: 15 } },
    { by: 'system', act: 'mandate.withdrawn', details: { lender_id: 15 } },
    { by, act: 'servicing.asked', details: { lender_id: 15 } },
    { by, act: 'payment.counted', details: { amount_paise: 620_000, currency: 'INR' } },
    { by, act: 'payment.refund_ordered', details: { amount_paise: 7550, currency: 'USD' } },
    { by: 'system', act: 'payment.refund_refused', details: { amount_paise: 7550, currency: 'USD' } },
    { by, act: 'payment.refunded_by_lender', details: { amount_paise: 620_000, reference: 'UTR000042' } },
    { by: 'system', act: 'payment.refunded', details: { amount_paise: 620_000, currency: 'INR' } },
    {
      by: 'system',
      act: 'payment.disputed',
      details: { amount_paise: 620_000, currency: 'INR', reference: 'disp_7' },
    },
    {
      by: 'system',
      act: 'payment.dispute_lost',
      details: { amount_paise: 620_000, currency: 'INR', reference: 'disp_7' },
    },
    {
      by: 'system',
      act: 'payment.dispute_won',
      details: { amount_paise: 620_000, currency: 'INR', reference: 'disp_7' },
    },
    { by, act: 'payment.decision_waits', details: { amount_paise: 2_620_000, currency: 'INR' } },
    { by, act: 'payment.decision_declined', details: { amount_paise: 2_620_000, currency: 'INR' } },
    { by, act: 'payment.double_refund_settled', details: { amount_paise: 620_000, currency: 'INR' } },
    { by: 'applicant', act: 'loan.cancelled', details: { lender_id: 15 } },
    { by: 'lender', act: 'collection.received', details: { amount_paise: 620_000 } },
    { by: 'lender', act: 'collection.returned', details: { amount_paise: 620_000 } },
    { by: 'lender', act: 'collection.reversed', details: { amount_paise: 620_000 } },
    { by: 'system', act: 'case.opened', details: { lender_id: 15, kind: 'disbursal_day' } },
    { by, act: 'case.closed', details: { lender_id: 15, kind: 'disbursal_day' } },
    { by: 'system', act: 'case.closed', details: { lender_id: 15, kind: 'unlisted', settled_by: 'list' } },
    { by: 'applicant', act: 'grievance.lodged', details: { grievance: 'G-48392-01177' } },
    { by, act: 'grievance.rejected', details: { grievance: 'G-48392-01177' } },
    { by, act: 'grievance.resolved', details: { grievance: 'G-48392-01177' } },
    { by: 'system', act: 'message.queued', details: { channel: 'sms' } },
    { by: 'system', act: 'message.sent', details: { channel: 'sms' } },
    { by: 'system', act: 'message.failed', details: { channel: 'email' } },
    { by: 'system', act: 'moon.landed' as 'message.sent' },
  ]);
  const reviewer = reviewerAt(page, testApp());
  await reviewer.opensTheApplication(loanId);
  const sentences = async () =>
    (await page.locator('.timeline-entry').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  const appended = [
    'The applicant opened the application on another device',
    'The applicant uploaded Fee Receipt',
    'The applicant replaced Fee Receipt',
    'The applicant removed Fee Receipt',
    'The applicant changed Date of birth 12 Apr 1985 → Not given',
    'Leela Nair asked about PAN number “What is this?”',
    'The applicant answered about PAN number “It is right.”',
    'Leela Nair accepted PAN number',
    'Leela Nair asked again about PAN number “What is this?”',
    'Leela Nair withdrew the question about PAN number',
    'Leela Nair wrote a note “His sister called.”',
    'Leela Nair sent the application back with 2 questions',
    'Leela Nair pushed the application to the lender',
    'The lender answered: pending',
    'The lender answered with an error “Out of order”',
    'Feepath heard nothing from the lender',
    'Lender 15 made an offer (revision 1)',
    'Lender 15 made an offer (revision 2) that the customer is not shown',
    'The applicant accepted the offer of lender 15 (revision 1)',
    'The applicant declined the changed offer of lender 15 (revision 3)',
    'The applicant consented to: the credit report',
    'The applicant withdrew the consent to: news of other products',
    'Loan at lender 15: Paid out',
    'The applicant withdrew the mandate at lender 15',
    'The mandate at lender 15 is withdrawn: the bank debits nothing any more',
    'Leela Nair asked lender 15 again',
    'Leela Nair counted a payment of ₹6,200.00',
    'Leela Nair ordered the refund of a payment of USD 75.50',
    'The payment provider refused the refund of a payment of USD 75.50',
    'Leela Nair recorded that the lender refunded ₹6,200.00, reference UTR000042',
    'The payment provider gave ₹6,200.00 back',
    'The customer’s bank took ₹6,200.00 back, dispute disp_7',
    'Dispute disp_7 about ₹6,200.00 was lost: the money stays with the customer’s bank',
    'Dispute disp_7 was won: ₹6,200.00 came back',
    'Leela Nair decided about a payment of ₹26,200.00; a second person has to confirm it',
    'Leela Nair declined what was decided about a payment of ₹26,200.00',
    'Leela Nair settled the double refund of a payment of ₹6,200.00',
    'The applicant cancelled the loan at lender 15',
    'The lender collected ₹6,200.00',
    'The bank did not pay a debit of ₹6,200.00',
    'The bank took ₹6,200.00 back from the lender',
    'Case opened for lender 15: The day of the payout cannot be',
    'Leela Nair closed a case of lender 15: The day of the payout cannot be',
    'Feepath closed a case of lender 15: Here and not on their list – a later list agrees',
    'The applicant made complaint G-48392-01177',
    'Leela Nair rejected complaint G-48392-01177',
    'Leela Nair resolved complaint G-48392-01177',
    'Feepath is sending an SMS to the applicant',
    'The SMS to the applicant was sent',
    'The e-mail to the applicant could not be sent',
    'Feepath: moon.landed',
  ];
  await eventually(async () => (await sentences()).slice(0, appended.length)).toEqual(appended.toReversed());
  expect(await sentences()).toEqual(
    expect.arrayContaining([
      'The applicant started the application',
      'The applicant submitted the application',
    ]),
  );
});

test('what is folded open of a lender loan stays open once the application is read again', async () => {
  const { page } = await desktopFor(await open(), 'the parts of a lender loan');
  const { loanId } = await submittedLoan(testApp());
  await testApp().alter(loanId, { status: 'approved', lenderResult: { status: 'APPROVED' } });
  await answerCalls(page, { readLenderLoans: [lenderLoan(15)], moveLenderLoan: lenderLoan(15) });
  await reviewerAt(page, testApp()).opensTheApplication(loanId);
  await page.locator('summary', { hasText: /^Details$/ }).click();
  await page.getByText(lenderLoan(15).reference).waitFor();
  await testApp().alter(loanId, { version: 100 });
  const readAgain = page.waitForResponse(
    (answer) => answer.url().includes('/review/lender-loans/') && answer.request().method() === 'GET',
  );
  await button(page, messageText('review.lenderLoan.ask')).click();
  await (await readAgain).finished();
  await page.getByText('Asked just now').waitFor();
  expect(await page.getByText(lenderLoan(15).reference).isVisible()).toBe(true);
});
