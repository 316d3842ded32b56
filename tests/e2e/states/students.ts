/** States of Student Details. */
import type { Page } from 'playwright-core';
import { raman, selvi } from '../support/families.ts';
import { type ChosenFile, heavyPdf, photo } from '../support/files.ts';
import { answer, button, card, filling, type Hands } from '../support/hands.ts';
import { loanWithQuestions, loanWithStudents, newLoan, openLoan } from '../support/loans.ts';
import { parentAt } from '../support/parent.ts';
import type { World } from '../support/world.ts';
import type { Bring } from './index.ts';

export const studentsStates = {
  students: (page, world) => cards(page, world),
  'students-search': async (page, world) => {
    await cards(page, world);
    await institution(page).pressSequentially('Schoo');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
  },
  'students-search-none': async (page, world) => {
    await cards(page, world);
    await institution(page).pressSequentially('Zzz');
    await page.getByRole('status').getByText('No options').waitFor();
  },
  'students-filled': async (page, world) => {
    const parent = await cards(page, world, filling);
    await parent.fillsTheStudents(raman);
  },
  'students-errors': async (page, world) => {
    const parent = await cards(page, world);
    await parent.addsAStudent(2);
    await button(page, 'Submit').click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'students-add': async (page, world) => {
    await cards(page, world);
    await button(page, 'Add student').click();
    await page.getByRole('dialog').waitFor();
  },
  'students-delete': async (page, world) => {
    const parent = await cards(page, world);
    await parent.addsAStudent(2);
    await button(page, 'Delete student 1').click();
    await page.getByRole('dialog').waitFor();
  },
  'students-institution-missing': async (page, world) => {
    const loan = await newLoan(world, selvi, { institute_id: 999_999 });
    await openLoan(page, world, loan, 'student');
    await parentAt(page, world).isAtStudents();
  },
  'students-institution-locked': async (page, world) => {
    const loan = await newLoan(world, selvi, { institute_id: 204, test: true });
    await openLoan(page, world, loan, 'student');
    await parentAt(page, world).isAtStudents();
  },
  'students-refused': async (page, world) => {
    await saved(page, world);
    world.faults.arm({ operation: 'saveStudents', fault: 'refused', message: 'The school is closed' });
    await answer(page, 'Roll number', '99');
    await button(page, 'Submit').click();
    await page.getByRole('alertdialog').waitFor();
  },
  'students-unheard': async (page, world) => {
    await saved(page, world);
    world.cutOff('saveStudents');
    await answer(page, 'Roll number', '99');
    await button(page, 'Submit').click();
    await page.getByRole('alertdialog').waitFor();
  },
  'students-conflict': async (page, world) => {
    const loan = await newLoan(world, selvi);
    await openLoan(page, world, loan, 'student');
    await parentAt(page, world).isAtStudents();
    const other = await page.context().newPage();
    await openLoan(other, world, loan, 'student');
    await parentAt(other, world).isAtStudents();
    await answer(other, 'Student name', 'There');
    await other.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await other.close();
    await answer(page, 'Student name', 'Here');
    await page.getByRole('alertdialog').waitFor();
  },
  'students-offline': async (page, world) => {
    await cards(page, world);
    await page.context().setOffline(true);
    await answer(page, 'Student name', 'Kavin');
    await page.getByText(/^Kept in this tab/).waitFor();
  },
  'students-receipt': async (page, world) => {
    await receipt(page, world);
    await choose(page, photo());
    await page.getByRole('alert').waitFor();
  },
  'students-receipt-sending': (page, world) => sending(page, world),
  'students-receipt-cancelled': async (page, world) => {
    await sending(page, world);
    await button(page, 'Cancel').click();
    world.letGo();
    await page.getByText('Upload was cancelled').waitFor();
  },
  'students-receipt-too-large': async (page, world) => {
    await receipt(page, world);
    await choose(page, heavyPdf(5_242_881));
    await page.getByRole('alertdialog').waitFor();
  },
  'students-receipt-failed': async (page, world) => {
    await receipt(page, world);
    world.faults.arm({ operation: 'putObject', fault: 'refused', times: 1000 });
    await choose(page, photo());
    await page.getByRole('alertdialog').waitFor();
  },
  'students-queried': async (page, world) => {
    await openLoan(page, world, await loanWithQuestions(world), 'student');
    await parentAt(page, world).isAtStudents();
    await button(page, 'Fee Receipt').waitFor();
  },
  'students-queried-replaced': async (page, world) => {
    await openLoan(page, world, await loanWithQuestions(world), 'student');
    await button(page, 'Fee Receipt').waitFor();
    await choose(page, photo('receipt-june.png', 'second'));
    await page.getByText('Sent in its place: receipt-june.png').waitFor();
    await answer(card(page, 'Student 1'), 'Roll number', '0413');
    await page.getByText(/2 answered/).waitFor();
  },
} satisfies Record<string, Bring>;

const institution = (page: Page) =>
  page.getByRole('combobox', { name: 'Institution' }).and(page.locator(':not([readonly])'));

async function cards(page: Page, world: World, hands?: Hands) {
  const parent = parentAt(page, world, hands);
  await openLoan(page, world, await newLoan(world, raman), 'student');
  await parent.isAtStudents();
  await institution(page).waitFor();
  return parent;
}

async function saved(page: Page, world: World): Promise<void> {
  await openLoan(page, world, await loanWithStudents(world, selvi), 'student');
  await parentAt(page, world).isAtStudents();
}

async function receipt(page: Page, world: World): Promise<void> {
  await cards(page, world);
  await answer(page, 'Institution', 'Kaveritheeram Matriculation Higher Secondary School');
  await button(page, 'Fee Receipt').waitFor();
}

async function sending(page: Page, world: World): Promise<void> {
  await receipt(page, world);
  world.hold('putObject');
  await choose(page, photo());
  await page.getByText(/^Sending/).waitFor();
}

const choose = (page: Page, file: ChosenFile) => page.locator('input[type=file]').setInputFiles(file);
