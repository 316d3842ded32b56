/** Student Details in a real browser: pasted amounts, and the upload of the fee receipt. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { eventually } from './support/eventually.ts';
import { raman, selvi } from './support/fixtures.ts';
import { heavyPdf, pdf, photo } from './support/files.ts';
import { answer, button, control } from './support/interactions.ts';
import { newLoan, openLoan } from './support/loans.ts';
import { errorOf } from './support/page-values.ts';
import { phoneFor } from './support/screens.ts';
import { parentAt } from './support/parent.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

async function newCards(name: string) {
  const { page } = await phoneFor(await open(), name);
  const loan = await newLoan(testApp(), selvi);
  await openLoan(page, testApp(), loan, 'student');
  await control(page, 'Course').and(page.getByRole('combobox')).waitFor();
  return { page, loanId: loan.loanId };
}

test('a pasted amount loses its currency, and text that is not an amount is refused', async () => {
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

describe('the fee receipt', () => {
  test('is refused when it is too large or not a picture', async () => {
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

  test('is named once it is uploaded, and can be replaced and removed', async () => {
    const { page, loanId } = await receiptCards('the receipt is replaced and removed');
    const file = page.locator('input[type=file]');
    await file.setInputFiles(photo('june.png'));
    await page.getByText('june.png').waitFor();
    await button(page, 'Replace: Fee Receipt').waitFor();
    await file.setInputFiles(photo('july.png', 'second'));
    await page.getByText('july.png').waitFor();
    await button(page, 'Remove: Fee Receipt').click();
    await button(alert(page), messageText('document.remove')).click();
    await button(page, 'Fee Receipt').waitFor();
    expect(await page.getByText('july.png').count()).toBe(0);
    expect((await testApp().loanOf(loanId)).feeReceipt).toBeNull();
  });

  test('is added while the next step is open, and can be cancelled after returning', async () => {
    const { page, loanId } = await receiptCards('the receipt is sent behind the next step');
    const parent = parentAt(page, testApp());
    for (const student of raman.students.slice(0, 1)) await parent.fillsTheCard(1, student);
    testApp().hold('putObject');
    const file = page.locator('input[type=file]');
    await file.setInputFiles(photo('june.png'));
    await page.getByText('Sending june.png').waitFor();
    await parent.savesTheStudents();
    testApp().letGo();
    await eventually(async () => (await testApp().loanOf(loanId)).feeReceipt !== null).toBe(true);

    await button(page, 'Previous').click();
    await button(page, 'Replace: Fee Receipt').waitFor();
    testApp().hold('putObject');
    await file.setInputFiles(photo('july.png', 'second'));
    await page.getByText('Sending july.png').waitFor();
    await parent.savesTheStudents();
    await button(page, 'Previous').click();
    await page.getByText('Sending july.png').waitFor();
    await button(page, 'Cancel').click();
    testApp().letGo();
    await page.getByText('Upload was cancelled').waitFor();
  });

  test('that is refused while the next step is open shows the refusal after returning', async () => {
    const { page } = await receiptCards('the receipt is refused behind the next step');
    const parent = parentAt(page, testApp());
    for (const student of raman.students.slice(0, 1)) await parent.fillsTheCard(1, student);
    testApp().hold('putObject');
    await page.locator('input[type=file]').setInputFiles(photo('june.png'));
    await page.getByText('Sending june.png').waitFor();
    await parent.savesTheStudents();
    const refused = page.waitForResponse((reply) => reply.status() === 409);
    testApp().letGo();
    testApp().faults.arm({ operation: 'addDocument', fault: 'refused', status: 409, times: 1 });
    await refused;
    await button(page, 'Previous').click();
    await alert(page)
      .getByRole('heading', { name: messageText('document.refused') })
      .waitFor();
    await button(alert(page), 'OK').click();
  });

  test('is refused with a message where it is harmful', async () => {
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
