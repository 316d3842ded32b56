/** The actions that cause each event of the wizard: with the page's own controls, or with Back. */
import type { Page } from 'playwright-core';
import { isInQueryMode, type WizardSnapshot } from '../../../machines/wizard.ts';
import { receipt } from '../../e2e/support/desk.ts';
import { answer, openAncestorDetails } from '../../e2e/support/interactions.ts';
import { messagesTo } from '../../e2e/support/outbox.ts';
import { messageText, reentryDateOfBirth } from '../../e2e/support/message-text.ts';
import { givesConsents } from '../../e2e/support/parent.ts';
import { followQuestion, passQuestions } from '../../e2e/support/questions.ts';
import { revokeLoanTokens } from '../../../server/loans/tokens.ts';
import type { GraphNode, Step } from '../graph.ts';
import { type BrowserHistory, navigationTo, placesByEvent } from './browser-history.ts';
import { until } from '../../support/until.ts';
import type { Scene } from './scene.ts';

/** The context of an interaction: the state of the walk, and the steps that follow. */
export interface InteractionContext extends Pick<Scene, 'page' | 'testApp' | 'fixture'> {
  from: GraphNode<BrowserHistory>;
  /** The steps that follow. */
  rest: readonly Step[];
  /** The input of the walk so far; an act may change it. */
  typed: { email: string; rollNumber: string; creations: number };
}

type Interaction = (doing: InteractionContext) => Promise<void>;

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).click();

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(receipt('first')) });

/** Returns the count of the question shown; empty on the review. */
const questionCount = async (page: Page) => (await page.locator('.query-count').allInnerTexts()).join();

/** A school that asks for a fee receipt. */
const school = 'Kaveritheeram Matriculation Higher Secondary School';

const route: (named: string) => Interaction = (named) => async (doing) => {
  const { page, from } = doing;
  const way = navigationTo(from.extraState, from.snapshot as WizardSnapshot, named);
  if (!way) throw new Error(`Nothing leads a person by '${named}'`);
  if (way.by === 'history') return page.evaluate((steps) => window.history.go(steps), way.steps);
  const step = named === 'xstate.route to students' ? /^Student/ : /^Applicant/;
  await page
    .getByRole('navigation', { name: messageText('app.steps') })
    .getByRole('button', { name: step })
    .click();
};

async function typeRollNumber({ page, typed }: InteractionContext): Promise<void> {
  typed.rollNumber = `${Number(typed.rollNumber || 70) + 1}`;
  await page
    .getByLabel(/^Roll number/)
    .first()
    .fill(typed.rollNumber);
}

/** The one-time password of the newest message, once it is there. */
async function passwordFor(testApp: InteractionContext['testApp'], mobile: string): Promise<string> {
  let password = '';
  await until(
    'a one-time password comes by SMS',
    () => messagesTo(testApp, mobile),
    (messages) => {
      password = messages.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean) ?? '';
      return password !== '';
    },
  );
  return password;
}

const pressSubmit: Interaction = ({ page }) => press(page, /^(Submit|Next|Check and send)$/);

/** Everything is declared; what a reviewer asks is changed, with the same digits, so that the lender answers as arranged. */
const submitApplication: Interaction = async ({ page, from }) => {
  await page.getByRole('button', { name: /^(Next|Submit|Check and send)$/ }).waitFor();
  if (isInQueryMode(from.snapshot as WizardSnapshot)) {
    const pan = page.getByLabel('PAN number');
    await openAncestorDetails(pan);
    if (!(await pan.isVisible())) await followQuestion(page, 'PAN number');
    await pan.fill((await pan.inputValue()).replace(/^(.{4})./, '$1Z'));
    await passQuestions(page);
  }
  for (const declaration of await page.getByRole('checkbox', { name: /^I (declare|agree)/ }).all())
    await declaration.check();
  await givesConsents(page);
  await press(page, 'Submit');
};

/** Fills in the form, which comes after a button on a device that has begun a loan already. */
const submitCreateForm: Interaction = async ({ page, fixture, rest, typed }) => {
  const another = page.getByRole('button', { name: messageText('create.continue.another') });
  if (await another.isVisible()) await another.click();
  const check = rest.find(({ graphEvent }) => graphEvent.answers?.src === 'checkEmail');
  const isBad = check?.graphEvent.answers?.variant === 'the address is bad';
  typed.creations += 1;
  typed.email = isBad ? 'meena@invalid.example' : fixture.create.Email.replace('@', `.${typed.creations}@`);
  await page.getByLabel('Name', { exact: true }).fill(fixture.create.Name);
  await page.getByLabel('Mobile number').fill(fixture.create['Mobile number']);
  await page.getByLabel('Email').fill(typed.email);
  await press(page, 'Submit');
};

