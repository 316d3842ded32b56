/**
 * A parent applies on a phone, from the link to the lender's answer: each fixture once the whole way, and all of it found
 * again in the database, field by field. The other outcomes that the sandbox lender knows (decision 28) begin at an
 * application that was filled in before.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { LoanStatus } from '../../../domain/values/wire.ts';
import { browserForFile } from '../../support/browser.ts';
import { type ApplicantFixture, raman, selvi, sharma, withPanDigits } from '../support/fixtures.ts';
import { messageText } from '../support/message-text.ts';
import { formValues } from '../support/page-values.ts';
import { button, fillByMouse, type Interactions, typeByKeys } from '../support/interactions.ts';
import { openLoan, submittedLoan } from '../support/loans.ts';
import { type Parent, parentAt } from '../support/parent.ts';
import { expectedRecord, savedRecord } from '../support/saved-record.ts';
import { phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

describe('a parent applies', () => {
  applies(
    'and is approved, with a link to the lender',
    fillByMouse,
    raman,
    '1234',
    async ({ parent, page, loanId }) => {
      await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
      expect(await parent.verdict().getByRole('listitem').allInnerTexts()).toEqual([
        'KYC',
        'Bank verification',
        'Auto debit',
        'Accept terms',
      ]);
      await parent
        .verdict()
        .getByText(messageText('status.loan.approvedAmount', { amount: '₹1,44,350' }))
        .waitFor();
      await parent.verdict().getByText(messageText('status.approved.opens')).waitFor();
      const link = parent.verdict().getByRole('link', { name: 'Continue to the lender' });
      const portal = page.waitForEvent('popup');
      await link.click();
      await (await portal).getByText('The application is here: APPROVED.').waitFor();
      await settled(loanId, 'approved', { pushes: 1, calls: 1 });
      expect((await testApp().booksOf(loanId))[0]?.request).toMatchObject({
        firstName: 'Meena Raman',
        lastName: 'Pillai',
        panNo: 'ABCPR1234K',
        bankCode: 'SBI',
        studentName: 'Kavin Raman',
        course_id: 20205,
        course_tenure_id: 2020506,
        course_fee: 144_350,
      });
    },
  );

  applies('and is approved, without a link', fillByMouse, sharma, '0009', async ({ parent, loanId }) => {
    await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
    await parent.verdict().getByText('The lender will send you the link to its portal.').waitFor();
    expect(await parent.verdict().getByRole('link').count()).toBe(0);
    await settled(loanId, 'approved', { pushes: 1, calls: 1 });
  });

  applies('and is rejected', typeByKeys, selvi, '0002', async ({ parent, page, loanId }) => {
    const words = 'The lender is not able to offer approval';
    await parent.verdict().getByRole('heading', { name: words }).waitFor();
    await settled(loanId, 'rejected', { pushes: 1, calls: 1 });
    await button(parent.verdict(), 'Close').click();
    await page.getByText('What was sent').waitFor();
    expect(await button(page, 'Submit').count()).toBe(0);
  });

  submits('and must still upload a bank statement', raman, '0003', async ({ parent, loanId }) => {
    await parent.verdict().getByText('Please upload a bank statement to finish approval.').waitFor();
    await settled(loanId, 'pending', { pushes: 1, calls: 1 });
  });

  submits('and the lender is still looking', sharma, '0004', async ({ parent, loanId }) => {
    await parent
      .verdict()
      .getByRole('heading', { name: /still in review/ })
      .waitFor();
    await settled(loanId, 'in_progress', { pushes: 1, calls: 1 });
  });

  for (const [code, digits, fixture] of [
    ['code 1001', '1001', selvi],
    ['status code 400', '0400', raman],
  ] as const) {
    submits(`and ${code} puts the application under review`, fixture, digits, async (context) => {
      const { parent, page, loanId } = context;
      await parent.verdict().getByRole('heading', { name: 'Application Under Review' }).waitFor();
      await settled(loanId, 'under_review', { pushes: 1, calls: 1 });
      await button(parent.verdict(), 'Explore More').click();
      await page.waitForURL((url) => url.pathname === '/');
      await button(page, 'Start another').click();
      await button(page, 'Submit').waitFor();
      expect(Object.values(await formValues(page)).filter(Boolean)).toEqual([]);
    });
  }

  submits('hits Submit again after a 504, and is approved', sharma, '0504', async ({ parent, loanId }) => {
    await parent.alert().getByText("Whoops! Something went wrong. Just hit 'Submit' again.").waitFor();
    expect((await testApp().loanOf(loanId)).status).toBe('submitted');
    await button(parent.alert(), 'Submit').click();
    await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
    await settled(loanId, 'approved', { pushes: 1, calls: 1 });
  });

  submits('and meets a 504 each time, with nothing lost', selvi, '5504', async ({ parent, page, loanId }) => {
    const again = parent.alert().getByText("Whoops! Something went wrong. Just hit 'Submit' again.");
    await again.waitFor();
    const asked = page.waitForResponse(/create-on-lender/);
    await button(parent.alert(), 'Submit').click();
    expect((await asked).status()).toBe(504);
    await again.waitFor();
    await button(parent.alert(), 'Close').click();
    expect(await page.getByLabel('PAN number').inputValue()).toBe('ABCPM5504K');
    await page.reload();
    await page.getByText(messageText('applicant.unsent'), { exact: true }).waitFor();
    await page.getByText(messageText('applicant.unsent.help')).waitFor();
    expect((await testApp().loanOf(loanId)).status).toBe('submitted');
    expect(await testApp().booksOf(loanId)).toEqual([]);
  });

  submits('and the lender has a fault of its own', raman, '0500', async ({ parent, page, loanId }) => {
    await parent.alert().getByText(messageText('refusal.lenderFailed')).waitFor();
    await button(parent.alert(), 'OK').click();
    expect(await page.getByLabel('PAN number').inputValue()).toBe('ABCPR0500K');
    expect(await button(page, 'Submit').isEnabled()).toBe(true);
    expect((await testApp().loanOf(loanId)).status).toBe('submitted');
  });
});

interface StoryContext {
  parent: Parent;
  page: Page;
  loanId: string;
}

type AndThen = (context: StoryContext) => Promise<void>;

/** A fixture with this PAN applies at 360×740, from the link on; what it typed lies in the database as typed. */
function applies(
  name: string,
  interactions: Interactions,
  fixture: ApplicantFixture,
  panDigits: string,
  andThen: AndThen,
): void {
  story(name, fixture, panDigits, {
    start: (page, typed) => parentAt(page, testApp(), interactions).applies(typed),
    after: andThen,
  });
}

