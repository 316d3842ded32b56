/** A customer's own application: the wizard in the consumer app, gone on with on other devices. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { browserForFile } from '../../support/browser.ts';
import { newMobile, passCooldown, signInPastScreens } from '../support/customers.ts';
import { choose, photo, row } from '../support/files.ts';
import { type ApplicantFixture, consumerAnswers, raman } from '../support/fixtures.ts';
import { button, card, control, fillByMouse } from '../support/interactions.ts';
import { loanWithStudents } from '../support/loans.ts';
import { messageText } from '../support/message-text.ts';
import { parentAt } from '../support/parent.ts';
import { phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

/** Two students, and what the consumer app asks besides. */
const fixture: ApplicantFixture = {
  ...raman,
  applicant: Object.fromEntries(
    Object.entries(raman.applicant).map(([section, answers]) => [
      section,
      { ...answers, ...consumerAnswers[section] },
    ]),
  ),
};

test('is begun on one device, gone on with on the next ones, and approved', async () => {
  const mobile = newMobile();
  const first = await anotherDevice(mobile, 'the students', false);
  const loanId = await begins(first.page, first.accessToken);
  await first.opens(`/app/loan/${loanId}/student`);
  await first.parent.isAtStudents();
  await first.parent.fillsTheStudents(fixture);
  await saved(first.page);
  await first.page.context().close();

  const second = await anotherDevice(mobile, 'the applicant');
  await second.opens(`/app/loan/${loanId}/student`);
  await second.parent.isAtStudents();
  expect(await control(card(second.page, 'Student 2'), 'Student name').inputValue()).toBe('Yazhini Raman');
  await button(second.page, 'Next').click();
  await second.parent.isAtApplicant();
  expect(new URL(second.page.url()).pathname).toBe(`/app/loan/${loanId}/applications`);
  await second.parent.fillsTheApplicant(fixture);
  await saved(second.page);
  await second.page.context().close();

  const third = await anotherDevice(mobile, 'Submit');
  await third.opens(`/app/loan/${loanId}/applications`);
  await third.parent.isAtApplicant();
  await row(third.page, proof)
    .getByLabel(messageText('document.proof.label'))
    .selectOption({ label: messageText('document.proof.passport') });
  await choose(third.page, proof, photo());
  await third.page.getByText('Uploaded Successfully').waitFor();
  await third.parent.declares();
  await third.parent.submits();
  await third.parent.verdict().getByText('Your loan is approved').waitFor();
  expect(await testApp().loanOf(loanId)).toMatchObject({
    status: 'approved',
    personalDetails: { mother_maiden_name: 'Lakshmi', years_in_current_city: 9 },
  });

  // Sent and answered, it opens on the status screen; Loan Success leads to the dashboard.
  const fourth = await anotherDevice(mobile, 'the status');
  await fourth.opens(`/app/loan/${loanId}/applications`);
  await fourth.parent.verdict().waitFor();
  await fourth.opens(`/app/loan/${loanId}/success`);
  await button(fourth.page, 'Go to Dashboard').click();
  await fourth.page.waitForURL(`${testApp().url}/app`);
});

test('is nobody else’s, is tried again where it cannot be read, and says that it was deleted', async () => {
  const mobile = newMobile();
  const { page, accessToken, opens } = await anotherDevice(mobile, 'another customer', false);
  const loan = await loanWithStudents(testApp());
  const others = `/app/loan/${loan.loanId}/student`;
  const notFound = heading(page, messageText('account.notFound.title'));
  await opens(others);
  await notFound.waitFor();
  await opens(`/app/loan/${loan.loanId}/nowhere`);
  await notFound.waitFor();

  const students = `/app/loan/${await begins(page, accessToken)}/student`;
  testApp().faults.arm({ operation: 'getLoan', fault: 'refused', status: 500, message: 'Out of order' });
  await opens(students);
  await heading(page, messageText('app.openingFailed.title')).waitFor();
  await button(page, messageText('app.tryAgain')).click();
  await parentAt(page, testApp()).isAtStudents();

  testApp().faults.arm({ operation: 'getLoan', fault: 'refused', status: 410, message: 'Deleted' });
  await opens(students);
  await heading(page, messageText('app.notFound.erased')).waitFor();
});

const proof = 'current_address_proof';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const saved = (page: Page) => page.getByText(messageText('app.draft.saved'), { exact: true }).waitFor();

/** A phone on which the customer has just signed in. */
async function anotherDevice(mobile: string, name: string, isKnown = true) {
  const { page } = await phoneFor(await open(), `an application in the consumer app: ${name}`);
  await passCooldown(testApp(), mobile);
  const { accessToken } = await signInPastScreens(page, testApp(), { mobile, isNew: isKnown });
  const opens = (path: string) => page.goto(testApp().url + path);
  return { page, accessToken, opens, parent: parentAt(page, testApp(), fillByMouse) };
}

/** Begins an application as the dashboard does. @returns its id */
async function begins(page: Page, accessToken: string): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': crypto.randomUUID() };
  const address = `${testApp().url}/dev/api/loans/create-my-loan-application`;
  const answer = await page.context().request.post(address, { data: {}, headers });
  const { result } = (await answer.json()) as { result: { loan_id: string } };
  return result.loan_id;
}
