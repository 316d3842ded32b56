/** Every message of Student Details, provoked (specification, sections 2, 5 and 8). */
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import ta from '../../locales/ta/app.json' with { type: 'json' };
import { grievancePath } from '../../domain/pages/legal.ts';
import { limits } from '../../domain/values/limits.ts';
import type { Student } from '../../domain/values/wire.ts';
import { browserForFile } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { academicYear, selvi, thisYear } from './support/fixtures.ts';
import { heavyPdf, pdf, photo } from './support/files.ts';
import { answer, answerAll, button, card, control, radiosOf } from './support/interactions.ts';
import { loanWithStudents, newLoan, openLoan, studentsData } from './support/loans.ts';
import { phoneFor } from './support/screens.ts';
import { errorOf, shownText, summaryOf } from './support/page-values.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';
import { studentCards } from './support/student-cards.ts';

const open = browserForFile();
const testApp = testAppForFile();
const { newCards, savedCards } = studentCards(open, testApp);

beforeEach(() => testApp().faults.disarmAll());

describe('Student Details', () => {
  test('asks for everything', async () => {
    const { page } = await newCards('Student Details asks for everything');
    await button(page, 'Submit').click();
    expect(await summaryOf(page)).toEqual([
      'Please check 5 answers',
      'Please enter institution name',
      'Please enter student name',
      'Please enter date of birth',
      'Please select course name',
      'Please enter annual fee',
    ]);
  });

  test('leads to complaints and the grievance officers, in a tab of its own', async () => {
    const { page } = await newCards('Student Details leads to complaints');
    const link = page.getByRole('contentinfo').getByRole('link', { name: messageText('app.complaints') });
    await link.waitFor();
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      grievancePath,
      '_blank',
    ]);
  });

  test('has complaints after the whole sentence about the support, in another language too', async () => {
    const { page } = await newCards('Student Details leads to complaints in Tamil');
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: messageText('app.complaints') }).waitFor();
    await page.locator('.language').selectOption('ta');
    await page.locator('html[lang=ta]').waitFor();
    expect((await footer.innerText()).trim().split(/\n+/)).toEqual([
      expect.stringMatching(/^கேள்விகள் உள்ளனவா\? .+ முகவரிக்கு எழுதுங்கள்$/),
      messageText('app.complaints', {}, ta),
    ]);
  });

  test('asks for the academic year where somebody took it away', async () => {
    const { page } = await newCards('Student Details asks for the academic year');
    const years = control(page, 'Academic year').getByRole('option');
    expect(await years.allTextContents()).toEqual([
      'Choose',
      ...[-1, 0, 1].map((step) => academicYear(thisYear + step)),
    ]);
    expect(await control(page, 'Academic year').inputValue()).toBe(String(thisYear));
    await control(page, 'Academic year').focus();
    await control(page, 'Academic year').selectOption('');
    await control(page, 'Academic year').blur();
    await eventually(() => errorOf(page, 'Academic year')).toBe('Please enter academic year');
  });

  test('does not take Enter on a switch for Submit', async () => {
    const { page } = await newCards('Student Details has Enter on a switch');
    await control(page, 'Transportation fee').press('Enter');
    await control(page, 'Transportation fee').press('Space');
    await control(page, 'Transport fee').waitFor();
    expect(await page.getByRole('group', { name: /^Please check/ }).count()).toBe(0);
  });

  test('goes by Tab from the name to the date, past the suggestion, which an arrow leads to', async () => {
    const { page } = await newCards('Student Details has a suggestion');
    const keys = page.keyboard;
    const name = control(page, 'Student name');
    const isFocused = (at: Locator) => at.evaluate((element) => element === document.activeElement);
    const suggestion = button(page, 'Meena முருகன்');
    await name.focus();
    await keys.type('Meena');
    await suggestion.waitFor();
    await keys.press('Tab');
    await keys.type('12062015');
    const date = page.getByRole('group', { name: 'Date of birth' }).locator('input[inputmode]');
    await eventually(() =>
      date.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)),
    ).toEqual(['12', '06', '2015']);
    expect(await name.inputValue()).toBe('Meena');
    await name.focus();
    await keys.press('ArrowDown');
    expect(await isFocused(suggestion)).toBe(true);
    await keys.press('Escape');
    expect(await isFocused(name)).toBe(true);
    await keys.press('ArrowDown');
    await keys.press('Enter');
    expect(await isFocused(name)).toBe(true);
    expect(await name.inputValue()).toBe('Meena முருகன்');
  });

  test('says whose answer is missing where there are two', async () => {
    const { page, parent } = await newCards('Student Details names the student');
    await button(page, 'Add student').click();
    await page
      .getByRole('dialog', {
        name: 'Got more than one child at the same school?',
      })
      .waitFor();
    await button(page, 'Cancel').click();
    expect(await card(page, 'Student 2').count()).toBe(0);
    await parent.addsAStudent(2);
    await button(page, 'Submit').click();
    expect(await summaryOf(page)).toContain('Student 2: Please enter student name');
  });

  test('leaves the paise of an amount out, and says so', async () => {
    const { page } = await newCards('Student Details leaves paise out');
    const fee = control(page, 'Annual fee');
    await fee.pressSequentially('20000.01');
    await page.getByText('Whole rupees only: paise are left out').waitFor();
    await page.getByText('₹20,000', { exact: true }).first().waitFor();
    await fee.fill('₹ 1,25,000.00');
    await page.getByText('₹1,25,000', { exact: true }).first().waitFor();
  });

  test('takes no letter that is typed into an amount, and says so', async () => {
    const { page } = await newCards('Student Details leaves letters out');
    const fee = control(page, 'Annual fee');
    const leftOut = (characters: string) =>
      page.getByRole('status').filter({ hasText: messageText('app.stripped.digits', { characters }) });
    await fee.pressSequentially('Rs. 45000k');
    expect(await fee.inputValue()).toBe(' 45000');
    await leftOut('R s . k').waitFor();
    await page.getByText('₹45,000', { exact: true }).first().waitFor();
    await fee.fill('');
    await leftOut('R s . k').waitFor({ state: 'hidden' });
    await fee.pressSequentially('5/-3');
    expect(await fee.inputValue()).toBe('5/-3');
    await fee.blur();
    await eventually(() => errorOf(page, 'Annual fee')).toBe(messageText('app.amount.invalid'));
  });

  test('takes a pasted amount with its currency, and nothing that is no amount', async () => {
    const { page } = await newCards('Student Details takes pasted amounts');
    const fee = control(page, 'Annual fee');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [copied, held] of [
      ['1,25,000/-', '125000'],
      ['INR 75,000', '75000'],
      ['₹ 75,000', '75000'],
      ['Rs. 75,000.50', '75000.50'],
      ['30k', '30k'],
      ['1e9', '1e9'],
      ['1.25 lakh', '1.25 lakh'],
      ['12.500,00', '12.500,00'],
    ] as const) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
      await fee.selectText();
      await page.keyboard.press('ControlOrMeta+v');
      expect(await fee.inputValue()).toBe(held);
    }
    await fee.blur();
    await eventually(() => errorOf(page, 'Annual fee')).toBe(messageText('app.amount.invalid'));
  });

  test('refuses what cannot be, at its field, once it is left', async () => {
    const { page } = await newCards('Student Details refuses answers');
    await page.getByText('Minimum fee amount should be Rs. 20000').waitFor();
    for (const [label, typed, message] of [
      ['Date of birth', '2999-01-01', 'Please enter a valid date'],
      ['Date of birth', '1950-01-01', 'Please enter a valid date'],
      ['Date of birth', '2023-02-29', messageText('common.error.date.notReal')],
      ['Roll number', '1'.repeat(21), 'Enter valid roll number'],
      ['Annual fee', '20000', 'Please enter annual fee amount above 20000'],
      ['Annual fee', '30k', 'Please write whole rupees in digits, such as 125000'],
      ['Student name', `a${' a'.repeat(50)}`, 'Please use at most 100 characters'],
    ] as const) {
      expect(await errorOf(page, label)).not.toBe(message);
      await control(page, label).fill(typed);
      // A whole date leaves the focus in its year.
      await page.locator(':focus').blur();
      await eventually(() => errorOf(page, label)).toBe(message);
      await control(page, label).fill('');
      await eventually(() => errorOf(page, label)).not.toBe(message);
    }
    await page.getByText('Minimum fee amount should be Rs. 20000').waitFor();
  });

  test('says which characters of a roll number it left out, and doubts a name of digits', async () => {
    const { page } = await newCards('Student Details says what it stripped');
    await page.getByText(messageText('student.rollNumber.hint')).waitFor();
    await control(page, 'Roll number').pressSequentially('12A34');
    expect(await control(page, 'Roll number').inputValue()).toBe('1234');
    await page.getByText(messageText('app.stripped.digits', { characters: 'A' })).waitFor();
    await control(page, 'Student name').fill('123');
    await control(page, 'Student name').blur();
    await page.getByText(messageText('student.warning.name')).waitFor();
    expect(await errorOf(page, 'Student name')).toBeNull();
  });

  test('shows each field only where it belongs', async () => {
    const { page } = await newCards('Student Details shows what belongs');
    await answer(page, 'Institution', selvi.institution);
    expect(await radiosOf(page, 'Type of institute')).toEqual(['School', 'College']);
    const tops = control(page, 'Type of institute')
      .locator('label')
      .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top));
    expect(new Set(await tops).size).toBe(1);
    await answerAll(page, {
      'Type of institute': 'School',
      'New admission': true,
      'Transportation fee': true,
    });
    expect(await control(page, 'Course name').count()).toBe(0);
    await answerAll(page, {
      'Type of institute': 'College',
      'Course name': 'B.A. History',
    });
    await answerAll(page, {
      'Admission fee': '1200',
      'Transport fee': '300',
      'Annual fee': '40000',
    });
    await page.getByText('Total of this student').waitFor();
    const total = page.locator('section').filter({ hasText: 'Total fees' });
    expect(await shownText(total)).toMatch(/₹41,500[\s\S]*Admission fee\s*₹1,200[\s\S]*Transport fee\s*₹300/);
    await page.setViewportSize({ width: 1280, height: 800 });
    const [side, student] = [await total.boundingBox(), await card(page, 'Student 1').boundingBox()];
    expect(side?.x).toBeGreaterThan((student?.x ?? 0) + (student?.width ?? 0));
    expect((side?.x ?? 0) + (side?.width ?? 0)).toBeLessThan(1280);
  });

  test('adds no more students than one loan may have', async () => {
    const loan = await newLoan(testApp(), selvi);
    const data = studentsData(selvi);
    const [first] = data['el_details.students'] ?? [];
    const rows = Array.from({ length: limits.maxStudents }, () => ({
      ...(first as Student),
      id: crypto.randomUUID(),
    }));
    await testApp().saveStudents(loan, { ...data, 'el_details.students': rows });
    const { page } = await phoneFor(await open(), 'Student Details is full');
    await openLoan(page, testApp(), loan, 'student');
    const full = page.getByText(`One loan pays the fees of up to ${limits.maxStudents} students`);
    await full.waitFor();
    expect(await button(page, 'Add student').count()).toBe(0);
    await button(page, `Delete student ${limits.maxStudents}`).click();
    await button(page.getByRole('dialog'), 'Delete').click();
    await button(page, 'Add student').waitFor();
    expect(await full.count()).toBe(0);
  });

  test('deletes a student only when asked twice', async () => {
    const { page, parent } = await newCards('Student Details deletes a student');
    expect(await button(page, /^Delete student/).count()).toBe(0);
    await parent.addsAStudent(2);
    await button(page, 'Delete student 2').click();
    const question = page.getByRole('dialog', { name: 'Delete student 2?' });
    await question.getByText(messageText('student.delete.text')).waitFor();
    await button(question, 'Cancel').click();
    await button(page, 'Delete student 2').click();
    await button(question, 'Delete').click();
    await card(page, 'Student 2').waitFor({ state: 'detached' });
  });

  test('tells why a save was refused, and where', async () => {
    const { page } = await savedCards('Student Details is refused');
    await answer(page, 'Roll number', '99');
    testApp().faults.arm({
      operation: 'saveStudents',
      fault: 'refused',
      message: 'The school is closed',
    });
    await button(page, 'Submit').click();
    await page
      .getByRole('alertdialog')
      .getByRole('heading', { name: `ERROR : ${messageText('refusal.invalid')}` })
      .waitFor();
    await button(page, 'OK').click();
    expect(await control(page, 'Roll number').inputValue()).toBe('99');
  });

  test('marks a value that only the server can judge', async () => {
    const { page, loanId } = await savedCards('Student Details has a value of a wrong shape');
    await testApp().alter(loanId, { lockedInstituteId: 204 });
    await answer(page, 'Roll number', '99');
    await button(page, 'Submit').click();
    await page
      .getByRole('alertdialog')
      .getByRole('heading', { name: /^ERROR : / })
      .waitFor();
    await button(page, 'OK').click();
    expect(await summaryOf(page)).toEqual(['Please check 1 answer', messageText('problem.shape')]);
  });

  test('tells that no answer came, and that nothing is saved twice', async () => {
    const { page, loanId, parent } = await savedCards('Student Details hears nothing');
    await answer(page, 'Roll number', '99');
    testApp().loseAnswersOf('saveStudents');
    await button(page, 'Submit').click();
    await page.getByRole('alertdialog', { name: 'ERROR : No answer came', exact: true }).waitFor();
    await page.getByText(messageText('student.save.noResponse.next')).waitFor();
    testApp().faults.disarmAll();
    await button(page, 'OK').click();
    await button(page, 'Submit').click();
    await parent.isAtApplicant();
    expect(await testApp().studentsOf(loanId)).toHaveLength(1);
  });

  test('says that it is opening', async () => {
    const loan = await loanWithStudents(testApp(), selvi);
    const { page } = await phoneFor(await open(), 'Student Details opens slowly');
    testApp().hold('getLoan');
    testApp().hold('getDraft');
    await openLoan(page, testApp(), loan, 'student');
    const loading = page.getByRole('status').getByText('Loading').first();
    await page.getByRole('heading', { name: 'Opening your application' }).waitFor();
    await loading.waitFor();
    testApp().letGo('getDraft');
    await page.getByRole('heading', { name: 'Student Details' }).waitFor();
    await loading.waitFor();
    testApp().letGo();
    await card(page, 'Student 1').waitFor();
  });
});

