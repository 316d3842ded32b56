/**
 * A parent applies on a phone, from the link to the lender's answer: every outcome that the sandbox lender knows
 * (decision 28), everything typed, and all of it found again in the database, field by field. Each fixture types its
 * first application key by key, and fills the next ones in an answer at a time.
 */
import { describe, expect, test } from 'vitest';
import type { LoanStatus } from '../../../domain/wire.ts';
import { browserForFile } from '../../support/browser.ts';
import { type ApplicantFixture, raman, selvi, sharma, withPanDigits } from '../support/fixtures.ts';
import { messageText } from '../support/message-text.ts';
import { formValues } from '../support/page-values.ts';
import { button, fillByMouse } from '../support/interactions.ts';
import { type Parent, parentAt } from '../support/parent.ts';
import { expectedRecord, savedRecord } from '../support/saved-record.ts';
import { phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();
/** The fixtures that have applied already. */
const applied = new Set<ApplicantFixture>();

describe('a parent applies', () => {
  story('and is approved, with a link to the lender', raman, '1234', async ({ parent, page, loanId }) => {
    await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
    expect(await parent.verdict().getByRole('listitem').allInnerTexts()).toEqual([
      'KYC',
      'Bank verification',
      'Auto debit',
      'Accept terms',
    ]);
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
  });

  story('and is approved, without a link', sharma, '0009', async ({ parent, loanId }) => {
    await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
    await parent.verdict().getByText('The lender will send you the link to its portal.').waitFor();
    expect(await parent.verdict().getByRole('link').count()).toBe(0);
    await settled(loanId, 'approved', { pushes: 1, calls: 1 });
  });

  story('and is rejected', selvi, '0002', async ({ parent, page, loanId }) => {
    const words = 'The lender is not able to offer approval';
    await parent.verdict().getByRole('heading', { name: words }).waitFor();
    await settled(loanId, 'rejected', { pushes: 1, calls: 1 });
    await button(parent.verdict(), 'Close').click();
    await page.getByText('What was sent').waitFor();
    expect(await button(page, 'Submit').count()).toBe(0);
  });

  story('and must still upload a bank statement', raman, '0003', async ({ parent, loanId }) => {
    await parent.verdict().getByText('Please upload a bank statement to finish approval.').waitFor();
    await settled(loanId, 'pending', { pushes: 1, calls: 1 });
  });

  story('and the lender is still looking', sharma, '0004', async ({ parent, loanId }) => {
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
    story(`and ${code} puts the application under review`, fixture, digits, async (context) => {
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

  story('hits Submit again after a 504, and is approved', sharma, '0504', async ({ parent, loanId }) => {
    await parent.alert().getByText("Whoops! Something went wrong. Just hit 'Submit' again.").waitFor();
    expect((await testApp().loanOf(loanId)).status).toBe('submitted');
    await button(parent.alert(), 'Submit').click();
    await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
    await settled(loanId, 'approved', { pushes: 1, calls: 1 });
  });

  story('and meets a 504 each time, with nothing lost', selvi, '5504', async ({ parent, page, loanId }) => {
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

  story('and the lender has a fault of its own', raman, '0500', async ({ parent, page, loanId }) => {
    await parent.alert().getByText('The lender has a fault of its own. Please try again later.').waitFor();
    await button(parent.alert(), 'OK').click();
    expect(await page.getByLabel('PAN number').inputValue()).toBe('ABCPR0500K');
    expect(await button(page, 'Submit').isEnabled()).toBe(true);
    expect((await testApp().loanOf(loanId)).status).toBe('submitted');
  });

  story(
    'and reads four messages while the lender is slow',
    sharma,
    '0010',
    async ({ parent, page, loanId }) => {
      for (const words of [
        "Knocking on the lender's door, politely…",
        'Counting all the zeros, then counting them again…',
        'Sharpening pencils while the lender reads…',
        'Nearly there. No homework for you while you wait…',
        "Knocking on the lender's door, politely…",
      ])
        await page.locator('[aria-hidden="true"]').getByText(words).waitFor();
      await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
      await settled(loanId, 'approved', { pushes: 1, calls: 1 });
    },
  );
});

interface StoryContext {
  parent: Parent;
  page: Parameters<typeof parentAt>[0];
  loanId: string;
}

/** A fixture with this PAN applies at 360×740; what it typed lies in the database as typed. */
function story(
  name: string,
  fixture: ApplicantFixture,
  panDigits: string,
  andThen: (context: StoryContext) => Promise<void>,
): void {
  const isFirst = !applied.has(fixture);
  applied.add(fixture);
  test(name, async () => {
    const screen = await phoneFor(await open(), `a parent applies ${name}`);
    const parent = parentAt(screen.page, testApp(), isFirst ? undefined : fillByMouse);
    const typed = withPanDigits(fixture, panDigits, `p${panDigits}.${fixture.create.Email}`);
    const loanId = await parent.applies(typed);
    await andThen({ parent, page: screen.page, loanId });
    expect(await savedRecord(testApp(), loanId)).toEqual(expectedRecord(typed));
    expect(screen.errors).toEqual([]);
  });
}

/** One lender loan, asked this often, and the loan where its answer leads. */
async function settled(loanId: string, status: LoanStatus, counts: { pushes: number; calls: number }) {
  expect((await testApp().loanOf(loanId)).status).toBe(status);
  expect(await testApp().pushesOf(loanId)).toHaveLength(counts.pushes);
  expect((await testApp().booksOf(loanId)).map(({ calls }) => calls)).toEqual([counts.calls]);
}
