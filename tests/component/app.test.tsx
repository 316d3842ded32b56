/** The app's messages around its screens: pages that cannot be shown, its steps, its frame. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messageText } from '../e2e/support/message-text.ts';
import { RefusedAnswer } from '../support/answers.ts';
import { openApp, openLoan } from './support/app.tsx';
import { openForm } from './support/applicant.ts';
import { button, card, expectShown, expectText, heading } from './support/fields.ts';
import { loanWithStudents, submittedLoan } from './support/loans.ts';

describe('a page that cannot be the one that was asked for', () => {
  const leadsHome = () =>
    expect
      .element(page.getByRole('link', { name: messageText('app.notFound.home') }))
      .toHaveAttribute('href', expect.stringMatching(/^\/(\?|$)/));

  test('an address that leads nowhere shows an error', async () => {
    await openApp('/lone/1', {});
    await expectShown(heading(messageText('app.notFound.title')));
    await expectText(messageText('app.notFound.help'));
    await leadsHome();
  });

  test('a loan that cannot be read offers another try', async () => {
    const loan = loanWithStudents();
    const server = await openLoan(loan, 'student', { getLoan: new RefusedAnswer(500) });
    await expectShown(heading(messageText('app.openingFailed.title')));
    await expectText(messageText('app.openingFailed.help'));
    server.answer('getLoan', loan);
    await button('Try again').click();
    await expectShown(card('Student 1'));
  });

  test('an erased loan says so and leads only to the start', async () => {
    await openLoan(loanWithStudents(), 'student', { getLoan: new RefusedAnswer(410) });
    await expectShown(heading(messageText('app.notFound.erased')));
    await expectText(messageText('app.notFound.erasedHelp'));
    await leadsHome();
  });
});

test('the page can be skipped to its content, and shows whom to call', async () => {
  await openApp('/', {});
  await expectShown(button('Submit'));
  await userEvent.tab();
  await expect.element(button(messageText('app.skip'))).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
  await expectShown(page.getByRole('combobox', { name: 'Language' }));
  const links = { '1800 000 000': 'tel:1800000000', 'help@school.example': 'mailto:help@school.example' };
  for (const [name, href] of Object.entries(links))
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
});

test('the steps show the current one and lead back', async () => {
  await openForm(submittedLoan());
  const steps = page.getByRole('navigation', { name: 'Steps of the application' }).getByRole('listitem');
  expect(steps.elements().map((one) => one.textContent?.replace(/^\d/, ''))).toEqual([
    'Student(done)',
    'Applicant',
    'Status(to come)',
  ]);
  await page.getByRole('button', { name: /^Student/ }).click();
  await expectShown(heading('Student Details'));
});
