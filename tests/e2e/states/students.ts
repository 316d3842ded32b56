/** States of Student Details. */
import type { Page } from 'playwright-core';
import { raman, selvi } from '../support/fixtures.ts';
import { type ChosenFile, heavyPdf, photo } from '../support/files.ts';
import { answer, button, card, fillByMouse, type Interactions } from '../support/interactions.ts';
import { loanWithQuestions, loanWithStudents, newLoan, openLoan } from '../support/loans.ts';
import { parentAt } from '../support/parent.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

export const studentsStates = {
  students: (page, testApp) => cards(page, testApp),
  'students-search': async (page, testApp) => {
    await cards(page, testApp);
    await institution(page).pressSequentially('Schoo');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
  },
  'students-search-none': async (page, testApp) => {
    await cards(page, testApp);
    await institution(page).pressSequentially('Zzz');
    await page.getByRole('status').getByText('No options').waitFor();
  },
  'students-filled': async (page, testApp) => {
    const parent = await cards(page, testApp, fillByMouse);
    await parent.fillsTheStudents(raman);
  },
  'students-errors': async (page, testApp) => {
    const parent = await cards(page, testApp);
    await parent.addsAStudent(2);
    await button(page, 'Submit').click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'students-add': async (page, testApp) => {
    await cards(page, testApp);
    await button(page, 'Add student').click();
    await page.getByRole('dialog').waitFor();
  },
  'students-delete': async (page, testApp) => {
    const parent = await cards(page, testApp);
    await parent.addsAStudent(2);
    await button(page, 'Delete student 1').click();
    await page.getByRole('dialog').waitFor();
  },
  'students-institution-missing': async (page, testApp) => {
    const loan = await newLoan(testApp, selvi, { institute_id: 999_999 });
    await openLoan(page, testApp, loan, 'student');
    await parentAt(page, testApp).isAtStudents();
  },
  'students-institution-locked': async (page, testApp) => {
    const loan = await newLoan(testApp, selvi, { institute_id: 204, test: true });
    await openLoan(page, testApp, loan, 'student');
    await parentAt(page, testApp).isAtStudents();
  },
  'students-refused': async (page, testApp) => {
    await saved(page, testApp);
    testApp.faults.arm({ operation: 'saveStudents', fault: 'refused', message: 'The school is closed' });
    await answer(page, 'Roll number', '99');
    await button(page, 'Submit').click();
    await page.getByRole('alertdialog').waitFor();
  },
  'students-no-response': async (page, testApp) => {
    await saved(page, testApp);
    testApp.cutOff('saveStudents');
    await answer(page, 'Roll number', '99');
    await button(page, 'Submit').click();
    await page.getByRole('alertdialog').waitFor();
  },
  'students-conflict': async (page, testApp) => {
    const loan = await newLoan(testApp, selvi);
    await openLoan(page, testApp, loan, 'student');
    await parentAt(page, testApp).isAtStudents();
    const other = await page.context().newPage();
    await openLoan(other, testApp, loan, 'student');
    await parentAt(other, testApp).isAtStudents();
    await answer(other, 'Student name', 'There');
    await other.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await other.close();
    await answer(page, 'Student name', 'Here');
    await page.getByRole('alertdialog').waitFor();
  },
  'students-offline': async (page, testApp) => {
    await cards(page, testApp);
    await page.context().setOffline(true);
    await answer(page, 'Student name', 'Kavin');
    await page.getByText(/^Kept in this tab/).waitFor();
  },
  'students-receipt': async (page, testApp) => {
    await receipt(page, testApp);
    await choose(page, photo());
    await page.getByRole('alert').waitFor();
    await button(page, 'Remove: Fee Receipt').waitFor();
  },
  'students-receipt-sending': (page, testApp) => sending(page, testApp),
  'students-receipt-cancelled': async (page, testApp) => {
    await sending(page, testApp);
    await button(page, 'Cancel').click();
    testApp.letGo();
    await page.getByText('Upload was cancelled').waitFor();
  },
  'students-receipt-too-large': async (page, testApp) => {
    await receipt(page, testApp);
    await choose(page, heavyPdf(5_242_881));
    await page.getByRole('alertdialog').waitFor();
  },
  'students-receipt-failed': async (page, testApp) => {
    await receipt(page, testApp);
    testApp.faults.arm({ operation: 'putObject', fault: 'refused', times: 1000 });
    await choose(page, photo());
    await page.getByRole('alertdialog').waitFor();
  },
  'students-queried': async (page, testApp) => {
    await openLoan(page, testApp, await loanWithQuestions(testApp), 'student');
    await parentAt(page, testApp).isAtStudents();
    await page.getByText(/^(Photo|PDF), /).waitFor();
  },
  'students-queried-replaced': async (page, testApp) => {
    await openLoan(page, testApp, await loanWithQuestions(testApp), 'student');
    await button(page, 'Replace: Fee Receipt').waitFor();
    await choose(page, photo('receipt-june.png', 'second'));
    await page.getByText('Sent in its place: receipt-june.png').waitFor();
    await button(page, 'Next').click();
    await answer(card(page, 'Student 1'), 'Roll number', '0413');
    await page.getByText(/2 answered/).waitFor();
  },
} satisfies Record<string, OpenState>;

const institution = (page: Page) =>
  page.getByRole('combobox', { name: 'Institution' }).and(page.locator(':not([readonly])'));

async function cards(page: Page, testApp: TestApp, interactions?: Interactions) {
  const parent = parentAt(page, testApp, interactions);
  await openLoan(page, testApp, await newLoan(testApp, raman), 'student');
  await parent.isAtStudents();
  await institution(page).waitFor();
  return parent;
}

async function saved(page: Page, testApp: TestApp): Promise<void> {
  await openLoan(page, testApp, await loanWithStudents(testApp, selvi), 'student');
  await parentAt(page, testApp).isAtStudents();
}

async function receipt(page: Page, testApp: TestApp): Promise<void> {
  await cards(page, testApp);
  await answer(page, 'Institution', 'Kaveritheeram Matriculation Higher Secondary School');
  await button(page, 'Fee Receipt').waitFor();
}

async function sending(page: Page, testApp: TestApp): Promise<void> {
  await receipt(page, testApp);
  testApp.hold('putObject');
  await choose(page, photo());
  await page.getByText(/^Sending/).waitFor();
}

const choose = (page: Page, file: ChosenFile) => page.locator('input[type=file]').setInputFiles(file);
