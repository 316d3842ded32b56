/** The real server of a walk, and the loans that life has been through before the walk begins. */
import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { embeddedLenderId } from '../../../domain/lending/lenders.ts';
import type { LenderResult, LoanStatus } from '../../../domain/values/wire.ts';
import { lenderLoans } from '../../../server/db/schema/lenders.ts';
import { queries } from '../../../server/db/schema/review.ts';
import { type ApplicantFixture, raman, withPanDigits } from '../../e2e/support/fixtures.ts';
import { loanWithStudents, newLoan, submittedLoan } from '../../e2e/support/loans.ts';
import { type CreatedLoan, openTestApp, type TestApp } from '../../e2e/support/test-app.ts';

export { openTestApp as openWorld };
export type { CreatedLoan as Opened, TestApp as World };

export const pan = 'personal_details.pan';
const queriedDocument = 'documents.pan_photo';

const pending = { status: 'pending' as const, lenderResult: { status: 'PENDING' } };

/** Sent before, and the lender wants to know more. */
async function pendingLoan(testApp: TestApp, fixture: ApplicantFixture): Promise<CreatedLoan> {
  const loan = await submittedLoan(testApp, fixture);
  await testApp.alter(loan.loanId, pending);
  return loan;
}

/** Another server holds the push, and will die of it. */
const anotherServer = { lenderId: embeddedLenderId, holder: '00000000-0000-4000-8000-000000000000' };

/** The server that held the push is gone; the next request may take it over. */
export async function endOtherPush(testApp: TestApp, { loanId }: CreatedLoan): Promise<void> {
  await testApp.db
    .update(lenderLoans)
    .set({ heldUntil: new Date(0) })
    .where(and(eq(lenderLoans.loanId, loanId), eq(lenderLoans.holder, anotherServer.holder)));
}

type Life = (testApp: TestApp, fixture: ApplicantFixture) => Promise<CreatedLoan>;

async function answeredOnce(testApp: TestApp, loan: CreatedLoan): Promise<CreatedLoan> {
  await testApp.ask(loan.loanId, pan, { message: 'Another PAN?' });
  await testApp.db
    .update(queries)
    .set({ state: 'answered', answeredAt: new Date() })
    .where(eq(queries.loanId, loan.loanId));
  return loan;
}

/** The states of the loan by the first answer to reading it. */
const lives: Readonly<Record<string, Life>> = {
  'a new loan': newLoan,
  'students saved': loanWithStudents,
  'students saved, plan chosen': submittedLoan,
  'a push under way': async (testApp, fixture) => {
    const loan = await submittedLoan(testApp, fixture);
    await testApp.alter(loan.loanId, { status: 'with_lender' });
    await testApp.db.insert(lenderLoans).values({
      ...anotherServer,
      loanId: loan.loanId,
      reference: crypto.randomUUID(),
      heldUntil: new Date(Date.now() + 3_600_000),
      createdAt: new Date(),
    });
    return loan;
  },
  approved: async (testApp, fixture) => {
    const loan = await submittedLoan(testApp, fixture);
    await approve(testApp, loan);
    return loan;
  },
  pending: pendingLoan,
  'a query open': async (testApp, fixture) => {
    const loan = await pendingLoan(testApp, fixture);
    await testApp.ask(loan.loanId, pan, { message: 'The PAN does not match the card.' });
    return loan;
  },
  'queries open on both steps': async (testApp, fixture) => {
    const loan = await pendingLoan(testApp, fixture);
    const [first] = await testApp.studentsOf(loan.loanId);
    await testApp.ask(loan.loanId, pan, { message: 'The PAN does not match the card.' });
    await testApp.ask(loan.loanId, `el_details.students.${first?.id}.student_roll_no`, {
      message: 'The school has another number.',
    });
    return loan;
  },
  'a document asked about': async (testApp, fixture) => {
    const loan = await pendingLoan(testApp, fixture);
    await testApp.ask(loan.loanId, queriedDocument, {
      reason: 'unreadable',
      message: 'The number cannot be read.',
    });
    return loan;
  },
  'queries answered': async (testApp, fixture) => answeredOnce(testApp, await pendingLoan(testApp, fixture)),
  'queries answered, not with the lender yet': async (testApp, fixture) =>
    answeredOnce(testApp, await submittedLoan(testApp, fixture)),
  'a second round': async (testApp, fixture) => {
    const loan = await pendingLoan(testApp, fixture);
    await testApp.ask(loan.loanId, pan, { message: 'Another PAN?' });
    await testApp.ask(loan.loanId, 'personal_details.dob', { message: 'Which day?' });
    await testApp.decide(loan.loanId, pan, 'asked_again');
    await testApp.decide(loan.loanId, 'personal_details.dob', 'accepted');
    await testApp.ask(loan.loanId, pan, { message: 'It is still another one.', round: 2 });
    return loan;
  },
};

