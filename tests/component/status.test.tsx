/** The messages after Submit: errors, the lender's answer, the success screen (sections 2, 4, 8). */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LoanStatus } from '../../domain/values/wire.ts';
import { loanNumber } from '../../domain/loan/loan-number.ts';
import { messageText } from '../e2e/support/message-text.ts';
import { RefusedAnswer } from '../support/answers.ts';
import { openLoan } from './support/app.tsx';
import { declare, openForm, submit } from './support/applicant.ts';
import {
  alert,
  button,
  expectGone,
  expectShown,
  expectSummary,
  expectText,
  heading,
  summaryNow,
  valueOf,
} from './support/fields.ts';
import { openQuery } from '../paths/subjects/wizard-loans.ts';
import { submittedLoan } from './support/loans.ts';
import type { ServerAnswers } from './support/server.ts';

describe('after Submit', () => {
  test('a refusal of the application is shown, with the field that caused it', async () => {
    await send({
      saveApplication: new RefusedAnswer(
        400,
        'applicant.error.emiTenure.required',
        'loan_details.emi_tenure_id',
      ),
    });
    await expectShown(heading(messageText('status.refused.fields')));
    await expectText(messageText('status.refused.help'), alert());
    await button('OK', alert()).click();
    await expectSummary(['Please check 1 answer', 'Please enter an EMI tenure']);
  });

  test('any other refusal is shown in the words of its code', async () => {
    await send({ saveApplication: new RefusedAnswer(400) });
    await expectShown(alert().getByRole('heading', { name: messageText('refusal.invalid') }));
    await expectShown(button(messageText('app.draft.reload'), alert()));
    await button('OK', alert()).click();
    expect(valueOf('PAN number')).toBe('ABCPR1234K');
  });
});

/** Applicant Details as they were sent before are sent again. */
async function send(answers: ServerAnswers): Promise<void> {
  await openForm(submittedLoan(), answers);
  await declare();
  await submit();
}

test('changed consent texts ask for a reload and mark no answer', async () => {
  await send({
    saveApplication: new RefusedAnswer(400, 'problem.shape', 'lender_ids', 'refusal.wordsChanged'),
  });
  await expectShown(alert().getByRole('heading', { name: messageText('refusal.wordsChanged') }));
  await expectShown(button(messageText('app.draft.reload'), alert()));
});

test('changed consent texts mark no answer while questions are answered', async () => {
  await openLoan({ ...submittedLoan(), queries: [openQuery] }, 'applications', {
    saveApplication: new RefusedAnswer(400, 'problem.shape', 'lender_ids', 'refusal.wordsChanged'),
  });
  const reason = messageText('app.query.reason');
  await button(reason).click();
  await page.getByRole('textbox', { name: reason }).fill('It is on my card');
  await button(messageText('app.query.review')).click();
  await submit();
  await button('OK', alert()).click();
  await expectGone(alert());
  expect(summaryNow()).toEqual([]);
});

test('an application says that its consents were withdrawn, not that the lender has not answered', async () => {
  await openLoan({ ...submittedLoan(), consents_withdrawn: true }, 'applications');
  await expectText(messageText('applicant.withdrawn'));
  await expectText(messageText('applicant.withdrawn.help'));
  await expectGone(page.getByText(messageText('applicant.unsent'), { exact: true }));
});

test('asking the lender again is the only primary action while the lender is silent', async () => {
  const result = { status: 'IN_PROGRESS' };
  const loan = { ...submittedLoan(), status: 'in_progress' as const, lender_result: result };
  await openLoan(loan, 'applications', { refreshVerdict: result });
  await button(messageText('status.close')).click();
  await expectShown(button(messageText('status.refresh')));
  const primary = [...document.querySelectorAll('.status-screen .button-primary')];
  expect(primary.map(({ textContent }) => textContent)).toEqual([messageText('status.refresh')]);
});

describe('the success screen', () => {
  const loan = submittedLoan();

  test.each<[LoanStatus, string[]]>([
    [
      'approved',
      [
        messageText('status.success.approved'),
        loanNumber(loan.loan_id),
        messageText('status.success.reference', { loanId: loan.loan_id }),
        messageText('status.approved.steps'),
        messageText('status.approved.noLink'),
      ],
    ],
    [
      'pending',
      [
        messageText('status.success.pending'),
        messageText('status.pending.help'),
        messageText('status.documents'),
        messageText('status.success.phone', { phone: '1800 000 000' }),
      ],
    ],
    ['rejected', [messageText('status.success.rejected'), messageText('status.success.rejected.help')]],
    ['in_progress', [messageText('status.success.review'), messageText('status.success.review.help')]],
    ['under_review', [messageText('status.success.review')]],
  ])('says what became of the loan: %s', async (status, texts) => {
    await openLoan({ ...loan, status, lender_result: { status: status.toUpperCase() } }, 'success');
    for (const text of texts) await expectText(text);
    await expect.poll(() => document.title).toBe(`${messageText('app.title.success')} · Feepath`);
    await expect.element(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/app');
  });

  test('is not shown before the lender has answered', async () => {
    await openLoan(loan, 'success');
    await expectShown(heading('Student Details'));
  });
});
