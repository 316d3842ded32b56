/** States of Applicant Details. */
import type { Page } from 'playwright-core';
import { addressOf, consumerBase } from '../../../domain/pages/steps.ts';
import { ownLoan, signInPastScreens } from '../support/customers.ts';
import { consumerAnswers, raman, selvi } from '../support/fixtures.ts';
import {
  answer,
  answerAll,
  button,
  card,
  control,
  fillByMouse,
  type Interactions,
  openAncestorDetails,
} from '../support/interactions.ts';
import { loanWithQuestions, loanWithStudents, openLoan, submittedLoan } from '../support/loans.ts';
import { parentAt } from '../support/parent.ts';
import { passQuestions } from '../support/questions.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

export const applicantStates = {
  applicant: (page, testApp) => form(page, testApp),
  'applicant-collapsed': async (page, testApp) => {
    const parent = parentAt(page, testApp, fillByMouse);
    await openLoan(page, testApp, await loanWithStudents(testApp, raman), 'applications');
    await parent.isAtApplicant({ opensSections: false });
    await answerAll(card(page, 'Applicant Details'), raman.applicant['Applicant Details'] ?? {}, fillByMouse);
    await button(card(page, 'Applicant Details'), 'Continue').click();
    await page.getByText('1 of 8 sections are complete').waitFor();
  },
  'applicant-filled': async (page, testApp) => {
    const parent = await form(page, testApp, fillByMouse);
    await parent.fillsTheApplicant(raman);
    await parent.declares();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  },
  'applicant-errors': async (page, testApp) => {
    const parent = await form(page, testApp);
    await answer(page, 'Net monthly salary', '10');
    await parent.declares();
    await parent.submits();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'applicant-plans': async (page, testApp) => {
    await form(page, testApp);
    await control(page, 'EMI tenure').click();
    await page.getByRole('radio', { name: /^6 months/ }).check();
    await page.getByRole('button', { name: 'Take this plan', disabled: false }).waitFor();
  },
  'applicant-plans-failed': async (page, testApp) => {
    testApp.faults.arm({ operation: 'listEmiOptions', fault: 'refused', message: 'No plans tonight' });
    await openLoan(page, testApp, await loanWithStudents(testApp, raman), 'applications');
    await page.getByRole('alertdialog').waitFor();
  },
  'applicant-plans-none': async (page, testApp) => {
    await openLoan(page, testApp, await loanWithStudents(testApp, selvi), 'applications');
    await parentAt(page, testApp).isAtApplicant();
    await testApp.withoutPlans(102, async () => {
      await page.reload();
      await openAncestorDetails(control(page, 'EMI tenure'));
      await control(page, 'EMI tenure').click();
      await page.getByText('There are no plans for this course yet.').waitFor();
    });
  },
  'applicant-bank-search': async (page, testApp) => {
    await form(page, testApp);
    await page.getByRole('combobox', { name: 'Bank name' }).and(page.locator(':not([readonly])')).click();
    await page.keyboard.type('bank');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
  },
  'applicant-recalculated': async (page, testApp) => {
    const parent = await submitted(page, testApp);
    await button(page, 'Previous').click();
    await parent.isAtStudents();
    await answer(card(page, 'Student 1'), 'Annual fee', '70000');
    await parent.savesTheStudents();
    await page.getByText(/your plan was calculated again/).waitFor();
  },
  // The application is of the consumer app and lacks a proof of the current address.
  'applicant-consumer': async (page, testApp) => {
    const parent = parentAt(page, testApp, fillByMouse);
    const loan = await submittedLoan(testApp, raman);
    const { mobile } = await signInPastScreens(page, testApp);
    await ownLoan(testApp, mobile, loan.loanId);
    await testApp.alter(loan.loanId, { presentation: 'consumer' });
    await page.goto(testApp.url + addressOf('applicant', loan.loanId, consumerBase));
    await parent.isAtApplicant();
    for (const [section, answers] of Object.entries(consumerAnswers))
      await answerAll(card(page, section), answers, fillByMouse);
    await parent.declares();
    await parent.submits();
    await page.getByRole('link', { name: 'Please upload a current address proof' }).waitFor();
  },
  'applicant-queried': (page, testApp) => queried(page, testApp),
  'applicant-queried-unanswered': async (page, testApp) => {
    await queried(page, testApp);
    await passQuestions(page);
    await button(page, 'Submit').click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'applicant-queried-reason': async (page, testApp) => {
    await queried(page, testApp);
    const [first] = await button(page, 'It is correct because …').all();
    await first?.click();
    await page.getByRole('textbox', { name: 'It is correct because …' }).fill('It is the one on my card.');
    await page.getByRole('heading', { name: / 1 answered, / }).waitFor();
  },
  'applicant-answers-kept': async (page, testApp) => {
    const loan = await submittedLoan(testApp, raman);
    await testApp.ask(loan.loanId, 'personal_details.pan', { reason: 'mismatch' });
    await testApp.decide(loan.loanId, 'personal_details.pan', 'accepted');
    await openLoan(page, testApp, loan, 'applications');
    await page.getByText(/^Your answers are saved/).waitFor();
  },
  'applicant-saving': async (page, testApp) => {
    const parent = await submitted(page, testApp);
    await parent.declares();
    testApp.hold('saveApplication');
    await parent.submits();
    await page.getByText(/^Saving your application/).waitFor();
  },
} satisfies Record<string, OpenState>;

async function form(page: Page, testApp: TestApp, interactions?: Interactions) {
  const parent = parentAt(page, testApp, interactions);
  await openLoan(page, testApp, await loanWithStudents(testApp, raman), 'applications');
  await parent.isAtApplicant();
  return parent;
}

async function queried(page: Page, testApp: TestApp): Promise<void> {
  await openLoan(page, testApp, await loanWithQuestions(testApp), 'applications');
  await parentAt(page, testApp).isAtApplicant({ opensSections: false });
  await page.getByRole('heading', { name: /^The reviewer asks about/ }).waitFor();
}

/** Opens an application that was submitted before. */
export async function submitted(page: Page, testApp: TestApp) {
  const parent = parentAt(page, testApp);
  await openLoan(page, testApp, await submittedLoan(testApp, raman), 'applications');
  await parent.isAtApplicant();
  return parent;
}
