/** States of a document on its way, and of the list of all of them. */
import type { Page } from 'playwright-core';
import { raman } from '../support/fixtures.ts';
import { choose, heavyPdf, lockedPdf, pdf, photo, row } from '../support/files.ts';
import { button } from '../support/interactions.ts';
import { openDocuments, openLoan, submittedLoan, unfoldLaterDocuments } from '../support/loans.ts';
import { parentAt } from '../support/parent.ts';
import { messageText } from '../support/message-text.ts';
import type { CreatedLoan, TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

export const documentStates = {
  documents: async (page, testApp) => {
    await list(page, testApp);
    await choose(page, 'pan_photo', photo());
    await row(page, 'pan_photo').getByText(messageText('document.state.here'), { exact: true }).waitFor();
    await choose(page, 'cancelled_cheque', pdf('bad.pdf', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!'));
    await row(page, 'cancelled_cheque').getByText(messageText('document.harmful')).waitFor();
    await choose(page, 'current_address_proof', pdf());
    await page.getByText(messageText('document.error.proof.required')).waitFor();
    testApp.hold('uploadPart');
    await choose(page, 'bank_statement_3_months', heavyPdf(6_000_000, 'statement.pdf'));
    await page.getByText(messageText('document.sending', { name: 'statement.pdf' })).waitFor();
    testApp.cutOff('putObject');
    await choose(page, 'pay_slip_last_month', pdf('slip.pdf'));
    await page.getByText(messageText('document.interrupted')).waitFor();
  },
  'documents-requested': async (page, testApp) => {
    const loan = await pending(testApp);
    await testApp.alter(loan.loanId, { test: true });
    await openDocuments(page, testApp, loan);
    await page.getByText(messageText('document.requested.help')).waitFor();
    await page.getByText(messageText('app.testLoan')).waitFor();
  },
  'documents-redact': async (page, testApp) => {
    await list(page, testApp);
    await choose(page, 'aadhaar_front', photo('aadhaar.png'));
    await button(page, messageText('document.redact.done')).waitFor();
  },
  'documents-password': async (page, testApp) => {
    await list(page, testApp);
    await choose(page, 'bank_statement_3_months', lockedPdf());
    await page.getByRole('dialog').waitFor();
  },
  'documents-look': async (page, testApp) => {
    await list(page, testApp);
    await choose(page, 'pan_photo', photo());
    await row(page, 'pan_photo').getByText(messageText('document.state.here'), { exact: true }).waitFor();
    await row(page, 'pan_photo')
      .getByRole('button', { name: /^Look at it/ })
      .click();
    await page.getByRole('dialog').getByRole('img').waitFor();
  },
  'documents-phone': async (page, testApp) => {
    await list(page, testApp);
    const handover = page.getByText(messageText('document.phone'), { exact: true });
    // Phones have no handover button.
    if (await handover.isVisible()) await handover.click();
  },
  'documents-lost': async (page, testApp) => {
    await page.goto(`${testApp.url}/app/loan/${crypto.randomUUID()}/documents`);
    await page.getByRole('heading', { name: messageText('document.list.lost') }).waitFor();
  },
  'applicant-queried-document': async (page, testApp) => {
    const { loanId, ...opened } = await pending(testApp);
    await testApp.ask(loanId, 'documents.pan_photo', { reason: 'unreadable' });
    await openLoan(page, testApp, { loanId, ...opened }, 'student');
    await parentAt(page, testApp).isAtApplicant();
    await row(page, 'pan_photo').waitFor();
  },
} satisfies Record<string, OpenState>;

async function pending(testApp: TestApp): Promise<CreatedLoan> {
  const loan = await submittedLoan(testApp, raman);
  await testApp.alter(loan.loanId, { status: 'pending', lenderResult: { status: 'PENDING' } });
  return loan;
}

async function list(page: Page, testApp: TestApp): Promise<void> {
  await openDocuments(page, testApp, await pending(testApp));
  await unfoldLaterDocuments(page);
  await row(page, 'pan_photo').waitFor();
}
