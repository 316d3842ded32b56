/** Additional fields of Applicant Details in the consumer app, and the proof of the current address (section 5). */
import { expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { hasFocus } from './support/eventually.ts';
import { choose, photo, row } from './support/files.ts';
import { consumerAnswers } from './support/fixtures.ts';
import { answerAll, button, card, fillByMouse } from './support/interactions.ts';
import { openLoan, submittedLoan } from './support/loans.ts';
import { messageText } from './support/message-text.ts';
import { summaryOf } from './support/page-values.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

const proof = 'current_address_proof';

test('Submit waits for the proof of another address than Aadhaar’s, and leads to where it is uploaded', async () => {
  const { page } = await phoneFor(await open(), 'Submit waits for the proof of the current address');
  const parent = parentAt(page, testApp(), fillByMouse);
  const loan = await submittedLoan(testApp());
  await testApp().alter(loan.loanId, { presentation: 'consumer' });
  await openLoan(page, testApp(), loan, 'applications');
  await parent.isAtApplicant();
  for (const [section, answers] of Object.entries(consumerAnswers))
    await answerAll(card(page, section), answers, fillByMouse);
  // A section is not complete, and stays open, while its document is missing.
  const current = card(page, 'Current Residence');
  await current.getByText(messageText('applicant.section.left', { count: 1 })).waitFor();
  await button(current, messageText('applicant.section.continue')).click();
  await hasFocus(row(page, proof).getByRole('button', { name: /^Choose a file/ }));
  await parent.declares();
  await parent.submits();
  expect(await summaryOf(page)).toEqual(['Please check 1 answer', 'Please upload a current address proof']);
  await page.getByRole('link', { name: 'Please upload a current address proof' }).click();
  await hasFocus(row(page, proof).getByRole('button', { name: /^Choose a file/ }));
  await row(page, proof)
    .getByLabel(messageText('document.proof.label'))
    .selectOption({ label: messageText('document.proof.passport') });
  await choose(page, proof, photo());
  await page.getByText('Uploaded Successfully').waitFor();
  await current.getByText(messageText('applicant.section.complete'), { exact: true }).waitFor();
  await parent.submits();
  await parent.verdict().waitFor();
  expect(await testApp().loanOf(loan.loanId)).toMatchObject({
    status: 'approved',
    personalDetails: { mother_maiden_name: 'Lakshmi', years_in_current_city: 9, same_as_aadhaar: 0 },
    incomeDetails: { monthly_obligations: 3500 },
  });
});
