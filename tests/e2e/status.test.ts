/** The status screen, and a pending verdict to its end (specification, section 4; decisions 27 and 123). */
import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { loanNumber } from '../../domain/loan/loan-number.ts';
import { browserForFile } from '../support/browser.ts';
import { addDocument } from '../support/documents.ts';
import { eventually } from './support/eventually.ts';
import { here } from './support/document-list.ts';
import { choose, heavyPdf, pdf, row } from './support/files.ts';
import { raman, withPanDigits } from './support/fixtures.ts';
import { button } from './support/interactions.ts';
import { answeredLoan, openDocuments, openLoan, submittedLoan } from './support/loans.ts';
import { messageText } from './support/message-text.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { supportPhone, testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

const upload = { name: messageText('status.documents') };
const dialLink = { name: supportPhone };

test('a pending loan is approved once its bank statement is uploaded', async () => {
  const loan = await submittedLoan(testApp(), withPanDigits(raman, '0003', 'pending.end@example.org'));
  const { page, errors } = await phoneFor(await open(), 'a pending loan is approved');
  const parent = parentAt(page, testApp());
  await openLoan(page, testApp(), loan, 'applications');
  await parent.isAtApplicant();
  await parent.declares();
  await parent.submits();
  await parent.verdict().getByText('One more document is needed').waitFor();
  await parent.verdict().getByRole('link', dialLink).waitFor();

  await parent.verdict().getByRole('link', upload).click();
  const first = page.getByRole('article').first();
  await first.getByRole('heading', { name: messageText('document.type.bank_statement_3_months') }).waitFor();
  await page.getByRole('heading', { name: messageText('document.requested') }).waitFor();
  await page.getByText(messageText('document.requested.help')).waitFor();
  // A bank statement has a single button, without the camera.
  await button(first, /^Choose the PDF/).waitFor();
  expect(await first.getByRole('button').count()).toBe(1);
  // A running upload continues when the lender approves.
  testApp().hold('uploadPart');
  await choose(page, 'pay_slip_last_month', heavyPdf(6_000_000, 'slip.pdf'));
  await page.getByText(messageText('document.sending', { name: 'slip.pdf' })).waitFor();
  await choose(page, 'bank_statement_3_months', pdf('statement.pdf'));
  await page.getByRole('heading', { name: messageText('document.answered') }).waitFor();
  await page.getByText(messageText('document.now.payout')).waitFor();
  testApp().letGo();
  await here(page, 'pay_slip_last_month').waitFor();

  await page.getByRole('link', { name: messageText('document.answered.open') }).click();
  await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
  await button(parent.verdict(), 'Close').click();
  await page.getByRole('link', { name: 'Continue to the lender' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect((await testApp().loanOf(loan.loanId)).status).toBe('approved');
  expect((await testApp().pushesOf(loan.loanId)).length).toBe(1);
  expect(errors).toEqual([]);
});

test('the status screen shows the sent data and the facts of the loan', async () => {
  const loan = await answeredLoan(testApp(), 'rejected', { status: 'REJECTED' });
  const { page } = await phoneFor(await open(), 'the status screen of a rejected loan');
  const parent = parentAt(page, testApp());
  await openLoan(page, testApp(), loan, 'student');
  await parent.verdict().getByRole('link', dialLink).waitFor();
  await parent
    .verdict()
    .getByText(messageText('status.loan.appliedFor', { amount: '₹1,44,350' }))
    .waitFor();
  const verdictSize = await fontSize(parent.verdict().getByRole('heading', { level: 3 }));
  expect(verdictSize).toBeGreaterThan(await fontSize(parent.verdict().getByRole('heading', { level: 2 })));
  expect(await topOf(button(parent.verdict(), messageText('app.reentry.startNew')))).toBeLessThan(
    await topOf(button(parent.verdict(), 'Close')),
  );
  await parent
    .verdict()
    .getByText(/^6 months, ₹[\d,]+ a month$/)
    .waitFor();
  await parent.verdict().getByText(messageText('status.rejected.next')).waitFor();
  await button(parent.verdict(), 'Close').click();
  await parent.verdict().waitFor({ state: 'detached' });
  // The same words are on the page: a reload does not open them again.
  await page.reload();
  await page.getByRole('heading', { level: 1, name: messageText('app.title.success') }).waitFor();
  await page.getByRole('link', dialLink).first().waitFor();
  const facts = page.locator('section', {
    has: page.getByRole('heading', { name: messageText('status.loan.applied') }),
  });
  await facts.getByText(loanNumber(loan.loanId)).waitFor();
  await facts.getByText(/^6 months, ₹[\d,]+ a month$/).waitFor();
  const text = await facts.innerText();
  expect(text).toContain('₹1,44,350');
  expect(text).toContain(raman.institution);
  expect(text).toContain('Kavin Raman');
  expect(text).toContain('Sandbox lender 15');
  const sent = page.locator('section', {
    has: page.getByRole('heading', { name: messageText('status.sent') }),
  });
  expect(await sent.getByText('ABCPR1234K').isVisible()).toBe(false);
  await sent.getByRole('heading', { name: messageText('status.sent') }).click();
  const read = await sent.first().innerText();
  for (const words of ['ABCPR1234K', 'Yazhini Raman', 'Bank Details', 'Office Address'])
    expect(read).toContain(words);
  expect(await page.locator('main input').count()).toBe(0);

  expect(await parent.verdict().count()).toBe(0);
  await page.getByText(messageText('status.rejected.next')).waitFor();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByLabel(messageText('app.language')).isVisible()).toBe(false);
  expect(await page.evaluate(() => getComputedStyle(document.body).color), 'dark on light').toBe(
    'rgb(23, 38, 43)',
  );
});

const fontSize = (locator: Locator) =>
  locator.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;

test('a loan that a lender refused for good shows the next step in place of Submit', async () => {
  const loan = await submittedLoan(testApp(), withPanDigits(raman, '0422', 'refused@example.org'));
  const { page } = await phoneFor(await open(), 'a loan is refused for good');
  const parent = parentAt(page, testApp());
  await openLoan(page, testApp(), loan, 'applications');
  await parent.isAtApplicant();
  await parent.submits();
  await parent.alert().getByText(messageText('refusal.lender')).waitFor();
  await button(parent.alert(), 'OK').click();
  const isTold = async () => {
    await page.getByText(messageText('applicant.refused')).waitFor();
    await page.getByText(messageText('applicant.refused.help')).waitFor();
    await page.getByRole('link', dialLink).first().waitFor();
    expect(await page.getByText(messageText('applicant.unsent')).count()).toBe(0);
  };
  await isTold();
  await page.reload();
  await isTold();
  await button(page, messageText('app.reentry.startNew')).click();
  await page.getByText('The lender has not taken it').waitFor();
  await button(page, /^See how it stands/).click();
  await isTold();
});

test('where the lender has not answered, Submit can be pressed again after a reload', async () => {
  const loan = await submittedLoan(testApp(), withPanDigits(raman, '5504', 'no.answer@example.org'));
  const { page } = await phoneFor(await open(), 'a loan without an answer is reloaded');
  const parent = parentAt(page, testApp());
  await openLoan(page, testApp(), loan, 'applications');
  await page.getByText(messageText('applicant.unsent')).waitFor();
  await page.getByText(messageText('applicant.progress', { done: 8, total: 8 })).waitFor();
  await parent.submits();
  await parent
    .alert()
    .getByRole('heading', { name: messageText('status.gatewayTimedOut') })
    .waitFor();
  await parent.alert().getByText(messageText('status.gatewayTimedOut.help')).waitFor();
  await button(parent.alert(), 'Close').click();
  // Another plan requires a new declaration.
  await parent.choosesAPlan(3);
  await page.getByText(messageText('applicant.declare.hint')).waitFor();
});

describe('the requested document', () => {
  test.each([
    ['FEEPATH-NO-SCAN', 'status.pending.scanning', 'document.requested.scanning'],
    ['', 'status.pending.here', 'document.requested.here'],
    ['$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', 'status.pending.refused', 'document.requested.help'],
  ] as const)(
    'is shown with its current state for a file with %j in it',
    async (says, onStatus, onDocuments) => {
      const loan = await answeredLoan(testApp(), 'pending', { status: 'PENDING' });
      await addDocument(
        { url: testApp().url, ...loan },
        'bank_statement_3_months',
        pdf('s.pdf', says).buffer,
      );
      const { page } = await phoneFor(await open(), `a requested document, ${onStatus}`);
      const parent = parentAt(page, testApp());
      await eventually(async () => {
        await openLoan(page, testApp(), loan, 'applications');
        await parent.verdict().waitFor();
        return parent
          .verdict()
          .getByText(messageText(onStatus))
          .waitFor({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          );
      }).toBe(true);
      // Read again when the page is shown again: until then what was read before is said.
      testApp().hold('listDocuments');
      const reading = page.waitForRequest(/loan-document/);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await reading;
      expect(await parent.verdict().getByText(messageText(onStatus)).isVisible()).toBe(true);
      testApp().faults.disarmAll();
      await openDocuments(page, testApp(), loan);
      await row(page, 'bank_statement_3_months').waitFor();
      await page.getByText(messageText(onDocuments)).waitFor();
    },
  );
});

test('a push of a loan changed elsewhere is reported, and the loan is read again', async () => {
  const loan = await submittedLoan(testApp(), {
    ...raman,
    create: { ...raman.create, Email: 'two.tabs@example.org' },
  });
  const { page } = await phoneFor(await open(), 'a push of what was changed elsewhere');
  const parent = parentAt(page, testApp());
  await openLoan(page, testApp(), loan, 'applications');
  await parent.isAtApplicant();
  await parent.declares();
  testApp().hold('createOnLender');
  const asked = page.waitForRequest(/create-on-lender/);
  await parent.submits();
  await asked;
  const { personalDetails } = await testApp().loanOf(loan.loanId);
  await testApp().alter(loan.loanId, { personalDetails: { ...personalDetails, pan: 'ABCPR9999K' } });
  testApp().faults.disarmAll();
  await parent.alert().getByText(messageText('status.outdated')).waitFor();
  await parent.alert().getByText(messageText('status.outdated.help')).waitFor();
  expect(await testApp().pushesOf(loan.loanId)).toEqual([]);
  await button(parent.alert(), 'OK').click();
  await eventually(() => page.getByLabel('PAN number').inputValue()).toBe('ABCPR9999K');
});

test('the lender is asked again on request', async () => {
  const loan = await answeredLoan(testApp(), 'in_progress', { status: 'IN_PROGRESS' });
  const { page } = await phoneFor(await open(), 'the lender is asked again');
  const parent = parentAt(page, testApp());
  await openLoan(page, testApp(), loan, 'applications');
  await parent.verdict().getByText('Your application is still in review').waitFor();
  expect(await parent.verdict().getByRole('link').count()).toBe(0);
  await button(parent.verdict(), 'Close').click();
  await testApp().alter(loan.loanId, { status: 'rejected', lenderResult: { status: 'REJECTED' } });
  await button(page, messageText('status.refresh')).click();
  await parent.verdict().getByText('The lender is not able to offer approval').waitFor();
});

test('a new verdict is shown while the screen stays open, without a reload', async () => {
  const loan = await answeredLoan(testApp(), 'in_progress', { status: 'IN_PROGRESS' });
  const { page } = await phoneFor(await open(), 'a new verdict while the screen stays open');
  await page.clock.install();
  const parent = parentAt(page, testApp());
  await openLoan(page, testApp(), loan, 'applications');
  await parent.verdict().getByText('Your application is still in review').waitFor();
  await button(parent.verdict(), 'Close').click();
  await page.getByText(messageText('status.refresh')).waitFor();
  await testApp().alter(loan.loanId, { status: 'rejected', lenderResult: { status: 'REJECTED' } });
  await page.clock.fastForward(31_000);
  await parent.verdict().getByText('The lender is not able to offer approval').waitFor();
});
