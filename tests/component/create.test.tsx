/** These tests provoke every message of the create form (specification, sections 5 and 8). */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messageText } from '../e2e/support/message-text.ts';
import { emptyLoan } from '../paths/subjects/wizard-loans.ts';
import { RefusedAnswer } from '../support/answers.ts';
import { openApp } from './support/app.tsx';
import type { ServerAnswers } from './support/server.ts';
import {
  button,
  control,
  errorOf,
  expectGone,
  expectShown,
  expectSummary,
  fillAndLeave,
  valueOf,
} from './support/fields.ts';

const good = { Name: 'Meena Raman', 'Mobile number': '9000000001', Email: 'meena@example.org' };

const created: ServerAnswers = {
  verifyEmail: true,
  createLoan: { loan_id: emptyLoan.loan_id, access_token: 'TOKEN' },
  getLoan: emptyLoan,
};

describe('the create form', () => {
  test('asks for everything, and leads to it', async () => {
    await openForm();
    await expectShown(page.getByRole('link', { name: messageText('app.privacy') }));
    await button('Submit').click();
    await expectSummary([
      'Please check 3 answers',
      'Please enter a name',
      'Please enter a phone',
      'Please enter an email',
    ]);
    await page.getByRole('link', { name: 'Please enter a phone' }).click();
    await expect.element(control('Mobile number')).toHaveFocus();
  });

  test('refuses an invalid value at its field once the field is left', async () => {
    await openForm();
    for (const [label, typed, message] of [
      ['Name', '   ', 'Please enter a name'],
      ['Name', `a${' a'.repeat(50)}`, 'Please use at most 100 characters'],
      ['Mobile number', '900000000', 'Enter valid phone'],
      ['Mobile number', '90000000011', 'Enter valid phone'],
      ['Email', 'meena', 'Enter valid email'],
      ['Email', 'meena@example', 'Enter valid email'],
    ] as const) {
      await fillAndLeave(label, good[label]);
      await expect.poll(() => errorOf(label)).toBeNull();
      await control(label).fill(typed);
      expect(errorOf(label), 'not before').toBeNull();
      await fillAndLeave(label, typed);
      await expect.poll(() => errorOf(label)).toBe(message);
    }
  });

  test('strips characters that a field does not allow', async () => {
    await openForm();
    for (const [label, typed, kept] of [
      ['Name', 'M33na R@man-P.', 'Mna RmanP'],
      ['Mobile number', '+91 90000-00001', '9000000001'],
      ['Mobile number', 'o9000000001', '9000000001'],
    ] as const) {
      await control(label).fill('');
      await control(label).fill(typed);
      await expect.poll(() => valueOf(label)).toBe(kept);
    }
  });

  test('names the characters that it left out of the name, and keeps naming them', async () => {
    await openForm();
    await userEvent.type(control('Name'), "Anu.K O'Brien");
    expect(valueOf('Name')).toBe('AnuK OBrien');
    const notice = page.getByText(messageText('app.stripped.letters', { characters: ". '" }));
    await expectShown(notice);
    await control('Name').fill('');
    await expectGone(notice);
  });

  test('warns about an unlikely mobile number and accepts it', async () => {
    await openForm();
    await fillAndLeave('Mobile number', '1234567890');
    await expectShown(page.getByText(messageText('app.warning.mobile')));
    expect(errorOf('Mobile number')).toBeNull();
  });

  test('warns about a mistyped mail domain and accepts it', async () => {
    await openForm();
    await fillAndLeave('Email', 'lakshmi@gmial.com');
    await expectShown(page.getByText(messageText('app.warning.email', { domain: 'gmail.com' })));
    expect(errorOf('Email')).toBeNull();
    await control('Email').fill('lakshmi@gmail.com');
    await expectGone(page.getByText('@gmail.com?'));
  });

  test('refuses a mail address that cannot receive mail', async () => {
    const server = await openForm({ verifyEmail: false });
    await submit();
    await expectShown(page.getByRole('heading', { name: 'Invalid Email' }));
    await button('OK').click();
    await expect.poll(() => errorOf('Email')).toBe('Invalid Email');
    expect(server.bodiesOf('createLoan')).toEqual([]);
  });

  test('shows what it is waiting for', async () => {
    const server = await openForm();
    const answerEmail = server.hold('verifyEmail');
    const answerLoan = server.hold('createLoan');
    await submit();
    await expectShown(page.getByText(messageText('create.checkingEmail')));
    await answerEmail();
    await expectShown(page.getByText(messageText('create.creating')));
    await expect.element(button('Submit')).toHaveAttribute('aria-disabled', 'true');
    await answerLoan();
    await expectShown(page.getByRole('heading', { name: 'Student Details' }));
  });

  test('shows why the server refused', async () => {
    await openForm({ createLoan: new RefusedAnswer(400) });
    await submit();
    await expectShown(page.getByRole('heading', { name: messageText('refusal.invalid') }));
    await button('OK').click();
    expect(valueOf('Name')).toBe(good.Name);
  });

  test('says that no answer came and that Submit is safe to repeat', async () => {
    const server = await openForm({ createLoan: 'lost' });
    await submit();
    await expectShown(page.getByRole('heading', { name: messageText('create.noResponse') }));
    await expectShown(page.getByText(messageText('create.noResponse.help')));
    server.answer('createLoan', { loan_id: emptyLoan.loan_id, access_token: 'TOKEN' });
    await button('OK').click();
    await button('Submit').click();
    await expectShown(page.getByRole('heading', { name: 'Student Details' }));
    const [first, again] = server.keysOf('createLoan');
    expect(again).toBe(first);
  });
});

async function openForm(answers: ServerAnswers = {}) {
  const server = await openApp('/', { ...created, ...answers });
  await expectShown(button('Submit'));
  return server;
}

async function submit(): Promise<void> {
  for (const [label, text] of Object.entries(good)) await control(label).fill(text);
  await button('Submit').click();
}
