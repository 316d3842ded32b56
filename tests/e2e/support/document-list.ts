/** The list of a loan's documents at a phone. */
import type { Locator, Page } from 'playwright-core';
import { documentLabels } from '../../../domain/forms/fields/loan.ts';
import type { DocumentType } from '../../../domain/values/wire.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { row } from './files.ts';
import { type ApplicantFixture, selvi } from './fixtures.ts';
import { openDocuments, submittedLoan, unfoldLaterDocuments } from './loans.ts';
import { messageText } from './message-text.ts';
import { phoneFor } from './screens.ts';
import type { CreatedLoan, TestApp } from './test-app.ts';

/** A document's name, and that of what is done about it. */
export const documentName = (type: DocumentType): string => messageText(documentLabels[type]);
export const documentAction = (act: string, type: DocumentType): string => `${act}: ${documentName(type)}`;

/** The row's word for a document that has arrived. */
export const here = (page: Page, type: DocumentType): Locator =>
  row(page, type).getByText(messageText('document.state.here'), { exact: true });

/** Returns the helpers of a test file for a loan whose lender waits for documents, and for its list. */
export function documentLists(open: () => Promise<TestBrowser>, testApp: () => TestApp) {
  async function pendingLoan(fixture: ApplicantFixture, email: string): Promise<CreatedLoan> {
    const loan = await submittedLoan(testApp(), { ...fixture, create: { ...fixture.create, Email: email } });
    await testApp().alter(loan.loanId, { status: 'pending', lenderResult: { status: 'PENDING' } });
    return loan;
  }

  async function listOf(
    test: string,
    fixture: ApplicantFixture = selvi,
  ): Promise<{ page: Page; loan: CreatedLoan }> {
    const { page } = await phoneFor(await open(), test);
    const loan = await pendingLoan(fixture, `${test.replaceAll(/\W/g, '')}@example.org`);
    await openDocuments(page, testApp(), loan);
    await unfoldLaterDocuments(page);
    await row(page, 'pan_photo').waitFor();
    return { page, loan };
  }

  return { pendingLoan, listOf };
}