/** The application of a fixture with this PAN was filled in and saved before, and Submit is pressed at 360×740. */
function submits(name: string, fixture: ApplicantFixture, panDigits: string, andThen: AndThen): void {
  story(name, fixture, panDigits, {
    async start(page, typed) {
      const loan = await submittedLoan(testApp(), typed);
      const parent = parentAt(page, testApp());
      await openLoan(page, testApp(), loan, 'applications');
      await parent.isAtApplicant();
      await parent.declares();
      await parent.submits();
      return loan.loanId;
    },
    after: andThen,
  });
}

/** @param start brings the application to the lender, and returns its loan's id */
function story(
  name: string,
  fixture: ApplicantFixture,
  panDigits: string,
  { start, after }: { start: (page: Page, typed: ApplicantFixture) => Promise<string>; after: AndThen },
): void {
  test(name, async () => {
    const { page, errors } = await phoneFor(await open(), `a parent applies ${name}`);
    const typed = withPanDigits(fixture, panDigits, `p${panDigits}.${fixture.create.Email}`);
    const loanId = await start(page, typed);
    await after({ parent: parentAt(page, testApp()), page, loanId });
    expect(await savedRecord(testApp(), loanId)).toEqual(expectedRecord(typed));
    expect(errors).toEqual([]);
  });
}

/** Checks the loan's final status, its number of pushes, and the number of calls that its one lender loan got. */
async function settled(loanId: string, status: LoanStatus, counts: { pushes: number; calls: number }) {
  expect((await testApp().loanOf(loanId)).status).toBe(status);
  expect(await testApp().pushesOf(loanId)).toHaveLength(counts.pushes);
  expect((await testApp().booksOf(loanId)).map(({ calls }) => calls)).toEqual([counts.calls]);
}
