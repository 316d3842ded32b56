/** The additional fields of Applicant Details in the consumer app (section 5). */
import { expect, test } from 'vitest';
import {
  answer,
  answerAll,
  card,
  control,
  errorOf,
  expectSummary,
  fillAndLeave,
  summaryNow,
} from './support/fields.ts';
import { declare, openForm, submit } from './support/applicant.ts';
import { loanWithStudents } from './support/loans.ts';

test('the consumer app asks for more fields of the applicant', async () => {
  await openForm({
    ...loanWithStudents(),
    presentation: 'consumer',
    asked_fields: ['personal_details.religion', 'personal_details.caste'],
  });
  await answer('Occupation', 'Salaried');
  await declare();
  await submit();
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
  await expectSummary(expect.arrayContaining([...everybody, ...work]));
  expect(summaryNow()).not.toContain(business[0]);

  await answer('Occupation', 'Self Employed');
  await submit();
  await expectSummary(expect.arrayContaining([...everybody, ...business]));
  await answer('Occupation', 'Salaried');

  for (const [label, typed, message] of [
    ["Mother's maiden name", 'Lakshmi 2', "Enter valid mother's maiden name"],
    ['Religion', '7', 'Enter valid religion'],
    ['Caste', '7', 'Enter valid caste'],
  ] as const) {
    await fillAndLeave(label, typed, card('Applicant Details'));
    await expect.poll(() => errorOf(label, card('Applicant Details'))).toBe(message);
  }
  await answerAll({
    'Years at current address': '5',
    'Years in current city': '4',
    'Total work experience in years': '5',
    'Current work experience in years': '6',
  });
  await control('Monthly income').click();
  await expect.poll(() => errorOf('Years in current city')).toBe('Please enter valid years in current city');
  await expect
    .poll(() => errorOf('Current work experience in years'))
    .toBe('Please enter valid current work experience');
});