const portal: LenderResult = { status: 'APPROVED', url: 'https://lender.example/continue' };

/** The lender has approved it, regardless of a page's state; a reviewer's questions are withdrawn. */
export async function approve(testApp: TestApp, { loanId }: CreatedLoan): Promise<void> {
  await testApp.db.update(queries).set({ state: 'withdrawn' }).where(eq(queries.loanId, loanId));
  await testApp.alter(loanId, { status: 'approved', lenderResult: portal });
}

/** @throws if the life is not defined */
export async function loanInState(
  testApp: TestApp,
  variant: string,
  fixture: ApplicantFixture,
): Promise<CreatedLoan> {
  const life = lives[variant];
  if (!life) throw new Error(`Nobody has written the life of a loan that reads '${variant}'`);
  return life(testApp, fixture);
}

/** Digits that make the sandbox lender answer so (decision 28). */
const digitsFor: Readonly<Record<string, string>> = {
  approved: '1234',
  rejected: '0002',
  'refused for good': '0422',
  pending: '0003',
  'in progress': '0004',
  'code 1001': '1001',
  // It books the loan and gives up; asked again, it has approved.
  'gateway timed out, then approved': '0504',
  'gateway timed out': '5504',
  refused: '0500',
};

let fixtures = 0;

/** The Ramans with a unique mobile number and address, and a PAN for the lender's last answer. */
export function fixtureFor(answer: string): ApplicantFixture {
  fixtures += 1;
  // The sandbox's provider of messages fails for some endings of a number; 5 is not one of them.
  const mobile = String(9_000_300_005 + fixtures * 10);
  const fixture = withPanDigits(raman, digitsFor[answer] ?? '1234', `walk.${fixtures}@example.org`);
  return { ...fixture, create: { ...fixture.create, 'Mobile number': mobile } };
}

/** Gives the device the token of a loan, as if the loan had been made on it. */
export async function giveToken(page: Page, testApp: TestApp, { loanId, token }: CreatedLoan): Promise<void> {
  const access = { key: testApp.key, keyId: 'demo', token, until: Date.now() + 86_400_000 };
  await page.context().addInitScript(
    ([name = '', value = '']) => {
      if (!window.localStorage.getItem(name)) window.localStorage.setItem(name, value);
    },
    [`feepath.loan.${loanId}`, JSON.stringify(access)],
  );
}

/** The database's state of a loan, read after each step. */
export interface DatabaseState {
  status: LoanStatus;
  version: number;
  verdict: string | null;
  institutionIsKnown: boolean;
  students: { name: string; roll: string }[];
  /** The states of the queries. */
  queries: string[];
  /** The states of the pushes, oldest first. */
  pushes: string[];
  /** The lender's own books: how often it was called about each loan that it has. */
  calls: number[];
}

export async function readDatabaseState(testApp: TestApp, loanId: string): Promise<DatabaseState> {
  const [loan, students, queries, pushes, books] = await Promise.all([
    testApp.loanOf(loanId),
    testApp.studentsOf(loanId),
    testApp.queriesOf(loanId),
    testApp.pushesOf(loanId),
    testApp.booksOf(loanId),
  ]);
  return {
    status: loan.status,
    version: loan.version,
    verdict: loan.lenderResult?.status ?? null,
    institutionIsKnown: (loan.lockedInstituteId ?? loan.institutionId) !== null,
    students: students.map(({ student_name, student_roll_no }) => ({
      name: student_name,
      roll: String(student_roll_no ?? ''),
    })),
    queries: queries.map(({ state }) => state),
    pushes: pushes.map(({ state }) => state),
    calls: books.map(({ calls }) => calls),
  };
}
