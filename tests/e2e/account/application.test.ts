/** A customer's own application: from the sign-up to the approval, and by others. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { proofsOf } from '../../../domain/loan/documents.ts';
import { addressOf, consumerBase } from '../../../domain/pages/steps.ts';
import type { DocumentType } from '../../../domain/values/wire.ts';
import { offers } from '../../../server/db/schema/servicing.ts';
import { browserForFile } from '../../support/browser.ts';
import {
  entersPassword,
  newMobile,
  passCooldown,
  requestsPassword,
  signInPastScreens,
} from '../support/customers.ts';
import { choose, pdf, row } from '../support/files.ts';
import { type ApplicantFixture, consumerAnswers, raman } from '../support/fixtures.ts';
import { answer, button, card, control, fillByMouse } from '../support/interactions.ts';
import { loanWithStudents, unfoldLaterDocuments } from '../support/loans.ts';
import { messageText } from '../support/message-text.ts';
import { passwordMessageTo } from '../support/outbox.ts';
import { parentAt } from '../support/parent.ts';
import { phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';
import { until } from '../../support/until.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

/** Two students, and the additional answers of the consumer app. */
const fixture: ApplicantFixture = {
  ...raman,
  applicant: Object.fromEntries(
    Object.entries(raman.applicant).map(([section, answers]) => [
      section,
      { ...answers, ...consumerAnswers[section] },
    ]),
  ),
};

test('a new number signs up and applies for two students on changing devices until the approval', async () => {
  const mobile = newMobile();
  const { page: phone } = await phoneFor(await open(), 'a customer applies: the sign-up');
  await phone.goto(`${testApp().url}/app`);
  await phone.getByRole('link', { name: messageText('account.start.signIn') }).click();
  await requestsPassword(phone, mobile);
  await entersPassword(phone, (await passwordMessageTo(testApp(), mobile)).otp);
  await answer(phone, 'Name', fixture.create.Name);
  await answer(phone, 'Email', fixture.create.Email);
  await button(phone, messageText('account.signUp.submit')).click();
  await phone.getByText(messageText('account.next.start')).waitFor();
  await button(phone, messageText('account.start.new')).click();
  await parentAt(phone, testApp()).isAtStudents();
  await phone.context().close();

  const unfinished = /is not finished: go on where you stopped/;
  const students = await anotherDevice(mobile, 'the students');
  await goesOn(students.page, unfinished);
  await students.parent.isAtStudents();
  await students.parent.fillsTheStudents(fixture);
  await saved(students.page);
  await students.page.context().close();

  const applicant = await anotherDevice(mobile, 'the applicant');
  await goesOn(applicant.page, unfinished);
  await applicant.parent.isAtStudents();
  const second = card(applicant.page, 'Student 2');
  expect(await control(second, 'Student name').inputValue()).toBe('Yazhini Raman');
  await button(applicant.page, 'Next').click();
  await applicant.parent.isAtApplicant();
  await applicant.parent.fillsTheApplicant(fixture);
  await saved(applicant.page);
  await applicant.page.context().close();

  const documents = await anotherDevice(mobile, 'the documents');
  await documents.page.getByText('Kavin Raman, Yazhini Raman').first().waitFor();
  await documents.page
    .getByRole('link', { name: /^Pending documents/ })
    .first()
    .click();
  await unfoldLaterDocuments(documents.page);
  for (const type of beforeSubmit) await adds(documents.page, type);
  await documents.page.context().close();

  const submit = await anotherDevice(mobile, 'Submit');
  await goesOn(submit.page, unfinished);
  await submit.parent.isAtApplicant();
  await submit.parent.declares();
  await submit.parent.submits();
  // The lender's offer may be there before the verdict is shown.
  const verdict = /^(Your loan is approved|You are approved: choose an offer)$/;
  await submit.parent.verdict().getByText(verdict).waitFor();
  await submit.page.context().close();

  // The lender's offer is fetched after its approval. Loan Success leads back to the dashboard, which names it.
  const offersOf = () => testApp().db.select({ id: offers.id }).from(offers);
  await until('the lender has made an offer', offersOf, ({ length }) => length > 0);
  const approved = messageText('account.next.chooseOffer');
  const dashboard = await anotherDevice(mobile, 'the dashboard');
  await dashboard.page.getByText(approved).waitFor();
  await dashboard.page.getByRole('link', { name: /^View/ }).click();
  await dashboard.parent.verdict().getByText(messageText('status.customer.chooseOffer')).waitFor();
  const { pathname } = new URL(dashboard.page.url());
  const [, loanId = ''] = /^\/app\/loan\/([^/]+)\/applications$/.exec(pathname) ?? [];
  await dashboard.opens(addressOf('success', loanId, consumerBase));
  await dashboard.page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await dashboard.page.getByText(approved).waitFor();
  expect(await testApp().loanOf(loanId)).toMatchObject({
    status: 'approved',
    personalDetails: { mother_maiden_name: 'Lakshmi', years_in_current_city: 9 },
  });
});

test('an application is closed to others, can be read again after a failure, and is shown as deleted', async () => {
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

/** The documents required before Submit if the address is not the one in Aadhaar. */
const beforeSubmit = [
  'aadhaar_front',
  'aadhaar_back',
  'pan_photo',
  'passport_photo',
  'current_address_proof',
  'cancelled_cheque',
] as const;

async function adds(page: Page, type: DocumentType): Promise<void> {
  const [proof] = proofsOf(type);
  if (proof) await row(page, type).getByLabel(messageText('document.proof.label')).selectOption(proof);
  await choose(page, type, pdf(`${type}.pdf`));
  await row(page, type).getByText(messageText('document.state.here'), { exact: true }).waitFor();
}

/** Follows the dashboard's next step. */
async function goesOn(page: Page, next: RegExp): Promise<void> {
  await page.getByRole('region', { name: next }).getByRole('link').click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const saved = (page: Page) => page.getByText(messageText('app.draft.saved'), { exact: true }).waitFor();

/** The dashboard on a phone on which the customer has just signed in. */
async function anotherDevice(mobile: string, name: string, isKnown = true) {
  const { page } = await phoneFor(await open(), `a customer applies: ${name}`);
  await passCooldown(testApp(), mobile);
  const { accessToken } = await signInPastScreens(page, testApp(), { mobile, isNew: isKnown });
  const opens = (path: string) => page.goto(testApp().url + path);
  await opens('/app');
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
