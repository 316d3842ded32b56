/** Documents from the parent's list to the reviewer's preview (specification, sections 3 and 8). */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { documentTypes, needOf, proofsOf, reasonOf, takesPassword } from '../../domain/loan/documents.ts';
import type { DocumentType } from '../../domain/values/wire.ts';
import { reasonMessages, helpMessages } from '../../src/documents/message-ids.ts';
import { browserForFile } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { raman, sharma } from './support/fixtures.ts';
import { choose, drop, lockedPdf, pdf, photo, row } from './support/files.ts';
import { button, card } from './support/interactions.ts';
import { openDocuments, openLoan, unfoldLaterDocuments } from './support/loans.ts';
import { parentAt } from './support/parent.ts';
import { followQuestion } from './support/questions.ts';
import { reviewerAt } from './support/reviewer.ts';
import { desktopFor, phoneFor } from './support/screens.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';
import { documentAction, documentLists, documentName, here } from './support/document-list.ts';

const open = browserForFile();
const testApp = testAppForFile();
const { listOf, pendingLoan } = documentLists(open, testApp);

beforeEach(() => testApp().faults.disarmAll());

const alert = (page: Page) => page.getByRole('alertdialog');

/** Adds a document and answers the questions of its kind. */
async function adds(page: Page, type: DocumentType, file = pdf(`${type}.pdf`)): Promise<void> {
  const [proof] = proofsOf(type);
  if (proof) await row(page, type).getByLabel(messageText('document.proof.label')).selectOption(proof);
  await choose(page, type, file);
}

