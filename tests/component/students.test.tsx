/** The messages of Student Details, each provoked (specification, sections 2, 5 and 8). */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { grievancePath } from '../../domain/pages/legal.ts';
import { limits } from '../../domain/values/limits.ts';
import type { Loan } from '../../domain/values/wire.ts';
import ta from '../../locales/ta/app.json' with { type: 'json' };
import { academicYear, selvi, thisYear } from '../e2e/support/fixtures.ts';
import { messageText } from '../e2e/support/message-text.ts';
import { RefusedAnswer } from '../support/answers.ts';
import { openLoan } from './support/app.tsx';
import {
  alert,
  answer,
  answerAll,
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
import { loanWithStudents, newLoan } from './support/loans.ts';
import type { ServerAnswers } from './support/server.ts';

describe('Student Details', () => {
  test('asks for everything', async () => {
    await newCards();
    await button('Submit').click();
    await expectSummary([
      'Please check 5 answers',
      'Please enter institution name',
      'Please enter student name',
      'Please enter date of birth',
      'Please select course name',
      'Please enter annual fee',
    ]);
  });

  test('leads to complaints and the grievance officers, in a tab of its own, in another language too', async () => {
    await newCards();
    const footer = page.getByRole('contentinfo');
    const link = footer.getByRole('link', { name: messageText('app.complaints') });
    await expect.element(link).toHaveAttribute('href', grievancePath);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await page.getBySelector('.language').selectOptions('ta');
    const lines = () => (footer.element() as HTMLElement).innerText.trim().split(/\n+/);
    await expect
      .poll(lines)
      .toEqual([
        expect.stringMatching(/^கேள்விகள் உள்ளனவா\? .+ முகவரிக்கு எழுதுங்கள்$/),
        messageText('app.complaints', {}, ta),
      ]);
    await page.getBySelector('.language').selectOptions('en');
    await expectShown(link);
  });

  test('asks for the academic year when it was cleared', async () => {
    await newCards();
    const years = control('Academic year').getByRole('option').elements();
    expect(years.map((one) => one.textContent)).toEqual([
      'Choose',
      ...[-1, 0, 1].map((step) => academicYear(thisYear + step)),
    ]);
    expect(valueOf('Academic year')).toBe(String(thisYear));
    await control('Academic year').click();
    await control('Academic year').selectOptions('');
    leave();
    await expect.poll(() => errorOf('Academic year')).toBe('Please enter academic year');
  });

  test('does not submit on Enter at a switch', async () => {
    await newCards();
    (control('Transportation fee').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter} ');
    await expectShown(control('Transport fee'));
    expect(summaryNow()).toEqual([]);
  });

  test('goes by Tab from the name to the date, past the suggestion, which an arrow leads to', async () => {
    await newCards();
    const name = control('Student name');
    const suggestion = button('Meena முருகன்');
    await userEvent.type(name, 'Meena');
    await expectShown(suggestion);
    await userEvent.tab();
    await userEvent.keyboard('12062015');
    const date = page.getByRole('group', { name: 'Date of birth' }).getBySelector('input[inputmode]');
    await expect
      .poll(() => date.elements().map((box) => (box as HTMLInputElement).value))
      .toEqual(['12', '06', '2015']);
    await expect.element(name).toHaveValue('Meena');
    await name.click();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(suggestion).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveValue('Meena முருகன்');
  });

  test('names the student of a missing answer when there are two', async () => {
    await newCards();
    await button('Add student').click();
    await expectShown(page.getByRole('dialog', { name: 'Got more than one child at the same school?' }));
    await button('Cancel').click();
    await expectGone(card('Student 2'));
    await addStudent();
    await button('Submit').click();
    await expectSummary(expect.arrayContaining(['Student 2: Please enter student name']));
  });

  test('drops the paise of an amount and says so', async () => {
    await newCards();
    await userEvent.type(control('Annual fee'), '20000.01');
    await expectText('Whole rupees only: paise are left out');
    await expectText('₹20,000');
    await control('Annual fee').fill('₹ 1,25,000.00');
    await expectText('₹1,25,000');
  });

  test('drops letters typed into an amount and says so', async () => {
    await newCards();
    const leftOut = page.getByText(messageText('app.stripped.digits', { characters: 'R s . k' }));
    await userEvent.type(control('Annual fee'), 'Rs. 45000k');
    expect(valueOf('Annual fee')).toBe(' 45000');
    await expectShown(leftOut);
    await expectText('₹45,000');
    await control('Annual fee').fill('');
    await expectGone(leftOut);
    await userEvent.type(control('Annual fee'), '5/-3');
    expect(valueOf('Annual fee')).toBe('5/-3');
    leave();
    await expect.poll(() => errorOf('Annual fee')).toBe(messageText('app.amount.invalid'));
  });

  test('refuses an invalid value at its field once the field is left', async () => {
    await newCards();
    await expectText('Minimum fee amount should be Rs. 20000');
    for (const [label, typed, message] of [
      ['Date of birth', '2999-01-01', 'Please enter a valid date'],
      ['Date of birth', '1950-01-01', 'Please enter a valid date'],
      ['Date of birth', '2023-02-29', messageText('common.error.date.notReal')],
      ['Roll number', '1'.repeat(21), 'Enter valid roll number'],
      ['Annual fee', '20000', 'Please enter annual fee amount above 20000'],
      ['Annual fee', '30k', 'Please write whole rupees in digits, such as 125000'],
      ['Student name', `a${' a'.repeat(50)}`, 'Please use at most 100 characters'],
    ] as const) {
      expect(errorOf(label)).not.toBe(message);
      await fillAndLeave(label, typed);
      await expect.poll(() => errorOf(label)).toBe(message);
      await control(label).fill('');
      await expect.poll(() => errorOf(label)).not.toBe(message);
    }
    await expectText('Minimum fee amount should be Rs. 20000');
  });

  test('names the characters left out of a roll number, and warns about a name of digits', async () => {
    await newCards();
    await expectText(messageText('student.rollNumber.hint'));
    await userEvent.type(control('Roll number'), '12A34');
    expect(valueOf('Roll number')).toBe('1234');
    await expectText(messageText('app.stripped.digits', { characters: 'A' }));
    await fillAndLeave('Student name', '123');
    await expectText(messageText('student.warning.name'));
    expect(errorOf('Student name')).toBeNull();
  });

  test('shows each field only where it applies', async () => {
    await newCards();
    await answer('Institution', selvi.institution);
    await expect.poll(() => radiosOf('Type of institute')).toEqual(['School', 'College']);
    const labels = control('Type of institute').getBySelector('label').elements();
    expect(new Set(labels.map((label) => label.getBoundingClientRect().top)).size).toBe(1);
    await answerAll({ 'Type of institute': 'School', 'New admission': true, 'Transportation fee': true });
    await expectGone(control('Course name'));
    await answerAll({
      'Type of institute': 'College',
      'Course name': 'B.A. History',
      'Admission fee': '1200',
      'Transport fee': '300',
      'Annual fee': '40000',
    });
    await expectText('Total of this student');
    const total = page.getBySelector('section').filter({ hasText: 'Total fees' });
    expect((total.element() as HTMLElement).innerText).toMatch(
      /₹41,500[\s\S]*Admission fee\s*₹1,200[\s\S]*Transport fee\s*₹300/,
    );
    await page.viewport(1280, 800);
    const [side, student] = [total, card('Student 1')].map((at) => at.element().getBoundingClientRect());
    await page.viewport(360, 740);
    expect(side?.left).toBeGreaterThan(student?.right ?? Infinity);
    expect(side?.right).toBeLessThan(1280);
  });

  test('adds no more students than one loan may have', async () => {
    const loan = loanWithStudents(selvi);
    loan.el_details.students = Array.from({ length: limits.maxStudents }, (_, index) =>
      loan.el_details.students.map((one) => ({ ...one, id: `00000000-0000-4000-8000-00000000000${index}` })),
    ).flat();
    await cardsOf(loan);
    const full = page.getByText(`One loan pays the fees of up to ${limits.maxStudents} students`);
    await expectShown(full);
    await expectGone(button('Add student'));
    await button(`Delete student ${limits.maxStudents}`).click();
    await button('Delete', page.getByRole('dialog')).click();
    await expectShown(button('Add student'));
    await expectGone(full);
  });

  test('deletes a student only after a confirmation', async () => {
    await newCards();
    await expectGone(page.getByRole('button', { name: /^Delete student/ }));
    await addStudent();
    await button('Delete student 2').click();
    const question = page.getByRole('dialog', { name: 'Delete student 2?' });
    await expectText(messageText('student.delete.text'), question);
    await button('Cancel', question).click();
    await button('Delete student 2').click();
    await button('Delete', question).click();
    await expectGone(card('Student 2'));
  });

  test('shows why and where a save was refused', async () => {
    await savedCards({ saveStudents: new RefusedAnswer(400) });
    await fillAndLeave('Roll number', '99');
    await button('Submit').click();
    await expectShown(heading(`ERROR : ${messageText('refusal.invalid')}`));
    await button('OK').click();
    expect(valueOf('Roll number')).toBe('99');
  });

  test('marks a value that only the server can check', async () => {
    const reason = 'refusal.institutionLocked';
    const refused = new RefusedAnswer(400, 'problem.shape', 'el_details.institution_id', reason);
    await savedCards({ saveStudents: refused });
    await fillAndLeave('Roll number', '99');
    await button('Submit').click();
    await expectShown(alert().getByRole('heading', { name: `ERROR : ${messageText(reason)}` }));
    await button('OK').click();
    await expectSummary(['Please check 1 answer', messageText('problem.shape')]);
  });

  test('shows the students of another tab beside those that were typed, and sends what is left', async () => {
    const reason = 'refusal.studentsChanged';
    const server = await cardsOf(newLoan(selvi), { saveStudents: new RefusedAnswer(409, '', '', reason) });
    await typesAStudent('Malar');
    await button('Submit').click();
    await expectShown(heading(`ERROR : ${messageText(reason)}`));
    const other = loanWithStudents(selvi);
    server.answer('getLoan', other);
    await button('OK').click();
    const [saved] = other.el_details.students;
    await expectShown(card(`${saved?.student_name} Student 1`));
    await button('Delete student 1').click();
    await button('Delete', page.getByRole('dialog')).click();
    server.answer('saveStudents', loanWithStudents(selvi));
    await button('Submit').click();
    await expectShown(heading('Applicant Details'));
    expect(server.bodiesOf('saveStudents')).toMatchObject([
      { data: { 'el_details.known_students': [] } },
      {
        data: {
          'el_details.students': [{ student_name: 'Malar' }],
          'el_details.known_students': [saved?.id],
          'el_details.deleted_students': [saved?.id],
        },
      },
    ]);
  });

  test('says that no answer came, and sends the same again', async () => {
    const server = await savedCards({ saveStudents: 'lost' });
    await fillAndLeave('Roll number', '99');
    await button('Submit').click();
    await expectShown(page.getByRole('alertdialog', { name: 'ERROR : No answer came', exact: true }));
    await expectText(messageText('student.save.noResponse.next'));
    server.answer('saveStudents', loanWithStudents(selvi));
    await button('OK').click();
    await button('Submit').click();
    await expectShown(heading('Applicant Details'));
    const [first, ...others] = server.bodiesOf('saveStudents');
    for (const other of others) expect(other).toEqual(first);
    expect(others.length).toBeGreaterThan(0);
  });

  test.each([
    ['getLoan', 'Opening your application'],
    ['getDraft', 'Student Details'],
  ] as const)('says that it is opening, until %s is answered', async (unanswered, title) => {
    await openLoan(newLoan(selvi), 'student', { [unanswered]: 'none' });
    await expectShown(heading(title));
    await expectText('Loading', page.getByRole('status'));
    await expectGone(card('Student 1'));
  });
});

const newCards = () => cardsOf(newLoan(selvi));
const savedCards = (answers: ServerAnswers) => cardsOf(loanWithStudents(selvi), answers);

async function cardsOf(loan: Loan, answers: ServerAnswers = {}) {
  const server = await openLoan(loan, 'student', answers);
  await expectShown(control('Course').first());
  return server;
}

async function typesAStudent(name: string): Promise<void> {
  await control('Institution').fill(selvi.institution);
  await page.getByRole('option', { name: selvi.institution, exact: true }).click();
  await answerAll({
    'Student name': name,
    'Date of birth': '2015-06-14',
    'Name of the school or college': 'மருதம் கல்லூரி, மதுரை',
    'Annual fee': '20001',
  });
  await control('Course').click();
  await page.getByRole('option', { name: 'Coaching or skill course', exact: true }).click();
}

async function addStudent(): Promise<void> {
  await button('Add student').click();
  await button('Yes, add a student').click();
  await expectShown(card('Student 2'));
}
