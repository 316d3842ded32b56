/** The status screen, and a pending verdict to its end (specification, section 4; decisions 49, 51 and 52). */
import { createServer } from 'node:http';
import type { Frame, Page } from 'playwright-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { loanNumber } from '../../domain/loan-number.ts';
import { createTestPartner } from '../../server/testing.ts';
import { browserForFile, openBrowser } from '../support/browser.ts';
import { addDocument } from '../support/documents.ts';
import { freePort } from '../support/ports.ts';
import { eventually } from './support/eventually.ts';
import { choose, pdf, row } from './support/files.ts';
import { raman, withPanDigits } from './support/fixtures.ts';
import { button } from './support/interactions.ts';
import {
  answeredLoan,
  applicationData,
  openDocuments,
  openLoan,
  studentsData,
  submittedLoan,
} from './support/loans.ts';
import { messageText } from './support/message-text.ts';
import { passwordMessageTo } from './support/outbox.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { supportPhone, testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

const upload = { name: messageText('status.documents') };
const dialLink = { name: supportPhone };

test('a pending loan is approved once its bank statement is there', async () => {
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
  await choose(page, 'bank_statement_3_months', pdf('statement.pdf'));
  await page.getByRole('heading', { name: messageText('document.answered') }).waitFor();

  await page.getByRole('link', { name: messageText('document.answered.open') }).click();
  await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
  await button(parent.verdict(), 'Close').click();
  await page.getByRole('link', { name: 'Continue to the lender' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect((await testApp().loanOf(loan.loanId)).status).toBe('approved');
  expect((await testApp().pushesOf(loan.loanId)).length).toBe(1);
  expect(errors).toEqual([]);
});

test('the status screen says what was sent, and what the loan is', async () => {
  const loan = await answeredLoan(testApp(), 'rejected', { status: 'REJECTED' });
  const { page } = await phoneFor(await open(), 'the status screen of a rejected loan');
  const parent = parentAt(page, testApp());
  await openLoan(page, testApp(), loan, 'student');
  await parent.verdict().getByRole('link', dialLink).waitFor();
  await button(parent.verdict(), 'Close').click();
  await parent.verdict().waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: messageText('app.title.success') }).waitFor();
  await page.getByRole('link', dialLink).first().waitFor();
  const facts = page.locator('section', {
    has: page.getByRole('heading', { name: messageText('status.loan') }),
  });
  await facts.getByText(loanNumber(loan.loanId)).waitFor();
  const text = await facts.innerText();
  expect(text).toContain('₹1,44,350');
  expect(text).toMatch(/6 months, ₹[\d,]+ a month/);
  expect(text).toContain(raman.institution);
  expect(text).toContain('Kavin Raman');
  const sent = page.locator('section', {
    has: page.getByRole('heading', { name: messageText('status.sent') }),
  });
  const read = await sent.first().innerText();
  for (const words of ['ABCPR1234K', 'Student 1', 'Bank Details', 'Office Address'])
    expect(read).toContain(words);
  expect(await page.locator('main input').count()).toBe(0);
});

describe('the requested document', () => {
  test.each([
    ['FEEPATH-NO-SCAN', 'status.pending.scanning', 'document.requested.scanning'],
    ['', 'status.pending.here', 'document.requested.here'],
    ['$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', 'status.pending.refused', 'document.requested.help'],
  ] as const)('is told as it is, with %j in it', async (says, onStatus, onDocuments) => {
    const loan = await answeredLoan(testApp(), 'pending', { status: 'PENDING' });
    await addDocument({ url: testApp().url, ...loan }, 'bank_statement_3_months', pdf('s.pdf', says).buffer);
    const { page } = await phoneFor(await open(), `a requested document, ${onStatus}`);
    await eventually(async () => {
      await openLoan(page, testApp(), loan, 'applications');
      await parentAt(page, testApp()).verdict().waitFor();
      return page
        .getByText(messageText(onStatus))
        .first()
        .waitFor({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        );
    }).toBe(true);
    await openDocuments(page, testApp(), loan);
    await row(page, 'bank_statement_3_months').waitFor();
    await page.getByText(messageText(onDocuments)).waitFor();
  });
});

test('a push of what was changed elsewhere says so, and the loan is read again', async () => {
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

test("from a frame of a partner's site the documents open, after re-entry", async () => {
  const host = await partnerSite();
  const { key } = await createTestPartner(testApp().db, {
    name: 'A partner',
    origins: [host.origin],
    now: new Date(),
  });
  const browser = await openBrowser({ partitionsStorage: true });
  onTestFinished(() => browser.close());
  const { page } = await phoneFor(browser, 'a frame of a partner');
  host.show(`${testApp().url}/?api_key=${key}`);
  await page.goto(host.origin);
  const frame = await frameOf(page);
  const { Name, 'Mobile number': mobile, Email } = raman.create;
  await frame.getByLabel('Name', { exact: true }).fill(Name);
  await frame.getByLabel('Mobile number').fill(mobile);
  await frame.getByLabel('Email').fill(Email);
  await frame.getByRole('button', { name: 'Submit' }).click();
  await frame.waitForURL(/\/student/);
  const loan = await loanIn(frame);
  await testApp().saveStudents(loan, studentsData(raman), key);
  await testApp().submit(loan, applicationData(raman), key);
  await testApp().alter(loan.loanId, { status: 'pending', lenderResult: { status: 'PENDING' } });

  await frame.goto(frame.url());
  const link = frame.getByRole('dialog').getByRole('link', upload);
  expect(await link.getAttribute('target')).toBe('_blank');
  const opened = page.waitForEvent('popup');
  await link.click();
  const tab = await opened;
  await tab.getByRole('heading', { level: 1, name: messageText('app.reentry.title') }).waitFor();
  expect(tab.url()).not.toContain(key);
  await button(tab, messageText('app.reentry.send')).click();
  const { otp } = await passwordMessageTo(testApp(), mobile);
  await tab.getByLabel(messageText('app.reentry.otp')).fill(otp);
  await tab
    .getByLabel(/date of birth/i)
    .fill(String(raman.applicant['Applicant Details']?.['Date of birth']));
  await button(tab, messageText('app.reentry.open')).click();
  await row(tab, 'bank_statement_3_months').waitFor();
});

/** A site other than the server's: another host name of the loopback, and another port. */
async function partnerSite() {
  let source = '';
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(
      `<!doctype html><title>A school</title><iframe src="${source}" width="360" height="700"></iframe>`,
    );
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { origin: `http://127.0.0.1:${port}`, show: (address: string) => void (source = address) };
}

async function frameOf(page: Page): Promise<Frame> {
  const frame = page.frames().find((one) => one !== page.mainFrame());
  if (!frame) throw new Error('The page has a frame');
  await frame.getByRole('button', { name: 'Submit' }).waitFor();
  return frame;
}

/** The loan that was created there, with the token that the frame has stored. */
async function loanIn(frame: Frame) {
  const loanId = new URL(frame.url()).pathname.split('/')[2] ?? '';
  const stored = await frame.evaluate((name) => window.localStorage.getItem(name), `feepath.loan.${loanId}`);
  const { token } = JSON.parse(stored ?? '{}') as { token: string };
  return { loanId, token };
}
