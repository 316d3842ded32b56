/** What a person perceives in each leaf of the wizard, written by hand: roles, names, messages, what is locked. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

type Look = (page: Page) => Promise<void>;

const text =
  (words: string): Look =>
  (page) =>
    page.getByText(words, { exact: true }).first().waitFor();

const heading =
  (words: string, ...more: Look[]): Look =>
  async (page) => {
    await page.getByRole('heading', { level: 1, name: words, exact: true }).waitFor();
    for (const look of more) await look(page);
  };

const alert =
  (words: string): Look =>
  (page) =>
    page.getByRole('alertdialog', { name: words }).waitFor();

const dialog =
  (name: string, ...more: Look[]): Look =>
  async (page) => {
    await page.getByRole('dialog', { name, exact: true }).waitFor();
    for (const look of more) await look(page);
  };

const at =
  (path: RegExp): Look =>
  async (page) => {
    await expect.poll(() => new URL(page.url()).pathname).toMatch(path);
  };

const refusal = 'Refused by a fault switch';
const students = at(/^\/loan\/[^/]+\/student$/);
const applicant = at(/^\/loan\/[^/]+\/applications$/);

export const sees: Record<string, Look> = {
  'flow.keyMissing': async (page) => {
    await text('API KEY NOT FOUND')(page);
    const seen = await page.locator('body').ariaSnapshot();
    expect(seen.replace(/\s+/g, ' ').trim()).toBe('- main: - heading "API KEY NOT FOUND" [level=1]');
  },
  'flow.create.filling': async (page) => {
    await page.getByLabel('Mobile number').waitFor();
    await at(/^\/$/)(page);
  },
  'flow.create.checkingEmail': text('Checking your email address…'),
  'flow.create.emailRefused': alert('Invalid Email'),
  'flow.create.creating': text('Creating your application…'),
  'flow.create.failed': (page) => page.getByRole('alertdialog').waitFor(),
  'flow.opening.readingLoan': text('Opening your application'),
  'flow.opening.findingInstitution': text('Opening your application'),
  'flow.opening.failed': text('Your application could not be opened'),
  'flow.opening.lost': heading('Open your application', (page) =>
    page.getByRole('button', { name: 'Send a one-time password' }).waitFor(),
  ),
  'flow.students.editing': heading('Student Details', students),
  'flow.students.confirmingAdd': dialog('Got more than one child at the same school?', students),
  'flow.students.confirmingDelete': dialog('Delete student 2?', students),
  'flow.students.saving': async (page) => {
    await expect
      .poll(() => page.getByRole('button', { name: /Submit/ }).getAttribute('aria-disabled'))
      .toBe('true');
  },
  'flow.students.savingFailed': alert(`ERROR : ${refusal}`),
  'flow.applicant.loadingOptions': heading('Applicant Details', applicant),
  'flow.applicant.editing': heading('Applicant Details', applicant),
  'flow.applicant.openingTenures': dialog('Choose a plan', text('Loading....')),
  'flow.applicant.choosingTenure': dialog('Choose a plan', (page) =>
    page.getByRole('radio', { name: /6 months/ }).waitFor(),
  ),
  'flow.applicant.optionsFailed': (page) => page.getByRole('alertdialog', { name: /^ERROR : / }).waitFor(),
  'flow.submission.saving': text('Saving your application…'),
  'flow.submission.askingLender.waiting': text("Knocking on the lender's door, politely…"),
  'flow.submission.gatewayTimedOut': alert("Whoops! Something went wrong. Just hit 'Submit' again."),
  'flow.submission.unheard': alert('No answer reached us'),
  'flow.submission.refused': (page) => page.getByRole('alertdialog').waitFor(),
  'flow.status.approved': dialog(
    'Loan Status',
    text('Your loan is approved'),
    (page) => page.getByRole('link', { name: 'Continue to the lender' }).waitFor(),
    applicant,
  ),
  'flow.status.rejected': dialog('Loan Status', text('The lender is not able to offer approval'), applicant),
  'flow.status.pending': dialog('Loan Status', text('One more document is needed'), applicant),
  'flow.status.inProgress': dialog('Loan Status', text('Your application is still in review'), applicant),
  'flow.status.underReview': dialog('Loan Status', text('Application Under Review'), applicant),
  'flow.success': heading('Your application', at(/^\/loan\/[^/]+\/success$/), text('Congratulations!')),
  // No query: nothing is marked as asked.
  'query.open': async (page) => {
    expect(await page.getByText('The reviewer asks', { exact: false }).count()).toBe(0);
  },
  'query.queried.answering': async (page) => {
    await page
      .getByRole('heading', { name: 'The reviewer asks about 1 answer: 0 answered, 1 open' })
      .waitFor();
    await page.getByRole('link', { name: 'PAN number' }).waitFor();
    // On either step there is a way on, and what nobody asked about is locked.
    await page.getByRole('button', { name: /^(Next|Submit)$/ }).waitFor();
    for (const other of await page.getByLabel(/^(Student name|Father's name)$/).all())
      expect(await other.isEditable()).toBe(false);
    expect(await page.getByRole('button', { name: /^(Add|Delete) student/ }).count()).toBe(0);
  },
  'query.queried.incomplete': async (page) => {
    await page
      .getByRole('group', { name: 'Please check 1 answer' })
      .getByRole('link', { name: /^PAN number: Please change this answer/ })
      .waitFor();
    expect(await page.getByLabel('PAN number').isEditable()).toBe(true);
    expect(await page.getByLabel("Father's name").isEditable()).toBe(false);
  },
  'query.answered': async (page) => {
    await expect.poll(() => page.getByText('The reviewer asks', { exact: false }).count()).toBe(0);
    for (const pan of await page.getByLabel('PAN number').all()) expect(await pan.isEditable()).toBe(false);
  },
};