/** Exhaustive over what walks in a browser say; a step without an act here stops the walk. */
export const interactions: Readonly<Record<string, Interaction>> = {
  'create.submitted': submitCreateForm,
  'create.confirmed': ({ page }) =>
    page
      .getByRole('alertdialog')
      .getByRole('button', { name: messageText('create.earlier.another') })
      .click(),
  'loan.continued': ({ page }) =>
    page
      .getByRole('button', { name: /^(Continue|Answer it|See how it stands)( .*)?$/ })
      .first()
      .click(),
  'loan.accessLost': async (doing) => {
    const { page, testApp, from } = doing;
    const loanId = new URL(page.url()).pathname.split('/')[2] ?? '';
    const now = from.snapshot as WizardSnapshot;
    const isSubmitting = now.matches({ flow: 'submission' });
    const field = now.matches({ flow: 'students' })
      ? page.getByLabel(/^Roll number/).first()
      : page.getByLabel("Father's name");
    // The form is shown once its draft was read, which an ended token would refuse.
    if (!isSubmitting) await field.waitFor();
    await revokeLoanTokens(testApp.db, loanId, new Date());
    if (isSubmitting) return testApp.faults.disarmAll();
    if (now.matches({ flow: 'students' })) return typeRollNumber(doing);
    await field.fill('Another Name');
  },
  'alert.dismissed': ({ page }) =>
    page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^(OK|Close)$/ })
      .click(),
  'retry.requested': ({ page }) => press(page, 'Try again'),
  'loan.reentered': async ({ page, testApp, fixture }) => {
    await press(page, messageText('app.reentry.send'));
    const password = page.getByLabel(messageText('app.reentry.otp'));
    await password.waitFor();
    await password.fill(await passwordFor(testApp, fixture.create['Mobile number']));
    await answer(
      page,
      reentryDateOfBirth,
      fixture.applicant['Applicant Details']?.['Date of birth'] as string,
    );
    await press(page, messageText('app.reentry.open'));
  },
  'institution.chosen': ({ page }) => answer(page, 'Institution', school),
  'document.added the receipt': async ({ page }) => {
    await page.getByRole('button', { name: 'Fee Receipt' }).first().waitFor();
    await page.locator('input[type=file]').setInputFiles(picture('receipt.png'));
    await page.getByText('A receipt is attached').waitFor();
  },
  'document.added a document that was asked about': async ({ page }) => {
    await page.getByRole('button', { name: 'Choose a file: PAN photo' }).waitFor();
    await page.locator('input[type=file]:not([capture])').setInputFiles(picture('pan.png'));
    await page.getByText('Uploaded Successfully').waitFor();
  },
  'student.addRequested': ({ page }) => press(page, 'Add student'),
  'student.addConfirmed': ({ page }) => press(page, 'Yes, add a student'),
  'student.deleteRequested': ({ page }) => press(page, 'Delete student 2'),
  'student.deleteConfirmed': ({ page }) => press(page, 'Delete'),
  'dialog.cancelled': ({ page, from }) =>
    press(
      page,
      (from.snapshot as WizardSnapshot).matches({ flow: 'create' })
        ? messageText('create.earlier.close')
        : 'Cancel',
    ),
  'students.submitted with changes': async (doing) => {
    await typeRollNumber(doing);
    await pressSubmit(doing);
  },
  'students.submitted with nothing changed': pressSubmit,
  'field.requested of a student': ({ page }) => followQuestion(page, /Roll number$/),
  'field.requested of the applicant': ({ page }) => followQuestion(page, 'PAN number'),
  // The page says so by itself, as soon as the control has the focus.
  'field.focused': async () => {},
  // The review leads back to the questions of the step first.
  'previous.requested': async ({ page }) => {
    const isOnApplicant = () => /\/applications$/.test(new URL(page.url()).pathname);
    while (isOnApplicant()) {
      const count = await questionCount(page);
      await press(page, 'Previous');
      await until(
        'the page goes back',
        async () => !isOnApplicant() || (await questionCount(page)) !== count,
        (isBack) => isBack,
      );
    }
  },
  'tenure.requested': async ({ page }) => {
    const tenure = page.getByLabel('EMI tenure');
    await openAncestorDetails(tenure);
    await tenure.click();
  },
  'tenure.chosen': async ({ page }) => {
    const plans = page.getByRole('dialog', { name: 'Choose a plan' });
    await plans.getByRole('radio', { name: /^6 months\b/ }).check();
    await plans.getByRole('button', { name: 'Take this plan' }).click();
  },
  'application.submitted with a question unanswered': async ({ page }) => {
    await passQuestions(page);
    await press(page, 'Submit');
  },
  'application.submitted': submitApplication,
  // The button is in a dialog over the page, or the page's only Submit.
  'submission.retried': ({ page }) =>
    page.getByRole('button', { name: 'Submit', exact: true }).last().click(),
  'status.closed': ({ page }) => press(page, 'Close'),
  'status.reopened': ({ page }) =>
    page
      .getByRole('navigation', { name: messageText('app.steps') })
      .getByRole('button', { name: /^Status/ })
      .click(),
  'verdict.refreshRequested': ({ page }) => press(page, 'Ask the lender again'),
  // The last button is the modal's if that is open.
  'explore.requested': ({ page }) =>
    page
      .getByRole('button', { name: /^(Explore More|Start a new application)$/ })
      .last()
      .click(),
  ...Object.fromEntries(Object.keys(placesByEvent).map((words) => [words, route(words)])),
};
