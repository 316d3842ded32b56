/** States of Applicant Details. */
import type { Page } from 'playwright-core';
import { raman, selvi } from '../support/families.ts';
import { answer, button, card, control, filling, type Hands } from '../support/hands.ts';
import { loanWithQuestions, loanWithStudents, openLoan, submittedLoan } from '../support/loans.ts';
import { parentAt } from '../support/parent.ts';
import type { World } from '../support/world.ts';
import type { Bring } from './index.ts';

export const applicantStates = {
  applicant: (page, world) => form(page, world),
  'applicant-filled': async (page, world) => {
    const parent = await form(page, world, filling);
    await parent.fillsTheApplicant(raman);
    await parent.declares();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  },
  'applicant-errors': async (page, world) => {
    const parent = await form(page, world);
    await answer(page, 'Net monthly salary', '10');
    await parent.declares();
    await parent.submits();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'applicant-plans': async (page, world) => {
    await form(page, world);
    await control(page, 'EMI tenure').click();
    await page.getByRole('radio', { name: /^6 months/ }).check();
    await page.getByRole('button', { name: 'Take this plan', disabled: false }).waitFor();
  },
  'applicant-plans-failed': async (page, world) => {
    world.faults.arm({ operation: 'listEmiOptions', fault: 'refused', message: 'No plans tonight' });
    await form(page, world);
    await page.getByRole('alertdialog').waitFor();
  },
  'applicant-plans-none': async (page, world) => {
    await openLoan(page, world, await loanWithStudents(world, selvi), 'applications');
    await parentAt(page, world).isAtApplicant();
    await world.withoutPlans(102, async () => {
      await page.reload();
      await control(page, 'EMI tenure').click();
      await page.getByText('There are no plans for this course yet.').waitFor();
    });
  },
  'applicant-bank-search': async (page, world) => {
    await form(page, world);
    await page.getByRole('combobox', { name: 'Bank name' }).and(page.locator(':not([readonly])')).click();
    await page.keyboard.type('bank');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
  },
  'applicant-recalculated': async (page, world) => {
    const parent = await submitted(page, world);
    await button(page, 'Previous').click();
    await parent.isAtStudents();
    await answer(card(page, 'Student 1'), 'Annual fee', '70000');
    await parent.savesTheStudents();
    await page.getByText(/your plan was calculated again/).waitFor();
  },
  'applicant-queried': (page, world) => queried(page, world),
  'applicant-queried-unanswered': async (page, world) => {
    await queried(page, world);
    await button(page, 'Submit').click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'applicant-queried-reason': async (page, world) => {
    await queried(page, world);
    const [first] = await button(page, 'It is correct because …').all();
    await first?.click();
    await page.getByRole('textbox', { name: 'It is correct because …' }).fill('It is the one on my card.');
    await page.getByText('Answered', { exact: true }).waitFor();
  },
  'applicant-answers-kept': async (page, world) => {
    const loan = await submittedLoan(world, raman);
    await world.ask(loan.loanId, 'personal_details.pan', { reason: 'mismatch' });
    await world.decide(loan.loanId, 'personal_details.pan', 'accepted');
    await openLoan(page, world, loan, 'applications');
    await page.getByText(/^Your answers are saved/).waitFor();
  },
  'applicant-saving': async (page, world) => {
    const parent = await submitted(page, world);
    await parent.declares();
    world.faults.arm({ operation: 'saveApplication', fault: 'slow', ms: 20_000 });
    await parent.submits();
    await page.getByText(/^Saving your application/).waitFor();
  },
} satisfies Record<string, Bring>;

async function form(page: Page, world: World, hands?: Hands) {
  const parent = parentAt(page, world, hands);
  await openLoan(page, world, await loanWithStudents(world, raman), 'applications');
  await parent.isAtApplicant();
  return parent;
}

async function queried(page: Page, world: World): Promise<void> {
  await openLoan(page, world, await loanWithQuestions(world), 'applications');
  await parentAt(page, world).isAtApplicant();
  await page.getByRole('heading', { name: /^The reviewer asks about/ }).waitFor();
}

/** As it was sent before. */
export async function submitted(page: Page, world: World) {
  const parent = parentAt(page, world);
  await openLoan(page, world, await submittedLoan(world, raman), 'applications');
  await parent.isAtApplicant();
  return parent;
}
