/** The messages of Applicant Details, each provoked (specification, sections 2, 4, 5 and 8). */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { submissionConsentVersion } from '../../domain/servicing/consents.ts';
import { selvi } from '../e2e/support/fixtures.ts';
import { messageText } from '../e2e/support/message-text.ts';
import { closeApps } from './support/app.tsx';
import { declare, openForm, submit } from './support/applicant.ts';
import {
  answer,
  button,
  card,
  control,
  errorOf,
  expectGone,
  expectShown,
  expectSummary,
  expectText,
  fillAndLeave,
  heading,
  leave,
  radiosOf,
  summaryNow,
  valueOf,
} from './support/fields.ts';
import { loanWithStudents, submittedLoan } from './support/loans.ts';

type Refusal = [section: string, label: string, ...refused: (readonly [typed: string, message: string])[]];

const refusals: readonly Refusal[] = [
  ['Applicant Details', 'Name', ['R2 D2', 'Enter valid name']],
  ['Applicant Details', "Father's name", ['Mr. Raman', 'Enter valid father name']],
  ['Applicant Details', 'PAN number', ['ABCD12345F', 'Please enter valid PAN number']],
  [
    'Applicant Details',
    'Date of birth',
    ['2006-01-01', 'Please enter valid date of birth'],
    ['1949-12-31', 'Please enter valid date of birth'],
  ],
  [
    'Applicant Details',
    'Alternate mobile number',
    ['900000000', 'Alternate number is invalid.'],
    ['9000000021', 'Alternate number cannot be same.'],
  ],
  ['Bank Details', 'Bank account number', ['1'.repeat(21), 'Enter valid bank account number']],
  ['Current Residence', 'Pincode', ['60001', 'Please enter valid pin number']],
  ['Employment Details', 'Organization', ['Mill 7', 'Enter valid organization']],
  ['Employment Details', 'Designation', ['Clerk-2', 'Enter valid designation']],
  ['Employment Details', 'Employed since', ['2999-01-01', 'Please enter valid employed since']],
  ['Office Address', 'Address', [`a${' a'.repeat(125)}`, 'Please use at most 250 characters']],
];

