/** The first action of each screen leads from the sign-in to the payout without dead ends (decision 114). */
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { proofsOf } from '../../../domain/loan/documents.ts';
import type { DocumentType } from '../../../domain/values/wire.ts';
import { lenderLoans } from '../../../server/db/schema/lenders.ts';
import type { LenderAct } from '../../../server/sandbox/lender-servicing.ts';
import type { MessageId } from '../../../locales/index.ts';
import { browserForFile } from '../../support/browser.ts';
import { until } from '../../support/until.ts';
import { entersPassword, newMobile, passwordAfter, requestsPassword } from '../support/customers.ts';
import { here } from '../support/document-list.ts';
import { choose, pdf, row } from '../support/files.ts';
import { type ApplicantFixture, consumerAnswers, raman } from '../support/fixtures.ts';
import { answer, button, fillByMouse, openSections } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { messagesTo, passwordMessageTo } from '../support/outbox.ts';
import { parentAt } from '../support/parent.ts';
import { phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

const fixture: ApplicantFixture = {
  ...raman,
  applicant: Object.fromEntries(
    Object.entries(raman.applicant).map(([section, answers]) => [
      section,
      { ...answers, ...consumerAnswers[section] },
    ]),
  ),
};

/** The documents requested after the approval. */
const documents = [
  'aadhaar_front',
  'aadhaar_back',
  'pan_photo',
  'passport_photo',
  'cancelled_cheque',
  'pay_slip_last_month',
  'pay_slip_month_before',
  'bank_statement_3_months',
] as const;

test('a parent signs in, applies, and follows the first button of each screen to the payout', async () => {
  const mobile = newMobile();
  const { page } = await phoneFor(await open(), 'one way to the payout');
  const parent = parentAt(page, testApp(), fillByMouse);
  await page.goto(`${testApp().url}/app`);
  await follow(page, 'account.start.signIn');
  await requestsPassword(page, mobile);
  await entersPassword(page, (await passwordMessageTo(testApp(), mobile)).otp);
  await answer(page, 'Name', fixture.create.Name);
  await answer(page, 'Email', fixture.create.Email);
  await button(page, messageText('account.signUp.submit')).click();

  await follow(page, 'account.start.new');
  await parent.isAtStudents();
  await parent.fillsTheStudents(fixture);
  await button(page, 'Next').click();
  await parent.isAtApplicant();
  await parent.fillsTheApplicant(fixture);
  // Sections that are complete have closed by themselves.
  await openSections(page);
  await adds(page, 'current_address_proof');
  await parent.declares();
  await parent.submits();

  const verdict = parent.verdict();
  await verdict.getByText(messageText('account.next.chooseOffer')).waitFor();
  expect(await page.getByText(messageText('status.approved.steps')).count()).toBe(0);
  await follow(verdict, 'account.next.chooseOffer.action');
  // The offers look alike, and this one has a fee that is paid in advance.
  const read = messageText('servicing.offer.keyFacts');
  await page.getByRole('link', { name: `${read} Sandbox lender 15` }).click();
  const acknowledge = button(page, messageText('servicing.keyFacts.acknowledge'));
  await acknowledge.scrollIntoViewIfNeeded();
  await acknowledge.and(page.locator(':not([aria-disabled])')).click();
  await page.getByRole('heading', { name: messageText('servicing.acceptance.title') }).waitFor();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await button(page, /^Accept the offer of /).click();
  await page.getByRole('heading', { level: 1, name: messageText('servicing.steps.title') }).waitFor();

  await dashboard(page, 'account.action.sign');
  const before = (await messagesTo(testApp(), mobile)).length;
  await button(page, messageText('account.otp.send')).click();
  await button(page, messageText('servicing.sign.submit')).waitFor();
  await answer(page, messageText('account.otp.label'), await passwordAfter(testApp(), mobile, before));
  await button(page, messageText('servicing.sign.submit')).click();
  await button(page, messageText('servicing.kyc.start')).waitFor();
  await actsAsLender('countersign');

  await dashboard(page, 'account.action.kyc');
  await button(page, messageText('servicing.kyc.start')).click();
  await button(page, 'Verify the identity').click();
  await page.getByLabel(messageText('servicing.mandate.netBanking')).waitFor();

  await dashboard(page, 'account.action.mandate');
  await page.getByLabel(messageText('servicing.mandate.netBanking')).check();
  await button(page, messageText('servicing.mandate.start')).click();
  await button(page, 'Register the mandate').click();
  await button(page, /^Pay ₹/).waitFor();

  await dashboard(page, 'account.action.payFee');
  await button(page, /^Pay ₹/).click();
  await page.waitForURL(/\/sandbox\/payments\//);
  await button(page, /^Pay ₹[\d,.]+$/).click();
  await page.getByText(/^Your advance payment of .* has arrived/).waitFor();

  await dashboard(page, 'account.action.documents');
  await page.getByText(messageText('document.now.payout')).waitFor();
  for (const type of documents) await adds(page, type);
  await page.getByText(messageText('document.list.all')).waitFor();

  await page.goto(`${testApp().url}/app`);
  await page.getByText(messageText('account.next.wait')).waitFor();
  await actsAsLender('disburse');
  await page.reload();
  await dashboard(page, 'account.action.repayment');
  await page
    .getByText(messageText('servicing.instalment.next', { number: 1 }))
    .first()
    .waitFor();

  await page.goto(`${testApp().url}/app`);
  await page.getByText(messageText('account.fact.nextDebit')).waitFor();
  await page.getByRole('link', { name: /^View/ }).click();
  await page
    .getByRole('heading', { name: messageText('status.customer.paidOut') })
    .first()
    .waitFor();
  expect(await page.getByRole('link', { name: messageText('status.approved.continue') }).count()).toBe(0);
});

const primary = (part: Page | Locator): Locator => part.locator('.button-primary').filter({ visible: true });

/** The one button that stands out has these words, and is pressed. */
async function follow(part: Page | Locator, label: MessageId): Promise<void> {
  const only = primary(part);
  await only.filter({ hasText: messageText(label) }).waitFor();
  expect(await only.count()).toBe(1);
  await only.click();
}

/** The dashboard leads on by its one button. */
async function dashboard(page: Page, label: MessageId): Promise<void> {
  await page.goto(`${testApp().url}/app`);
  await follow(page, label);
}

async function adds(page: Page, type: DocumentType): Promise<void> {
  const [proof] = proofsOf(type);
  if (proof) await row(page, type).getByLabel(messageText('document.proof.label')).selectOption(proof);
  await choose(page, type, pdf(`${type}.pdf`));
  await here(page, type).waitFor();
}

/** The lender whose offer was accepted acts, and the server hears of it. */
async function actsAsLender(act: LenderAct): Promise<void> {
  const { db, url } = testApp();
  const [accepted] = await db.select().from(lenderLoans).where(isNotNull(lenderLoans.offerId));
  const address = `${url}/sandbox/lender/${accepted?.reference}/${act}`;
  const { status } = await fetch(address, { method: 'POST', redirect: 'manual' });
  expect(status).toBe(303);
  if (act !== 'disburse') return;
  await until(
    'the loan is paid out',
    () =>
      db
        .select()
        .from(lenderLoans)
        .where(and(isNotNull(lenderLoans.offerId), eq(lenderLoans.stage, 'disbursed'))),
    ({ length }) => length > 0,
  );
}
