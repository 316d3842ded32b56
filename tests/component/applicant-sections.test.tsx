/** The sections of Applicant Details: which is open, and what an error in a collapsed one does (specification, section 2). */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ApplicantFixture, selvi, sharma } from '../e2e/support/fixtures.ts';
import { openLoan } from './support/app.tsx';
import { choosePlan, declare, submit } from './support/applicant.ts';
import {
  answerAll,
  button,
  card,
  control,
  errorOf,
  expectShown,
  expectText,
  valueOf,
} from './support/fields.ts';
import { loanWithStudents } from './support/loans.ts';

describe('the sections', () => {
  const openTitles = () =>
    [...document.querySelectorAll('details.collapsible[open] > summary h2')].map((one) => one.textContent);

  test('start with the first that is not complete, and go on one by one to the declarations', async () => {
    await collapsed(sharma);
    await expectText('0 of 8 sections are complete');
    for (const [title, answers] of Object.entries(sharma.applicant)) {
      await expect.poll(openTitles).toEqual([title]);
      await answerAll(answers, card(title));
      await button('Continue', card(title)).click();
      if (title !== 'Bank Details') continue;
      await expect.poll(openTitles).toEqual(['EMI Details']);
      await choosePlan(6);
      await button('Continue', card('EMI Details')).click();
    }
    await expect.poll(openTitles).toEqual([]);
    await expect.element(page.getByRole('checkbox', { name: /^I declare/ })).toHaveFocus();
    const pan = sharma.applicant['Applicant Details']?.['PAN number'];
    expect((card('Applicant Details').element() as HTMLElement).innerText).toMatch(
      new RegExp(`Complete[\\s\\S]*${String(pan)}`),
    );
    await expectText('2 to complete', card('Declarations'));
    await declare();
    await expectText('Complete', card('Declarations'));
    await expectText(/^(\d) of \1 sections are complete$/);
  });

  test('open the next when one is complete, without a press', async () => {
    await collapsed(sharma);
    await answerAll(sharma.applicant['Applicant Details'] ?? {}, card('Applicant Details'));
    await expect.poll(openTitles).toEqual(['Applicant Details', 'Bank Details']);
  });

  test('stay open on Enter while an answer is invalid, and keep it when collapsed', async () => {
    await collapsed();
    await control('PAN number').fill('ABC');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf('PAN number')).toBe('Please enter valid PAN number');
    expect(openTitles()).toEqual(['Applicant Details']);
    await expect.element(control('PAN number')).toHaveFocus();
    await card('Applicant Details').getBySelector('summary').click();
    await expect.poll(openTitles).toEqual([]);
    expect(valueOf('PAN number')).toBe('ABC');
  });

  test('with an error open at Submit, grouped in the summary, whose links lead into them', async () => {
    await collapsed();
    await declare();
    await submit();
    const summary = page.getByRole('group', { name: /^Please check/ });
    await summary.getByText(/^Bank Details \(4\)$/).click();
    await card('Bank Details').getBySelector('summary').click();
    await summary.getByRole('link', { name: 'Please enter an IFSC code' }).click();
    await expect.element(control('IFSC code')).toHaveFocus();
    expect(openTitles()).toContain('Bank Details');
  });

  async function collapsed(fixture: ApplicantFixture = selvi): Promise<void> {
    await openLoan(loanWithStudents(fixture), 'applications');
    await expectShown(card('Bank Details'));
  }
});