describe.each([
  ['salaried', raman, { employment_type: 'Salaried' }, { same_as_aadhaar: 0 }],
  ['self-employed', sharma, { employment_type: 'Self Employed' }, { same_as_aadhaar: 1 }],
] as const)('a %s applicant', (kind, fixture, employment_details, personal_details) => {
  const asked = documentTypes.filter(
    // The institutions of both take no receipt.
    (type) =>
      needOf(type, { employment_details, personal_details, el_details: { receipt_upload: false } }) !==
      'not_needed',
  );

  test('uploads every document, which a reviewer opens, flags and receives again', async () => {
    const phone = await phoneFor(await open(), `every document of a ${kind} applicant: the parent`);
    const { page } = phone;
    const loan = await pendingLoan(fixture, `${kind}@example.org`);

    // The lender's answer leads to the documents.
    await openLoan(page, testApp(), loan, 'applications');
    await page
      .getByRole('dialog')
      .getByRole('link', { name: messageText('status.documents') })
      .click();
    await page.getByRole('heading', { level: 1, name: messageText('document.title') }).waitFor();
    await page.getByText(messageText('document.lead')).waitFor();
    const now = asked.filter((type) => ['income', 'address_proof'].includes(reasonOf(type)));
    await page.getByRole('heading', { name: messageText('document.now', { count: now.length }) }).waitFor();
    const later = asked.filter((type) => ['identity', 'bank_account'].includes(reasonOf(type)));
    // What is needed later is folded while other documents are asked for.
    expect(await row(page, 'pan_photo').isVisible()).toBe(false);
    await unfoldLaterDocuments(page);
    await card(page, messageText('document.later', { count: later.length }))
      .getByText(messageText(reasonMessages.identity[1]))
      .waitFor();
    for (const type of asked) {
      await page.getByText(messageText(helpMessages[type])).waitFor();
      await adds(page, type, takesPassword(type) ? lockedPdf() : pdf(`${type}.pdf`));
      if (takesPassword(type)) {
        await page.getByLabel(messageText('document.password')).fill('user');
        await button(page.getByRole('dialog'), messageText('document.password.send')).click();
      }
    }
    // The uploads share one line.
    for (const type of asked) await here(page, type).waitFor({ timeout: 60_000 });
    await page.getByText(messageText('document.list.all')).waitFor();
    const kept = await testApp().documentsOf(loan.loanId);
    expect(kept.map(({ type }) => type).sort()).toEqual([...asked].sort());

    // The reviewer opens each of them, and asks about two.
    const desk = await desktopFor(await open(), `every document of a ${kind} applicant: the reviewer`);
    const reviewer = reviewerAt(desk.page, testApp());
    const opened: string[] = [];
    desk.page.on('response', (answer) => {
      const [, type] = /\/documents\/[^/]+\/([a-z_0-9]+)\//.exec(new URL(answer.url()).pathname) ?? [];
      if (type && answer.ok() && answer.headers()['content-type'] === 'application/pdf') opened.push(type);
    });
    await reviewer.opensTheApplication(loan.loanId);
    for (let at = 0; at < asked.length; at += 1) {
      const shown = desk.page.locator('.review-document').nth(at);
      await shown.scrollIntoViewIfNeeded();
      await shown.getByRole('link', { name: /Open / }).waitFor();
    }
    for (const type of asked) {
      const name = messageText('review.document.open', { name: documentName(type) });
      await desk.page.getByRole('link', { name }).first().waitFor();
    }
    expect(opened.sort()).toEqual([...asked].sort());
    const statement = asked.find(takesPassword) ?? 'bank_statement_3_months';
    expect(await desk.page.getByText('user', { exact: true }).count()).toBe(0);
    await button(desk.page, messageText('review.document.password.show')).first().click();
    await desk.page.getByText('user', { exact: true }).first().waitFor();
    await button(desk.page, messageText('review.document.password.hide')).first().click();
    await desk.page.getByText('user', { exact: true }).first().waitFor({ state: 'detached' });
    testApp().cutOff('showDocumentPassword');
    await button(desk.page, messageText('review.document.password.show')).first().click();
    await desk.page.getByText(messageText('review.document.password.failed')).waitFor();
    testApp().faults.disarmAll();
    await testApp().makePasswordsUnreadable(loan.loanId);
    await button(desk.page, messageText('app.tryAgain')).first().click();
    await desk.page.getByText(messageText('review.document.password.unreadable')).waitFor();
    await reviewer.flags(documentName(statement), messageText('review.reason.outdated'));
    await reviewer.flags(documentName('pan_photo'), messageText('review.reason.unreadable'));
    await reviewer.sendsBack();
    await desk.page.getByText(/^Sent back with 2 questions/).waitFor();

    // The list says where to answer, and lets nothing be changed that was not asked about.
    await page.reload();
    await page.getByText(messageText('document.list.queried')).waitFor();
    expect(await button(page, documentAction(messageText('document.replace'), 'aadhaar_back')).count()).toBe(
      0,
    );
    await page.getByRole('link', { name: messageText('document.list.queried.open') }).click();
    await parentAt(page, testApp()).isAtApplicant();
    await followQuestion(page, documentName(statement));
    await row(page, statement).waitFor();
    expect(await page.locator('article').count()).toBe(2);
    await row(page, statement).getByText(messageText('document.state.asked'), { exact: true }).waitFor();
    await choose(page, statement, pdf('newer.pdf'));
    await page.getByText(messageText('app.query.replaced', { name: 'newer.pdf' })).waitFor();
    await followQuestion(page, documentName('pan_photo'));
    await choose(page, 'pan_photo', photo('sharper.png'));
    await page.getByText(messageText('app.query.replaced', { name: 'sharper.png' })).waitFor();
    await parentAt(page, testApp()).submits();
    await eventually(async () => (await testApp().queriesOf(loan.loanId)).map(({ state }) => state)).toEqual([
      'answered',
      'answered',
    ]);

    // Old beside new: a PDF is a link, and a picture is opened on the desk.
    await desk.page.reload();
    await reviewer.isAtTheApplication();
    expect(await desk.page.locator('.value-change').count()).toBe(2);
    const sides = reviewer.answer(documentName('pan_photo'));
    await sides.scrollIntoViewIfNeeded();
    await sides.getByRole('button').locator('img').waitFor();
    await eventually(() => sides.getByRole('link').count()).toBe(1);
  });
});

