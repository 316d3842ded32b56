/** Loans that were brought past some screens already, by the calls that those screens make. */
import type { Page } from 'playwright-core';
import type {
  ApplicationData,
  LenderResult,
  LoanStatus,
  Student,
  StudentsData,
} from '../../../domain/wire.ts';
import { type Family, raman } from './families.ts';
import { expectedApplication, expectedStudents } from './record.ts';
import type { Asked, Opened, World } from './world.ts';

/** Created, nothing saved yet. */
export const newLoan = (world: World, family = raman, more: object = {}): Promise<Opened> =>
  world.createLoan({
    name: family.create.Name,
    phone: family.create['Mobile number'],
    email: family.create.Email,
    ...more,
  });

/** Student Details are saved. */
export async function loanWithStudents(world: World, family = raman, more: object = {}): Promise<Opened> {
  const loan = await newLoan(world, family, more);
  await world.saveStudents(loan, studentsData(family));
  return loan;
}

/** Submitted, and not pushed. */
export async function submittedLoan(world: World, family = raman, more: object = {}): Promise<Opened> {
  const loan = await loanWithStudents(world, family, more);
  await world.submit(loan, applicationData(family));
  return loan;
}

/** The lender has answered so. */
export async function answeredLoan(world: World, status: LoanStatus, result: LenderResult): Promise<Opened> {
  const loan = await submittedLoan(world);
  await world.alter(loan.loanId, { status, lenderResult: result });
  return loan;
}

/** A reviewer has asked about these fields. */
export async function queriedLoan(world: World, questions: Record<string, Asked>): Promise<Opened> {
  const loan = await submittedLoan(world);
  for (const [field, asked] of Object.entries(questions)) await world.ask(loan.loanId, field, asked);
  return loan;
}

/** What is sent as a receipt before anybody asks. */
export const firstReceipt = Buffer.from('%PDF-1.4\n%%EOF\n');

/** Sent with a receipt, then asked about on both steps: the receipt, a roll number, the PAN and the office's pincode. */
export async function loanWithQuestions(world: World, family = raman): Promise<Opened> {
  const loan = await loanWithStudents(world, family);
  await world.attachReceipt(loan, firstReceipt);
  await world.submit(loan, applicationData(family));
  const [first] = await world.studentsOf(loan.loanId);
  const roll = `el_details.students.${first?.id}.student_roll_no`;
  await world.ask(loan.loanId, roll, { message: 'The school has another number for Kavin.' });
  await world.ask(loan.loanId, 'documents.fee_receipt', { reason: 'unreadable' });
  await world.ask(loan.loanId, 'personal_details.pan', { reason: 'mismatch' });
  await world.ask(loan.loanId, 'employment_details.office_address.pincode', { reason: 'unclear' });
  return loan;
}

export function studentsData(family: Family): StudentsData {
  const { institution, courses } = family.seeded;
  return {
    'el_details.institution_id': institution,
    'el_details.institution_name': family.institution,
    'el_details.course_id': courses[0] ?? 0,
    'el_details.students': expectedStudents(family).map(
      (row) => ({ id: crypto.randomUUID(), ...row }) as unknown as Student,
    ),
  };
}

const notSent = /^personal_details\.address\.permanent|employment_experience$|_amount$/;

export function applicationData(family: Family): ApplicationData {
  const fields = Object.entries(expectedApplication(family));
  const same = family.applicant['Permanent Residence'] === undefined;
  const sent = fields.filter(([name]) => !notSent.test(name) || (!same && name.includes('.permanent.')));
  return { ...Object.fromEntries(sent), customerConsent: true };
}

type Step = 'student' | 'applications' | 'success';

/** Opens the loan in a browser to which its token was given, as if it had been created there. */
export async function openLoan(page: Page, world: World, loan: Opened, step: Step): Promise<void> {
  await knowLoan(page, world, loan);
  await page.goto(`${world.url}/loan/${loan.loanId}/${step}?api_key=${world.key}`);
}

/** Opens the list of its documents there. */
export async function openDocuments(page: Page, world: World, loan: Opened): Promise<void> {
  await knowLoan(page, world, loan);
  await page.goto(`${world.url}/app/loan/${loan.loanId}/documents?api_key=${world.key}`);
}

async function knowLoan(page: Page, world: World, loan: Opened): Promise<void> {
  await page.context().addInitScript(
    ([name, value]) => {
      if (name && value && !window.localStorage.getItem(name)) window.localStorage.setItem(name, value);
    },
    [
      `feepath.loan.${loan.loanId}`,
      JSON.stringify({
        key: world.key,
        keyId: 'demo',
        token: loan.token,
        until: Date.now() + 86_400_000,
      }),
    ],
  );
}
