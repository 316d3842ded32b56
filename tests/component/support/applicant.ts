/** Applicant Details, and what every applicant does there. */
import { page } from 'vitest/browser';
import type { Loan } from '../../../domain/values/wire.ts';
import { selvi } from '../../e2e/support/fixtures.ts';
import { openSectionsOfDocument } from '../../e2e/support/interactions.ts';
import { openLoan } from './app.tsx';
import { button, card, control, expectGone, expectShown, openAncestorDetails } from './fields.ts';
import { loanWithStudents } from './loans.ts';
import type { ServerAnswers } from './server.ts';

/** Opens the form, and each of its sections. */
export async function openForm(loan: Loan = loanWithStudents(selvi), answers?: ServerAnswers) {
  const server = await openLoan(loan, 'applications', answers);
  await expectShown(card('Bank Details'));
  openSectionsOfDocument();
  await expectShown(page.getByRole('combobox', { name: 'Bank name' }));
  return server;
}

/** Makes the declarations that are not made yet. */
export async function declare(): Promise<void> {
  for (const name of [/^I declare/, /^I agree/]) {
    const box = page.getByRole('checkbox', { name });
    const { checked } = (await box.findElement()) as HTMLInputElement;
    if (!checked) await box.click();
  }
}

export const submit = (): Promise<void> => button('Submit').click();

export const plans = () => page.getByRole('dialog', { name: 'Choose a plan' });

export async function openPlans(): Promise<void> {
  openAncestorDetails(await control('EMI tenure').findElement());
  await control('EMI tenure').click();
}

export async function choosePlan(months: number): Promise<void> {
  await openPlans();
  await plans()
    .getByRole('radio', { name: new RegExp(`^${months} months\\b`) })
    .click();
  await button('Take this plan', plans()).click();
  await expectGone(plans());
}
