/** Loans that were brought past some screens already, by the calls that those screens make. */
import type { Page } from 'playwright-core';
import type {
  ApplicationData,
  LenderResult,
  LoanStatus,
  Student,
  StudentsData,
} from '../../../domain/values/wire.ts';
import { type ApplicantFixture, raman } from './fixtures.ts';
import { expectedApplication, expectedStudents } from './saved-record.ts';
import type { QueryFixture, CreatedLoan, TestApp } from './test-app.ts';

/** Created, nothing saved yet. */
export const newLoan = (testApp: TestApp, fixture = raman, more: object = {}): Promise<CreatedLoan> =>
  testApp.createLoan({
    name: fixture.create.Name,
    phone: fixture.create['Mobile number'],
    email: fixture.create.Email,
    ...more,
  });

/** Student Details are saved. */
export async function loanWithStudents(
  testApp: TestApp,
  fixture = raman,
  more: object = {},
): Promise<CreatedLoan> {
  const loan = await newLoan(testApp, fixture, more);
  await testApp.saveStudents(loan, studentsData(fixture));
  return loan;
}

/** Submitted, and not pushed. */
export async function submittedLoan(
  testApp: TestApp,
  fixture = raman,
  more: object = {},
): Promise<CreatedLoan> {
  const loan = await loanWithStudents(testApp, fixture, more);
  await testApp.submit(loan, applicationData(fixture));
  return loan;
}

/** The lender has answered so. */
export async function answeredLoan(
  testApp: TestApp,
  status: LoanStatus,
  result: LenderResult,
): Promise<CreatedLoan> {
  const loan = await submittedLoan(testApp);
  await testApp.alter(loan.loanId, { status, lenderResult: result });
  return loan;
}

/** A reviewer has asked about these fields. */
export async function queriedLoan(
  testApp: TestApp,
  questions: Record<string, QueryFixture>,
): Promise<CreatedLoan> {
  const loan = await submittedLoan(testApp);
  for (const [field, asked] of Object.entries(questions)) await testApp.ask(loan.loanId, field, asked);
  return loan;
}

/** The receipt that is sent before a reviewer asks. */
export const firstReceipt = new TextEncoder().encode('%PDF-1.4\n%%EOF\n');

/** Sent with a receipt, then asked about on both steps: the receipt, a roll number, the PAN and the office's pincode. */
export async function loanWithQuestions(testApp: TestApp, fixture = raman): Promise<CreatedLoan> {
  const loan = await loanWithStudents(testApp, fixture);
  await testApp.attachReceipt(loan, firstReceipt);
  await testApp.submit(loan, applicationData(fixture));
  const [first] = await testApp.studentsOf(loan.loanId);
  const roll = `el_details.students.${first?.id}.student_roll_no`;
  await testApp.ask(loan.loanId, roll, { message: 'The school has another number for Kavin.' });
  await testApp.ask(loan.loanId, 'documents.fee_receipt', { reason: 'unreadable' });
  await testApp.ask(loan.loanId, 'personal_details.pan', { reason: 'mismatch' });
  await testApp.ask(loan.loanId, 'employment_details.office_address.pincode', { reason: 'unclear' });
  return loan;
}

export function studentsData(fixture: ApplicantFixture): StudentsData {
  const { institution, courses } = fixture.seeded;
  return {
    'el_details.institution_id': institution,
    'el_details.institution_name': fixture.institution,
    'el_details.course_id': courses[0] ?? 0,
    'el_details.students': expectedStudents(fixture).map(
      (row) => ({ id: crypto.randomUUID(), ...row }) as unknown as Student,
    ),
  };
}

const notSent = /^personal_details\.address\.permanent|employment_experience$|_amount$/;

export function applicationData(fixture: ApplicantFixture): ApplicationData {
  const fields = Object.entries(expectedApplication(fixture));
  const same = fixture.applicant['Permanent Residence'] === undefined;
  const sent = fields.filter(([name]) => !notSent.test(name) || (!same && name.includes('.permanent.')));
  return { ...Object.fromEntries(sent), customerConsent: true };
}

type Step = 'student' | 'applications' | 'success';

/** Opens the loan in a browser to which its token was given, as if it had been created there. */
export async function openLoan(page: Page, testApp: TestApp, loan: CreatedLoan, step: Step): Promise<void> {
  await knowLoan(page, testApp, loan);
  await page.goto(`${testApp.url}/loan/${loan.loanId}/${step}?api_key=${testApp.key}`);
}

/** Opens the list of its documents there. */
export async function openDocuments(page: Page, testApp: TestApp, loan: CreatedLoan): Promise<void> {
  await knowLoan(page, testApp, loan);
  await page.goto(`${testApp.url}/app/loan/${loan.loanId}/documents?api_key=${testApp.key}`);
}

/** Opens the card of the documents that are needed later, which starts folded. */
export const unfoldLaterDocuments = (page: Page): Promise<void> =>
  page.locator('[id="document.later"] > summary').click();

/** Gives the browser the loan's token, as if it had been created there. */
export async function knowLoan(page: Page, testApp: TestApp, loan: CreatedLoan): Promise<void> {
  await page.context().addInitScript(
    ([name, value]) => {
      if (name && value && !window.localStorage.getItem(name)) window.localStorage.setItem(name, value);
    },
    [
      `feepath.loan.${loan.loanId}`,
      JSON.stringify({
        key: testApp.key,
        keyId: 'demo',
        token: loan.token,
        until: Date.now() + 86_400_000,
      }),
    ],
  );
}