describe('the fee receipt', () => {
  test('is refused when it is too large or no picture', async () => {
    const { page } = await receiptCards('the receipt is refused');
    await page.getByText(messageText('student.receipt.hint', { megabytes: 5 })).waitFor();
    const chosen = page.locator('input[type=file]');
    await chosen.setInputFiles(heavyPdf(5_242_881));
    await alert(page).getByRole('heading', { name: 'File size exceeds maximum limit 5 MB' }).waitFor();
    await button(alert(page), 'OK').click();
    await chosen.setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('none'),
    });
    await alert(page)
      .getByRole('heading', { name: messageText('document.error.type') })
      .waitFor();
    await button(alert(page), 'OK').click();
  });

  test('can be stopped, tried again, and is tied to the loan', async () => {
    const { page, loanId } = await receiptCards('the receipt is stopped and tried again');
    testApp().hold('putObject');
    await page.locator('input[type=file]').setInputFiles(photo('receipt.png'));
    await page.getByText('Sending receipt.png').waitFor();
    await button(page, 'Cancel').click();
    testApp().letGo();
    await page.getByText('Upload was cancelled').waitFor();
    testApp().cutOff('saveFeeReceipt');
    await button(page, 'Try again').click();
    await page.getByText(messageText('document.interrupted.help')).waitFor();
    testApp().faults.disarmAll();
    await button(page, 'Try again').click();
    const toast = page.getByRole('alert').filter({ hasText: 'Successfully updated' });
    const top = await toast.evaluate((element) => Number.parseFloat(getComputedStyle(element).top));
    const header = await page.getByRole('banner').boundingBox();
    expect(top, 'below the brand and the language').toBeGreaterThan(header?.height ?? Infinity);
    await page.getByText(messageText('student.receipt.attached')).waitFor();
    expect((await testApp().loanOf(loanId)).feeReceipt).not.toBeNull();
  });

  test('is said to be refused where it holds something harmful', async () => {
    const { page } = await receiptCards('the receipt is harmful');
    await page
      .locator('input[type=file]')
      .setInputFiles(pdf('bad.pdf', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!'));
    await page.getByText(messageText('document.harmful')).waitFor();
    expect(await page.getByText(messageText('student.receipt.attached')).count()).toBe(0);
  });

  const alert = (page: Page) => page.getByRole('alertdialog');

  async function receiptCards(name: string) {
    const at = await newCards(name);
    await answer(at.page, 'Institution', 'Kaveritheeram Matriculation Higher Secondary School');
    await button(at.page, 'Fee Receipt').waitFor();
    return at;
  }
});
