/** Applicant Details of the consumer app: what it asks besides, and the proof of the current address (section 5). */
import { expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { eventually, hasFocus } from './support/eventually.ts';
import { choose, photo, row } from './support/files.ts';
import { consumerAnswers } from './support/fixtures.ts';
import { answer, answerAll, button, card, control, fillByMouse } from './support/interactions.ts';
import { loanWithStudents, openLoan, submittedLoan } from './support/loans.ts';
import { messageText } from './support/message-text.ts';
import { errorOf, summaryOf } from './support/page-values.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

const proof = 'current_address_proof';

test('the consumer app asks for more, as far as it is about the applicant', async () => {
  const { page } = await phoneFor(await open(), 'the consumer app asks for more');
  const parent = parentAt(page, testApp(), fillByMouse);
  const loan = await loanWithStudents(testApp());
  await testApp().alter(loan.loanId, {
    presentation: 'consumer',
    askedFields: ['personal_details.religion', 'personal_details.caste'],
  });
  await openLoan(page, testApp(), loan, 'applications');
  await parent.isAtApplicant();

  await answer(page, 'Occupation', 'Salaried');
  await parent.declares();
  await parent.submits();
  const everybody = [
    "Please enter a mother's maiden name",
    'Please enter a religion',
    'Please enter a caste',
    'Please enter a loan purpose',
    'Please enter a number of years at current address',
    'Please enter a number of years in current city',
    'Please enter a monthly obligation',
  ];
  const work = ['Please enter a total work experience', 'Please enter a current work experience'];
  const business = ['Please enter a business vintage', 'Please enter a net annual income'];
  expect(await summaryOf(page)).toEqual(expect.arrayContaining([...everybody, ...work]));
  expect(await summaryOf(page)).not.toEqual(expect.arrayContaining([business[0]]));

  await answer(page, 'Occupation', 'Self Employed');
  await parent.submits();
  await eventually(() => summaryOf(page)).toEqual(expect.arrayContaining([...everybody, ...business]));
  await answer(page, 'Occupation', 'Salaried');

  for (const [section, label, typed, message] of [
    ['Applicant Details', "Mother's maiden name", 'Lakshmi 2', "Enter valid mother's maiden name"],
    ['Applicant Details', 'Religion', '7', 'Enter valid religion'],
    ['Applicant Details', 'Caste', '7', 'Enter valid caste'],
  ] as const) {
    const at = card(page, section);
    await control(at, label).fill(typed);
    await control(at, label).blur();
    await eventually(() => errorOf(at, label)).toBe(message);
  }
  await answerAll(
    card(page, 'Current Residence'),
    { 'Years at current address': '5', 'Years in current city': '4' },
    fillByMouse,
  );
  await answerAll(
    card(page, 'Employment Details'),
    { 'Total work experience in years': '5', 'Current work experience in years': '6' },
    fillByMouse,
  );
  await control(page, 'Monthly income').focus();
  await eventually(() => errorOf(page, 'Years in current city')).toBe(
    'Please enter valid years in current city',
  );
  await eventually(() => errorOf(page, 'Current work experience in years')).toBe(
    'Please enter valid current work experience',
  );
});

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