describe('the list of documents', () => {
  test('explains each document, shows an uploaded one and removes it', async () => {
    const { page, loan } = await listOf('a document comes and goes', raman);
    for (const [title, why] of Object.values(reasonMessages)) {
      await page.getByRole('heading', { name: messageText(title), exact: true }).waitFor();
      await page.getByText(messageText(why)).waitFor();
    }
    await choose(page, 'passport_photo', photo('me.png'));
    await page.getByRole('alert').getByText('Uploaded Successfully').waitFor();
    await here(page, 'passport_photo').waitFor();
    await row(page, 'passport_photo')
      .getByText(/Photo, \d+ kB, added \d/)
      .waitFor();
    await row(page, 'passport_photo').getByText('me.png', { exact: true }).waitFor();
    const thumbnail = row(page, 'passport_photo').locator('img');
    await eventually(() => thumbnail.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(240);
    await button(page, documentAction(messageText('document.look'), 'passport_photo')).click();
    const shown = page.getByRole('dialog', { name: documentName('passport_photo') });
    const picture = shown.getByRole('img', { name: messageText('document.look.picture') });
    await picture.waitFor();
    expect(await picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([
      240, 320,
    ]);
    await shown
      .getByRole('button', { name: messageText('document.look.close') })
      .first()
      .click();

    await drop(row(page, 'cancelled_cheque'), pdf());
    await here(page, 'cancelled_cheque').waitFor();
    testApp().cutOff('addressOfDocument');
    await button(page, documentAction(messageText('document.look'), 'cancelled_cheque')).click();
    const failing = page.getByRole('dialog', { name: documentName('cancelled_cheque') });
    await failing.getByText(messageText('document.look.failed')).waitFor();
    testApp().faults.disarmAll();
    testApp().hold('addressOfDocument');
    await button(failing, messageText('app.tryAgain')).click();
    await failing.getByText(messageText('document.look.loading')).waitFor();
    testApp().letGo();
    await failing.getByRole('link', { name: messageText('document.look.open') }).waitFor();
    await page.keyboard.press('Escape');

    testApp().cutOff('removeDocument');
    await row(page, 'passport_photo').getByText(messageText('document.change')).click();
    await button(page, documentAction(messageText('document.remove'), 'passport_photo')).click();
    await alert(page)
      .getByText(messageText('document.remove.help', { name: documentName('passport_photo') }))
      .waitFor();
    await button(alert(page), messageText('document.remove')).click();
    await alert(page).getByText(messageText('document.remove.failed.help')).waitFor();
    await alert(page)
      .getByRole('heading', { name: messageText('document.remove.failed') })
      .waitFor();
    testApp().faults.disarmAll();
    await button(alert(page), messageText('app.tryAgain')).click();
    await button(page, documentAction(messageText('document.add.choose'), 'passport_photo')).waitFor();
    await here(page, 'passport_photo').waitFor({ state: 'detached' });
    await eventually(async () => (await testApp().documentsOf(loan.loanId)).length).toBe(1);
  });

  test('opens on a phone that has the application, and reports a failure to load', async () => {
    const { page, loan } = await listOf('the list does not come');
    testApp().cutOff('listDocuments');
    await page.reload();
    await page.getByRole('heading', { name: messageText('document.list.failed') }).waitFor();
    await page.getByText(messageText('document.list.failed.help')).waitFor();
    testApp().faults.disarmAll();
    testApp().hold('listDocuments');
    await button(page, messageText('app.tryAgain')).click();
    await page.getByText(messageText('document.list.loading')).waitFor();
    testApp().letGo();
    await row(page, 'bank_statement_3_months').waitFor();

    const other = await phoneFor(await open(), 'another phone');
    const documents = `${testApp().url}/app/loan/${loan.loanId}/documents`;
    await other.page.goto(documents);
    await other.page.getByRole('heading', { name: messageText('document.list.lost') }).waitFor();
    await other.page.getByText(messageText('document.list.lost.help')).waitFor();
    await other.page.getByRole('link', { name: messageText('document.list.lost.open') }).waitFor();
    await other.page.goto(`${documents}?api_key=${testApp().key}`);
    await other.page.getByRole('heading', { level: 1, name: messageText('app.reentry.title') }).waitFor();
    expect(new URL(other.page.url()).pathname).toContain(loan.loanId);
  });

  test('refuses a document of a loan that was closed meanwhile', async () => {
    const { page, loan } = await listOf('a loan that is closed meanwhile');
    await adds(page, 'pan_photo');
    await here(page, 'pan_photo').waitFor();
    await testApp().alter(loan.loanId, { status: 'rejected', lenderResult: { status: 'REJECTED' } });
    await choose(page, 'pay_slip_last_month', pdf('slip.pdf'));
    await alert(page).getByText(messageText('document.refused.help')).waitFor();
    await button(alert(page), messageText('document.ok')).click();
    await page.reload();
    await page.getByText(messageText('document.closed.help')).waitFor();
    await card(page, messageText('document.closed.list'))
      .getByText(messageText('document.closed.list.help'))
      .waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
  });

  test('asks for income documents only once the occupation is known', async () => {
    const { page } = await phoneFor(await open(), 'a new loan’s documents');
    const loan = await testApp().createLoan({
      name: 'Meena Raman',
      phone: '9000000001',
      email: 'new-documents@example.org',
    });
    await openDocuments(page, testApp(), loan);
    await page.getByText(messageText('document.list.occupation')).waitFor();
    expect(await page.getByText(messageText(reasonMessages.income[0])).count()).toBe(0);
    await unfoldLaterDocuments(page);
    await row(page, 'pan_photo').waitFor();
    await page.getByRole('link', { name: messageText('document.list.back') }).click();
    await parentAt(page, testApp()).isAtStudents();
  });
});
