/** Applicant Details at a phone, of a loan that was brought there past the screens. */
import type { TestBrowser } from '../../support/browser.ts';
import { type ApplicantFixture, selvi } from './fixtures.ts';
import { loanWithStudents, openLoan } from './loans.ts';
import { parentAt } from './parent.ts';
import { phoneFor } from './screens.ts';
import type { CreatedLoan, TestApp } from './test-app.ts';

/** For a test file: opens the form, its sections too, under the name of the test. */
export function applicantForms(open: () => Promise<TestBrowser>, testApp: () => TestApp) {
  /** Of a loan that is there already. */
  async function formOf(name: string, loan: CreatedLoan) {
    const { page } = await phoneFor(await open(), name);
    const parent = parentAt(page, testApp());
    await openLoan(page, testApp(), loan, 'applications');
    await parent.isAtApplicant();
    await page.getByRole('combobox', { name: 'Bank name' }).and(page.locator(':not([readonly])')).waitFor();
    return { page, parent };
  }
  /** Of a new loan, whose students are saved. */
  const form = async (name: string, fixture: ApplicantFixture = selvi) =>
    formOf(name, await loanWithStudents(testApp(), fixture));
  return { form, formOf };
}