describe('Applicant Details', () => {
  test('asks for everything', async () => {
    await openForm();
    await control('Name').fill('');
    await answer('Net monthly salary', '24999');
    await declare();
    await submit();
    await expectSummary([
      'Please check 31 answers',
      'Please enter a name',
      'Please enter a PAN number',
      'Please enter a date of birth',
      'Please enter a relationship',
      'Please enter a gender',
      'Please enter a marital status',
      'Please enter a father name',
      'Please enter an alternate mobile',
      'Please enter an IFSC code',
      'Please enter a bank name',
      'Please enter a bank account number',
      'Please enter an account type',
      'Please enter an EMI tenure',
      'Please enter a residence type',
      'Please enter a residence address',
      'Please enter a residence pincode',
      'Please enter a residence state',
      'Please enter a residence city',
      'Please enter a permanent address',
      'Please enter a permanent pincode',
      'Please enter a permanent state',
      'Please enter a permanent city',
      'Please enter an occupation',
      'Please enter an organization',
      'Please enter a designation',
      'Please enter an employed since date',
      'Please enter a household income',
      'Please enter an office address',
      'Please enter an office pincode',
      'Please enter an office state',
      'Please enter an office city',
    ]);
  });

  test('asks for a salary, and for the permanent address only where it is another one', async () => {
    await openForm();
    await answer('This is the address in my Aadhaar', true);
    await declare();
    await submit();
    await expectSummary(expect.arrayContaining(['Please enter a net monthly salary']));
    expect(summaryNow().filter((words) => /permanent|household/.test(words))).toEqual([]);
    await expectGone(card('Permanent Residence'));
  });

  test('refuses an invalid value at its field once the field is left', async () => {
    await openForm();
    for (const [section, label, ...refused] of refusals) {
      const at = card(section);
      for (const [index, [typed, message]] of refused.entries()) {
        expect(errorOf(label, at)).not.toBe(message);
        await control(label, at).fill(typed);
        if (index === 0) expect(errorOf(label, at)).toBeNull();
        leave();
        await expect.poll(() => errorOf(label, at)).toBe(message);
        await control(label, at).fill('');
        await expect.poll(() => errorOf(label, at)).not.toBe(message);
      }
    }
  });

  test('offers the options of each list', async () => {
    await openForm();
    const constitutions = control('Business constitution').getByRole('option');
    expect(constitutions.first().element().textContent).toBe('Choose');
    expect(constitutions.length).toBe(15);
    expect(radiosOf('Gender')).toEqual(['Male', 'Female', 'Transgender']);
    expect(radiosOf('Relationship with the student')).toEqual([
      'Father',
      'Mother',
      'Self',
      'Sibling',
      'Spouse',
    ]);
    expect(radiosOf('Marital status')).toEqual(['Married', 'Unmarried', 'Others']);
    expect(radiosOf('Account type')).toEqual(['Savings', 'Current']);
    expect(radiosOf('Residence type')).toEqual(['Rented', 'Owned']);
    expect(radiosOf('Occupation')).toEqual(['Salaried', 'Self Employed']);
  });

  test('warns about an unusual IFSC code and accepts it', async () => {
    await openForm();
    await expectText(messageText('applicant.ifsc.hint'));
    await fillAndLeave('IFSC code', 'SBIN1');
    await expectText(messageText('applicant.ifsc.unusual'));
    expect(errorOf('IFSC code')).toBeNull();
  });

  test('clears the bank when its IFSC code becomes unknown, and says so', async () => {
    await openForm();
    const bank = () => valueOf('Bank name');
    await control('IFSC code').fill('SBIN0001234');
    await expect.poll(bank).toBe('State Bank of India');
    await control('IFSC code').fill('ZZZZ0001234');
    await expect.poll(bank).toBe('');
    await expectText(messageText('applicant.ifsc.unknown', { prefix: 'ZZZZ' }));
    await answer('Bank name', 'Indian Bank');
    await control('IFSC code').fill('YYYY0001234');
    await expectText(messageText('applicant.ifsc.unknown', { prefix: 'YYYY' }));
    expect(bank()).toBe('Indian Bank');
  });

  test('warns about unusual values and accepts them', async () => {
    await openForm();
    for (const [section, label, typed, warning] of [
      ['Bank Details', 'Bank account number', '0', 'applicant.warning.accountNumber'],
      ['Employment Details', 'Net monthly salary', '0', 'applicant.warning.monthlyIncome'],
      ['Applicant Details', 'Alternate mobile number', '0000000000', 'app.warning.mobile'],
    ] as const) {
      const at = card(section);
      await fillAndLeave(label, typed, at);
      await expectText(messageText(warning), at);
      expect(errorOf(label, at)).toBeNull();
    }
  });

  test('takes a date as three numbers or as a whole, and reports an invalid date', async () => {
    const server = await openForm();
    const label = 'Date of birth';
    const section = card('Applicant Details');
    const part = (name: string) => section.getByLabelText(name, { exact: true });
    const year = part('Year');
    await control(label, section).fill('12/04/1985');
    await expect.element(control(label, section)).toHaveValue('12');
    await expect.element(part('Month')).toHaveValue('04');
    await expect.element(year).toHaveValue('1985');
    // Another window gets the focus in the middle of a year.
    await year.fill('19');
    year.element().dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    await expect.element(year).toHaveValue('19');
    await answer(label, '1987-02-29', section);
    leave();
    await expect.poll(() => errorOf(label, section)).toBe(messageText('common.error.date.notReal'));
    await year.fill('19');
    await expect.poll(() => errorOf(label, section)).toBe(messageText('common.error.date.incomplete'));
    await expectShown(page.getByRole('status').getByText('Saved', { exact: true }));
    const { body } = server.bodiesOf('keepDraft').at(-1) as { body: Record<string, unknown> };
    await closeApps();
    await openForm(loanWithStudents(selvi), { getDraft: { version: 1, body } });
    await expect.element(year).toHaveValue('19');
    await section.getByLabelText('Choose in a calendar').fill('1988-02-29');
    await expect.element(year).toHaveValue('1988');
    await expect.poll(() => errorOf(label, section)).toBeNull();
  });

  test('shows the rules of its fields before they are broken', async () => {
    await openForm();
    for (const hint of ['name', 'fatherName', 'organization', 'designation', 'accountNumber'] as const)
      await expectShown(page.getByText(messageText(`applicant.${hint}.hint`), { exact: true }));
    await expectText(messageText('applicant.dob.hint', { firstYear: '1950', lastYear: '2005' }));
  });

  test('fills the gender in from the relationship while it is empty', async () => {
    await openForm();
    const gender = (name: string) => control('Gender').getByRole('radio', { name, exact: true });
    await answer('Relationship with the student', 'Mother');
    await expect.element(gender('Female')).toBeChecked();
    await answer('Gender', 'Transgender');
    await answer('Relationship with the student', 'Father');
    await expect.element(gender('Transgender')).toBeChecked();
  });

  test('counts the years at work', async () => {
    await openForm();
    const thisYear = new Date().getFullYear();
    await answer('Employed since', `${thisYear - 7}-01-01`);
    await expectText('Employment experience: 7 years');
    await answer('Date of birth', '1985-04-12');
    await answer('Employed since', '1990-01-01');
    await expectText(messageText('applicant.experience.young', { age: 4 }));
  });

  test('waits for both declarations, and says so', async () => {
    await openForm();
    await expectText(messageText('applicant.declare.hint'));
    // It says by itself that it is disabled, and still leads to what is missing.
    await button('Submit').click({ force: true });
    const genuine = page.getByRole('checkbox', {
      name: 'I declare that the details given are true and genuine.',
    });
    await expect.element(genuine).toHaveFocus();
    await genuine.click();
    await button('Submit').click({ force: true });
    const terms = page.getByRole('checkbox', { name: 'I agree to the terms and the privacy policy.' });
    await expect.element(terms).toHaveFocus();
  });

  test('names the lenders, asks for each consent by itself, and sends what was ticked', async () => {
    const server = await openForm(
      { ...submittedLoan(selvi), status: 'draft' },
      {
        readSubmissionConsents: {
          lenders: [
            { lender_id: 11, name: 'First Bank' },
            { lender_id: 15, name: 'Second Bank' },
          ],
          needed: ['share', 'credit_check', 'guardian'],
        },
        saveApplication: 'none',
      },
    );
    await declare();
    await button('Submit').click({ force: true });
    await expectText(messageText('applicant.consents.hint'));
    const share = page.getByRole('checkbox', {
      name: 'Feepath may send my application to First Bank and Second Bank for a decision about this loan.',
    });
    await expect.element(share).toHaveFocus();
    await share.click();
    await page.getByRole('checkbox', { name: /may read my credit report once/ }).click();
    await page.getByRole('checkbox', { name: /^I am the parent or guardian/ }).click();
    await submit();
    const consents = ['share', 'credit_check', 'guardian'].map((purpose) => ({
      ...{ purpose, language: 'en' },
      version: submissionConsentVersion,
    }));
    await expect
      .poll(() => server.bodiesOf('saveApplication'))
      .toEqual([{ data: expect.objectContaining({ consents, lender_ids: [11, 15] }) }]);
  });

  test('keeps the focus when the consents appear, and requires none before they appear', async () => {
    const server = await openForm(
      { ...submittedLoan(selvi), status: 'draft' },
      { readSubmissionConsents: 'none' },
    );
    await declare();
    await button('Submit').click({ force: true });
    expect(document.activeElement).not.toBe(document.body);
    await expectText(messageText('app.loading'), page.getByRole('status'));
    expect(document.body.innerText).not.toContain(messageText('applicant.consents.hint'));
    server.answer('readSubmissionConsents', {
      lenders: [{ lender_id: 11, name: 'First Bank' }],
      needed: ['share'],
    });
    const box = page.getByRole('checkbox', { name: /send my application to First Bank/ });
    await expectShown(box);
    expect(document.activeElement?.contains(box.element())).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    await expectText(messageText('applicant.consents.hint'));
  });

  test('leads back to the students', async () => {
    await openForm();
    await button('Previous').click();
    await expectShown(heading('Student Details'));
  });
});
