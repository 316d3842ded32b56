/** A parent at a phone, step by step through the flow. */
import type { Locator, Page } from 'playwright-core';
import type { ApplicantFixture, TypedStudent } from './fixtures.ts';
import {
  answer,
  answerAll,
  button,
  card,
  control,
  type Interactions,
  openAncestorDetails,
  openSections,
} from './interactions.ts';
import { until } from '../../support/until.ts';
import { messageText } from './message-text.ts';
import { passQuestions, questions } from './questions.ts';
import type { TestApp } from './test-app.ts';

export type Parent = ReturnType<typeof parentAt>;

/** @param interactions an answer at a time where absent */
export function parentAt(page: Page, testApp: TestApp, interactions?: Interactions) {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const press = (name: string, within: Page | Locator = page) => button(within, name).click();

  const parent = {
    async opensTheLink(search = ''): Promise<void> {
      await page.goto(`${testApp.url}/?api_key=${testApp.key}${search}`);
      // A phone that has begun an application is offered to continue it first.
      const another = button(page, 'Start another');
      await button(page, 'Submit').or(another).waitFor();
      if (await another.isVisible()) await another.click();
      await button(page, 'Submit').waitFor();
    },

    async fillsTheCreateForm({ create }: Pick<ApplicantFixture, 'create'>): Promise<void> {
      await answerAll(page, create, interactions);
    },

    /** @returns the id of the loan that was created */
    async createsTheApplication(fixture: Pick<ApplicantFixture, 'create'>): Promise<string> {
      await parent.fillsTheCreateForm(fixture);
      await press('Submit');
      await parent.isAtStudents();
      return parent.loanId();
    },

    loanId: (): string => new URL(page.url()).pathname.split('/')[2] ?? '',

    async isAtStudents(): Promise<void> {
      await heading('Student Details').waitFor();
      await card(page, 'Student 1').or(questions(page)).first().waitFor();
    },

    async choosesTheInstitution(name: string): Promise<void> {
      await answer(page, 'Institution', name, interactions);
    },

    async fillsTheCard(number: number, student: TypedStudent): Promise<void> {
      await answerAll(card(page, `Student ${number}`), { ...student }, interactions);
    },

    async addsAStudent(number: number): Promise<void> {
      await press('Add student');
      await press('Yes, add a student');
      await card(page, `Student ${number}`).waitFor();
    },

    async fillsTheStudents({ institution, students }: ApplicantFixture): Promise<void> {
      await parent.choosesTheInstitution(institution);
      for (const [index, student] of students.entries()) {
        if (index > 0) await parent.addsAStudent(index + 1);
        await parent.fillsTheCard(index + 1, student);
      }
    },

    async savesTheStudents(): Promise<void> {
      await press('Submit');
      await parent.isAtApplicant();
    },

    /** Opens every section as well, unless it is about what is collapsed. */
    async isAtApplicant({ opensSections = true } = {}): Promise<void> {
      await heading('Applicant Details').waitFor();
      await card(page, 'Bank Details').or(questions(page)).first().waitFor();
      if (opensSections) await openSections(page);
    },

    async fillsTheApplicant({ applicant, months }: ApplicantFixture): Promise<void> {
      for (const [section, answers] of Object.entries(applicant)) {
        await answerAll(card(page, section), answers, interactions);
        if (section === 'Bank Details') await parent.choosesAPlan(months);
      }
    },

    async choosesAPlan(months: number): Promise<void> {
      await openAncestorDetails(control(page, 'EMI tenure'));
      await control(page, 'EMI tenure').click();
      const plans = page.getByRole('dialog', { name: 'Choose a plan' });
      await plans.getByRole('radio', { name: new RegExp(`^${months} months\\b`) }).check();
      await press('Take this plan', plans);
      await plans.waitFor({ state: 'detached' });
    },

    async declares(): Promise<void> {
      await passQuestions(page);
      await page.getByRole('checkbox', { name: /^I declare/ }).check();
      await page.getByRole('checkbox', { name: /^I agree/ }).check();
      await givesConsents(page);
    },

    async submits(): Promise<void> {
      await passQuestions(page);
      await press('Submit');
    },

    /** The whole way, from the link to Submit. @returns the loan's id */
    async applies(fixture: ApplicantFixture): Promise<string> {
      await parent.opensTheLink();
      const loanId = await parent.createsTheApplication(fixture);
      await parent.fillsTheStudents(fixture);
      await parent.savesTheStudents();
      await parent.fillsTheApplicant(fixture);
      await parent.declares();
      await parent.submits();
      return loanId;
    },

    verdict: (): Locator => page.getByRole('dialog', { name: 'Loan Status' }),

    alert: (): Locator => page.getByRole('alertdialog'),
  };
  return parent;
}

/** Ticks what Submit still asks for by itself, once it is read; nothing where an earlier Submit has asked. */
export async function givesConsents(page: Page): Promise<void> {
  const consents = page.getByRole('region', { name: messageText('applicant.consents') });
  const submit = button(page, 'Submit');
  const read = async () => {
    const boxes = await consents.getByRole('checkbox').all();
    for (const box of boxes) await box.check();
    return boxes.length > 0 || (await submit.getAttribute('aria-disabled')) === null;
  };
  await until('consents are given, or needed no more', read, (isDone) => isDone);
}
