/**
 * The answer of each list and look-up is delayed until everything else is filled in, or never comes, and the step can
 * be completed nevertheless.
 */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { selvi, type TypedApplicant } from '../e2e/support/fixtures.ts';
import { messageText } from '../e2e/support/message-text.ts';
import { openLoan, usual } from './support/app.tsx';
import { choosePlan, declare, openForm, submit } from './support/applicant.ts';
import * as fields from './support/fields.ts';
import { loanWithStudents, newLoan, submittedLoan } from './support/loans.ts';

const { answer, answerAll, button, card, control, expectShown, expectText, heading, valueOf } = fields;
const loan = loanWithStudents(selvi);

test('Student Details takes an institution and a course whose lists come late', async () => {
  const server = await openLoan(newLoan(selvi), 'student', { saveStudents: loan });
  const answerSearch = server.hold('searchInstitutes');
  const answerCourses = server.hold('listCourses');
  await control('Institution').fill(selvi.institution);
  await expectText('Loading....');
  await answerSearch();
  await page.getByRole('option', { name: selvi.institution, exact: true }).click();
  await answerAll({
    'Student name': 'Malar',
    'Date of birth': '2015-06-14',
    'Name of the school or college': 'மருதம் கல்லூரி, மதுரை',
    'Annual fee': '20001',
  });
  await control('Course').click();
  await expectText('Loading....');
  await answerCourses();
  await page.getByRole('option', { name: 'Coaching or skill course', exact: true }).click();
  await button('Submit').click();
  await expectShown(heading('Applicant Details'));
  expect(server.bodiesOf('saveStudents')).toMatchObject([
    { data: { 'el_details.course_id': 102, 'el_details.students': [{ student_name: 'Malar' }] } },
  ]);
});

/** The typed answers without those that the lists and look-ups fill in; the codes request them. */
const typed: TypedApplicant = {
  ...selvi.applicant,
  'Current Residence': {
    'Residence type': 'Owned',
    Address: '3rd Street',
    'This is the address in my Aadhaar': true,
  },
  'Office Address': { Address: '1 North Gate' },
};
const places = ['Current Residence', 'Office Address'] as const;

async function typesTheApplicant(): Promise<void> {
  for (const [section, answers] of Object.entries(typed)) await answerAll(answers, card(section));
  // The pincode is filled in without waiting for the place.
  for (const section of places) await control('Pincode', card(section)).fill('625001');
}

async function isComplete(): Promise<void> {
  await choosePlan(3);
  await declare();
  await expectText(messageText('applicant.progress', { done: 7, total: 7 }));
}

describe('Applicant Details', () => {
  test.each(['getDraft', 'listEmiOptions', 'listBanks', 'listStates', 'listCities', 'getPincode'] as const)(
    'is completed though the answer of %s comes last',
    async (operation) => {
      const server = await openLoan(loan, 'applications', { [operation]: 'none', saveApplication: 'none' });
      const answers = () => server.answer(operation, usual[operation] ?? 'lost');
      if (operation === 'getDraft') {
        await expectText('Loading', page.getByRole('status'));
        answers();
      }
      await expectShown(card('Bank Details'));
      await typesTheApplicant();
      answers();
      await expect.poll(() => valueOf('Bank name')).toBe('Indian Bank');
      for (const section of places) await expect.poll(() => valueOf('City', card(section))).toBe('Madurai');
      await isComplete();
      await submit();
      await expect
        .poll(() => server.bodiesOf('saveApplication'))
        .toMatchObject([
          {
            data: {
              'bank_details.bank_name': 'Indian Bank',
              'bank_details.ifsc_code': 'IDIB000M001',
              'employment_details.office_address.city': 'Madurai',
              'employment_details.office_address.state': 'Tamil Nadu',
            },
          },
        ]);
    },
  );

  test('is completed by hand where no list and no look-up ever answers', async () => {
    const lost = { listBanks: 'lost', listStates: 'lost', listCities: 'lost', getPincode: 'lost' } as const;
    await openLoan(loan, 'applications', lost);
    await expectShown(card('Bank Details'));
    await typesTheApplicant();
    await typesText('Bank Details', 'Bank name', 'Indian Bank');
    for (const section of places) {
      await typesText(section, 'State', 'Tamil Nadu');
      await typesText(section, 'City', 'Madurai');
    }
    await isComplete();
  });

  test('shows the bank when its list came during another step', async () => {
    const server = await openLoan(loan, 'applications', { listBanks: 'none' });
    await answer('IFSC code', 'IDIB000M001');
    await button('Previous').click();
    await expectShown(card('Student 1'));
    server.answer('listBanks', usual.listBanks ?? []);
    await button('Submit').click();
    await expect.element(control('Bank name')).toHaveValue('Indian Bank');
  });

  test('leaves alone a bank that was chosen before the list came', async () => {
    const server = await openLoan(loan, 'applications', { listBanks: 'none' });
    await answer('IFSC code', 'IDIB000M001');
    await typesText('Bank Details', 'Bank name', 'Village Bank');
    server.answer('listBanks', usual.listBanks ?? []);
    await control('Bank name').click();
    await expectShown(page.getByRole('option', { name: 'State Bank of India' }));
    fields.leave();
    await expect.element(control('Bank name')).toHaveValue('Village Bank');
  });
});

async function typesText(section: string, label: string, text: string): Promise<void> {
  const at = control(label, card(section));
  fields.openAncestorDetails(await at.findElement());
  await fields.fillAndLeave(label, text, card(section));
  await expect.element(at).toHaveValue(text);
}

test.each(['getInstitute', 'getLoan'] as const)('a loan is opened once %s answers', async (operation) => {
  const server = await openLoan(loan, 'student', { [operation]: 'none' });
  await expectShown(heading('Opening your application'));
  server.answer(operation, operation === 'getLoan' ? loan : (usual.getInstitute ?? 'lost'));
  await expectShown(card('Student 1'));
});

const sent = submittedLoan(selvi);
const approved = { saveApplication: sent, createOnLender: { status: 'APPROVED' } } as const;

test.each(['createOnLender', 'saveApplication'] as const)(
  'the verdict is shown once %s answers',
  async (operation) => {
    const server = await openForm(sent, approved);
    await declare();
    const answers = server.hold(operation);
    await submit();
    await expectText(messageText(operation === 'createOnLender' ? 'status.waiting.leave' : 'status.saving'));
    await answers();
    await expectShown(page.getByRole('heading', { name: 'Your loan is approved' }).first());
  },
);

test('a new verdict is shown when it comes, and the former one stays if the call fails', async () => {
  const pending = { ...sent, status: 'pending', lender_result: { status: 'PENDING' } } as const;
  const server = await openLoan(pending, 'applications', { refreshVerdict: { status: 'PENDING' } });
  await button('Close').click();
  const again = button('Ask the lender again');
  const answers = server.hold('refreshVerdict');
  await again.click();
  await expect.element(again).toHaveAttribute('aria-disabled', 'true');
  await answers();
  await expect.element(again).not.toHaveAttribute('aria-disabled', 'true');
  server.answer('refreshVerdict', 'lost');
  await again.click();
  await expect.element(again).not.toHaveAttribute('aria-disabled', 'true');
});
