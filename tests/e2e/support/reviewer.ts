/** A reviewer at the desk. */
import type { Page } from 'playwright-core';
import { type Account, demoReviewer } from './desk.ts';
import { button, menu } from './interactions.ts';
import type { TestApp } from './test-app.ts';

export type Reviewer = ReturnType<typeof reviewerAt>;

export function reviewerAt(page: Page, testApp: TestApp) {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

  const reviewer = {
    async opensTheDesk(path = ''): Promise<void> {
      await page.goto(`${testApp.url}/review${path}`);
    },

    async typesCredentials({ email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
    },

    async signsIn(as: Pick<Account, 'email' | 'password'> = demoReviewer): Promise<void> {
      await reviewer.typesCredentials(as);
      await button(page, 'Sign in').click();
      await button(page, 'Sign out').or(menu(page)).waitFor();
    },

    async isAtTheQueue(): Promise<void> {
      await heading('Applications').waitFor();
      await page.locator('.table-region[aria-busy="false"]').waitFor();
    },

    /** The names in the queue, as they stand. */
    names: (): Promise<string[]> => page.locator('.item-link').allInnerTexts(),

    /** Opens the application by its address and signs in on the way. */
    async opensTheApplication(loanId: string, as?: Pick<Account, 'email' | 'password'>): Promise<void> {
      await reviewer.opensTheDesk(`/applications/${loanId}`);
      await reviewer.signsIn(as);
      await reviewer.isAtTheApplication();
    },

    async isAtTheApplication(): Promise<void> {
      await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    },

    question: (field: string) =>
      page.getByRole('group', { name: `Your question about ${field}`, exact: true }),

    /** Chooses a reason, whose words stand there then; `message` in their place. */
    async flags(field: string, reason: string, message?: string): Promise<void> {
      await button(page, `Flag ${field}`).click();
      const question = reviewer.question(field);
      await question.getByLabel('Reason').selectOption({ label: reason });
      if (message !== undefined) await question.getByLabel('Message').fill(message);
    },

    async writesNote(text: string): Promise<void> {
      await button(page, 'Write a note').click();
      await page.getByLabel('Note for colleagues').fill(text);
    },

    async notes(text: string): Promise<void> {
      await reviewer.writesNote(text);
      await button(page, 'Save').click();
    },

    async previews(): Promise<void> {
      await button(page, 'Preview and send back').click();
      await page.getByRole('dialog', { name: 'Send this back?' }).waitFor();
    },

    async sendsBack(): Promise<void> {
      await reviewer.previews();
      await button(page, 'Send back').click();
    },

    /** The card of an answer, by the field that was asked about. */
    answer: (field: string) => page.getByRole('region', { name: field, exact: true }),
  };
  return reviewer;
}
